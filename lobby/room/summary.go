package room

import (
	"maps"
	"time"

	"parlor/lobby"
)

// Info is what a room tells the lobby about itself. It is never changed once
// told.
type Info struct {
	Line   *lobby.RoomRow // nil where a room has told nothing; the same one as long as it says the same
	Public bool
	Rated  bool // Plan.Rated
	Slow   bool // its people need not be there while they play
	// Calls says that who is away is told of their turns outside, if they want to be,
	// and Time how long they then have for a decision; zero is as long as they like.
	Calls  bool
	Time   time.Duration
	People map[string]Presence // by identity
}

// Presence is what a person is in a room.
type Presence struct {
	Seated bool   // holds a seat, else watches
	Here   bool   // connected
	ToMove bool   // has a decision to make
	Name   string // of the seat; empty for a spectator
	Folded string // the same as others could mistake it
}

// Stranger is the line of a room for somebody who is not in it.
func (i Info) Stranger() lobby.RoomRow {
	if i.Public {
		return *i.Line
	}
	return lobby.RoomRow{Game: i.Line.Game, Stage: i.Line.Stage, Seats: i.Line.Seats, Locked: true, Since: i.Line.Since}
}

// Same reports whether there is nothing new in it.
func (i Info) Same(other Info) bool {
	return i.Public == other.Public && i.Rated == other.Rated && i.Slow == other.Slow && i.Calls == other.Calls && i.Time == other.Time && i.sameLine(other) && maps.Equal(i.People, other.People)
}

func (i Info) sameLine(other Info) bool {
	return i.Line == other.Line || i.Line != nil && other.Line != nil && i.Line.Same(*other.Line)
}
