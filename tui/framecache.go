package tui

import "parlor/tui/board"

// frameCache keeps the hints of a frame, and all its lines while the lobby is shown.
type frameCache struct {
	aspect aspect
	hints  board.Cache[hintsOf, drawnHints] // the last line, by the bindings
	lines  board.Cache[board.Text, string]  // as the terminal gets them
}

// aspect is what all parts of a frame have in common.
type aspect struct {
	width, height, styles int
	ascii                 bool
	lobby                 bool // it is shown
}

// fit empties the cache if frames look in another way now.
func (c *frameCache) fit(now aspect) {
	if c.aspect != now {
		*c = frameCache{aspect: now}
	}
}
