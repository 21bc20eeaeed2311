package lobby

import (
	"context"
)

// ChangeFeed publishes the public content of one node's lobby to the other nodes, as
// changes.
type ChangeFeed interface {
	// Changes returns the changes since a cursor. It blocks until there are any or ctx
	// ends. If the changes since the cursor are not known any more, it returns everything,
	// as a page. Only the latest version of a row is returned, so a caller that asks rarely
	// gets no more than one that asks often.
	Changes(ctx context.Context, since Cursor) (Changes, error)
}

// Cursor is a position in a feed. The zero Cursor is before all changes.
type Cursor struct {
	Feed   string `json:"feed"`   // identifies the feed, which lasts as long as the process
	Number uint64 `json:"number"` // grows with each published row
	Page   uint64 `json:"page"`   // number at which an incomplete page began; 0 if there is none
	Said   uint64 `json:"said"`   // ChatMessage.ID of the latest message
}

// Changes holds changes of a lobby. It contains only what any client may read, except for the
// identities of people and where they have seats.
type Changes struct {
	Mark Cursor `json:"mark"` // the position after them
	// Page reports that the changes begin a complete list: rows that it does not repeat until More
	// is false have been deleted.
	Page bool `json:"page,omitempty"`
	More bool `json:"more,omitempty"` // more changes are available

	Rooms      []RemoteRoom    `json:"rooms,omitempty"`
	RoomsGone  []uint64        `json:"rooms_gone,omitempty"` // by RemoteRoom.Number
	People     []RemotePerson  `json:"people,omitempty"`
	PeopleGone []string        `json:"people_gone,omitempty"` // by RemotePerson.ID
	Talk       []RemoteMessage `json:"talk,omitempty"`        // oldest first
}

// RemoteRoom is a room of another node, as people outside the room see it.
type RemoteRoom struct {
	Number uint64  `json:"number"` // unique in its process
	Row    RoomRow `json:"row"`    // anonymous for a private room
	// Criteria of quick play; false for a private room.
	Rated    bool `json:"rated,omitempty"`
	Slow     bool `json:"slow,omitempty"`     // correspondence play: players need not be present
	Attended bool `json:"attended,omitempty"` // a seated person is connected
}

// Same reports whether both have the same content.
func (r RemoteRoom) Same(other RemoteRoom) bool {
	return r.Rated == other.Rated && r.Slow == other.Slow && r.Attended == other.Attended && r.Row.Same(other.Row)
}

// RemotePerson is a person at another node or in one of its rooms.
type RemotePerson struct {
	ID string `json:"id"` // Identity.ID; not shown to clients
	// Here reports whether the person is in the lobby of that node. Otherwise only Room and Busy of
	// Row are valid.
	Here bool `json:"here,omitempty"`
	// Holds reports whether the person has a seat at that node. It is not shown to clients; the
	// person's own node uses it to find the nodes to ask for their rooms.
	Holds bool      `json:"holds,omitempty"`
	Row   PersonRow `json:"row"`
	Seeks Search    `json:"seeks,omitzero"` // at that node
}
