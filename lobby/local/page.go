package local

import (
	"slices"

	"parlor/lobby"
)

// drawn is what stands on a page but for whose it is, in a form that is quick to
// compare with another one.
type drawn struct {
	moment uint64       // of the draft
	window lobby.Window // as lobby.Page has it
	yours  []ownRoom
	roomsPart
	peoplePart
	all  int
	talk lobby.ChatLog
	said uint64
	sent *lobby.Page // what it is to those who are sent it, but for who they are; nil before anyone is
}

// roomsPart and peoplePart are what many pages have in common.
type roomsPart struct {
	from  int
	rows  []*lobby.RoomRow
	total int
}

type peoplePart struct {
	peopleFrom  int
	people      []*listedPerson
	peopleTotal int
}

// same reports whether two pages say the same.
func (d *drawn) same(other *drawn) bool {
	return d.window == other.window && d.total == other.total && d.all == other.all &&
		d.peopleTotal == other.peopleTotal && d.said == other.said && slices.EqualFunc(d.yours, other.yours, ownRoom.same) &&
		slices.Equal(d.rows, other.rows) && slices.Equal(d.people, other.people)
}

// same reports whether two own rooms have the same row.
func (o ownRoom) same(other ownRoom) bool {
	return o.room.full == other.room.full && o.toMove == other.toMove
}

// row is the room's row for the one whose it is.
func (o ownRoom) row() lobby.RoomRow {
	row := *o.room.full
	row.YourTurn = o.toMove
	return row
}

// page is what a session of a person is sent, without what people said whom they have
// muted. All to whom the same is drawn share its lists.
func (d *drawn) page(you lobby.PersonRow, mutes func(id string) bool) lobby.Page {
	if d.sent == nil {
		d.sent = d.write()
	}
	page := *d.sent
	page.You, page.Chat = you, d.talk.Unmuted(mutes)
	return page
}

// write is the page without whose it is.
func (d *drawn) write() *lobby.Page {
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

// ownRoom is a room where a player is, as they see it.
type ownRoom struct {
	room   *listedRoom
	at     *listedRoom // as it stands in the lists; nil where it does not
	seated bool
	toMove bool
}
