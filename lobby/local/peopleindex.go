package local

import (
	"cmp"
	"slices"

	"parlor/lobby"
	"parlor/lobby/room"
)

// presentPerson is somebody who is here, with all sessions of theirs.
type presentPerson struct {
	id       string
	name     string
	folded   string // the name as others could mistake it
	sessions []*session
}

// listedPerson is a person as they stand in the list. It never changes.
type listedPerson struct {
	id  string
	row lobby.PersonRow
}

func byName(a, b *listedPerson) int {
	return cmp.Or(cmp.Compare(a.row.Name, b.row.Name), cmp.Compare(a.id, b.id))
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

// come adds a session to those who are here, under the name of the sessions that its
// person has already, or else under the one that is given.
func (x *peopleIndex) come(v *session, name string) {
	person := x.present[v.id]
	if person == nil {
		person = &presentPerson{id: v.id}
		x.present[v.id] = person
		x.call(person, name)
	}
	name = person.name
	v.name.Store(&name)
	person.sessions = append(person.sessions, v)
}

// goAway takes a session from those who are here.
func (x *peopleIndex) goAway(v *session) {
	person := x.present[v.id]
	if person == nil || !slices.Contains(person.sessions, v) {
		return
	}
	person.sessions = slices.DeleteFunc(person.sessions, func(other *session) bool { return other == v })
	if len(person.sessions) == 0 {
		delete(x.present, v.id)
		x.uncall(person)
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

// call gives a person a name.
func (x *peopleIndex) call(person *presentPerson, name string) {
	folded := lobby.FoldName(name)
	x.names.take(folded, person.id)
	if person.name != "" {
		x.uncall(person)
	}
	person.name, person.folded = name, folded
	x.called[folded] = person.id
	for _, v := range person.sessions {
		v.name.Store(&name)
	}
}

// uncall takes a person's name back.
func (x *peopleIndex) uncall(person *presentPerson) {
	x.names.give(person.folded, person.id)
	if x.called[person.folded] == person.id {
		delete(x.called, person.folded)
	}
}

// list puts a person in their place in the list, if anybody is shown that they are
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

// ownRow is somebody who is in this lobby, but for where, if anybody is shown that they
// are.
func (x *peopleIndex) ownRow(id string) (lobby.PersonRow, bool) {
	person := x.present[id]
	if person == nil {
		return lobby.PersonRow{}, false
	}
	shown := func(v *session) bool { return !v.passing && !v.KeepsNothing() }
	at := slices.IndexFunc(person.sessions, shown)
	if at < 0 {
		return lobby.PersonRow{}, false
	}
	return lobby.PersonRow{
		Name: person.name, Guest: person.sessions[at].guest,
		Program: !slices.ContainsFunc(person.sessions, func(v *session) bool { return shown(v) && !v.program }),
	}, true
}

// rowOf is somebody as they stand in the list, in whatever process they are, and whether
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

// visitsOf are the sessions of a person.
func (x *peopleIndex) sessionsOf(id string) []*session {
	if person := x.present[id]; person != nil {
		return person.sessions
	}
	return nil
}

// remoteName is what somebody who is at another process is called there, where nobody
// else is called so here; empty for nobody.
func (x *peopleIndex) remoteName(id string) string {
	row, here := x.remote[id].row()
	if !here || x.names.taken(lobby.FoldName(row.Name), id) {
		return ""
	}
	return row.Name
}

// freeName is the name of a visitor who comes, not to be taken for the name of
// somebody else who is here, nor for what they wish where that belongs to somebody who
// is not. Two sessions of one person have one name, also at two nodes. Seats are the names
// of the seats that the person holds, as they are called on the first of which somebody
// is called who has chosen no name.
func (x *peopleIndex) freeName(v *session, belongs bool, seats []room.Presence, cells int) string {
	wished, chosen := v.Wished()
	if person := x.present[v.id]; person != nil {
		return person.name
	}
	if name := x.remoteName(v.id); name != "" {
		return name
	}
	if !chosen && len(seats) > 0 && seats[0].Name != "" {
		return seats[0].Name
	}
	var own []string
	for _, seat := range seats {
		own = append(own, seat.Folded)
	}
	return x.names.free(wished, v.id, cells, belongs, own)
}

// hear takes what another node tells of a person. It reports whether that is new.
func (x *peopleIndex) hear(node string, n *peer, news lobby.NewsPerson) (changed bool) {
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

// lose forgets that somebody is at another node, and reports whether they were.
func (x *peopleIndex) lose(node string, n *peer, id string) (changed bool) {
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

// seatsMove tells the sessions of somebody that they have a seat at another process, or do
// so no more.
func (x *peopleIndex) seatsMove(id string) {
	for _, v := range x.sessionsOf(id) {
		select {
		case v.seatsMoved <- struct{}{}:
		default:
		}
	}
}

// node returns whether somebody is at this node, and else the other node at which they
// are; empty for none.
func (x *peopleIndex) node(id string) (here bool, node string) {
	if _, here = x.ownRow(id); here {
		return true, ""
	}
	return false, x.remote[id].node()
}

// connected reports whether somebody has a session at any node, on whatever screen.
func (x *peopleIndex) connected(id string) bool {
	return slices.ContainsFunc(x.sessionsOf(id), func(v *session) bool { return !v.passing && !v.slot.isClosed() }) || x.remote[id].node() != ""
}
