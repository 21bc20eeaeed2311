package local

import (
	"maps"
	"slices"

	"parlor/lobby"
)

// What is kept of all other nodes together at most; what comes beyond is not listed.
const (
	maxRemoteRooms  = 50_000
	maxRemotePeople = 200_000
)

// peer is another node.
type peer struct {
	rooms  map[uint64]*listedRoom // by lobby.RemoteRoom.Number
	people map[string]struct{}    // identities
	// While a page comes, these are not on it yet.
	oldRooms  map[uint64]*listedRoom
	oldPeople map[string]struct{}
}

// expectAll notes that everything is to be told again.
func (p *peer) expectAll() {
	p.oldRooms, p.oldPeople = maps.Clone(p.rooms), maps.Clone(p.people)
}

// remotePerson is what other nodes say of one person, by node.
type remotePerson map[string]lobby.RemotePerson

// node is the one in whose lobby the person is, of several the first; empty for none.
func (a remotePerson) node() string {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if a[node].Here {
			return node
		}
	}
	return ""
}

// row is the person in that lobby.
func (a remotePerson) row() (row lobby.PersonRow, here bool) {
	one := a[a.node()]
	return one.Row, one.Here
}

// addWhere says of a row in which rooms of other nodes its person is.
func (a remotePerson) addWhere(row *lobby.PersonRow) {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if row.Room == "" {
			row.Room = a[node].Row.Room
		}
		row.Busy = row.Busy || a[node].Row.Busy
	}
}
