package local

import (
	"maps"
	"slices"

	"parlor/lobby"
)

// Limits for the rows of all other nodes together. Rows beyond them are not listed.
const (
	maxRemoteRooms  = 50_000
	maxRemotePeople = 200_000
)

// peer holds the rows of another node.
type peer struct {
	rooms  map[uint64]*listedRoom // by lobby.RemoteRoom.Number
	people map[string]struct{}    // identities
	// During a full update, the rows that it has not repeated yet.
	oldRooms  map[uint64]*listedRoom
	oldPeople map[string]struct{}
}

// markAllOld prepares for a full update.
func (p *peer) markAllOld() {
	p.oldRooms, p.oldPeople = maps.Clone(p.rooms), maps.Clone(p.people)
}

// remotePerson holds what other nodes report about one person, by node.
type remotePerson map[string]lobby.RemotePerson

// node returns the first node, by name, at which the person is, or "".
func (a remotePerson) node() string {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if a[node].Here {
			return node
		}
	}
	return ""
}

// row returns the person's row at that node.
func (a remotePerson) row() (row lobby.PersonRow, here bool) {
	one := a[a.node()]
	return one.Row, one.Here
}

// search returns the search of the person at another node, or the zero Search.
func (a remotePerson) search() (one lobby.Search) {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if one == (lobby.Search{}) {
			one = a[node].Seeks
		}
	}
	return one
}

// addWhere adds to a row the rooms of other nodes in which its person is.
func (a remotePerson) addWhere(row *lobby.PersonRow) {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if row.Room == "" {
			row.Room = a[node].Row.Room
		}
		row.Busy = row.Busy || a[node].Row.Busy
	}
}
