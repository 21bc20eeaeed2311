package local

// holds are the rooms where people hold seats. They belong to the lobby's mu. No
// method walks over other people or other rooms.
type holds struct {
	codes  map[string]map[string]struct{} // by identity
	people map[string]map[string]struct{} // identities, by code
}

func newHolds() holds {
	return holds{codes: map[string]map[string]struct{}{}, people: map[string]map[string]struct{}{}}
}

// count is in how many rooms somebody holds a seat.
func (h holds) count(id string) int { return len(h.codes[id]) }

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
	for id := range h.people[code] {
		drop(h.codes, id, code)
	}
	delete(h.people, code)
}

func add(sets map[string]map[string]struct{}, key, item string) {
	if sets[key] == nil {
		sets[key] = map[string]struct{}{}
	}
	sets[key][item] = struct{}{}
}

func drop(sets map[string]map[string]struct{}, key, item string) {
	if delete(sets[key], item); len(sets[key]) == 0 {
		delete(sets, key)
	}
}
