package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
)

// Areas is what the shell needs of the program that it is part of.
type Areas interface {
	// Init goes where the player wants to be.
	Init() tea.Cmd
	// Update takes what has arrived, before the screens that stand on the lowest.
	Update(tea.Msg) tea.Cmd
	// Bindings returns what keys do on all screens, whatever is typed.
	Bindings() []screen.Binding
	// Room returns the screen of a room.
	Room(handle lobby.Handle) Room
	// JoinGameNight joins the game night of a code.
	JoinGameNight(code string) tea.Cmd
}

// Room is the screen of a room. Of all rooms one is on the stack at most.
type Room interface {
	chatter
	// Wait waits for what is new in the room.
	Wait() tea.Cmd
	// Pending reports whether nothing has come yet: what is typed is kept for the room.
	Pending() bool
	// Settle has the room drawn again once it takes keys, if it does not yet.
	Settle() tea.Cmd
	// Plays reports whether the player has a seat, KeepsSeat whether it is kept when they
	// close the program.
	Plays() bool
	KeepsSeat() bool
	// RefusalText returns what a refused request is told as.
	RefusalText(err error) string
	// Detach gives the handle back, and keeps the seat.
	Detach()
}
