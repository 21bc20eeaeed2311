package davinci

import (
	"slices"

	"parlor/engine"
)

// Believing returns the same worlds, weighted for a player who believes signals: a player who
// asks others for a tile rarely has it. The weight of a world is multiplied by asked for every
// tile in it for which its owner has asked while having it. This is an assumption about players,
// not a fact, so Count does not change.
//
// A signal applies to the tiles that the asker had at that time, including the drawn one, and
// stays with each tile wherever it is in its rack. Tiles that were drawn later are not affected.
// Asking twice has the same effect as asking once. A view under memory has no signals, because
// its log does not say which tile was where.
//
// asked is greater than 0, so that a bluff can still be found out, and at most 1.
func (w *Worlds) Believing(asked float64) *Worlds {
	p := w.constraints.believing(w.view, asked)
	if p == w.constraints {
		return w
	}
	believed := solve(p)
	believed.view, believed.count = w.view, w.count
	return believed
}

// believing returns the constraints of a view with weights for its signals, if there are any.
func (p *constraints) believing(view View, asked float64) *constraints {
	if asked == 1 {
		return p
	}
	doubts := doubted(view, p)
	if !slices.ContainsFunc(doubts, func(v values) bool { return v != 0 }) {
		return p
	}
	weighed := *p
	weighed.weights = make([]odds, len(doubts))
	for spot, set := range doubts {
		for v := range weighed.weights[spot] {
			weighed.weights[spot][v] = 1
			if set.has(Value(v - 1)) {
				weighed.weights[spot][v] = asked
			}
		}
	}
	return &weighed
}

// doubted returns, by spot, the values that its owner has asked others for.
func doubted(view View, p *constraints) []values {
	doubts, asked := make([]values, len(p.spots)), askedHaving(view)
	for spot, at := range p.spots {
		doubts[spot] = asked[at.Seat][at.Place]
	}
	return doubts
}

// askedHaving returns the values of its colour that the owner of each tile has guessed while having
// it, by seat and position, from 1. Index 0 is the drawn tile.
func askedHaving(view View) [][]values {
	doubts := make([][]values, len(view.Racks))
	for seat, r := range view.Racks {
		doubts[seat] = make([]values, len(r.Tiles)+1)
	}
	if view.Memory {
		return doubts
	}
	was := laterPlaces(view)
	for _, event := range slices.Backward(view.Log) {
		if event.Seat < 0 || int(event.Seat) >= len(was) {
			continue
		}
		switch asker := &was[event.Seat]; event.Kind {
		case EventKept, EventAdded:
			asker.takeOut(event.Place)
		case EventDrew:
			asker.hand = none
		case EventGuessed:
			if color, ok := was.color(view, event); ok {
				for place := range doubts[event.Seat] {
					if one, ok := tileAt(view, engine.Spot{Seat: event.Seat, Place: place}); ok && one.Color == color && asker.had(place) {
						doubts[event.Seat][place] = doubts[event.Seat][place].with(event.Value)
					}
				}
			}
		default: // no tile is guessed or added
		}
	}
	return doubts
}

// whereNow describes which tiles a rack had at a moment of the log, by their positions in the view,
// from 1.
type whereNow struct {
	rack []int
	hand int // 0 while it is the drawn tile, none without one
}

// moment holds the tiles of each seat at a moment of the log.
type moment []whereNow

// laterPlaces returns the moment of the view itself.
func laterPlaces(view View) moment {
	was := make(moment, len(view.Racks))
	for seat, r := range view.Racks {
		for place := range r.Tiles {
			was[seat].rack = append(was[seat].rack, place+1)
		}
		was[seat].hand = none
		if r.Drawn != nil {
			was[seat].hand = 0
		}
	}
	return was
}

// takeOut goes back to the moment before the drawn tile was added at a position.
func (w *whereNow) takeOut(place int) {
	if place >= 1 && place <= len(w.rack) {
		w.hand = w.rack[place-1]
		w.rack = slices.Delete(w.rack, place-1, place)
	}
}

// had reports whether the tile that is now at a position was in the rack or drawn.
func (w *whereNow) had(place int) bool { return w.hand == place || slices.Contains(w.rack, place) }

// asked returns the present position of a guessed tile.
func (m moment) asked(guess Event) (place int, ok bool) {
	if guess.Target < 0 || int(guess.Target) >= len(m) || guess.Target == guess.Seat {
		return 0, false
	}
	rack := m[guess.Target].rack
	if guess.Place < 1 || guess.Place > len(rack) {
		return 0, false
	}
	return rack[guess.Place-1], true
}

// color returns the colour of a guessed tile.
func (m moment) color(view View, guess Event) (Color, bool) {
	place, ok := m.asked(guess)
	if !ok {
		return 0, false
	}
	one, ok := tileAt(view, engine.Spot{Seat: guess.Target, Place: place})
	return one.Color, ok
}
