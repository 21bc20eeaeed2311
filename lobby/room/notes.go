package room

import (
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// maxNotes is how much of what happened a room remembers. Each note names at most
// everybody at a table.
const maxNotes = 50

// notes are what happened in a room beside the play, the newest of it. They are
// a value: what a reader was given stays as it was.
type notes struct {
	noted uint64 // so far
	list  []lobby.Note
	about [][]string // identities of those who are named, by note, which nobody is shown
}

// with adds a note about the people with these identities.
func (n notes) with(at time.Time, text prose.Text, about []string) notes {
	n.noted++
	n.list = slices.Concat(n.list, []lobby.Note{{ID: n.noted, At: at, Text: text}})
	n.about = slices.Concat(n.about, [][]string{about})
	drop := max(0, len(n.list)-maxNotes)
	n.list, n.about = n.list[drop:], n.about[drop:]
	return n
}

// without are the notes that name none of these identities.
func (n notes) without(ids []string) notes {
	left := notes{noted: n.noted}
	for i, note := range n.list {
		if !slices.ContainsFunc(n.about[i], func(id string) bool { return slices.Contains(ids, id) }) {
			left.list, left.about = append(left.list, note), append(left.about, n.about[i])
		}
	}
	return left
}

// noteDown adds a note of what happened. Whoever is named in it is noted beside
// it.
func (s *state) noteDown(at time.Time, text prose.Text) {
	s.notes = s.notes.with(at, text, s.called(text.Names()))
}

// called are the identities of those at the table who have one of these names.
func (s *state) called(names []string) (ids []string) {
	named := func(id, name string) {
		if slices.Contains(names, name) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	s.seating.people(func(id, name string, handle *Handle) {
		named(id, name)
		if handle != nil {
			named(id, handle.name)
		}
	})
	for _, w := range s.watch.watchers {
		named(w.guest.ID(), w.name)
	}
	return ids
}
