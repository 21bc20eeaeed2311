package local

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"parlor/lobby"
)

// What is kept of all other processes together at most; what comes beyond is not listed.
const (
	maxAwayRooms  = 50_000
	maxAwayPeople = 200_000
)

// elsewhere is what is known of the other processes that are one server with this one.
// It belongs to the lobby's mu.
type elsewhere struct {
	nodes  map[string]*neighbour
	people map[string]awayPerson    // by identity
	codes  map[string][]*listedRoom // rooms with a code, by it: of several the one heard of last at the end
	open   map[string]*listedRoom   // those of them that are in the lists, one of each code
	locked int                      // rooms without a code, which are all in the lists
	rooms  int                      // all of them
}

func newElsewhere() elsewhere {
	return elsewhere{
		nodes: map[string]*neighbour{}, people: map[string]awayPerson{}, codes: map[string][]*listedRoom{}, open: map[string]*listedRoom{},
	}
}

// neighbour is another process.
type neighbour struct {
	rooms  map[uint64]*listedRoom // by lobby.NewsRoom.Number
	people map[string]struct{}    // identities
	// While a page comes, these are not on it yet.
	oldRooms  map[uint64]struct{}
	oldPeople map[string]struct{}
}

// awayRoom is what is known of a room of another process beside its row.
type awayRoom struct {
	node  string
	facts lobby.NewsRoom
}

// awayPerson is what other processes say of one person, by node.
type awayPerson map[string]lobby.NewsPerson

// node is the one in whose hall the person is, of several the first; empty for none.
func (a awayPerson) node() string {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if a[node].Here {
			return node
		}
	}
	return ""
}

// row is the person in that hall.
func (a awayPerson) row() (row lobby.PersonRow, here bool) {
	one := a[a.node()]
	return one.Row, one.Here
}

// addWhere says of a row in which rooms of other processes its person is.
func (a awayPerson) addWhere(row *lobby.PersonRow) {
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if row.Room == "" {
			row.Room = a[node].Row.Room
		}
		row.Busy = row.Busy || a[node].Row.Busy
	}
}

// Hear takes the news of another process, which has a name as a node of the server.
func (l *Lobby) Hear(node string, news lobby.News) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := &l.index
	n := x.away.nodes[node]
	if n == nil {
		n = &neighbour{rooms: map[uint64]*listedRoom{}, people: map[string]struct{}{}}
		x.away.nodes[node] = n
	}
	if news.Page {
		n.oldRooms, n.oldPeople = setOf(maps.Keys(n.rooms)), setOf(maps.Keys(n.people))
	}
	for _, one := range news.Rooms {
		x.hearRoom(node, n, one)
	}
	for _, one := range news.People {
		x.hearPerson(node, n, one)
		l.meetAtTables(one.ID)
	}
	for _, number := range news.RoomsGone {
		x.loseRoom(n, number)
	}
	for _, id := range news.PeopleGone {
		x.losePerson(node, n, id)
		l.meetAtTables(id)
	}
	if !news.More {
		l.loseOld(node, n)
	}
	if l.chat.addRemote(node, news) {
		x.stale.talk = true
	}
	l.touch()
}

func setOf[K comparable](keys iter.Seq[K]) map[K]struct{} {
	set := map[K]struct{}{}
	for key := range keys {
		set[key] = struct{}{}
	}
	return set
}

// Lose forgets what another process has said of its rooms and people, as it is gone.
func (l *Lobby) Lose(node string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := l.index.away.nodes[node]; n != nil {
		n.oldRooms, n.oldPeople = setOf(maps.Keys(n.rooms)), setOf(maps.Keys(n.people))
		l.loseOld(node, n)
		delete(l.index.away.nodes, node)
		l.touch()
	}
}

// loseOld forgets what was not told again.
func (l *Lobby) loseOld(node string, n *neighbour) {
	for number := range n.oldRooms {
		l.index.loseRoom(n, number)
	}
	for id := range n.oldPeople {
		l.index.losePerson(node, n, id)
		l.meetAtTables(id)
	}
	n.oldRooms, n.oldPeople = nil, nil
}

// hearRoom lists a room of another process.
func (x *index) hearRoom(node string, n *neighbour, news lobby.NewsRoom) {
	delete(n.oldRooms, news.Number)
	before := n.rooms[news.Number]
	if before != nil && before.away.facts.Same(news) || before == nil && x.away.rooms >= maxAwayRooms {
		return
	}
	row := &news.Row
	if before != nil && before.seen.Same(*row) {
		row = before.seen
	}
	room := &listedRoom{
		code: row.Code, seen: row, full: row, public: !row.Locked, text: searchText(*row), title: strings.ToLower(row.Title),
		away: &awayRoom{node, news},
	}
	if before == nil {
		x.numbers++
		room.number = x.numbers
	} else {
		room.number = before.number
	}
	if before != nil && before.code == room.code && x.isListed(before) {
		x.unlist(before, room)
		x.enlist(room)
		x.stale.rooms = x.stale.rooms || before.seen != room.seen
		if n.rooms[news.Number] = room; room.code != "" {
			all := x.away.codes[room.code]
			all[slices.Index(all, before)], x.away.open[room.code] = room, room
		}
		return
	}
	x.loseRoom(n, news.Number)
	n.rooms[news.Number] = room
	x.away.rooms++
	x.stale.rooms = true
	if room.code == "" {
		x.away.locked++
		x.enlist(room)
		return
	}
	x.away.codes[room.code] = append(x.away.codes[room.code], room)
	x.choose(room.code)
}

// isListed reports whether a room of another process is in the lists.
func (x *index) isListed(room *listedRoom) bool {
	return room.code == "" || x.away.open[room.code] == room
}

// loseRoom forgets a room of another process.
func (x *index) loseRoom(n *neighbour, number uint64) {
	room := n.rooms[number]
	if room == nil {
		return
	}
	delete(n.rooms, number)
	x.away.rooms--
	x.stale.rooms = true
	if room.code == "" {
		x.away.locked--
		x.unlist(room, nil)
		return
	}
	left := slices.DeleteFunc(x.away.codes[room.code], func(other *listedRoom) bool { return other == room })
	if x.away.codes[room.code] = left; len(left) == 0 {
		delete(x.away.codes, room.code)
	}
	x.choose(room.code)
}

// choose has one of those rooms in the lists that have a code, as one that moves may be
// told of by two processes for a moment: the one that is here, or else the one heard of
// last.
func (x *index) choose(code string) {
	var one *listedRoom
	if all := x.away.codes[code]; len(all) > 0 && x.listed[code] == nil {
		one = all[len(all)-1]
	}
	before := x.away.open[code]
	if before == one {
		return
	}
	x.stale.rooms = true
	if before != nil {
		delete(x.away.open, code)
		x.unlist(before, nil)
	}
	if one != nil {
		x.away.open[code] = one
		x.enlist(one)
	}
}

// allRooms is how many rooms are in the lists.
func (x *index) allRooms() int { return len(x.listed) + len(x.away.open) + x.away.locked }

// byCode is the room of a code that is in the lists, wherever it is; nil for none.
func (x *index) byCode(code string) *listedRoom {
	if room := x.listed[code]; room != nil {
		return room
	}
	return x.away.open[code]
}

// hearPerson lists somebody who is at another process.
func (x *index) hearPerson(node string, n *neighbour, news lobby.NewsPerson) {
	delete(n.oldPeople, news.ID)
	all := x.away.people[news.ID]
	before, known := all[node]
	if before == news || !known && len(x.away.people) >= maxAwayPeople {
		return
	}
	if all == nil {
		all = awayPerson{}
		x.away.people[news.ID] = all
	}
	if news.Here {
		x.names.take(lobby.FoldName(news.Row.Name), news.ID)
	}
	if before.Here {
		x.names.give(lobby.FoldName(before.Row.Name), news.ID)
	}
	all[node] = news
	n.people[news.ID] = struct{}{}
	x.listPerson(news.ID)
	if news.Holds != before.Holds {
		x.seatsMove(news.ID)
	}
}

// losePerson forgets that somebody is at another process.
func (x *index) losePerson(node string, n *neighbour, id string) {
	all := x.away.people[id]
	before, known := all[node]
	if !known {
		return
	}
	if before.Here {
		x.names.give(lobby.FoldName(before.Row.Name), id)
	}
	if delete(all, node); len(all) == 0 {
		delete(x.away.people, id)
	}
	delete(n.people, id)
	x.listPerson(id)
	if before.Holds {
		x.seatsMove(id)
	}
}
