package gamenight

import (
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// correct performs lobby.CorrectResult and updates the standings.
func (r *results) correct(op lobby.CorrectResult, all players) error {
	at := slices.IndexFunc(r.recent, func(one Result) bool { return one.Number == op.Number })
	if at < 0 {
		return prose.Refuse("There is no result for table {n}. Only the last {most} results can be corrected.", prose.N(op.Number), prose.N(maxResults))
	}
	result := &r.recent[at]
	original := slices.Clone(result.Seats)
	if result.Original != nil {
		original = result.Original
	}
	seats, corrected := slices.Clone(original), true
	switch {
	case op.Void:
		for i := range seats {
			seats[i].Won, seats[i].Points = false, 0
		}
	case len(op.Order) == 0 && result.Original == nil:
		return prose.Refuse("The result of table {n} has not been corrected.", prose.N(op.Number))
	case len(op.Order) == 0:
		corrected, original = false, nil
	default:
		if err := placed(seats, op.Order); err != nil {
			return err
		}
	}
	result.count(all, -1)
	result.Seats, result.Original, result.Void, result.Corrected = seats, original, op.Void, corrected
	result.count(all, +1)
	return nil
}

// count adds a result to the standings, or removes it.
func (r *Result) count(all players, times int) {
	for _, seat := range r.Seats {
		p := all.numbered(seat.Player)
		if p == nil || r.Void {
			continue
		}
		p.Points += times * seat.Points
		p.Played += times
		if seat.Won {
			p.Won += times
		}
	}
}

// placed gives seats their points by an order of names. Seats without a place share the
// last one.
func placed(seats []ResultSeat, order [][]string) error {
	places := make([]int, len(seats))
	for i := range places {
		places[i] = len(order) + 1
	}
	for place, names := range order {
		for _, name := range names {
			at := slices.IndexFunc(seats, func(s ResultSeat) bool { return lobby.FoldName(s.Name) == lobby.FoldName(name) })
			switch {
			case at < 0:
				return prose.Refuse("{name} has not played at that table.", prose.Name(lobby.CleanText(name, 20)))
			case places[at] <= len(order):
				return prose.Refuse("{name} is listed more than once. Give each player only one place.", prose.Name(seats[at].Name))
			}
			places[at] = place + 1
		}
	}
	first := slices.Min(places)
	glance := make([]lobby.GlanceSeat, len(seats))
	for i, place := range places {
		glance[i] = lobby.GlanceSeat{Total: float64(len(seats) + len(order) + 2 - place), Won: place == first}
	}
	for i := range seats {
		seats[i].Won, seats[i].Points = glance[i].Won, Points(glance, i)
	}
	return nil
}

// numbered returns the result of a table.
func (r *results) numbered(number int) (Result, bool) {
	at := slices.IndexFunc(r.recent, func(one Result) bool { return one.Number == number })
	if at < 0 {
		return Result{}, false
	}
	return r.recent[at], true
}
