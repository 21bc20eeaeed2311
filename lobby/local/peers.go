package local

import (
	"iter"
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
	rooms  map[uint64]*listedRoom // by lobby.NewsRoom.Number
	people map[string]struct{}    // identities
	// While a page comes, these are not on it yet.
	oldRooms  map[uint64]struct{}
	oldPeople map[string]struct{}
}

// expectAll notes that everything is to be told again.
func (p *peer) expectAll() {
	p.oldRooms, p.oldPeople = setOf(maps.Keys(p.rooms)), setOf(maps.Keys(p.people))
}

// remoteRoom is what is known of a room of another node beside its row.
type remoteRoom struct {
	node  string
	facts lobby.NewsRoom
}

// remotePerson is what other nodes say of one person, by node.
type remotePerson map[string]lobby.NewsPerson

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

func setOf[K comparable](keys iter.Seq[K]) map[K]struct{} {
	set := map[K]struct{}{}
	for key := range keys {
		set[key] = struct{}{}
	}
	return set
}

// remoteRooms are the rooms where clients sit at other nodes, by node. They are not safe
// for concurrent use.
type remoteRooms map[*client]map[string][]ownRoom

// set takes those of a client at one node, and reports whether anything changes.
func (r remoteRooms) set(c *client, node string, rows []lobby.RoomRow) bool {
	before := r[c][node]
	own := make([]ownRoom, 0, len(rows))
	for _, row := range rows {
		one := ownRoom{seated: true, toMove: row.YourTurn}
		row.YourTurn = false
		at := slices.IndexFunc(before, func(o ownRoom) bool { return o.room.full.Same(row) })
		if at >= 0 {
			one.room = before[at].room
		} else {
			one.room = &listedRoom{code: row.Code, seen: &row, full: &row}
		}
		own = append(own, one)
	}
	if slices.EqualFunc(own, before, ownRoom.same) {
		return false
	}
	if r[c] == nil {
		r[c] = map[string][]ownRoom{}
	}
	if r[c][node] = own; len(own) == 0 {
		delete(r[c], node)
	}
	return true
}

// of are those of clients of one person, each once, without those that are at this node.
func (r remoteRooms) of(clients []*client, rooms *roomIndex) []ownRoom {
	var all []ownRoom
	for _, c := range clients {
		for _, node := range slices.Sorted(maps.Keys(r[c])) {
			for _, own := range r[c][node] {
				known := func(other ownRoom) bool { return other.room.code == own.room.code }
				if rooms.listed[own.room.code] == nil && !slices.ContainsFunc(all, known) {
					own.at = rooms.open[own.room.code]
					all = append(all, own)
				}
			}
		}
	}
	return all
}
