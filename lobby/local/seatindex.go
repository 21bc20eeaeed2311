package local

import (
	"slices"

	"parlor/prose"
)

// seatIndex records the rooms where people have seats. It is not safe for concurrent use.
// All methods run in time independent of the number of other people and rooms.
type seatIndex struct {
	codes  map[string][]string // by identity
	people map[string][]string // identities, by code
}

func newSeatIndex() seatIndex {
	return seatIndex{codes: map[string][]string{}, people: map[string][]string{}}
}

// rooms returns the sorted codes of the rooms where a player has a seat.
func (h seatIndex) rooms(id string) []string { return slices.Sorted(slices.Values(h.codes[id])) }

// take records that a player has a seat in a room.
func (h seatIndex) take(id, code string) {
	add(h.codes, id, code)
	add(h.people, code, id)
}

// takeAll records the seats of several players in a room.
func (h seatIndex) takeAll(ids []string, code string) {
	for _, id := range ids {
		h.take(id, code)
	}
}

// give undoes take.
func (h seatIndex) give(id, code string) {
	drop(h.codes, id, code)
	drop(h.people, code, id)
}

// newcomerRooms is the number of rooms in which a newcomer may have a seat.
const newcomerRooms = 1

// refuse returns an error if the player may not take another seat. most is the limit for
// players who are not newcomers.
func (h seatIndex) refuse(id string, isNew bool, most int) error {
	switch held := len(h.codes[id]); {
	case held >= most:
		return prose.Refuse("You have a seat in {n} rooms already. Leave one of them first.", prose.N(most))
	case isNew && held >= newcomerRooms:
		return prose.Refuse("New players can hold one seat at a time; leave the other room first. This limit ends one day after your first finished match.")
	}
	return nil
}

// forget removes all seats of a room.
func (h seatIndex) forget(code string) {
	for _, id := range h.people[code] {
		drop(h.codes, id, code)
	}
	delete(h.people, code)
}

// add adds an item to a set.
func add(sets map[string][]string, key, item string) {
	if !slices.Contains(sets[key], item) {
		sets[key] = append(sets[key], item)
	}
}

// drop removes an item from a set.
func drop(sets map[string][]string, key, item string) {
	sets[key] = slices.DeleteFunc(sets[key], func(other string) bool { return other == item })
	if len(sets[key]) == 0 {
		delete(sets, key)
	}
}
