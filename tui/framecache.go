package tui

import "parlor/tui/widget"

// frameCache is what is kept of a frame while the lobby is shown, and looks as it does.
// The zero value keeps nothing.
type frameCache struct {
	aspect aspect
	hints  widget.Cache[hintsOf, drawnHints]       // the last line, by the bindings
	lines  widget.Cache[widget.CachedText, string] // all of the screen as its terminal gets them
}

// aspect is what all parts of a frame have in common.
type aspect struct {
	width, height, styles int
	ascii                 bool
}

// fit empties the cache if frames look in another way now.
func (c *frameCache) fit(now aspect) {
	if c.aspect == now {
		return
	}
	*c = frameCache{aspect: now, hints: make(widget.Cache[hintsOf, drawnHints], 1), lines: make(widget.Cache[widget.CachedText, string], now.height)}
}
