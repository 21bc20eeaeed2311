package local

import (
	"cmp"
	"context"
	"time"

	"parlor/lobby"
)

const (
	// feedLasts is how long a feed is kept up to date for which nobody asks.
	feedLasts = time.Minute
	// maxGone is how many rows are remembered that are no more: a node that does not know
	// of them when they are forgotten is told everything.
	maxGone = 4096
	// maxNews is how many rows are told at once: a node that applies them holds up its lobby
	// for a few milliseconds.
	maxNews = 250
)

// feed is what other processes are told of this lobby: each row as it is now, in the
// order of when it changed last. While nobody asks there is nothing in it. It is
// not safe for concurrent use.
type feed struct {
	id      string
	listed  *roomIndex           // of which it tells
	present *peopleIndex         // likewise
	number  uint64               // of the newest change
	floor   uint64               // who knows less than up to here is told everything
	told    map[feedKey]*toldRow // nil while nobody asks
	rows    *sorted[*toldRow]
	gone    []*toldRow    // those that are no more, oldest first, and some that are again
	waiting int           // who wait for something to change
	changed chan struct{} // closed when it does; nil while nobody waits
	asked   time.Time     // when a node did so last
}

// feedKey names a row: of a room by its number, or else of a person by their identity.
type feedKey struct {
	room   uint64
	person string
}

// toldRow is a row of a feed. It never changes.
type toldRow struct {
	number uint64 // of its change
	key    feedKey
	room   *lobby.RemoteRoom   // nil for a person, and where it is gone
	person *lobby.RemotePerson // nil for a room, and where they are gone
}

func (r *toldRow) isGone() bool { return r.room == nil && r.person == nil }

func (r *toldRow) same(other *toldRow) bool {
	switch {
	case r.isGone() || other.isGone():
		return r.isGone() == other.isGone()
	case r.room != nil:
		return r.room.Same(*other.room)
	}
	return *r.person == *other.person
}

func newToldRows() *sorted[*toldRow] {
	return newSorted(func(a, b *toldRow) int { return cmp.Compare(a.number, b.number) })
}

func newFeed(id string, rooms *roomIndex, people *peopleIndex) *feed {
	return &feed{id: id, listed: rooms, present: people, rows: newToldRows()}
}

// isKept reports whether anyone is told of changes; it closes a feed for which nobody
// has asked for long.
func (f *feed) isKept() bool {
	if f.told != nil && f.waiting == 0 && time.Since(f.asked) > feedLasts {
		f.told, f.gone, f.rows = nil, nil, newToldRows()
	}
	return f.told != nil
}

// put tells a row, unless it was told like that.
func (f *feed) put(row *toldRow) {
	before := f.told[row.key]
	if before == nil && row.isGone() || before != nil && before.same(row) {
		return
	}
	if before != nil {
		f.rows.remove(before)
	}
	f.number++
	row.number = f.number
	f.told[row.key] = row
	f.rows.put(row)
	if row.isGone() {
		f.bury(row)
	}
	f.wake()
}

// bury remembers a row that is no more, in place of the oldest of very many.
func (f *feed) bury(row *toldRow) {
	f.gone = append(f.gone, row)
	if len(f.gone) <= maxGone {
		return
	}
	oldest := f.gone[0]
	f.gone = f.gone[1:]
	if f.told[oldest.key] == oldest {
		delete(f.told, oldest.key)
		f.rows.remove(oldest)
		f.floor = oldest.number
	}
}

// wake tells those who wait that something has changed.
func (f *feed) wake() {
	if f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}

// tellRoom tells of a room as it is listed now.
func (f *feed) tellRoom(listed *listedRoom) {
	if !f.isKept() {
		return
	}
	news := &lobby.RemoteRoom{}
	if listed.public {
		*news = f.listed.facts(listed)
	}
	news.Number, news.Row = listed.number, *listed.seen
	f.put(&toldRow{key: feedKey{room: listed.number}, room: news})
}

// tellRoomGone tells that a room is no more.
func (f *feed) tellRoomGone(listed *listedRoom) {
	if f.isKept() {
		f.put(&toldRow{key: feedKey{room: listed.number}})
	}
}

// tellPerson tells of a person who is here, or in a room here, or has a seat in one, or
// has gone.
func (f *feed) tellPerson(id string) {
	if !f.isKept() {
		return
	}
	row, here := f.present.ownRow(id)
	if row.Room, row.Busy = f.listed.where(id), f.listed.busy(id); !here {
		row = lobby.PersonRow{Room: row.Room, Busy: row.Busy}
	}
	told := &toldRow{key: feedKey{person: id}}
	if holds := f.listed.isSeated(id); here || holds || row.Busy {
		told.person = &lobby.RemotePerson{ID: id, Here: here, Holds: holds, Row: row}
	}
	f.put(told)
}

// open has changes told from now on, beginning with all there is.
func (f *feed) open() {
	if f.isKept() {
		return
	}
	f.number++
	f.floor, f.asked, f.told = f.number, time.Now(), map[feedKey]*toldRow{}
	for _, listed := range f.listed.listed {
		f.tellRoom(listed)
	}
	for id := range f.present.present {
		f.tellPerson(id)
	}
	for id := range f.listed.inside {
		f.tellPerson(id)
	}
}

// wait waits for something to change, or the lobby to stop.
func wait(ctx context.Context, changed, stopping <-chan struct{}) error {
	select {
	case <-changed:
		return nil
	case <-stopping:
		return lobby.ErrStopping
	case <-ctx.Done():
		return ctx.Err()
	}
}

// since are the rows that have changed since a moment, and whether there is anything
// new; the chat is none of it.
func (f *feed) since(since lobby.Cursor) (news lobby.Changes, is bool) {
	if since.Feed != f.id {
		since = lobby.Cursor{}
	}
	if max(since.Number, since.Page) < f.floor || since.Number > f.number {
		news.Page, since.Number, since.Page = true, 0, f.number
	}
	news.Mark = lobby.Cursor{Feed: f.id, Number: f.number}
	rows := f.rows.view()
	from, _ := rows.rank(&toldRow{number: since.Number + 1})
	told := 0
	for row := range rows.items(from) {
		if told == maxNews {
			news.More, news.Mark.Page = true, since.Page
			break
		}
		if !news.Page || !row.isGone() {
			row.addTo(&news)
			told++
		}
		news.Mark.Number = row.number
	}
	if !news.More {
		news.Mark.Number = f.number
	}
	return news, news.Page || told > 0
}

// addTo tells a row.
func (r *toldRow) addTo(news *lobby.Changes) {
	switch {
	case r.room != nil:
		news.Rooms = append(news.Rooms, *r.room)
	case r.person != nil:
		news.People = append(news.People, *r.person)
	case r.key.room > 0:
		news.RoomsGone = append(news.RoomsGone, r.key.room)
	default:
		news.PeopleGone = append(news.PeopleGone, r.key.person)
	}
}
