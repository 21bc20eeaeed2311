package local

import (
	"cmp"
	"slices"

	"parlor/lobby"
	"parlor/lobby/room"
)

// presentPerson is a connected person with all their clients.
type presentPerson struct {
	id      string
	name    string
	folded  string // lobby.FoldName of name
	clients []*client
}

// peopleIndex holds the people of all nodes, their names, and the sorted list shown on
// pages. It is not safe for concurrent use.
type peopleIndex struct {
	present map[string]*presentPerson // by identity: the people at this node
	called  map[string]string         // identities of the people at this node, by folded name
	names   names
	people  *sorted[*listedPerson]
	shown   map[string]*listedPerson // by identity: the rows in people
	remote  map[string]remotePerson  // by identity: the people at other nodes
	changed bool                     // people or seekers have changed since pages were built last

	searches map[string]lobby.Search // by identity: the searches at this node
	seekers  []listedSeeker          // those who look for an opponent at any node; replaced by each change
}

func newPeopleIndex() *peopleIndex {
	return &peopleIndex{
		present: map[string]*presentPerson{}, called: map[string]string{}, names: newNames(), people: newSorted(byName),
		shown: map[string]*listedPerson{}, remote: map[string]remotePerson{}, searches: map[string]lobby.Search{},
	}
}

// add adds a client. It gets the name of the person's other clients, or else the given one.
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

// remove removes a client.
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

// findByName returns the identity of the person listed under a folded name, at any node, or
// "".
func (x *peopleIndex) findByName(folded string) string {
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

// setName changes the name of a person.
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

// takeName releases the name of a person.
func (x *peopleIndex) takeName(person *presentPerson) {
	x.names.give(person.folded, person.id)
	if x.called[person.folded] == person.id {
		delete(x.called, person.folded)
	}
}

// list updates the row of a person in the list, or removes it if the person is not visible at any
// node. room is the public room of this node in which the person is, and busy reports whether they
// are in any room.
func (x *peopleIndex) list(id, room string, busy bool) {
	var listed *listedPerson
	if row, here := x.rowOf(id, room, busy); here {
		listed = &listedPerson{id, row}
	}
	x.listSeeker(id, listed)
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

// listSeeker updates the search of a person among the seekers. listed is nil if the person is not
// visible.
func (x *peopleIndex) listSeeker(id string, listed *listedPerson) {
	search, found := x.searches[id]
	if !found {
		search = x.remote[id].search()
	}
	at := slices.IndexFunc(x.seekers, func(s listedSeeker) bool { return s.id == id })
	var now listedSeeker
	if listed != nil && search != (lobby.Search{}) {
		now = listedSeeker{id, lobby.Seeker{Name: listed.row.Name, Search: search}}
	}
	if at < 0 && now.id == "" || at >= 0 && x.seekers[at] == now {
		return
	}
	seekers := slices.DeleteFunc(slices.Clone(x.seekers), func(s listedSeeker) bool { return s.id == id })
	if now.id != "" {
		seekers = append(seekers, now)
	}
	slices.SortFunc(seekers, func(a, b listedSeeker) int { return cmp.Or(a.row.Since.Compare(b.row.Since), cmp.Compare(a.id, b.id)) })
	x.seekers, x.changed = seekers, true
}

// ownRow returns the row, without the room, of a person who is visible at this node.
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

// rowOf returns the row of a person at any node, and whether they are visible.
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

// clientsOf returns the clients of a person.
func (x *peopleIndex) clientsOf(id string) []*client {
	if person := x.present[id]; person != nil {
		return person.clients
	}
	return nil
}

// has reports whether a client is connected here.
func (x *peopleIndex) has(c *client) bool { return slices.Contains(x.clientsOf(c.id), c) }

// remoteName returns the name of a person at another node, or "" if they are at none or
// another person here has that name.
func (x *peopleIndex) remoteName(id string) string {
	row, here := x.remote[id].row()
	if !here || x.names.taken(lobby.FoldName(row.Name), id) {
		return ""
	}
	return row.Name
}

// freeName returns the name for a new client. It differs from the names of connected
// people, and from a wished name that belongs to an absent person. All clients of one
// person have the same name, also at two nodes. A person who has chosen no name keeps that
// of their first seat in seats.
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

// setRemotePerson stores another node's row of a person and reports whether it has changed.
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

// removeRemotePerson removes a person's row of another node and reports whether there was
// one.
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

// seatsMove signals to the clients of a person that their seats at other nodes have
// changed.
func (x *peopleIndex) seatsMove(id string) {
	for _, c := range x.clientsOf(id) {
		select {
		case c.seatsMoved <- struct{}{}:
		default:
		}
	}
}

// node reports whether a person is at this node, or else returns the other node at which
// they are, or "".
func (x *peopleIndex) node(id string) (here bool, node string) {
	if _, here = x.ownRow(id); here {
		return true, ""
	}
	return false, x.remote[id].node()
}

// connected reports whether a person has a session at any node.
func (x *peopleIndex) connected(id string) bool {
	return slices.ContainsFunc(x.clientsOf(id), func(c *client) bool { return !c.passing && !c.slot.isClosed() }) || x.remote[id].node() != ""
}
