// Package screen defines what the screens of the terminal UI have in common: their interface, their
// bindings, and their context.
package screen

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
)

// Screen is a screen of a stack: the lobby is the lowest, a room is above it, and help or lists are
// on top. The top screen is visible and gets the keys.
type Screen interface {
	// Update handles a message for this screen, such as the answer to a request, the end of a
	// frame, or a new theme. It ignores messages for other screens.
	Update(tea.Msg) tea.Cmd
	// Bindings returns the current keys. The hint line and the help page are made from them. Keys
	// that work on all screens are not included.
	Bindings() Bindings
	// Input returns the line that takes keys without a binding, or nil if the player is not typing.
	Input() Input
	// Explain explains why a key has no effect now, if its binding does not. It returns "" if there
	// is nothing to explain. idle is nil if the key has no binding.
	Explain(name string, idle *Binding) string
	// Help returns the text of the help page below the keys.
	Help() prose.Document
	// Click handles a click on a cell of the last Frame. Lines count from 0; those of Words follow
	// those of Body.
	Click(x, y int) tea.Cmd
	// Window returns the visible part of the lobby.
	Window() lobby.Window
	// Revision changes whenever an update changes the drawing. It need not change for the player's
	// own input.
	Revision() uint64
	// View draws the screen.
	View() Frame
}

// Frame is the drawing of a screen. The shell adds the header, messages and hints.
type Frame struct {
	Title       string // of the window, after "parlor"; may be empty
	Left, Right string // parts of the header
	// Head replaces the header and gives Body one more line. It is usually empty.
	Head string
	// Body has Context.BodyHeight lines; missing ones are added. With Head, it may have one or two
	// more, which replace lines below it.
	Body []string
	// Words are lines below the body and above the message. If there is not enough room, they cover
	// the last lines of the body.
	Words []string
	// Idle is shown below Words while there is no message.
	Idle []string
}

// Input is a line that takes keys and pasted text.
type Input interface {
	Insert(tea.Msg) tea.Cmd
}

// Base is embedded by screens that need few of the methods and show nothing of the lobby. It counts
// the changes by updates.
type Base struct{ changes uint64 }

// Update ignores the message.
func (*Base) Update(tea.Msg) tea.Cmd { return nil }

// Input returns nil.
func (*Base) Input() Input { return nil }

// Explain returns "".
func (*Base) Explain(string, *Binding) string { return "" }

// Help returns nil.
func (*Base) Help() prose.Document { return nil }

// Click does nothing.
func (*Base) Click(int, int) tea.Cmd { return nil }

// Window returns the zero Window, because the screen shows no part of the lobby.
func (*Base) Window() lobby.Window { return lobby.Window{} }

// Revision returns the number of changes.
func (b *Base) Revision() uint64 { return b.changes }

// Changed records that an update has changed the drawing.
func (b *Base) Changed() { b.changes++ }

// Restyled tells all screens that the theme has changed.
type Restyled struct{}
