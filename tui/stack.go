package tui

import (
	"slices"

	"parlor/tui/screen"
)

// top is the screen that is shown.
func (r *Root) top() screen.Screen { return r.stack[len(r.stack)-1] }

// onTop reports whether a screen is the one that is shown.
func (r *Root) onTop(s screen.Screen) bool { return r.ctx.Width > 0 && !r.tooSmall() && r.top() == s }

// open shows a screen, on the one that is shown now.
func (r *Root) open(s screen.Screen) { r.stack = append(r.stack, s) }

// openOn shows a screen on one of the stack; what stands on that is closed.
func (r *Root) openOn(below, s screen.Screen) {
	if at := slices.Index(r.stack, below); at >= 0 {
		r.stack = append(r.stack[:at+1:at+1], s)
	}
}

// close takes a screen from the stack, with all that stands on it. The lobby
// stays.
func (r *Root) close(s screen.Screen) {
	if at := slices.Index(r.stack, s); at > 0 {
		r.stack = r.stack[:at:at]
	}
}

// table is the table at which the person is; nil where they are at none.
func (r *Root) table() *tableScreen {
	for _, s := range r.stack {
		if table, is := s.(*tableScreen); is {
			return table
		}
	}
	return nil
}
