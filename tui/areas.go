package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
)

// Areas is the program as the shell sees it.
type Areas interface {
	// Init returns the command that takes the player to their first screen.
	Init() tea.Cmd
	// Update handles a message before the screens above the lowest one do.
	Update(tea.Msg) tea.Cmd
	// Bindings returns the keys that work on all screens, even while the player types.
	Bindings() []screen.Binding
	// Room returns the screen of a room.
	Room(handle lobby.Handle) Room
	// JoinGameNight joins the game night of a code.
	JoinGameNight(code string) tea.Cmd
}

// Room is the screen of a room. At most one is on the stack.
type Room interface {
	chatter
	// Wait returns a command that waits for the next update of the room.
	Wait() tea.Cmd
	// Pending reports whether no update has arrived yet. Keys are then held back for the room.
	Pending() bool
	// Settle returns a command that redraws the room once it accepts keys, or nil if it does
	// already.
	Settle() tea.Cmd
	// Plays reports whether the player has a seat. KeepsSeat reports whether the seat is kept when
	// they close the program.
	Plays() bool
	KeepsSeat() bool
	// RefusalText returns what a refused request is told as.
	RefusalText(err error) string
	// Detach returns the handle to the caller. The seat is kept.
	Detach()
}
