// Package screen is what the screens of the terminal UI have in common: their
// interface, their bindings, and the context in which they are drawn.
package screen

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
)

// Screen is one of a stack: the lobby at the bottom, a room on it, the help or a
// list on that. The uppermost is shown and gets the keys.
type Screen interface {
	// Update takes a message that is for any screen and handles the screen's own:
	// the answer to a question, the end of a frame, another theme.
	Update(tea.Msg) tea.Cmd
	// Bindings returns what the keys do now. The hint line and the page of help are
	// made from them. Those of all screens are not among them.
	Bindings() Bindings
	// Input returns the line that takes what no binding takes; nil if nothing is
	// typed now.
	Input() Input
	// Explain says why a key does nothing now, where its binding does not say it;
	// empty if there is nothing to say. If the key has no binding, idle is nil.
	Explain(name string, idle *Binding) string
	// Help returns what the page of help tells below the keys.
	Help() prose.Document
	// Click handles a click on a cell of the Frame that was drawn last. Its lines are
	// those of Body, from 0 on, and then those of Words.
	Click(x, y int) tea.Cmd
	// Window returns the part of the lobby that is on the screen.
	Window() lobby.Window
	// Revision changes whenever what has arrived changes what is drawn. What the
	// player does need not change it.
	Revision() uint64
	// View draws the screen.
	View() Frame
}

// Frame is what a screen draws. The shell puts a head over it, what the player was told
// under it, and the hints in the last line.
type Frame struct {
	Title       string // of the window, behind "parlor"; may be empty
	Left, Right string // of the head
	// Head is a line in place of the head, which leaves Body a line more; mostly empty.
	Head string
	// Body is Context.BodyHeight lines; what is less is filled up. If there is a Head, it
	// may have one or two more, which are taken from what is under it.
	Body []string
	// Words stand under the body, above what the player was told. If all that has too
	// many lines, it covers the last ones of the body.
	Words []string
	// Idle stands under Words while the player was told nothing.
	Idle []string
}

// Input is a line in which a key, or a paste, is typed.
type Input interface {
	Insert(tea.Msg) tea.Cmd
}

// Base is embedded by screens that need few of the methods and show nothing of the
// lobby. It counts the changes that have arrived.
type Base struct{ changes uint64 }

// Update ignores the message.
func (*Base) Update(tea.Msg) tea.Cmd { return nil }

// Input returns nil: nothing is typed.
func (*Base) Input() Input { return nil }

// Explain has nothing to say.
func (*Base) Explain(string, *Binding) string { return "" }

// Help returns nothing.
func (*Base) Help() prose.Document { return nil }

// Click does nothing.
func (*Base) Click(int, int) tea.Cmd { return nil }

// Window returns the zero Window: the screen shows no part of the lobby.
func (*Base) Window() lobby.Window { return lobby.Window{} }

// Revision counts the changes.
func (b *Base) Revision() uint64 { return b.changes }

// Changed records that something has arrived that changes what is drawn.
func (b *Base) Changed() { b.changes++ }

// Restyled is a message to all screens: the theme has changed.
type Restyled struct{}
