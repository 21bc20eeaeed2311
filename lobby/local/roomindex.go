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

// listKey identifies a list of rooms by game, stage and order. An empty game or stage
// matches all.
type listKey struct {
	game, stage string
	sort        lobby.Sort
}

// roomIndex holds the rooms of all nodes, in the orders in which pages show them, and the
// people in the rooms of this node. It is not safe for concurrent use.
type roomIndex struct {
	infos   map[string]room.Info   // by code: the latest info of each room of this node
	listed  map[string]*listedRoom // by code: the rooms of this node
	inside  map[string][]string    // by identity: codes of the rooms where a person is or has a seat
	lists   map[listKey]*sorted[*listedRoom]
	numbers uint64                   // the last number that was assigned
	codes   map[string][]*listedRoom // rooms of other nodes by code; if several, the latest is last
	open    map[string]*listedRoom   // the one room of each code in codes that is listed
	locked  int                      // number of rooms of other nodes without a code; all are listed
	remote  int                      // number of all rooms of other nodes
	changed bool                     // rows have changed since pages were built last
}

func newRoomIndex() *roomIndex {
	return &roomIndex{
		infos: map[string]room.Info{}, listed: map[string]*listedRoom{}, inside: map[string][]string{}, lists: map[listKey]*sorted[*listedRoom]{},
		codes: map[string][]*listedRoom{}, open: map[string]*listedRoom{},
	}
}

// set stores the info of a room and returns the previous one.
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

// remove removes a room of this node. It returns its last info and its listing, or nil if
// it was not listed.
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

// leave records that a person is no longer in a room.
func (x *roomIndex) leave(id, code string) {
	x.inside[id] = slices.DeleteFunc(x.inside[id], func(other string) bool { return other == code })
	if len(x.inside[id]) == 0 {
		delete(x.inside, id)
	}
}

// list updates the listing of a room and reports whether its rows have changed.
func (x *roomIndex) list(code string, info room.Info) bool {
	before, full := x.listed[code], info.Row
	if before != nil && before.public == info.Public && before.full.Same(*full) {
		return false
	}
	room := &listedRoom{code: code, full: full, seen: full, public: info.Public, text: searchText(*full)}
	if seen := info.PublicRow(); !info.Public {
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

// enlist adds a room to its lists.
func (x *roomIndex) enlist(room *listedRoom) {
	for key := range room.lists {
		if x.lists[key] == nil {
			x.lists[key] = newSorted(orderOf(key.sort))
		}
		x.lists[key].put(room)
	}
}

// unlist removes a room from its lists, except those where by, if not nil, will replace it
// at the same position.
func (x *roomIndex) unlist(room, by *listedRoom) {
	for key := range room.lists {
		rooms := x.lists[key]
		if by != nil && by.seen.Game == room.seen.Game && slices.Equal(by.stages(), room.stages()) && rooms.compare(room, by) == 0 {
			continue
		}
		if rooms.remove(room); rooms.len() == 0 {
			delete(x.lists, key)
		}
	}
}

// lists yields the keys of the lists that a room is in.
func (r *listedRoom) lists(yield func(listKey) bool) {
	for _, sort := range lobby.Sorts() {
		for _, game := range [...]string{"", r.seen.Game} {
			for _, stage := range r.stages() {
				if !yield(listKey{game, stage, sort}) {
					return
				}
			}
		}
	}
}

// stages returns the stages of windows that list a room.
func (r *listedRoom) stages() []string {
	stage := listedStage(r.seen.Stage)
	if r.seen.Locked || stage == engine.Over {
		return []string{"", stage}
	}
	return []string{"", stage, lobby.Active}
}

// listedStage returns the stage under which rooms at a stage are listed.
func listedStage(stage string) string {
	if stage == engine.Interval {
		return engine.Playing
	}
	return stage
}

// view returns the list that a window shows, before any search.
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

// ownRooms returns the rooms of this node where a person is or has a seat.
func (x *roomIndex) ownRooms(id string) (own []ownRoom) {
	for _, code := range x.inside[id] {
		p, room := x.infos[code].People[id], x.listed[code]
		own = append(own, ownRoom{room, room, p.Seated, p.Seated && p.ToMove})
	}
	return own
}

// matches returns the rows of the rooms where a person plays a match, those where it is
// their turn first.
func (x *roomIndex) matches(id string) (rows []lobby.RoomRow) {
	for _, code := range x.inside[id] {
		info := x.infos[code]
		if p := info.People[id]; p.Seated && info.Row.Stage != lobby.Gathering {
			row := *info.Row
			row.YourTurn = p.ToMove
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, byInterest)
	return rows
}

// quickRooms returns the codes of rooms, at any node, where a person can take a seat for a
// game at once: first rooms where they already wait, then public ones with a connected
// player, fullest first. It omits rated rooms and, if the plan has a clock under an hour,
// rooms with slower clocks: players choose those deliberately.
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
			break // the list is sorted, so all that follow are full or locked, too
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

// mostWatched returns the code of the public match, at any node, that is most interesting to
// watch, or "". It chooses among the newest matches that have a connected player and a fast
// clock.
func (x *roomIndex) mostWatched() string {
	window := lobby.WatchWindow()
	var rows []lobby.RoomRow
	for listed := range x.view(window).items(0) {
		if listed.seen.Locked || len(rows) == window.Rows {
			break
		}
		if facts := x.facts(listed); facts.Attended && !facts.Slow {
			rows = append(rows, *listed.seen)
		}
	}
	row, _ := lobby.MostWatched(rows)
	return row.Code
}

// facts returns what quick play needs to know about a room.
func (x *roomIndex) facts(listed *listedRoom) lobby.RemoteRoom {
	if listed.remote != nil {
		return listed.remote.facts
	}
	info := x.infos[listed.code]
	return lobby.RemoteRoom{Rated: info.Rated, Slow: info.Slow, Attended: isAttended(info)}
}

// waitsIn reports whether a person has a seat in a public room. If the room is at
// another node, it looks for a person with that name.
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

// where returns the code of the public room that a person is in; if several, the one listed
// first.
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

// seats returns the seats that a person has at this node.
func (x *roomIndex) seats(id string) (seats []room.Presence) {
	for _, code := range x.inside[id] {
		if p := x.infos[code].People[id]; p.Seated {
			seats = append(seats, p)
		}
	}
	return seats
}

// isSeated reports whether a person has a seat at this node.
func (x *roomIndex) isSeated(id string) bool {
	return slices.ContainsFunc(x.inside[id], func(code string) bool { return x.infos[code].People[id].Seated })
}

// shared returns the code of the room in which a person is, preferably one where the other
// person is, too.
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

// setRemoteRoom stores a room of another node.
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

// isListed reports whether a room of another node is listed.
func (x *roomIndex) isListed(room *listedRoom) bool {
	return room.code == "" || x.open[room.code] == room
}

// removeRemoteRoom removes a room of another node.
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

// choose lists exactly one room with a code: the one of this node, or else the latest of
// another node. During a move, two nodes may publish the same room.
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

// allRooms returns the number of listed rooms.
func (x *roomIndex) allRooms() int { return len(x.listed) + len(x.open) + x.locked }

// byCode returns the listed room with a code, at any node, or nil.
func (x *roomIndex) byCode(code string) *listedRoom {
	if room := x.listed[code]; room != nil {
		return room
	}
	return x.open[code]
}

// orderOf returns the comparison function for an order. It compares only the rows that
// everyone sees, so that the order reveals nothing hidden.
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

// searchWords returns the folded words of a search. All must occur in a room's text.
func searchWords(search string) []string {
	words := strings.Fields(search)
	for i, word := range words {
		words[i] = lobby.FoldName(word)
	}
	return words
}

// isAttended reports whether a seated person is connected.
func isAttended(info room.Info) bool {
	for _, p := range info.People {
		if p.Seated && p.Here {
			return true
		}
	}
	return false
}
