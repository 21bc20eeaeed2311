package local

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// directory is who and what there is in the lobby, at this node and at others, as
// sessions are shown it. Its lock may be taken with the registry's held; while it is held,
// only the locks of the chat and of accounts are taken.
type directory struct {
	chat  *chat
	dirty chan struct{} // one slot: something has changed

	mu          sync.Mutex // guards what follows
	rooms       *roomIndex
	people      *peopleIndex
	peers       map[string]*peer // other nodes, by name
	feed        *feed            // for these
	audiences   audiences
	remoteRooms remoteRooms         // rooms where sessions sit at other nodes
	own         map[string]struct{} // identities whose own part of every page may have changed since pages were built last
	talked      bool                // the chat has changed since then
	moments     uint64              // at which pages were built
	closed      bool                // nobody enters any more
}

func newDirectory(chat *chat) *directory {
	rooms, people := newRoomIndex(), newPeopleIndex()
	return &directory{
		chat: chat, dirty: make(chan struct{}, 1), rooms: rooms, people: people, peers: map[string]*peer{}, feed: newFeed(rand.Text(), rooms, people),
		audiences: newAudiences(), remoteRooms: remoteRooms{}, own: map[string]struct{}{},
	}
}

// touch says that something has changed.
func (d *directory) touch() {
	select {
	case d.dirty <- struct{}{}:
	default:
	}
}

// enter adds a session, and returns how others see it.
func (d *directory) enter(v *session, belongs bool, cells int) (you lobby.PersonRow, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return you, lobby.ErrStopping
	}
	d.people.come(v, d.people.freeName(v, belongs, d.rooms.seats(v.id), cells))
	d.refresh(v.id)
	return v.row(), nil
}

// leave takes a session out.
func (d *directory) leave(v *session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audiences.put(v, audienceKey{})
	delete(d.remoteRooms, v)
	d.people.goAway(v)
	d.refresh(v.id)
	d.touch()
}

// close lets nobody enter any more, and returns all sessions.
func (d *directory) close() (all []*session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, person := range d.people.present {
		all = append(all, person.sessions...)
	}
	return all
}

// rename calls somebody by a name, and reports whether that is nobody else's.
func (d *directory) rename(id, name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.people.names.taken(lobby.FoldName(name), id) {
		return false
	}
	if person := d.people.present[id]; person != nil {
		d.people.call(person, name)
		d.own[id] = struct{}{}
		d.refresh(id)
	}
	d.touch()
	return true
}

// vanish takes people who are forgotten off the list.
func (d *directory) vanish(ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.talked = true
	for _, id := range ids {
		for _, session := range d.people.sessionsOf(id) {
			session.KeepNothing()
		}
		d.refresh(id)
	}
	d.touch()
}

// chatted notes that something was said at this node.
func (d *directory) chatted() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.talked = true
	d.feed.wake()
	d.touch()
}

// describe takes what a room tells about itself. It returns what the room told before,
// and whether this is anything new.
func (d *directory) describe(code string, info room.Info) (before room.Info, isNew bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if before = d.rooms.infos[code]; info.Same(before) {
		return before, false
	}
	d.rooms.set(code, info)
	for id, p := range info.People {
		if p.Seated {
			d.people.names.take(p.Folded, id)
		}
	}
	d.release(before)
	for id := range info.People {
		d.moved(id)
	}
	d.feed.tellRoom(d.rooms.listed[code])
	d.touch()
	return before, true
}

// forget takes out a room that has closed.
func (d *directory) forget(code string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before, listed := d.rooms.remove(code)
	if listed != nil {
		d.feed.tellRoomGone(listed)
	}
	d.release(before)
	d.touch()
}

// release brings in line what hangs on what a room told before. The caller holds mu.
func (d *directory) release(before room.Info) {
	for id, p := range before.People {
		if p.Seated {
			d.people.names.give(p.Folded, id)
		}
	}
	for id := range before.People {
		d.moved(id)
	}
}

// moved brings in line what hangs on where somebody is. The caller holds mu.
func (d *directory) moved(id string) {
	if d.people.present[id] != nil {
		d.own[id] = struct{}{}
		d.refresh(id)
		return
	}
	d.feed.tellPerson(id)
}

// refresh puts a person in their place in the list, and tells other nodes of them. The
// caller holds mu.
func (d *directory) refresh(id string) {
	d.feed.tellPerson(id)
	d.people.list(id, d.rooms.where(id), d.rooms.busy(id))
}

// hear takes the news of another node, and returns of whom it tells.
func (d *directory) hear(node string, news lobby.News) (people []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.peers[node]
	if n == nil {
		n = &peer{rooms: map[uint64]*listedRoom{}, people: map[string]struct{}{}}
		d.peers[node] = n
	}
	if news.Page {
		n.oldRooms, n.oldPeople = setOf(maps.Keys(n.rooms)), setOf(maps.Keys(n.people))
	}
	for _, one := range news.Rooms {
		d.rooms.hear(node, n, one)
	}
	for _, one := range news.People {
		if d.people.hear(node, n, one) {
			d.refresh(one.ID)
		}
		people = append(people, one.ID)
	}
	for _, number := range news.RoomsGone {
		d.rooms.lose(n, number)
	}
	for _, id := range news.PeopleGone {
		d.losePerson(node, n, id)
		people = append(people, id)
	}
	if !news.More {
		people = append(people, d.loseOld(node, n)...)
	}
	if d.chat.addRemote(node, news) {
		d.talked = true
	}
	d.touch()
	return people
}

// lose forgets what another node has said, and returns of whom.
func (d *directory) lose(node string) (people []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.peers[node]
	if n == nil {
		return nil
	}
	n.oldRooms, n.oldPeople = setOf(maps.Keys(n.rooms)), setOf(maps.Keys(n.people))
	delete(d.peers, node)
	d.touch()
	return d.loseOld(node, n)
}

// loseOld forgets what was not told again, and returns of whom. The caller holds mu.
func (d *directory) loseOld(node string, n *peer) (people []string) {
	for number := range n.oldRooms {
		d.rooms.lose(n, number)
	}
	for id := range n.oldPeople {
		d.losePerson(node, n, id)
		people = append(people, id)
	}
	n.oldRooms, n.oldPeople = nil, nil
	return people
}

// setRemoteRooms takes the rooms where a session sits at another node.
func (d *directory) setRemoteRooms(v *session, node string, rows []lobby.RoomRow) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains(d.people.sessionsOf(v.id), v) {
		return
	}
	if d.remoteRooms.set(v, node, rows) {
		d.own[v.id] = struct{}{}
		d.touch()
	}
}

// losePerson forgets what another node has said of somebody. The caller holds mu.
func (d *directory) losePerson(node string, n *peer, id string) {
	if d.people.lose(node, n, id) {
		d.refresh(id)
	}
}

// read calls a function that only reads what mu guards.
func (d *directory) read(what func(*roomIndex, *peopleIndex)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	what(d.rooms, d.people)
}

// news returns what has changed for other nodes since a moment, and waits until there
// is something.
func (d *directory) news(ctx context.Context, since lobby.Mark, stopping <-chan struct{}) (lobby.News, error) {
	f := d.feed
	for {
		d.mu.Lock()
		if d.closed {
			d.mu.Unlock()
			return lobby.News{}, lobby.ErrStopping
		}
		f.open()
		news, is := f.since(since)
		said := since.Said
		if since.Feed != f.id {
			said = 0
		}
		news.Talk, news.Mark.Said = d.chat.news(said)
		if is || len(news.Talk) > 0 {
			f.asked = time.Now()
			d.mu.Unlock()
			return news, nil
		}
		if f.changed == nil {
			f.changed = make(chan struct{})
		}
		changed := f.changed
		f.waiting++
		d.mu.Unlock()
		err := wait(ctx, changed, stopping)
		d.mu.Lock()
		f.waiting--
		f.asked = time.Now()
		d.mu.Unlock()
		if err != nil {
			return lobby.News{}, err
		}
	}
}

// info is what a room told about itself last.
func (d *directory) info(code string) (info room.Info) {
	d.read(func(rooms *roomIndex, _ *peopleIndex) { info = rooms.infos[code] })
	return info
}

// sessions are those of a person.
func (d *directory) sessions(id string) (all []*session) {
	d.read(func(_ *roomIndex, people *peopleIndex) { all = slices.Clone(people.sessionsOf(id)) })
	return all
}

// showCalls shows somebody what waits for them now.
func (d *directory) showCalls(id string) {
	for _, v := range d.sessions(id) {
		v.slot.showCalls(v.row())
	}
}
