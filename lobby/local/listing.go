package local

import (
	"cmp"
	"crypto/rand"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
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
	text   string    // what is searched, for those who see the full row
	title  string    // by which strangers' rows are sorted
	away   *awayRoom // of another process; nil for one of this lobby
}

// shelf names one list of rooms: of a game, at a stage, in an order. An empty
// game or stage is every one.
type shelf struct {
	game, stage string
	sort        lobby.Sort
}

// index is who and what there is in the lobby, so that no page has to walk over
// everything. It belongs to the lobby's mu.
type index struct {
	infos   map[string]room.Info   // by code: what each room last told about itself
	listed  map[string]*listedRoom // by code
	shelves map[shelf]*sorted[*listedRoom]
	inside  map[string][]string // by identity: codes of rooms where somebody is or holds a seat
	numbers uint64              // rooms that were listed
	present map[string]*presentPerson
	people  *sorted[*listedPerson]
	called  map[string]string // identity of who is here, by folded name
	names   names
	shown   map[string]*listedPerson // by identity: those in people
	feed    feed
	away    elsewhere
	stale   stale
}

// stale is what has changed since pages were drawn last.
type stale struct {
	rooms, people, talk bool
	own                 map[string]struct{} // identities whose own part of every page may have changed
}

func newIndex() index {
	return index{
		infos: map[string]room.Info{}, listed: map[string]*listedRoom{}, shelves: map[shelf]*sorted[*listedRoom]{},
		inside: map[string][]string{}, present: map[string]*presentPerson{}, called: map[string]string{},
		people: newSorted(byName), names: newNames(), stale: stale{own: map[string]struct{}{}},
		shown: map[string]*listedPerson{}, feed: newFeed(rand.Text()), away: newElsewhere(),
	}
}

// tell takes what a room says about itself.
func (x *index) tell(code string, info room.Info) {
	before := x.infos[code]
	x.infos[code] = info
	if x.list(code, info) {
		x.stale.rooms = true
	}
	for id, p := range info.People {
		if _, already := before.People[id]; !already {
			x.inside[id] = append(x.inside[id], code)
		}
		if p.Seated {
			x.names.take(p.Folded, id)
		}
	}
	for id, p := range before.People {
		if _, still := info.People[id]; !still {
			x.leave(id, code)
		}
		if p.Seated {
			x.names.give(p.Folded, id)
		}
	}
	for id := range before.People {
		x.moved(id)
	}
	for id := range info.People {
		x.moved(id)
	}
	x.tellRoom(x.listed[code])
}

// moved brings in line what hangs on where somebody is.
func (x *index) moved(id string) {
	if x.present[id] != nil {
		x.stale.own[id] = struct{}{}
		x.listPerson(id)
		return
	}
	x.tellPerson(id)
}

// forget takes a room off all lists.
func (x *index) forget(code string) {
	if listed := x.listed[code]; listed != nil {
		x.unlist(listed, nil)
		delete(x.listed, code)
		x.stale.rooms = true
		x.tellRoomGone(listed)
		x.choose(code)
	}
	before := x.infos[code].People
	delete(x.infos, code)
	for id, p := range before {
		if p.Seated {
			x.names.give(p.Folded, id)
		}
		x.leave(id, code)
		x.moved(id)
	}
}

// leave writes down that somebody is not in a room any more.
func (x *index) leave(id, code string) {
	x.inside[id] = slices.DeleteFunc(x.inside[id], func(other string) bool { return other == code })
	if len(x.inside[id]) == 0 {
		delete(x.inside, id)
	}
}

// list puts a room in its places, and reports whether its rows have changed.
func (x *index) list(code string, info room.Info) bool {
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
func (x *index) enlist(room *listedRoom) {
	for shelf := range room.shelves {
		if x.shelves[shelf] == nil {
			x.shelves[shelf] = newSorted(orderOf(shelf.sort))
		}
		x.shelves[shelf].put(room)
	}
}

// unlist takes a room from the lists that it is in, but for those where another
// one, if it is not nil, will take its place.
func (x *index) unlist(room, by *listedRoom) {
	for shelf := range room.shelves {
		rooms := x.shelves[shelf]
		if by != nil && by.seen.Game == room.seen.Game && stageShelf(by.seen.Stage) == stageShelf(room.seen.Stage) && rooms.compare(room, by) == 0 {
			continue
		}
		if rooms.remove(room); rooms.len() == 0 {
			delete(x.shelves, shelf)
		}
	}
}

// shelves yields the lists that a room is in.
func (r *listedRoom) shelves(yield func(shelf) bool) {
	for _, sort := range lobby.Sorts() {
		for _, game := range [...]string{"", r.seen.Game} {
			for _, stage := range [...]string{"", stageShelf(r.seen.Stage)} {
				if !yield(shelf{game, stage, sort}) {
					return
				}
			}
		}
	}
}

// stageShelf is the stage under which rooms at a stage are found.
func stageShelf(stage string) string {
	if stage == engine.Interval {
		return engine.Playing
	}
	return stage
}

// shelved is the list that a window is cut from, before it is searched.
func (x *index) shelved(w lobby.Window) *sortedView[*listedRoom] {
	if !slices.Contains(lobby.Sorts(), w.Sort) {
		w.Sort = lobby.SortOpen
	}
	rooms := x.shelves[shelf{w.Game, stageShelf(w.Stage), w.Sort}]
	if rooms == nil {
		return nil
	}
	return rooms.view()
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

// searchWords are what each has to be found in a room's text.
func searchWords(search string) []string {
	words := strings.Fields(search)
	for i, word := range words {
		words[i] = lobby.FoldName(word)
	}
	return words
}
