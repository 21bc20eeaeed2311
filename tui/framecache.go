package tui

import "parlor/tui/board"

// frameCache caches the hints of a frame, and all its lines while the lobby is shown.
type frameCache struct {
	aspect aspect
	hints  board.Cache[hintsOf, drawnHints] // the line of hints, by its bindings
	lines  board.Cache[board.Text, string]  // as sent to the terminal
}

// aspect is what all parts of a frame depend on.
type aspect struct {
	width, height, styles int
	ascii                 bool
	lobby                 bool // the lobby is shown
}

// fit empties the cache if the aspect has changed.
func (c *frameCache) fit(now aspect) {
	if c.aspect != now {
		*c = frameCache{aspect: now}
	}
}
