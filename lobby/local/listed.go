package local

import (
	"cmp"
	"strings"

	"parlor/lobby"
)

// listedRoom is a version of a room in the lists. It is immutable. A new version shares the
// rows that did not change, so that rows can be compared by pointer.
type listedRoom struct {
	code   string
	number uint64         // of the room, in order of first listing
	seen   *lobby.RoomRow // as seen by people who are not in the room
	full   *lobby.RoomRow // as seen by people in the room
	public bool
	text   string      // searched text, from the full row
	title  string      // sort key, from the row that everyone sees
	remote *remoteRoom // set for a room of another node
}

// remoteRoom holds what is known about a room of another node in addition to its row.
type remoteRoom struct {
	node  string
	facts lobby.RemoteRoom
}

// byLock compares rooms so that locked ones come last.
func byLock(a, b lobby.RoomRow) int {
	switch {
	case a.Locked == b.Locked:
		return 0
	case a.Locked:
		return 1
	}
	return -1
}

// byInterest compares rooms: first those where it is your turn, then those that can be
// joined, then the newest. Locked rooms come last.
func byInterest(a, b lobby.RoomRow) int {
	rank := func(row lobby.RoomRow) int {
		switch {
		case row.YourTurn:
			return 0
		case row.Locked:
			return 3
		case row.Stage == lobby.Gathering && row.Open > 0:
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), b.Since.Compare(a.Since), cmp.Compare(a.Code, b.Code))
}

// searchText returns the text of a row that searches match against.
func searchText(row lobby.RoomRow) string {
	parts := append([]string{row.Code, row.Title}, row.Names...)
	for i, part := range parts {
		parts[i] = lobby.FoldName(part)
	}
	return strings.Join(parts, "\n")
}

// listedPerson is a version of a person's row in the list. It is immutable.
type listedPerson struct {
	id  string
	row lobby.PersonRow
}

// listedSeeker is a player who looks for an opponent.
type listedSeeker struct {
	id  string
	row lobby.Seeker
}

func byName(a, b *listedPerson) int {
	return cmp.Or(cmp.Compare(a.row.Name, b.row.Name), cmp.Compare(a.id, b.id))
}
