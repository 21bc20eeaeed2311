package room

import (
	"maps"
	"time"

	"parlor/lobby"
)

// Info is the information that a room publishes about itself in the lobby. It is immutable.
type Info struct {
	Row    *lobby.RoomRow // nil before the first Describe; the same pointer while its content is unchanged
	Public bool
	Rated  bool // Plan.Rated
	Slow   bool // correspondence play: players need not be present
	// Notifies reports whether absent players are notified of their turns, and Time is how
	// long they then have to move; zero means without limit.
	Notifies bool
	Time     time.Duration
	People   map[string]Presence // by identity
}

// Presence is the role of a person in a room.
type Presence struct {
	Seated bool   // has a seat; else a spectator
	Here   bool   // connected
	ToMove bool   // has to move
	Name   string // on the seat; empty for a spectator
	Folded string // lobby.FoldName of Name
}

// PublicRow returns the row of the room as seen by people who are not in it.
func (i Info) PublicRow() lobby.RoomRow {
	if i.Public {
		return *i.Row
	}
	return lobby.RoomRow{Game: i.Row.Game, Stage: i.Row.Stage, Seats: i.Row.Seats, Locked: true, Since: i.Row.Since}
}

// Same reports whether both have the same content.
func (i Info) Same(other Info) bool {
	return i.Public == other.Public && i.Rated == other.Rated && i.Slow == other.Slow && i.Notifies == other.Notifies && i.Time == other.Time && i.sameRow(other) && maps.Equal(i.People, other.People)
}

func (i Info) sameRow(other Info) bool {
	return i.Row == other.Row || i.Row != nil && other.Row != nil && i.Row.Same(*other.Row)
}
