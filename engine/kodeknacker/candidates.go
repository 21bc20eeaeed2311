package kodeknacker

// Fits says whether a code, by letters, can be the one that the view's seat
// looks for, given the answers in the view.
func Fits(view View, colors string) bool {
	if view.Seat < 0 || int(view.Seat) >= len(view.Boards) {
		return false
	}
	c := codeOf(colors)
	return len(c) == view.Positions && fits(c, known(view.Boards[view.Seat].Guesses))
}

// Candidates says which colours can still stand at each place of the code that
// the view's seat looks for, by place and then by colour, given the answers in
// the view. It is false where there are too many codes to look at them all, or
// the view's seat has no board.
func Candidates(view View) (can [][]bool, ok bool) {
	if view.Seat < 0 || int(view.Seat) >= len(view.Boards) || codes(view.Positions, view.Colors) > smallSpace {
		return nil, false
	}
	can = make([][]bool, view.Positions)
	for place := range can {
		can[place] = make([]bool, view.Colors)
	}
	all, ok := left(known(view.Boards[view.Seat].Guesses), view.Positions, view.Colors, smallSpace)
	for _, c := range all {
		for place, color := range c {
			can[place][color] = true
		}
	}
	return can, ok
}
