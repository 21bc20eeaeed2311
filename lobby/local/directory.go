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

// directory holds the rooms and people of this node and of the others, as clients see them in the lobby.
type directory struct {
	chat  *chat
	dirty chan struct{} // one slot: signals that something has changed

	mu        sync.Mutex // guards the fields below
	rooms     *roomIndex
	people    *peopleIndex
	peers     map[string]*peer // other nodes, by name
	feed      *feed            // changes of rooms and people for other nodes
	audiences *audiences
	closed    bool // no further client may enter
}

func newDirectory(chat *chat) *directory {
	rooms, people := newRoomIndex(), newPeopleIndex()
	return &directory{
		chat: chat, dirty: make(chan struct{}, 1), rooms: rooms, people: people, peers: map[string]*peer{}, feed: newFeed(rand.Text(), rooms, people),
		audiences: newAudiences(rooms, people, chat),
	}
}

// touch signals that something has changed.
func (d *directory) touch() {
	select {
	case d.dirty <- struct{}{}:
	default:
	}
}

// enter adds a client and returns the row that others see.
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

// leave removes a client.
func (d *directory) leave(c *client) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audiences.leave(c)
	d.people.remove(c)
	d.refresh(c.id)
	d.touch()
}

// close refuses further clients and returns all current ones.
func (d *directory) close() (all []*client) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, person := range d.people.present {
		all = append(all, person.clients...)
	}
	return all
}

// rename gives a person a new name. It reports false if another person has that name.
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

// seek stores the search of a person at this node, or removes it if it is zero.
func (d *directory) seek(id string, search lobby.Search) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if search == (lobby.Search{}) {
		delete(d.people.searches, id)
	} else {
		d.people.searches[id] = search
	}
	d.refresh(id)
	d.touch()
}

// vanish removes deleted accounts from the list of people.
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

// chatted signals a new chat message of this node.
func (d *directory) chatted() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audiences.talked = true
	d.feed.wake()
	d.touch()
}

// describe stores the info of a room. It returns the previous info, and whether the new one
// differs.
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
	d.feed.publishRoom(d.rooms.listed[code])
	d.touch()
	return before, true
}

// forget removes a closed room.
func (d *directory) forget(code string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before, listed := d.rooms.remove(code)
	if listed != nil {
		d.feed.publishRoomGone(listed)
	}
	d.release(before)
	d.touch()
}

// release updates names and people that depended on the previous info of a room. The caller
// holds mu.
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

// moved updates the data that depends on where a person is. The caller holds mu.
func (d *directory) moved(id string) {
	if d.people.present[id] != nil {
		d.audiences.own[id] = struct{}{}
		d.refresh(id)
		return
	}
	d.feed.publishPerson(id)
}

// refresh updates the row of a person here and for other nodes. The caller holds mu.
func (d *directory) refresh(id string) {
	d.feed.publishPerson(id)
	d.people.list(id, d.rooms.where(id), d.rooms.busy(id))
}

// applyNews applies changes of another node and returns the people that they concern.
func (d *directory) applyNews(node string, news lobby.Changes) (people []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.peers[node]
	if n == nil {
		n = &peer{rooms: map[uint64]*listedRoom{}, people: map[string]struct{}{}}
		d.peers[node] = n
	}
	if news.Page {
		n.markAllOld()
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

// forgetNode removes everything that another node has sent and returns the people
// concerned.
func (d *directory) forgetNode(node string) (people []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.peers[node]
	if n == nil {
		return nil
	}
	n.markAllOld()
	delete(d.peers, node)
	d.touch()
	return d.removeOld(node, n)
}

// removeOld removes the rows that a full update did not repeat and returns the people
// concerned. The caller holds mu.
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

// removePerson removes the row that another node sent of a person. The caller holds mu.
func (d *directory) removePerson(node string, n *peer, id string) {
	if d.people.removeRemotePerson(node, n, id) {
		d.refresh(id)
	}
}

// read calls what with mu held. The function what must not change the indexes.
func (d *directory) read(what func(*roomIndex, *peopleIndex)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	what(d.rooms, d.people)
}

// withAudiences calls what with mu held. The function what may change the audiences.
func (d *directory) withAudiences(what func(*audiences)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	what(d.audiences)
}

// news returns the changes for other nodes since a cursor. It blocks until there are any.
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

// info returns the latest info of a room.
func (d *directory) info(code string) (info room.Info) {
	d.read(func(rooms *roomIndex, _ *peopleIndex) { info = rooms.infos[code] })
	return info
}

// inside returns the codes of the rooms where a person is present or has a seat.
func (d *directory) inside(id string) (codes []string) {
	d.read(func(rooms *roomIndex, _ *peopleIndex) { codes = slices.Clone(rooms.inside[id]) })
	return codes
}

// quickRooms returns the codes of rooms, at any node, in which quick play may find a seat
// for a player, best first.
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

// clients returns the clients of a person.
func (d *directory) clients(id string) (all []*client) {
	d.read(func(_ *roomIndex, people *peopleIndex) { all = slices.Clone(people.clientsOf(id)) })
	return all
}

// showCalls sends the pending invitations of a person to their clients.
func (d *directory) showCalls(id string) {
	for _, c := range d.clients(id) {
		c.slot.showCalls(c.row())
	}
}
