package local

import (
	"slices"
	"strings"

	"parlor/lobby"
)

// pageInput is a snapshot of everything that a page is built from. It is read without a
// lock.
type pageInput struct {
	moment  uint64 // increases with each snapshot
	window  lobby.Window
	own     []ownRoom
	rooms   *sortedView[*listedRoom]
	all     int         // number of all rooms
	anchor  *listedRoom // the room to keep in view; nil if there is none
	people  *sortedView[*listedPerson]
	seekers []listedSeeker
	talk    lobby.ChatLog
	said    uint64 // increases whenever talk changes
}

// pageBuilder builds pages of one moment and caches the parts that they share.
type pageBuilder struct {
	rooms  map[lobby.Window]roomsPart // by window, for readers who are in no room
	found  map[lobby.Window]foundPart // search results, for the same readers
	people map[[2]int]peoplePart
}

func newPageBuilder() pageBuilder {
	return pageBuilder{rooms: map[lobby.Window]roomsPart{}, found: map[lobby.Window]foundPart{}, people: map[[2]int]peoplePart{}}
}

// build returns the content of the page.
func (b pageBuilder) build(d *pageInput) *pageContent {
	on := &pageContent{moment: d.moment, window: d.window, talk: d.talk, said: d.said}
	if d.window.Shows() {
		on.yours = d.yours()
	}
	if d.window.Rows > 0 {
		on.all = max(0, d.all-len(on.yours))
		on.roomsPart = b.buildRooms(d)
	}
	if d.window.People > 0 {
		on.peoplePart = b.buildPeople(d)
	}
	on.window.From, on.window.PeopleFrom, on.window.At = on.from, on.peopleFrom, ""
	return on
}

// buildRooms returns the rooms in the window.
func (b pageBuilder) buildRooms(d *pageInput) roomsPart {
	alone := len(d.own) > 0 // no other reader has the same list
	if d.window.Search != "" {
		key := lobby.Window{Search: d.window.Search, Game: d.window.Game, Stage: d.window.Stage, Sort: d.window.Sort}
		found, known := b.found[key]
		if !known || alone {
			found = d.search()
		}
		if !alone {
			b.found[key] = found
		}
		return d.cutFound(found)
	}
	key, seats := d.window, d.seats()
	total := d.rooms.len() - len(seats)
	key.From, key.At = d.from(d.place(seats), total), ""
	if part, known := b.rooms[key]; known && !alone {
		return part
	}
	part := d.cut(key.From, total, seats)
	if !alone {
		b.rooms[key] = part
	}
	return part
}

func (b pageBuilder) buildPeople(d *pageInput) peoplePart {
	asked := [2]int{d.window.PeopleFrom, d.window.People}
	part, known := b.people[asked]
	if !known {
		part.peopleTotal, part.seekers = d.people.len(), d.seekers
		part.peopleFrom = max(0, min(asked[0], part.peopleTotal-asked[1]))
		part.people = make([]*listedPerson, 0, min(asked[1], part.peopleTotal))
		for person := range d.people.items(part.peopleFrom) {
			if len(part.people) == asked[1] {
				break
			}
			part.people = append(part.people, person)
		}
		b.people[asked] = part
	}
	return part
}

// yours returns the rooms where the player has a seat, those where it is their turn first.
func (d *pageInput) yours() []ownRoom {
	var yours []ownRoom
	for _, own := range d.own {
		if own.seated {
			yours = append(yours, own)
		}
	}
	slices.SortFunc(yours, func(a, b ownRoom) int { return byInterest(a.row(), b.row()) })
	return yours
}

// cut returns the rows of the window from a list without a search.
func (d *pageInput) cut(from, total int, seats []int) roomsPart {
	part := roomsPart{from: from, total: total, rows: make([]*lobby.RoomRow, 0, min(d.window.Rows, total))}
	skip := from
	for _, seat := range seats {
		if seat <= skip {
			skip++
		}
	}
	for room := range d.rooms.items(skip) {
		if len(part.rows) == d.window.Rows {
			break
		}
		if row, _, yours := d.row(room); !yours {
			part.rows = append(part.rows, row)
		}
	}
	return part
}

// place returns the position of the anchor in the list without the player's own rooms, or
// -1.
func (d *pageInput) place(seats []int) int {
	if d.anchor == nil {
		return -1
	}
	at, in := d.rooms.rank(d.anchor)
	if !in {
		return -1
	}
	before, _ := slices.BinarySearch(seats, at)
	return at - before
}

// foundPart is the result of a search.
type foundPart struct {
	rows  []*lobby.RoomRow
	codes []string // by row
}

// search returns the rooms whose row, as the player sees it, contains all searched words.
func (d *pageInput) search() (found foundPart) {
	words := searchWords(d.window.Search)
	misses := func(room *listedRoom) bool {
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(room.text, word) })
	}
	for room := range d.rooms.items(0) {
		if row, _, yours := d.row(room); !yours && !row.Locked && !misses(room) {
			found.rows, found.codes = append(found.rows, row), append(found.codes, room.code)
		}
	}
	return found
}

// cutFound returns the rows of the window from a search result.
func (d *pageInput) cutFound(found foundPart) roomsPart {
	at := -1
	if d.anchor != nil {
		at = slices.Index(found.codes, d.anchor.code)
	}
	total := len(found.rows)
	from := d.from(at, total)
	return roomsPart{from, slices.Clone(found.rows[from : from+min(d.window.Rows, total-from)]), total}
}

// seats returns the sorted positions in the list of the rooms where the player has a seat.
func (d *pageInput) seats() []int {
	var seats []int
	for _, own := range d.own {
		if own.at == nil || !own.seated {
			continue
		}
		if at, in := d.rooms.rank(own.at); in {
			seats = append(seats, at)
		}
	}
	slices.Sort(seats)
	return seats
}

// from returns the first row of the window such that the row at position at stays in view.
// at is negative if there is none.
func (d *pageInput) from(at, total int) int {
	from, rows := d.window.From, d.window.Rows
	if at >= 0 {
		from = max(min(from, at), at-rows+1)
	}
	return max(0, min(from, total-rows))
}

// row returns a room's row as the player sees it, whether they are in the room, and whether
// it is one of their own rooms.
func (d *pageInput) row(room *listedRoom) (row *lobby.RoomRow, inside, yours bool) {
	for _, own := range d.own {
		if own.room.code == room.code {
			return room.full, true, own.seated
		}
	}
	return room.seen, false, false
}
