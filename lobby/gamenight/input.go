package gamenight

import (
	"parlor/engine"
	"parlor/lobby"
)

// Input is what a game night is told: one of the types below.
type Input interface{ input() }

// Join lets a player take part, or come back. The first one is the host.
type Join struct {
	ID, Name string
	Guest    bool
}

// Disconnect says that a player has no connection any more.
type Disconnect struct{ ID string }

// Order is what a player asks for.
type Order struct {
	By string // Identity.ID
	Do any    // an operation of a game night
}

// Forget removes a player, under any of their identities, from what is kept.
type Forget struct{ IDs []string }

// Opened says which room was opened for a table.
type Opened struct {
	Table int
	Room  string
}

// Failed says that no room could be opened for a table.
type Failed struct{ Table int }

// Seen says what everybody can see in the room of a table.
type Seen struct {
	Room   string
	Glance lobby.Glance
}

// Closed says that a room is gone. A match that was not over counts for no one.
type Closed struct{ Room string }

// End ends the night for its operator, as lobby.EndGameNight does for its host.
type End struct{}

// Tick has what is due done. Seat also lets tables be made.
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

// Effects are what follows from a step.
type Effects struct {
	Changed bool     // what is kept or shown
	Open    []Room   // to be opened; Opened or Failed tells what came of it
	Begin   []string // rooms whose matches begin without those who have not come
	Close   []string // rooms of tables that are called off
}

// Room is the room that a table needs: private, its seats given.
type Room struct {
	Table  int
	Plan   lobby.Plan
	Night  string // title of the game night
	Titled string // as State.Titled
	Seats  []Occupant
}

// Occupant has a seat of a Room: a player, or a bot of a level.
type Occupant struct {
	ID    string // Identity.ID; empty for a bot
	Name  string
	Guest bool
	Level engine.Level // of a bot
}
