package room

import (
	"log/slog"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// outside is the lobby round a room: it is told in the order in which all are, and at
// the same time.
type outside struct {
	House
	out *outbox
}

// Release implements House.
func (o outside) Release(id, room string) { o.out.emit(func() { o.House.Release(id, room) }) }

// Describe implements House.
func (o outside) Describe(room string, info Info) {
	o.out.emit(func() { o.House.Describe(room, info) })
}

// Closed implements House.
func (o outside) Closed(room string) { o.out.emit(func() { o.House.Closed(room) }) }

// House is the lobby round a room, as far as a room needs it. Its methods may be
// called from any goroutine of a room and wait for no room.
type House interface {
	// Check completes a plan that somebody of a name wants, or refuses what
	// cannot be played.
	Check(plan lobby.Plan, name string) (lobby.Plan, error)
	// Titled is the identity if a plan's title is made from the name, else empty.
	Titled(plan lobby.Plan, id, name string) string
	// Hold notes that a person sits in a room, within what one person may.
	Hold(id, room string) error
	// Release undoes Hold.
	Release(id, room string)
	// Taken reports whether a name, as lobby.FoldName has it, is that of somebody
	// who is present or has a seat kept.
	Taken(folded string) bool
	// Present reports whether a person is connected to the server, on whatever screen.
	Present(id string) bool
	// Describe takes what the lobby may know of a room.
	Describe(room string, info Info)
	// Closed takes a room off the list.
	Closed(room string)
	// Stops is when the server stops at the latest, once it drains.
	Stops() time.Time
}

// Config is what a room is made of, which never changes.
type Config struct {
	Code     string
	Game     engine.Game
	Made     time.Time
	House    House
	Settings []lobby.Setting    // what a host may choose about a room
	Limits   lobby.Limits       // complete
	Journal  lobby.Journal      // nil where rooms end with the process
	Seed     func() engine.Seed // of a match
	Turns    *Turns             // of bots, shared by all rooms of a lobby
	Log      *slog.Logger       // never holds a hidden value
	Thought  func(late bool)    // told of each decision of a bot that all see; nil is nobody
	Seen     func(lobby.Glance) // told what all can see of the table of a game night; it waits for nothing. Nil is nobody
	Go       func(func())       // runs something that the lobby's end waits for, and returns at once
}
