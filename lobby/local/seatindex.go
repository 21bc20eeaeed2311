package local

import (
	"slices"

	"parlor/prose"
)

// holds are the rooms where people hold seats. They are not safe for concurrent
// use. No method walks over other people or other rooms.
type holds struct {
	codes  map[string][]string // by identity
	people map[string][]string // identities, by code
}

func newHolds() holds {
	return holds{codes: map[string][]string{}, people: map[string][]string{}}
}

// rooms are the codes of the rooms where a player holds a seat, in order.
func (h holds) rooms(id string) []string { return slices.Sorted(slices.Values(h.codes[id])) }

// take notes that a player holds a seat in a room.
func (h holds) take(id, code string) {
	add(h.codes, id, code)
	add(h.people, code, id)
}

// takeAll notes that people hold seats in a room.
func (h holds) takeAll(ids []string, code string) {
	for _, id := range ids {
		h.take(id, code)
	}
}

// give undoes take.
func (h holds) give(id, code string) {
	drop(h.codes, id, code)
	drop(h.people, code, id)
}

// newcomerRooms is in how many rooms a newcomer holds a seat.
const newcomerRooms = 1

// refuse refuses a player a seat who holds as many as they may, of at most
// most for others than newcomers.
func (h holds) refuse(id string, isNew bool, most int) error {
	switch held := len(h.codes[id]); {
	case held >= most:
		return prose.Refuse("You have a seat in {n} rooms already. Leave one of them first.", prose.N(most))
	case isNew && held >= newcomerRooms:
		return prose.Refuse("You are new here, so you can have a seat in one room at a time. Leave the other one first. That ends once you have finished a match and a day has passed.")
	}
	return nil
}

// forget takes all seats of a room back.
func (h holds) forget(code string) {
	for _, id := range h.people[code] {
		drop(h.codes, id, code)
	}
	delete(h.people, code)
}

// add adds an item to a set, unless it is there.
func add(sets map[string][]string, key, item string) {
	if !slices.Contains(sets[key], item) {
		sets[key] = append(sets[key], item)
	}
}

// drop takes an item out of a set.
func drop(sets map[string][]string, key, item string) {
	sets[key] = slices.DeleteFunc(sets[key], func(other string) bool { return other == item })
	if len(sets[key]) == 0 {
		delete(sets, key)
	}
}
