package local

import (
	"slices"

	"parlor/lobby"
)

// pageContent is the content of a page without its reader, in a form that is quick to
// compare.
type pageContent struct {
	moment uint64       // of the input
	window lobby.Window // as lobby.Page has it
	yours  []ownRoom
	roomsPart
	peoplePart
	all  int
	talk lobby.ChatLog
	said uint64
	sent *lobby.Page // the page without its reader, shared by all who get it; nil until first sent
}

// roomsPart and peoplePart are shared by pages with equal windows.
type roomsPart struct {
	from  int
	rows  []*lobby.RoomRow
	total int
}

type peoplePart struct {
	peopleFrom  int
	people      []*listedPerson
	peopleTotal int
	seekers     []listedSeeker
}

// same reports whether two pages have the same content.
func (d *pageContent) same(other *pageContent) bool {
	return d.window == other.window && d.total == other.total && d.all == other.all &&
		d.peopleTotal == other.peopleTotal && d.said == other.said && slices.EqualFunc(d.yours, other.yours, ownRoom.same) &&
		slices.Equal(d.rows, other.rows) && slices.Equal(d.people, other.people) && slices.Equal(d.seekers, other.seekers)
}

// same reports whether two own rooms have the same row.
func (o ownRoom) same(other ownRoom) bool {
	return o.room.full == other.room.full && o.toMove == other.toMove
}

// row returns the room's row as its player sees it.
func (o ownRoom) row() lobby.RoomRow {
	row := *o.room.full
	row.YourTurn = o.toMove
	return row
}

// page returns the page for one reader, without messages and searches of the people that they
// have muted. Pages of the same content share their lists.
func (d *pageContent) page(you lobby.PersonRow, mutes func(id string) bool) lobby.Page {
	if d.sent == nil {
		d.sent = d.write()
	}
	page := *d.sent
	page.You, page.Chat = you, d.talk.Unmuted(mutes)
	for _, seeker := range d.seekers {
		if !mutes(seeker.id) {
			page.Seekers = append(page.Seekers, seeker.row)
		}
	}
	return page
}

// write returns the page without its reader.
func (d *pageContent) write() *lobby.Page {
	page := &lobby.Page{Window: d.window, Total: d.total, AllRooms: d.all, PeopleTotal: d.peopleTotal}
	for _, own := range d.yours {
		page.Yours = append(page.Yours, own.row())
	}
	page.Rooms = slices.Grow(page.Rooms, len(d.rows))
	for _, row := range d.rows {
		page.Rooms = append(page.Rooms, *row)
	}
	page.People = slices.Grow(page.People, len(d.people))
	for _, person := range d.people {
		page.People = append(page.People, person.row)
	}
	return page
}

// ownRoom is a room where a player is or has a seat, as the player sees it.
type ownRoom struct {
	room   *listedRoom
	at     *listedRoom // its version in the lists; nil if it is not listed
	seated bool
	toMove bool
}
