package room

import (
	"maps"
	"slices"

	"parlor/lobby"
)

// Info is what a room tells the hall about itself. It is never changed once
// told.
type Info struct {
	Line   lobby.RoomRow
	Public bool
	Rated  bool                // Plan.Rated
	People map[string]Presence // by identity
}

// Presence is what a person is in a room.
type Presence struct {
	Seated bool   // holds a seat, else watches
	Here   bool   // connected
	ToMove bool   // has a decision to make
	Folded string // name of the seat, as others could mistake it
}

// Stranger is the line of a room for somebody who is not in it.
func (i Info) Stranger() lobby.RoomRow {
	if i.Public {
		return i.Line
	}
	return lobby.RoomRow{Game: i.Line.Game, Stage: i.Line.Stage, Seats: i.Line.Seats, Locked: true, Since: i.Line.Since}
}

// Same reports whether there is nothing new in it.
func (i Info) Same(other Info) bool {
	a, b := i.Line, other.Line
	return i.Public == other.Public && i.Rated == other.Rated && maps.Equal(i.People, other.People) &&
		a.Code == b.Code && a.Title == b.Title && a.Game == b.Game && a.Stage == b.Stage && a.Seats == b.Seats &&
		slices.Equal(a.Names, b.Names) && slices.Equal(a.Bots, b.Bots) && maps.Equal(a.Options, b.Options) &&
		maps.Equal(a.Settings, b.Settings) && a.Open == b.Open && a.Watchers == b.Watchers && a.Since.Equal(b.Since)
}
