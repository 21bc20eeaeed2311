package local

import (
	"cmp"
	"context"
	"time"

	"parlor/lobby"
)

const (
	// feedTimeout is how long a feed is maintained after the last request for changes.
	feedTimeout = time.Minute
	// maxDeletedRows bounds the remembered deletions. A node that has missed older deletions
	// receives the complete list.
	maxDeletedRows = 4096
	// maxChanges bounds the rows in one answer. Applying them blocks the receiver's lobby
	// for a few milliseconds.
	maxChanges = 250
)

// feed records the changes of this lobby for other nodes: the latest version of each row,
// ordered by its last change. It is empty until a node asks for changes. It is not safe for
// concurrent use.
type feed struct {
	id        string
	roomIndex *roomIndex           // the rooms it publishes
	people    *peopleIndex         // the people it publishes
	number    uint64               // of the newest change
	floor     uint64               // cursors below this number are sent everything
	current   map[feedKey]*feedRow // nil while the feed is inactive
	rows      *sorted[*feedRow]
	deleted   []*feedRow    // deletions, oldest first; some of these rows may exist again
	waiting   int           // number of waiting callers
	changed   chan struct{} // closed at the next change; nil if no caller waits
	asked     time.Time     // time of the last request for changes
}

// feedKey identifies a row: a room by its number, or a person by their identity.
type feedKey struct {
	room   uint64
	person string
}

// feedRow is a version of a row of a feed. It is immutable.
type feedRow struct {
	number uint64 // of its change
	key    feedKey
	room   *lobby.RemoteRoom   // nil for a person or a deleted row
	person *lobby.RemotePerson // nil for a room or a deleted row
}

func (r *feedRow) isDeleted() bool { return r.room == nil && r.person == nil }

func (r *feedRow) same(other *feedRow) bool {
	switch {
	case r.isDeleted() || other.isDeleted():
		return r.isDeleted() == other.isDeleted()
	case r.room != nil:
		return r.room.Same(*other.room)
	}
	return *r.person == *other.person
}

func newFeedRows() *sorted[*feedRow] {
	return newSorted(func(a, b *feedRow) int { return cmp.Compare(a.number, b.number) })
}

func newFeed(id string, rooms *roomIndex, people *peopleIndex) *feed {
	return &feed{id: id, roomIndex: rooms, people: people, rows: newFeedRows()}
}

// isActive reports whether changes are recorded. It discards the feed if no node has asked
// for a while.
func (f *feed) isActive() bool {
	if f.current != nil && f.waiting == 0 && time.Since(f.asked) > feedTimeout {
		f.current, f.deleted, f.rows = nil, nil, newFeedRows()
	}
	return f.current != nil
}

// put publishes a row unless its latest version is the same.
func (f *feed) put(row *feedRow) {
	before := f.current[row.key]
	if before == nil && row.isDeleted() || before != nil && before.same(row) {
		return
	}
	if before != nil {
		f.rows.remove(before)
	}
	f.number++
	row.number = f.number
	f.current[row.key] = row
	f.rows.put(row)
	if row.isDeleted() {
		f.addDeleted(row)
	}
	f.wake()
}

// addDeleted remembers a deleted row, and drops the oldest deletion beyond the limit.
func (f *feed) addDeleted(row *feedRow) {
	f.deleted = append(f.deleted, row)
	if len(f.deleted) <= maxDeletedRows {
		return
	}
	oldest := f.deleted[0]
	f.deleted = f.deleted[1:]
	if f.current[oldest.key] == oldest {
		delete(f.current, oldest.key)
		f.rows.remove(oldest)
		f.floor = oldest.number
	}
}

// wake wakes all callers that wait for a change.
func (f *feed) wake() {
	if f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}

// publishRoom publishes the current row of a room.
func (f *feed) publishRoom(listed *listedRoom) {
	if !f.isActive() {
		return
	}
	news := &lobby.RemoteRoom{}
	if listed.public {
		*news = f.roomIndex.facts(listed)
	}
	news.Number, news.Row = listed.number, *listed.seen
	f.put(&feedRow{key: feedKey{room: listed.number}, room: news})
}

// publishRoomGone publishes that a room has closed.
func (f *feed) publishRoomGone(listed *listedRoom) {
	if f.isActive() {
		f.put(&feedRow{key: feedKey{room: listed.number}})
	}
}

// publishPerson publishes the row of a person who is here, or is or has a seat in a room
// here, or else their absence.
func (f *feed) publishPerson(id string) {
	if !f.isActive() {
		return
	}
	row, here := f.people.ownRow(id)
	if row.Room, row.Busy = f.roomIndex.where(id), f.roomIndex.busy(id); !here {
		row = lobby.PersonRow{Room: row.Room, Busy: row.Busy}
	}
	told := &feedRow{key: feedKey{person: id}}
	seeks := f.people.searches[id]
	if holds := f.roomIndex.isSeated(id); here || holds || row.Busy || seeks != (lobby.Search{}) {
		told.person = &lobby.RemotePerson{ID: id, Here: here, Holds: holds, Row: row, Seeks: seeks}
	}
	f.put(told)
}

// open activates the feed with the current rows.
func (f *feed) open() {
	if f.isActive() {
		return
	}
	f.number++
	f.floor, f.asked, f.current = f.number, time.Now(), map[feedKey]*feedRow{}
	for _, listed := range f.roomIndex.listed {
		f.publishRoom(listed)
	}
	for id := range f.people.present {
		f.publishPerson(id)
	}
	for id := range f.roomIndex.inside {
		f.publishPerson(id)
	}
}

// wait blocks until changed or stopping is closed or ctx is done.
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

// since returns the changes of rooms and people since a cursor, and whether there are any.
// It does not include the chat.
func (f *feed) since(since lobby.Cursor) (news lobby.Changes, is bool) {
	if since.Feed != f.id {
		since = lobby.Cursor{}
	}
	if max(since.Number, since.Page) < f.floor || since.Number > f.number {
		news.Page, since.Number, since.Page = true, 0, f.number
	}
	news.Mark = lobby.Cursor{Feed: f.id, Number: f.number}
	rows := f.rows.view()
	from, _ := rows.rank(&feedRow{number: since.Number + 1})
	told := 0
	for row := range rows.items(from) {
		if told == maxChanges {
			news.More, news.Mark.Page = true, since.Page
			break
		}
		if !news.Page || !row.isDeleted() {
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

// addTo adds the row to an answer.
func (r *feedRow) addTo(news *lobby.Changes) {
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
