package davinci

import "slices"

// recalled returns a view under option memory as it is for a player who recalls the last
// guesses: their events, and for each tile the values that were guessed wrong at it, even
// if it has moved since. A player who recalls all guesses has the view of a game without
// that option.
func recalled(view View, heard func() []Event, guesses int) View {
	if !view.Memory {
		return view
	}
	view.Memory, view.Log = false, newest(heard(), guesses)
	view.Racks = slices.Clone(view.Racks)
	for seat := range view.Racks {
		view.Racks[seat].Tiles = slices.Clone(view.Racks[seat].Tiles)
	}
	was := laterPlaces(view)
	for _, event := range slices.Backward(view.Log) {
		if event.Seat < 0 || int(event.Seat) >= len(was) {
			continue
		}
		switch event.Kind {
		case EventKept, EventAdded:
			was[event.Seat].takeOut(event.Place)
		case EventGuessed:
			if place, ok := was.asked(event); ok {
				view.Racks[event.Target].ruleOut(place, event.Value)
			}
		default: // nothing is asked, and no tile goes anywhere
		}
	}
	return view
}

// newest returns the end of a log with at most a number of guesses in it.
func newest(log []Event, guesses int) []Event {
	for i, event := range slices.Backward(log) {
		if event.Kind != EventGuessed {
			continue
		}
		if guesses--; guesses < 0 {
			return log[i+1:]
		}
	}
	return log
}

// ruleOut notes a wrong guess at a tile that has come to stand at a place, from 1.
func (r Rack) ruleOut(place int, value Value) {
	one := &r.Tiles[place-1]
	if at, known := slices.BinarySearch(one.Not, value); !known && !one.Open {
		one.Not = slices.Insert(slices.Clone(one.Not), at, value)
	}
}
