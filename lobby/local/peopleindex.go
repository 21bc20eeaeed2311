package local

import (
	"slices"

	"parlor/lobby"
	"parlor/lobby/room"
)

// presentPerson is a person who is here, with all clients of theirs.
type presentPerson struct {
	id      string
	name    string
	folded  string // the name as others could mistake it
	clients []*client
}

// peopleIndex is who is here and at other nodes, what they are called, and the list in
// which pages show them. It is not safe for concurrent use.
type peopleIndex struct {
	present map[string]*presentPerson // by identity: who is at this node
	called  map[string]string         // identity of who is at this node, by folded name
	names   names
	people  *sorted[*listedPerson]
	shown   map[string]*listedPerson // by identity: those in people
	remote  map[string]remotePerson  // by identity: who is at other nodes
	changed bool                     // people has changed since pages were built last
}

func newPeopleIndex() *peopleIndex {
	return &peopleIndex{
		present: map[string]*presentPerson{}, called: map[string]string{}, names: newNames(), people: newSorted(byName),
		shown: map[string]*listedPerson{}, remote: map[string]remotePerson{},
	}
}

// add adds a client to those who are here, under the name of the clients that its
// person has already, or else under the one that is given.
func (x *peopleIndex) add(c *client, name string) {
	person := x.present[c.id]
	if person == nil {
		person = &presentPerson{id: c.id}
		x.present[c.id] = person
		x.setName(person, name)
	}
	name = person.name
	c.name.Store(&name)
	person.clients = append(person.clients, c)
}

// remove takes a client from those who are here.
func (x *peopleIndex) remove(c *client) {
	if !x.has(c) {
		return
	}
	person := x.present[c.id]
	person.clients = slices.DeleteFunc(person.clients, func(other *client) bool { return other == c })
	if len(person.clients) == 0 {
		delete(x.present, c.id)
		x.takeName(person)
	}
}

// callee is who is listed under a folded name, here or at another process; empty for
// nobody.
func (x *peopleIndex) callee(folded string) string {
	if id := x.called[folded]; id != "" {
		return id
	}
	for id := range x.names.holders[folded] {
		if x.shown[id] != nil && lobby.FoldName(x.shown[id].row.Name) == folded {
			return id
		}
	}
	return ""
}

// setName gives a person a name.
func (x *peopleIndex) setName(person *presentPerson, name string) {
	folded := lobby.FoldName(name)
	x.names.take(folded, person.id)
	if person.name != "" {
		x.takeName(person)
	}
	person.name, person.folded = name, folded
	x.called[folded] = person.id
	for _, c := range person.clients {
		c.name.Store(&name)
	}
}

// takeName takes a person's name back.
func (x *peopleIndex) takeName(person *presentPerson) {
	x.names.give(person.folded, person.id)
	if x.called[person.folded] == person.id {
		delete(x.called, person.folded)
	}
}

// list puts a person in their place in the list, if anyone is shown that they are
// here, or at another node. Room is the public room of this node in which they are, and
// busy whether they are in any.
func (x *peopleIndex) list(id, room string, busy bool) {
	var listed *listedPerson
	if row, here := x.rowOf(id, room, busy); here {
		listed = &listedPerson{id, row}
	}
	before := x.shown[id]
	if before == listed || before != nil && listed != nil && *before == *listed {
		return
	}
	if before != nil {
		x.people.remove(before)
		delete(x.shown, id)
	}
	if listed != nil {
		x.people.put(listed)
		x.shown[id] = listed
	}
	x.changed = true
}

// ownRow is a person who is in this lobby, but for where, if anyone is shown that they
// are.
func (x *peopleIndex) ownRow(id string) (lobby.PersonRow, bool) {
	person := x.present[id]
	if person == nil {
		return lobby.PersonRow{}, false
	}
	shown := func(c *client) bool { return !c.passing && !c.visitor.KeepsNothing() }
	at := slices.IndexFunc(person.clients, shown)
	if at < 0 {
		return lobby.PersonRow{}, false
	}
	return lobby.PersonRow{
		Name: person.name, Guest: person.clients[at].guest,
		Program: !slices.ContainsFunc(person.clients, func(c *client) bool { return shown(c) && !c.program }),
	}, true
}

// rowOf is a person as they stand in the list, in whatever process they are, and whether
// they do.
func (x *peopleIndex) rowOf(id, room string, busy bool) (row lobby.PersonRow, here bool) {
	row, here = x.ownRow(id)
	others := x.remote[id]
	if !here {
		row, here = others.row()
	}
	if !here {
		return lobby.PersonRow{}, false
	}
	row.Room, row.Busy = room, busy
	others.addWhere(&row)
	return row, true
}

// clientsOf are those of a person.
func (x *peopleIndex) clientsOf(id string) []*client {
	if person := x.present[id]; person != nil {
		return person.clients
	}
	return nil
}

// has reports whether a client is among those who are here.
func (x *peopleIndex) has(c *client) bool { return slices.Contains(x.clientsOf(c.id), c) }

// remoteName is what a person who is at another process is called there, where nobody
// else is called so here; empty for nobody.
func (x *peopleIndex) remoteName(id string) string {
	row, here := x.remote[id].row()
	if !here || x.names.taken(lobby.FoldName(row.Name), id) {
		return ""
	}
	return row.Name
}

// freeName is the name of a client who comes, not to be taken for the name of
// another person who is here, nor for what they wish where that belongs to a person who
// is not. Two clients of one person have one name, also at two nodes. Seats are the names
// of the seats that the person holds, as they are called on the first of which a person
// is called who has chosen no name.
func (x *peopleIndex) freeName(c *client, belongs bool, seats []room.Presence, cells int) string {
	wished, chosen := c.visitor.Wished()
	if person := x.present[c.id]; person != nil {
		return person.name
	}
	if name := x.remoteName(c.id); name != "" {
		return name
	}
	if !chosen && len(seats) > 0 && seats[0].Name != "" {
		return seats[0].Name
	}
	var own []string
	for _, seat := range seats {
		own = append(own, seat.Folded)
	}
	return x.names.free(wished, c.id, cells, belongs, own)
}

// setRemotePerson takes what another node tells of a person. It reports whether that is new.
func (x *peopleIndex) setRemotePerson(node string, n *peer, news lobby.RemotePerson) (changed bool) {
	delete(n.oldPeople, news.ID)
	all := x.remote[news.ID]
	before, known := all[node]
	if before == news || !known && len(x.remote) >= maxRemotePeople {
		return false
	}
	if all == nil {
		all = remotePerson{}
		x.remote[news.ID] = all
	}
	if news.Here {
		x.names.take(lobby.FoldName(news.Row.Name), news.ID)
	}
	if before.Here {
		x.names.give(lobby.FoldName(before.Row.Name), news.ID)
	}
	all[node] = news
	n.people[news.ID] = struct{}{}
	if news.Holds != before.Holds {
		x.seatsMove(news.ID)
	}
	return true
}

// removeRemotePerson forgets that a person is at another node, and reports whether they were.
func (x *peopleIndex) removeRemotePerson(node string, n *peer, id string) (changed bool) {
	all := x.remote[id]
	before, known := all[node]
	if !known {
		return false
	}
	if before.Here {
		x.names.give(lobby.FoldName(before.Row.Name), id)
	}
	if delete(all, node); len(all) == 0 {
		delete(x.remote, id)
	}
	delete(n.people, id)
	if before.Holds {
		x.seatsMove(id)
	}
	return true
}

// seatsMove tells the clients of a person that they have a seat at another process, or do
// so no more.
func (x *peopleIndex) seatsMove(id string) {
	for _, c := range x.clientsOf(id) {
		select {
		case c.seatsMoved <- struct{}{}:
		default:
		}
	}
}

// node returns whether a person is at this node, and else the other node at which they
// are; empty for none.
func (x *peopleIndex) node(id string) (here bool, node string) {
	if _, here = x.ownRow(id); here {
		return true, ""
	}
	return false, x.remote[id].node()
}

// connected reports whether a person has a session at any node, on whatever screen.
func (x *peopleIndex) connected(id string) bool {
	return slices.ContainsFunc(x.clientsOf(id), func(c *client) bool { return !c.passing && !c.slot.isClosed() }) || x.remote[id].node() != ""
}
