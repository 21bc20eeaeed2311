package local

import (
	"cmp"
	"slices"

	"parlor/lobby"
)

// presentPerson is somebody who is here, with all visits of theirs. It belongs to
// the lobby's mu.
type presentPerson struct {
	id     string
	name   string
	folded string // the name as others could mistake it
	visits []*visit
}

// listedPerson is a person as they stand in the list. It never changes.
type listedPerson struct {
	id  string
	row lobby.PersonRow
}

func byName(a, b *listedPerson) int {
	return cmp.Or(cmp.Compare(a.row.Name, b.row.Name), cmp.Compare(a.id, b.id))
}

// come adds a visit to those who are here, under the name of the visits that its
// person has already, or else under the one that is given.
func (x *index) come(v *visit, name string) {
	person := x.present[v.id]
	if person == nil {
		person = &presentPerson{id: v.id}
		x.present[v.id] = person
		x.call(person, name)
	}
	v.name = person.name
	person.visits = append(person.visits, v)
	x.listPerson(person.id)
}

// goAway takes a visit from those who are here.
func (x *index) goAway(v *visit) {
	person := x.present[v.id]
	if person == nil || !slices.Contains(person.visits, v) {
		return
	}
	person.visits = slices.DeleteFunc(person.visits, func(other *visit) bool { return other == v })
	x.listPerson(person.id)
	if len(person.visits) == 0 {
		delete(x.present, v.id)
		x.uncall(person)
	}
}

// callee is who is listed under a folded name, here or at another process; empty for
// nobody.
func (x *index) callee(folded string) string {
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
func (x *index) call(person *presentPerson, name string) {
	folded := lobby.FoldName(name)
	x.names.take(folded, person.id)
	if person.name != "" {
		x.uncall(person)
	}
	person.name, person.folded = name, folded
	x.called[folded] = person.id
	for _, v := range person.visits {
		v.name = name
	}
	x.stale.own[person.id] = struct{}{}
	x.listPerson(person.id)
}

// uncall takes a person's name back.
func (x *index) uncall(person *presentPerson) {
	x.names.give(person.folded, person.id)
	if x.called[person.folded] == person.id {
		delete(x.called, person.folded)
	}
}

// listPerson puts a person in their place in the list, if anybody is shown that
// they are here, or at another process, and tells others of them.
func (x *index) listPerson(id string) {
	x.tellPerson(id)
	var listed *listedPerson
	if row, here := x.rowOf(id); here {
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
	x.stale.people = true
}

// ownRow is somebody who is in this lobby, but for where, if anybody is shown that they
// are.
func (x *index) ownRow(id string) (lobby.PersonRow, bool) {
	person := x.present[id]
	if person == nil {
		return lobby.PersonRow{}, false
	}
	shown := func(v *visit) bool { return !v.passing && !v.KeepsNothing() }
	at := slices.IndexFunc(person.visits, shown)
	if at < 0 {
		return lobby.PersonRow{}, false
	}
	return lobby.PersonRow{
		Name: person.name, Guest: person.visits[at].guest,
		Program: !slices.ContainsFunc(person.visits, func(v *visit) bool { return shown(v) && !v.program }),
	}, true
}

// rowOf is somebody as they stand in the list, in whatever process they are, and whether
// they do.
func (x *index) rowOf(id string) (row lobby.PersonRow, here bool) {
	row, here = x.ownRow(id)
	others := x.away.people[id]
	if !here {
		row, here = others.row()
	}
	if !here {
		return lobby.PersonRow{}, false
	}
	row.Room, row.Busy = x.where(id), x.busy(id)
	others.addWhere(&row)
	return row, true
}

// connected reports whether somebody has a session in any process, on whatever screen.
func (x *index) connected(id string) bool {
	return slices.ContainsFunc(x.visitsOf(id), (*visit).stays) || x.away.people[id].node() != ""
}

// stays reports whether a visit is a session that goes on, and no command.
func (v *visit) stays() bool {
	select {
	case <-v.gone:
		return false
	default:
		return !v.passing
	}
}

// busy reports whether somebody is in a room.
func (x *index) busy(id string) bool {
	return slices.ContainsFunc(x.inside[id], func(code string) bool { return x.infos[code].People[id].Here })
}

// where is the code of the public room that somebody is in: of several the one
// that stands first in the hall.
func (x *index) where(id string) string {
	var first *listedRoom
	for _, code := range x.inside[id] {
		room := x.listed[code]
		if room.public && x.infos[code].People[id].Here && (first == nil || byInterest(*room.seen, *first.seen) < 0) {
			first = room
		}
	}
	if first == nil {
		return ""
	}
	return first.code
}

// ownNames are the folded names of the seats that somebody holds.
func (x *index) ownNames(id string) []string {
	var own []string
	for _, code := range x.inside[id] {
		if p := x.infos[code].People[id]; p.Seated {
			own = append(own, p.Folded)
		}
	}
	return own
}

// seatName is what somebody is called on a seat that they hold; empty where they
// hold none.
func (x *index) seatName(id string) string {
	for _, code := range x.inside[id] {
		if p := x.infos[code].People[id]; p.Seated {
			return p.Name
		}
	}
	return ""
}

// visitsOf are the visits of a person.
func (x *index) visitsOf(id string) []*visit {
	if person := x.present[id]; person != nil {
		return person.visits
	}
	return nil
}

// awayName is what somebody who is at another process is called there, where nobody
// else is called so here; empty for nobody.
func (x *index) awayName(id string) string {
	row, here := x.away.people[id].row()
	if !here || x.names.taken(lobby.FoldName(row.Name), id) {
		return ""
	}
	return row.Name
}
