package local

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// directory is the rooms and people in the lobby, at this node and at others, as
// clients are shown them.
type directory struct {
	chat  *chat
	dirty chan struct{} // one slot: something has changed

	mu        sync.Mutex // guards what follows
	rooms     *roomIndex
	people    *peopleIndex
	peers     map[string]*peer // other nodes, by name
	feed      *feed            // for these
	audiences *audiences
	closed    bool // nobody enters any more
}

func newDirectory(chat *chat) *directory {
	rooms, people := newRoomIndex(), newPeopleIndex()
	return &directory{
		chat: chat, dirty: make(chan struct{}, 1), rooms: rooms, people: people, peers: map[string]*peer{}, feed: newFeed(rand.Text(), rooms, people),
		audiences: newAudiences(rooms, people, chat),
	}
}

// touch says that something has changed.
func (d *directory) touch() {
	select {
	case d.dirty <- struct{}{}:
	default:
	}
}

// enter adds a client, and returns how others see it.
func (d *directory) enter(c *client, belongs bool, cells int) (you lobby.PersonRow, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return you, lobby.ErrStopping
	}
	d.people.add(c, d.people.freeName(c, belongs, d.rooms.seats(c.id), cells))
	d.refresh(c.id)
	return c.row(), nil
}

// leave takes a client out.
func (d *directory) leave(c *client) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audiences.leave(c)
	d.people.remove(c)
	d.refresh(c.id)
	d.touch()
}

// close lets nobody enter any more, and returns all clients.
func (d *directory) close() (all []*client) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, person := range d.people.present {
		all = append(all, person.clients...)
	}
	return all
}

// rename calls a person by a name, and reports whether that is nobody else's.
func (d *directory) rename(id, name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.people.names.taken(lobby.FoldName(name), id) {
		return false
	}
	if person := d.people.present[id]; person != nil {
		d.people.setName(person, name)
		d.audiences.own[id] = struct{}{}
		d.refresh(id)
	}
	d.touch()
	return true
}

// vanish takes people who are forgotten off the list.
func (d *directory) vanish(ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audiences.talked = true
	for _, id := range ids {
		for _, c := range d.people.clientsOf(id) {
			c.visitor.KeepNothing()
		}
		d.refresh(id)
	}
	d.touch()
}

// chatted notes that something was said at this node.
func (d *directory) chatted() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audiences.talked = true
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

// moved brings in line what hangs on where a person is. The caller holds mu.
func (d *directory) moved(id string) {
	if d.people.present[id] != nil {
		d.audiences.own[id] = struct{}{}
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

// applyNews takes the news of another node, and returns the people it is about.
func (d *directory) applyNews(node string, news lobby.Changes) (people []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.peers[node]
	if n == nil {
		n = &peer{rooms: map[uint64]*listedRoom{}, people: map[string]struct{}{}}
		d.peers[node] = n
	}
	if news.Page {
		n.expectAll()
	}
	for _, one := range news.Rooms {
		d.rooms.setRemoteRoom(node, n, one)
	}
	for _, one := range news.People {
		if d.people.setRemotePerson(node, n, one) {
			d.refresh(one.ID)
		}
		people = append(people, one.ID)
	}
	for _, number := range news.RoomsGone {
		d.rooms.removeRemoteRoom(n, number)
	}
	for _, id := range news.PeopleGone {
		d.removePerson(node, n, id)
		people = append(people, id)
	}
	if !news.More {
		people = append(people, d.removeOld(node, n)...)
	}
	if d.chat.addRemote(node, news) {
		d.audiences.talked = true
	}
	d.touch()
	return people
}

// forgetNode forgets what another node has said, and returns the people it was about.
func (d *directory) forgetNode(node string) (people []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.peers[node]
	if n == nil {
		return nil
	}
	n.expectAll()
	delete(d.peers, node)
	d.touch()
	return d.removeOld(node, n)
}

// removeOld forgets what was not told again, and returns the people it was about. The
// caller holds mu.
func (d *directory) removeOld(node string, n *peer) (people []string) {
	for number := range n.oldRooms {
		d.rooms.removeRemoteRoom(n, number)
	}
	for id := range n.oldPeople {
		d.removePerson(node, n, id)
		people = append(people, id)
	}
	n.oldRooms, n.oldPeople = nil, nil
	return people
}

// removePerson forgets what another node has said of a person. The caller holds mu.
func (d *directory) removePerson(node string, n *peer, id string) {
	if d.people.removeRemotePerson(node, n, id) {
		d.refresh(id)
	}
}

// read calls a function that only reads what mu guards.
func (d *directory) read(what func(*roomIndex, *peopleIndex)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	what(d.rooms, d.people)
}

// withAudiences calls a function with the audiences, which it may change.
func (d *directory) withAudiences(what func(*audiences)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	what(d.audiences)
}

// news returns what has changed for other nodes since a moment, and waits until there
// is something.
func (d *directory) news(ctx context.Context, since lobby.Cursor, stopping <-chan struct{}) (lobby.Changes, error) {
	f := d.feed
	for {
		d.mu.Lock()
		if d.closed {
			d.mu.Unlock()
			return lobby.Changes{}, lobby.ErrStopping
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
			return lobby.Changes{}, err
		}
	}
}

// info is what a room told about itself last.
func (d *directory) info(code string) (info room.Info) {
	d.read(func(rooms *roomIndex, _ *peopleIndex) { info = rooms.infos[code] })
	return info
}

// inside are the codes of the rooms where a person is or holds a seat.
func (d *directory) inside(id string) (codes []string) {
	d.read(func(rooms *roomIndex, _ *peopleIndex) { codes = slices.Clone(rooms.inside[id]) })
	return codes
}

// quickRooms are the codes of rooms, at whatever node, in which quick play may find a seat
// for a player, the best first.
func (d *directory) quickRooms(id string, wanted lobby.Plan) (codes []string) {
	d.read(func(rooms *roomIndex, people *peopleIndex) {
		name := ""
		if person := people.present[id]; person != nil {
			name = person.name
		}
		codes = rooms.quickRooms(id, name, wanted)
	})
	return codes
}

// clients are those of a person.
func (d *directory) clients(id string) (all []*client) {
	d.read(func(_ *roomIndex, people *peopleIndex) { all = slices.Clone(people.clientsOf(id)) })
	return all
}

// showCalls shows a person what waits for them now.
func (d *directory) showCalls(id string) {
	for _, c := range d.clients(id) {
		c.slot.showCalls(c.row())
	}
}
