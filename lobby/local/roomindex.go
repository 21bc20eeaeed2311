package local

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
)

// listKey names one list of rooms: of a game, at a stage, in an order. An empty
// game or stage is every one.
type listKey struct {
	game, stage string
	sort        lobby.Sort
}

// roomIndex is the rooms of this node and of the others, in the orders in which pages
// show them, and who is in those of this one. It is not safe for concurrent use.
type roomIndex struct {
	infos   map[string]room.Info   // by code: what each room of this node last told about itself
	listed  map[string]*listedRoom // by code
	inside  map[string][]string    // by identity: codes of rooms where a person is or holds a seat
	lists   map[listKey]*sorted[*listedRoom]
	numbers uint64                   // rooms that were listed
	codes   map[string][]*listedRoom // rooms of other nodes with a code, by it: of several the one heard of last at the end
	open    map[string]*listedRoom   // those of them that are in the lists, one of each code
	locked  int                      // rooms of other nodes without a code, which are all in the lists
	remote  int                      // all rooms of other nodes
	changed bool                     // rows have changed since pages were built last
}

func newRoomIndex() *roomIndex {
	return &roomIndex{
		infos: map[string]room.Info{}, listed: map[string]*listedRoom{}, inside: map[string][]string{}, lists: map[listKey]*sorted[*listedRoom]{},
		codes: map[string][]*listedRoom{}, open: map[string]*listedRoom{},
	}
}

// set takes what a room tells about itself, and returns what it told before.
func (x *roomIndex) set(code string, info room.Info) (before room.Info) {
	before = x.infos[code]
	x.infos[code] = info
	if x.list(code, info) {
		x.changed = true
	}
	for id := range info.People {
		if _, already := before.People[id]; !already {
			x.inside[id] = append(x.inside[id], code)
		}
	}
	for id := range before.People {
		if _, still := info.People[id]; !still {
			x.leave(id, code)
		}
	}
	return before
}

// remove takes a room of this node off all lists. It returns what it told last, and how
// it was listed; nil if it was not.
func (x *roomIndex) remove(code string) (before room.Info, listed *listedRoom) {
	if listed = x.listed[code]; listed != nil {
		x.unlist(listed, nil)
		delete(x.listed, code)
		x.changed = true
		x.choose(code)
	}
	before = x.infos[code]
	delete(x.infos, code)
	for id := range before.People {
		x.leave(id, code)
	}
	return before, listed
}

// leave notes that a person is not in a room any more.
func (x *roomIndex) leave(id, code string) {
	x.inside[id] = slices.DeleteFunc(x.inside[id], func(other string) bool { return other == code })
	if len(x.inside[id]) == 0 {
		delete(x.inside, id)
	}
}

// list puts a room in its places, and reports whether its rows have changed.
func (x *roomIndex) list(code string, info room.Info) bool {
	before, full := x.listed[code], info.Line
	if before != nil && before.public == info.Public && before.full.Same(*full) {
		return false
	}
	room := &listedRoom{code: code, full: full, seen: full, public: info.Public, text: searchText(*full)}
	if seen := info.Stranger(); !info.Public {
		room.seen = &seen
	}
	if before == nil {
		x.numbers++
		room.number = x.numbers
	} else {
		room.number = before.number
		if before.seen.Same(*room.seen) {
			room.seen = before.seen
		}
	}
	room.title = strings.ToLower(room.seen.Title)
	if before != nil {
		x.unlist(before, room)
	}
	x.listed[code] = room
	x.enlist(room)
	if before == nil {
		x.choose(code)
	}
	return true
}

// enlist puts a room into the lists that it is in.
func (x *roomIndex) enlist(room *listedRoom) {
	for key := range room.lists {
		if x.lists[key] == nil {
			x.lists[key] = newSorted(orderOf(key.sort))
		}
		x.lists[key].put(room)
	}
}

// unlist takes a room from the lists that it is in, but for those where another
// one, if it is not nil, will take its place.
func (x *roomIndex) unlist(room, by *listedRoom) {
	for key := range room.lists {
		rooms := x.lists[key]
		if by != nil && by.seen.Game == room.seen.Game && listedStage(by.seen.Stage) == listedStage(room.seen.Stage) && rooms.compare(room, by) == 0 {
			continue
		}
		if rooms.remove(room); rooms.len() == 0 {
			delete(x.lists, key)
		}
	}
}

// lists yields the lists that a room is in.
func (r *listedRoom) lists(yield func(listKey) bool) {
	for _, sort := range lobby.Sorts() {
		for _, game := range [...]string{"", r.seen.Game} {
			for _, stage := range [...]string{"", listedStage(r.seen.Stage)} {
				if !yield(listKey{game, stage, sort}) {
					return
				}
			}
		}
	}
}

// listedStage is the stage under which rooms at a stage are found.
func listedStage(stage string) string {
	if stage == engine.Interval {
		return engine.Playing
	}
	return stage
}

// view is the list that a window is cut from, before it is searched.
func (x *roomIndex) view(w lobby.Window) *sortedView[*listedRoom] {
	if !slices.Contains(lobby.Sorts(), w.Sort) {
		w.Sort = lobby.SortOpen
	}
	rooms := x.lists[listKey{w.Game, listedStage(w.Stage), w.Sort}]
	if rooms == nil {
		return nil
	}
	return rooms.view()
}

// ownRooms are the rooms of this node where a person is.
func (x *roomIndex) ownRooms(id string) (own []ownRoom) {
	for _, code := range x.inside[id] {
		p, room := x.infos[code].People[id], x.listed[code]
		own = append(own, ownRoom{room, room, p.Seated, p.Seated && p.ToMove})
	}
	return own
}

// matches are the rows of the rooms where a person sits in a match, the one that waits
// for them first.
func (x *roomIndex) matches(id string) (rows []lobby.RoomRow) {
	for _, code := range x.inside[id] {
		info := x.infos[code]
		if p := info.People[id]; p.Seated && info.Line.Stage != lobby.Gathering {
			row := *info.Line
			row.YourTurn = p.ToMove
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, byInterest)
	return rows
}

// quickRooms are the codes of rooms of a game, wherever they are, where a person can sit down
// at once: those where that person waits already, then public ones, fullest first, with
// a person connected. Rated ones are left out, and for a person who wants a clock those
// with one of hours: those are chosen knowingly.
func (x *roomIndex) quickRooms(id, name string, wanted lobby.Plan) []string {
	game, quick := wanted.Game, wanted.Clock > 0 && wanted.Clock < time.Hour
	var open, others []*listedRoom
	for _, code := range x.inside[id] {
		listed := x.listed[code]
		if listed.full.Stage == lobby.Gathering && x.infos[code].People[id].Seated && (game == "" || listed.full.Game == game) {
			open = append(open, listed)
		}
	}
	for listed := range x.view(lobby.Window{Game: game, Stage: lobby.Gathering}).items(0) {
		if listed.seen.Locked || listed.seen.Open == 0 {
			break // so are all after it
		}
		switch facts := x.facts(listed); {
		case x.waitsIn(listed, id, name):
			if listed.remote != nil {
				open = append(open, listed)
			}
		case !facts.Rated && (!quick || !facts.Slow) && facts.Attended:
			others = append(others, listed)
		}
	}
	earlier := func(a, b *listedRoom) int {
		return cmp.Or(a.full.Since.Compare(b.full.Since), cmp.Compare(a.code, b.code))
	}
	slices.SortFunc(open, earlier)
	slices.SortFunc(others, func(a, b *listedRoom) int { return cmp.Or(cmp.Compare(a.full.Open, b.full.Open), earlier(a, b)) })
	codes := make([]string, 0, len(open)+len(others))
	for _, listed := range append(open, others...) {
		codes = append(codes, listed.code)
	}
	return codes
}

// facts are by what quick play chooses a public room.
func (x *roomIndex) facts(listed *listedRoom) lobby.RemoteRoom {
	if listed.remote != nil {
		return listed.remote.facts
	}
	info := x.infos[listed.code]
	return lobby.RemoteRoom{Rated: info.Rated, Slow: info.Slow, Attended: isAttended(info)}
}

// waitsIn reports whether a person has a seat in a public room; at another process it is
// told by their name.
func (x *roomIndex) waitsIn(listed *listedRoom, id, name string) bool {
	if listed.remote == nil {
		return x.infos[listed.code].People[id].Seated
	}
	return name != "" && slices.Contains(listed.seen.Names, name)
}

// busy reports whether a person is in a room.
func (x *roomIndex) busy(id string) bool {
	return slices.ContainsFunc(x.inside[id], func(code string) bool { return x.infos[code].People[id].Here })
}

// where is the code of the public room that a person is in: of several the one
// that stands first in the lobby.
func (x *roomIndex) where(id string) string {
	var first *listedRoom
	for _, code := range x.inside[id] {
		room := x.listed[code]
		if room.public && x.infos[code].People[id].Here && (first == nil || byInterest(*room.seen, *first.seen) < 0) {
			first = room
		}
	}
	if first == nil {
		return ""
	}
	return first.code
}

// seats are those that a person holds at this node.
func (x *roomIndex) seats(id string) (seats []room.Presence) {
	for _, code := range x.inside[id] {
		if p := x.infos[code].People[id]; p.Seated {
			seats = append(seats, p)
		}
	}
	return seats
}

// isSeated reports whether a person has a seat in a room of this node.
func (x *roomIndex) isSeated(id string) bool {
	return slices.ContainsFunc(x.inside[id], func(code string) bool { return x.infos[code].People[id].Seated })
}

// shared is the room in which a person is, of several the one in which the other
// one is, too.
func (x *roomIndex) shared(by, about string) (code string, both bool) {
	worth := func(code string) int {
		people := x.infos[code].People
		own, other := people[by], people[about]
		_, inside := people[about]
		switch {
		case inside && own.Here && other.Here:
			return 3
		case inside:
			return 2
		case own.Here:
			return 1
		}
		return 0
	}
	codes := slices.Sorted(slices.Values(x.inside[by]))
	if len(codes) == 0 {
		return "", false
	}
	code = slices.MaxFunc(codes, func(a, b string) int { return cmp.Compare(worth(a), worth(b)) })
	if worth(code) == 0 {
		return "", false
	}
	return code, worth(code) > 1
}

// setRemoteRoom lists a room of another process.
func (x *roomIndex) setRemoteRoom(node string, n *peer, news lobby.RemoteRoom) {
	delete(n.oldRooms, news.Number)
	before := n.rooms[news.Number]
	if before != nil && before.remote.facts.Same(news) || before == nil && x.remote >= maxRemoteRooms {
		return
	}
	row := &news.Row
	if before != nil && before.seen.Same(*row) {
		row = before.seen
	}
	room := &listedRoom{
		code: row.Code, seen: row, full: row, public: !row.Locked, text: searchText(*row), title: strings.ToLower(row.Title),
		remote: &remoteRoom{node, news},
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
		x.changed = x.changed || before.seen != room.seen
		if n.rooms[news.Number] = room; room.code != "" {
			all := x.codes[room.code]
			all[slices.Index(all, before)], x.open[room.code] = room, room
		}
		return
	}
	x.removeRemoteRoom(n, news.Number)
	n.rooms[news.Number] = room
	x.remote++
	x.changed = true
	if room.code == "" {
		x.locked++
		x.enlist(room)
		return
	}
	x.codes[room.code] = append(x.codes[room.code], room)
	x.choose(room.code)
}

// isListed reports whether a room of another process is in the lists.
func (x *roomIndex) isListed(room *listedRoom) bool {
	return room.code == "" || x.open[room.code] == room
}

// removeRemoteRoom forgets a room of another process.
func (x *roomIndex) removeRemoteRoom(n *peer, number uint64) {
	room := n.rooms[number]
	if room == nil {
		return
	}
	delete(n.rooms, number)
	x.remote--
	x.changed = true
	if room.code == "" {
		x.locked--
		x.unlist(room, nil)
		return
	}
	left := slices.DeleteFunc(x.codes[room.code], func(other *listedRoom) bool { return other == room })
	if x.codes[room.code] = left; len(left) == 0 {
		delete(x.codes, room.code)
	}
	x.choose(room.code)
}

// choose has one of those rooms in the lists that have a code, as one that moves may be
// told of by two processes for a moment: the one that is here, or else the one heard of
// last.
func (x *roomIndex) choose(code string) {
	var one *listedRoom
	if all := x.codes[code]; len(all) > 0 && x.listed[code] == nil {
		one = all[len(all)-1]
	}
	before := x.open[code]
	if before == one {
		return
	}
	x.changed = true
	if before != nil {
		delete(x.open, code)
		x.unlist(before, nil)
	}
	if one != nil {
		x.open[code] = one
		x.enlist(one)
	}
}

// allRooms is how many rooms are in the lists.
func (x *roomIndex) allRooms() int { return len(x.listed) + len(x.open) + x.locked }

// byCode is the room of a code that is in the lists, wherever it is; nil for none.
func (x *roomIndex) byCode(code string) *listedRoom {
	if room := x.listed[code]; room != nil {
		return room
	}
	return x.open[code]
}

// orderOf compares rooms by what strangers see of them: what is hidden moves
// nothing.
func orderOf(sort lobby.Sort) func(a, b *listedRoom) int {
	return func(a, b *listedRoom) int {
		var order int
		switch sort {
		case lobby.SortNewest:
			order = byLock(*a.seen, *b.seen)
		case lobby.SortTitle:
			order = cmp.Or(byLock(*a.seen, *b.seen), cmp.Compare(a.title, b.title))
		default:
			order = byInterest(*a.seen, *b.seen)
		}
		return cmp.Or(order, b.seen.Since.Compare(a.seen.Since), cmp.Compare(a.seen.Code, b.seen.Code), cmp.Compare(a.number, b.number))
	}
}

// searchWords are what each has to be found in a room's text.
func searchWords(search string) []string {
	words := strings.Fields(search)
	for i, word := range words {
		words[i] = lobby.FoldName(word)
	}
	return words
}

// isAttended reports whether a person with a seat is connected.
func isAttended(info room.Info) bool {
	for _, p := range info.People {
		if p.Seated && p.Here {
			return true
		}
	}
	return false
}
