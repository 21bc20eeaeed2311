package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
)

// screen is one of those that stand on each other: the lobby at the bottom, a
// table on it, the people or the help on that. The uppermost is shown and gets
// what its person does.
type screen interface {
	// take is given what has arrived for any screen, and does what is its own to
	// do: the answer to a question, the end of a frame, another look.
	take(tea.Msg) tea.Cmd
	// bindings are what its keys do now: from them come what is done, the line of
	// hints and the page of help. Those of all screens are not among them.
	bindings() []binding
	// input is the line in which somebody types: it takes what no binding takes.
	// Nil is where nothing is typed now.
	input() input
	// excuse says why a key does nothing now, where that is not for its binding to
	// say; empty where it has nothing to say. Idle is the binding, nil where the
	// key stands for nothing.
	excuse(name string, idle *binding) string
	// about is what the page of help tells below the keys.
	about() prose.Document
	// click is a click on a cell of the screen, above its line of hints.
	click(x, y int) tea.Cmd
	// shows is the part of the lobby that is on the screen.
	shows() lobby.Window
	// revision is another one whenever what has arrived changes what is drawn.
	// What the person does need not change it.
	revision() uint64
	// draw returns the lines of the screen and what it is about.
	draw() (lines []string, title string)
}

// input is a line in which a key, or what is pasted, is typed.
type input interface {
	insert(tea.Msg) tea.Cmd
}

// unmoved is embedded by screens that have no use for most of what can happen,
// and show nothing of the lobby. It counts what has arrived for them.
type unmoved struct{ changes uint64 }

func (*unmoved) take(tea.Msg) tea.Cmd           { return nil }
func (*unmoved) input() input                   { return nil }
func (*unmoved) excuse(string, *binding) string { return "" }
func (*unmoved) about() prose.Document          { return nil }
func (*unmoved) click(int, int) tea.Cmd         { return nil }
func (*unmoved) shows() lobby.Window            { return lobby.Window{} }
func (u *unmoved) revision() uint64             { return u.changes }

// changed is for what has arrived and changes what is drawn.
func (u *unmoved) changed() { u.changes++ }

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

// close takes a screen from the stack, with all that stands on it. The lobby
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
