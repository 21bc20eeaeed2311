package local

import "slices"

// holds are the rooms where people hold seats. They are not safe for concurrent
// use. No method walks over other people or other rooms.
type holds struct {
	codes  map[string][]string // by identity
	people map[string][]string // identities, by code
}

func newHolds() holds {
	return holds{codes: map[string][]string{}, people: map[string][]string{}}
}

// count is in how many rooms somebody holds a seat.
func (h holds) count(id string) int { return len(h.codes[id]) }

// rooms are the codes of the rooms where somebody holds a seat, in order.
func (h holds) rooms(id string) []string { return slices.Sorted(slices.Values(h.codes[id])) }

// take writes down that somebody holds a seat in a room.
func (h holds) take(id, code string) {
	add(h.codes, id, code)
	add(h.people, code, id)
}

// give undoes take.
func (h holds) give(id, code string) {
	drop(h.codes, id, code)
	drop(h.people, code, id)
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
