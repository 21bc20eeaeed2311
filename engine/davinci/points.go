package davinci

// Sum is what the points that a seat made in a round are made of.
type Sum struct {
	Right     int // for right guesses
	KnockOuts int // for the last hidden tiles of others
	Won       int // for winning the round
	Hidden    int // for the numbers that the winner kept hidden
	// Guesses is for Right and KnockOuts together, where the table does not
	// remember every guess: there these two are 0.
	Guesses int
}

// Sums returns the sums of all seats, from any view of a round that is over, under the
// points that its options choose; nil where none are kept. Each adds up to the
// seat's points.
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

// knocksOut reports whether the right guess that a log begins with turned up
// the last hidden tile of a seat.
func knocksOut(log []Event) bool {
	const out = 2 // behind the guess and the tile that it opened
	return len(log) > out && log[out].Kind == EventOut && log[out].Seat == log[0].Target
}

// stillHidden adds the numbers of a rack that are not face up; jokers count
// nothing.
func stillHidden(tiles []Tile) int {
	sum := 0
	for _, one := range tiles {
		if !one.Open && one.Value > 0 {
			sum += int(one.Value)
		}
	}
	return sum
}
