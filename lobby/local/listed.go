package local

import (
	"cmp"
	"strings"

	"parlor/lobby"
)

// listedRoom is a room as it stands in the lists. It never changes; a room that
// has changed is listed as another one. Rows that say what they said before stay
// the same ones, so that two can be compared by where they are.
type listedRoom struct {
	code   string
	number uint64         // of the room, in the order of their listing
	seen   *lobby.RoomRow // by strangers
	full   *lobby.RoomRow // by those in it
	public bool
	text   string      // what is searched, for those who see the full row
	title  string      // by which strangers' rows are sorted
	remote *remoteRoom // of another node; nil for one of this
}

// remoteRoom is what is known of a room of another node besides its row.
type remoteRoom struct {
	node  string
	facts lobby.RemoteRoom
}

// byLock puts locked rooms last.
func byLock(a, b lobby.RoomRow) int {
	switch {
	case a.Locked == b.Locked:
		return 0
	case a.Locked:
		return 1
	}
	return -1
}

// byInterest: where it is your turn, then what can be joined, then the newest;
// locked rooms last.
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

// searchText is what a search looks at in a row.
func searchText(row lobby.RoomRow) string {
	parts := append([]string{row.Code, row.Title}, row.Names...)
	for i, part := range parts {
		parts[i] = lobby.FoldName(part)
	}
	return strings.Join(parts, "\n")
}

// listedPerson is a person as they stand in the list. It never changes.
type listedPerson struct {
	id  string
	row lobby.PersonRow
}

func byName(a, b *listedPerson) int {
	return cmp.Or(cmp.Compare(a.row.Name, b.row.Name), cmp.Compare(a.id, b.id))
}
