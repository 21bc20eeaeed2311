package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/keys"
)

// screen is one of those that stand on each other: the hall at the bottom, a
// table on it, the people or the help on that. The uppermost is shown and gets
// what its person does.
type screen interface {
	// take is given what has arrived for any screen, and does what is its own to
	// do: the answer to a question, the end of a frame, another look.
	take(tea.Msg) tea.Cmd
	key(tea.KeyPressMsg) tea.Cmd
	paste(tea.PasteMsg)
	// click is a click on a cell of the screen, above its line of hints.
	click(x, y int) tea.Cmd
	// shows is the part of the hall that is on the screen.
	shows() lobby.Window
	// draw returns the lines of the screen and what it is about.
	draw() (lines []string, title string)
}

// binding is one thing that is done by keys of a screen.
type binding = keys.Binding[tea.Cmd]

// unmoved is embedded by screens that have no use for most of what can happen,
// and show nothing of the hall.
type unmoved struct{}

func (unmoved) take(tea.Msg) tea.Cmd   { return nil }
func (unmoved) paste(tea.PasteMsg)     {}
func (unmoved) click(int, int) tea.Cmd { return nil }
func (unmoved) shows() lobby.Window    { return lobby.Window{} }

// restyled is a message to all screens: they are to look otherwise.
type restyled struct{}

// top is the screen that is shown.
func (r *Root) top() screen { return r.stack[len(r.stack)-1] }

// onTop reports whether a screen is the one that is shown.
func (r *Root) onTop(s screen) bool { return r.width > 0 && !r.tooSmall() && r.top() == s }

// open shows a screen, on the one that is shown now.
func (r *Root) open(s screen) { r.stack = append(r.stack, s) }

// openOn shows a screen on one of the stack; what stands on that is closed.
func (r *Root) openOn(below, s screen) {
	if at := slices.Index(r.stack, below); at >= 0 {
		r.stack = append(r.stack[:at+1:at+1], s)
	}
}

// close takes a screen from the stack, with all that stands on it. The hall
// stays.
func (r *Root) close(s screen) {
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
