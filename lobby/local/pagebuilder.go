package local

import (
	"slices"
	"strings"

	"parlor/lobby"
)

// draft is what a page is drawn from: lists as they stood at one moment, which
// are read without holding up anyone.
type draft struct {
	moment uint64 // later ones are greater
	window lobby.Window
	own    []ownRoom
	rooms  *sortedView[*listedRoom]
	all    int         // rooms that there are
	anchor *listedRoom // which stays in sight; nil for none
	people *sortedView[*listedPerson]
	talk   lobby.ChatLog
	said   uint64 // grows when talk changes
}

// pen draws pages of one moment, and draws once what several have in common.
type pen struct {
	rooms  map[lobby.Window]roomsPart // by where they begin, of people who are in no room
	found  map[lobby.Window]foundPart // of the same people
	people map[[2]int]peoplePart
}

func newPen() pen {
	return pen{rooms: map[lobby.Window]roomsPart{}, found: map[lobby.Window]foundPart{}, people: map[[2]int]peoplePart{}}
}

// draw is the page of a draft.
func (p pen) draw(d *draft) *drawn {
	on := &drawn{moment: d.moment, window: d.window, talk: d.talk, said: d.said}
	if d.window.Shows() {
		on.yours = d.yours()
	}
	if d.window.Rows > 0 {
		on.all = max(0, d.all-len(on.yours))
		on.roomsPart = p.drawRooms(d)
	}
	if d.window.People > 0 {
		on.peoplePart = p.drawPeople(d)
	}
	on.window.From, on.window.PeopleFrom, on.window.At = on.from, on.peopleFrom, ""
	return on
}

// drawRooms cuts the window from the list of its rooms.
func (p pen) drawRooms(d *draft) roomsPart {
	alone := len(d.own) > 0 // nobody else sees the same
	if d.window.Search != "" {
		key := lobby.Window{Search: d.window.Search, Game: d.window.Game, Stage: d.window.Stage, Sort: d.window.Sort}
		found, known := p.found[key]
		if !known || alone {
			found = d.search()
		}
		if !alone {
			p.found[key] = found
		}
		return d.cutFound(found)
	}
	key, seats := d.window, d.seats()
	total := d.rooms.len() - len(seats)
	key.From, key.At = d.from(d.place(seats), total), ""
	if part, known := p.rooms[key]; known && !alone {
		return part
	}
	part := d.cut(key.From, total, seats)
	if !alone {
		p.rooms[key] = part
	}
	return part
}

func (p pen) drawPeople(d *draft) peoplePart {
	asked := [2]int{d.window.PeopleFrom, d.window.People}
	part, known := p.people[asked]
	if !known {
		part.peopleTotal = d.people.len()
		part.peopleFrom = max(0, min(asked[0], part.peopleTotal-asked[1]))
		part.people = make([]*listedPerson, 0, min(asked[1], part.peopleTotal))
		for person := range d.people.items(part.peopleFrom) {
			if len(part.people) == asked[1] {
				break
			}
			part.people = append(part.people, person)
		}
		p.people[asked] = part
	}
	return part
}

// yours are the rooms where the player holds a seat, those where it is their turn
// first.
func (d *draft) yours() []ownRoom {
	var yours []ownRoom
	for _, own := range d.own {
		if own.seated {
			yours = append(yours, own)
		}
	}
	slices.SortFunc(yours, func(a, b ownRoom) int { return byInterest(a.row(), b.row()) })
	return yours
}

// cut takes the rows of the window from a list that is not searched.
func (d *draft) cut(from, total int, seats []int) roomsPart {
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

// place is where the room that stays in sight stands in the list without the own
// rooms; -1 for nowhere.
func (d *draft) place(seats []int) int {
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

// foundPart are all rooms that a search finds.
type foundPart struct {
	rows  []*lobby.RoomRow
	codes []string // by row
}

// search finds the rooms that have all words which are searched, in what the
// player sees of them.
func (d *draft) search() (found foundPart) {
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

// cutFound takes the rows of the window from those that were found.
func (d *draft) cutFound(found foundPart) roomsPart {
	at := -1
	if d.anchor != nil {
		at = slices.Index(found.codes, d.anchor.code)
	}
	total := len(found.rows)
	from := d.from(at, total)
	return roomsPart{from, slices.Clone(found.rows[from : from+min(d.window.Rows, total-from)]), total}
}

// seats are the places in the list of rooms where the player holds a seat,
// ascending.
func (d *draft) seats() []int {
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

// from is the first row of the window in a list, with the room that is to stay in
// sight at a place of it, or nowhere where that is negative.
func (d *draft) from(at, total int) int {
	from, rows := d.window.From, d.window.Rows
	if at >= 0 {
		from = max(min(from, at), at-rows+1)
	}
	return max(0, min(from, total-rows))
}

// row is a room as the player sees it, whether they are in it, and whether it is
// one of their own.
func (d *draft) row(room *listedRoom) (row *lobby.RoomRow, inside, yours bool) {
	for _, own := range d.own {
		if own.room.code == room.code {
			return room.full, true, own.seated
		}
	}
	return room.seen, false, false
}
