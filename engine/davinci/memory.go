package davinci

import "slices"

// recalled returns the view of a player who, under the memory option, recalls the given number of
// newest guesses: with their events, and the wrong guesses of each tile even if it has moved since.
// With all guesses, it is the view of a game without the option.
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
		default: // no tile is guessed or added
		}
	}
	return view
}

// newest returns the end of a log with at most the given number of guesses.
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

// ruleOut records a wrong guess of the tile that is now at a position, from 1.
func (r Rack) ruleOut(place int, value Value) {
	one := &r.Tiles[place-1]
	if at, known := slices.BinarySearch(one.Not, value); !known && !one.Open {
		one.Not = slices.Insert(slices.Clone(one.Not), at, value)
	}
}
