package davinci

// Sum holds the parts of the points that a seat made in a round.
type Sum struct {
	Right     int // for right guesses
	KnockOuts int // for turning up the last hidden tiles of others
	Won       int // for winning the round
	Hidden    int // for the hidden numbers of the winner
	// Guesses replaces Right and KnockOuts, which are 0, if the log does not contain every guess.
	Guesses int
}

// Sums returns the parts of the points of all seats, from any view of a finished round, by the
// given points option. It is nil without points. Each adds up to the seat's points.
func Sums(view View, points string) []Sum {
	if view.Phase != PhaseOver || len(view.Points) != len(view.Racks) {
		return nil
	}
	sums := make([]Sum, len(view.Points))
	for i, event := range view.Log {
		switch {
		case event.Kind == EventWon:
			sums[event.Seat].Won = PointsWin
			if points == International {
				sums[event.Seat].Hidden = stillHidden(view.Racks[event.Seat].Tiles)
			}
		case view.Memory || event.Kind != EventGuessed || !event.Right:
		default:
			sums[event.Seat].Right += PointsRight
			if knocksOut(view.Log[i:]) {
				sums[event.Seat].KnockOuts += PointsKnockOut
			}
		}
	}
	if view.Memory {
		for seat := range sums {
			sums[seat].Guesses = int(view.Points[seat]) - sums[seat].Won - sums[seat].Hidden
		}
	}
	return sums
}

// knocksOut reports whether the right guess at the start of a log turned up the last hidden tile of
// a seat.
func knocksOut(log []Event) bool {
	const out = 2 // after the guess and the tile that it opened
	return len(log) > out && log[out].Kind == EventOut && log[out].Seat == log[0].Target
}

// stillHidden returns the sum of the hidden numbers of a rack, without jokers.
func stillHidden(tiles []Tile) int {
	sum := 0
	for _, one := range tiles {
		if !one.Open && one.Value > 0 {
			sum += int(one.Value)
		}
	}
	return sum
}
