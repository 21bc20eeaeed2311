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
	Bindings() []Binding
	// Input returns the line that takes what no binding takes; nil if nothing is
	// typed now.
	Input() Input
	// Explain says why a key does nothing now, where its binding does not say it;
	// empty if there is nothing to say. If the key has no binding, idle is nil.
	Explain(name string, idle *Binding) string
	// Help returns what the page of help tells below the keys.
	Help() prose.Document
	// Click handles a click on a cell of the screen above its hint line.
	Click(x, y int) tea.Cmd
	// Window returns the part of the lobby that is on the screen.
	Window() lobby.Window
	// Revision changes whenever what has arrived changes what is drawn. What the
	// player does need not change it.
	Revision() uint64
	// View returns the lines of the screen and its title.
	View() (lines []string, title string)
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

// Window returns no part of the lobby.
func (*Base) Window() lobby.Window { return lobby.Window{} }

// Revision counts the changes.
func (b *Base) Revision() uint64 { return b.changes }

// Changed records that something has arrived that changes what is drawn.
func (b *Base) Changed() { b.changes++ }

// Restyled is a message to all screens: the theme has changed.
type Restyled struct{}
