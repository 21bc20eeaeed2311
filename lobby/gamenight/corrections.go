package gamenight

import (
	"slices"
	"strings"

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
	order = splitOrder(seats, order)
	places := make([]int, len(seats))
	for i := range places {
		places[i] = len(order) + 1
	}
	for place, names := range order {
		for _, name := range names {
			at := seatOf(seats, name)
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

// seatOf returns the seat of the player with a name, or -1.
func seatOf(seats []ResultSeat, name string) int {
	return slices.IndexFunc(seats, func(s ResultSeat) bool { return lobby.FoldName(s.Name) == lobby.FoldName(name) })
}

// splitOrder returns an order of names in which a text that has several players' names, separated by spaces, is
// replaced by these names, one place after the other.
func splitOrder(seats []ResultSeat, order [][]string) (places [][]string) {
	for _, names := range order {
		place := []string{}
		for _, name := range names {
			for i, one := range splitNames(seats, name) {
				if i > 0 {
					places, place = append(places, place), nil
				}
				place = append(place, one)
			}
		}
		places = append(places, place)
	}
	return places
}

// splitNames returns the players' names in a text that are separated by spaces. Text that does not begin with a name is
// not split.
func splitNames(seats []ResultSeat, text string) (names []string) {
	words := strings.Fields(text)
	for len(words) > 0 {
		end := len(words)
		for end > 0 && seatOf(seats, strings.Join(words[:end], " ")) < 0 {
			end--
		}
		if end == 0 {
			return append(names, strings.Join(words, " "))
		}
		names, words = append(names, strings.Join(words[:end], " ")), words[end:]
	}
	return names
}

// numbered returns the result of a table.
func (r *results) numbered(number int) (Result, bool) {
	at := slices.IndexFunc(r.recent, func(one Result) bool { return one.Number == number })
	if at < 0 {
		return Result{}, false
	}
	return r.recent[at], true
}
