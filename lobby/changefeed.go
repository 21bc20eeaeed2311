package lobby

import (
	"context"
)

// ChangeFeed is what a lobby in one process says of itself to the lobbies of others that are
// one server with it: what everybody reads in its lobby, as changes.
type ChangeFeed interface {
	// Changes returns what has changed since a moment that News has told before, and waits
	// until there is something or ctx ends. Where it is not known any more what was told
	// at that moment, or nothing was, all there is comes at once, as a page. Of a row that
	// has changed often only the newest is told, so that whoever asks seldom gets no more
	// than whoever asks often.
	Changes(ctx context.Context, since Cursor) (Changes, error)
}

// Cursor is a moment of a feed, up to which somebody knows everything. The zero Mark is
// before all.
type Cursor struct {
	Feed   string `json:"feed"`   // as long as the process runs; no other feed has it
	Number uint64 `json:"number"` // grows with each row that is told
	Page   uint64 `json:"page"`   // the moment when a page began of which there is more; 0 for none
	Said   uint64 `json:"said"`   // Line.ID of the newest line of the talk
}

// Changes are changes of a lobby. There is nothing in it that not everybody may read there,
// but for who is meant by a name, and at which process they have a seat.
type Changes struct {
	Mark Cursor `json:"mark"` // the moment after them
	// Page says that they begin with everything that there is: what was told before, and
	// is not again until there is no More, is gone.
	Page bool `json:"page,omitempty"`
	More bool `json:"more,omitempty"` // there is more already

	Rooms      []RemoteRoom    `json:"rooms,omitempty"`
	RoomsGone  []uint64        `json:"rooms_gone,omitempty"` // by RemoteRoom.Number
	People     []RemotePerson  `json:"people,omitempty"`
	PeopleGone []string        `json:"people_gone,omitempty"` // by RemotePerson.ID
	Talk       []RemoteMessage `json:"talk,omitempty"`        // oldest first
}

// RemoteRoom is a room of another process, as strangers find it.
type RemoteRoom struct {
	Number uint64  `json:"number"` // no other room of that process has it
	Row    RoomRow `json:"row"`    // of a private one nothing that identifies it
	// What quick play goes by, false where the room is private.
	Rated    bool `json:"rated,omitempty"`
	Slow     bool `json:"slow,omitempty"`     // its people need not be there while they play
	Attended bool `json:"attended,omitempty"` // somebody with a seat is connected
}

// Same reports whether two of one room say the same.
func (r RemoteRoom) Same(other RemoteRoom) bool {
	return r.Rated == other.Rated && r.Slow == other.Slow && r.Attended == other.Attended && r.Row.Same(other.Row)
}

// RemotePerson is somebody who is at another process, or in one of its rooms.
type RemotePerson struct {
	ID string `json:"id"` // Identity.ID, which no reader of the lobby is shown
	// Here says that they are in the lobby of that process. Otherwise only Room and Busy
	// count of Row, as they have come to its rooms from elsewhere.
	Here bool `json:"here,omitempty"`
	// Holds says that they have a seat in a room of that process, which no reader of the
	// lobby is shown: it tells their own process where to ask for the rooms that are
	// theirs.
	Holds bool      `json:"holds,omitempty"`
	Row   PersonRow `json:"row"`
}
