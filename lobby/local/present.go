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
	listed *listedPerson // nil where nobody is shown that they are here
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
	x.listPerson(person)
}

// goAway takes a visit from those who are here.
func (x *index) goAway(v *visit) {
	person := x.present[v.id]
	if person == nil || !slices.Contains(person.visits, v) {
		return
	}
	person.visits = slices.DeleteFunc(person.visits, func(other *visit) bool { return other == v })
	x.listPerson(person)
	if len(person.visits) == 0 {
		delete(x.present, v.id)
		x.uncall(person)
	}
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
	x.listPerson(person)
}

// uncall takes a person's name back.
func (x *index) uncall(person *presentPerson) {
	x.names.give(person.folded, person.id)
	if x.called[person.folded] == person.id {
		delete(x.called, person.folded)
	}
}

// listPerson puts a person in their place in the list, if anybody is shown that
// they are here.
func (x *index) listPerson(person *presentPerson) {
	var listed *listedPerson
	shown := func(v *visit) bool { return !v.passing && !v.KeepsNothing() }
	at := slices.IndexFunc(person.visits, shown)
	if at >= 0 {
		listed = &listedPerson{person.id, lobby.PersonRow{
			Name: person.name, Guest: person.visits[at].guest, Room: x.where(person.id), Busy: x.busy(person.id),
			Program: !slices.ContainsFunc(person.visits, func(v *visit) bool { return shown(v) && !v.program }),
		}}
	}
	before := person.listed
	if before == listed || before != nil && listed != nil && *before == *listed {
		return
	}
	if before != nil {
		x.people = x.people.without(before)
	}
	if person.listed = listed; listed != nil {
		x.people = x.people.with(listed)
	}
	x.stale.people = true
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
