package kodeknacker

// Fits reports whether a code, as letters, can be the one that the view's seat must find, given
// the answers in the view.
func Fits(view View, colors string) bool {
	if view.Seat < 0 || int(view.Seat) >= len(view.Boards) {
		return false
	}
	c := codeOf(colors)
	return len(c) == view.Positions && fits(c, known(view.Boards[view.Seat].Guesses))
}

// Candidates reports which colours are still possible at each place of the code that the view's
// seat must find, by place and then by colour. It reports false if there are too many codes to
// check, or the view's seat has no board.
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
