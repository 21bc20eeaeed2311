package gamenight

import (
	"parlor/engine"
	"parlor/lobby"
)

// Input is an input of State.Step: one of the types below.
type Input interface{ input() }

// Join adds a player, or marks one as back. The first player is the host.
type Join struct {
	ID, Name string
	Guest    bool
	Program  bool // an API client
}

// Disconnect reports that a player has no connection any more.
type Disconnect struct{ ID string }

// Order is an operation of a player.
type Order struct {
	By string // Identity.ID
	Do any    // an operation of a game night
}

// Forget removes a player, under any of their identities.
type Forget struct{ IDs []string }

// Opened reports the room that was opened for a table.
type Opened struct {
	Table int
	Room  string
}

// Failed reports that no room could be opened for a table.
type Failed struct{ Table int }

// Seen reports the public state of a table's room.
type Seen struct {
	Room   string
	Glance lobby.Glance
}

// Closed reports that a room is gone. An unfinished match does not count.
type Closed struct{ Room string }

// End ends the night for the operator, like lobby.EndGameNight for the host.
type End struct{}

// Tick handles what is due. Seat allows it to make tables.
type Tick struct{ Seat bool }

func (Join) input()       {}
func (Disconnect) input() {}
func (Order) input()      {}
func (Forget) input()     {}
func (Opened) input()     {}
func (Failed) input()     {}
func (Seen) input()       {}
func (Closed) input()     {}
func (End) input()        {}
func (Tick) input()       {}

// Effects are the effects of a step.
type Effects struct {
	Changed bool     // the stored or shown state has changed
	Open    []Room   // rooms to open, to be answered by Opened or Failed
	Begin   []string // rooms whose matches begin without absent players
	Close   []string // rooms of cancelled tables
}

// Room is the room to open for a table. It is private and its seats are assigned.
type Room struct {
	Table  int
	Plan   lobby.Plan
	Night  string // title of the game night
	Titled string // State.titled
	Seats  []Occupant
}

// Occupant is the player or bot on a seat of a Room.
type Occupant struct {
	ID    string // Identity.ID; empty for a bot
	Name  string
	Guest bool
	Level engine.Level // of a bot
}
