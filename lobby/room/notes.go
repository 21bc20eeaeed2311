package room

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parlor/lobby"
)

// maxNotes is how much of what happened a room remembers, and maxNoteCells how
// wide each note is: one that names everybody at the largest table fits.
const (
	maxNotes     = 50
	maxNoteCells = 400
)

// notes are what happened in a room beside the play, the newest of it. They are
// a value: what a reader was given stays as it was.
type notes struct {
	noted uint64 // so far
	list  []lobby.Note
	about [][]string // identities of those who are named, by note, which nobody is shown
}

// with adds a note about the people with these identities.
func (n notes) with(at time.Time, text string, about []string) notes {
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
func (s *state) noteDown(at time.Time, format string, args ...any) {
	text := lobby.CleanText(fmt.Sprintf(format, args...), maxNoteCells)
	s.notes = s.notes.with(at, text, s.namedIn(text))
}

// namedIn are the identities of those at the table whose name occurs in a text.
func (s *state) namedIn(text string) (ids []string) {
	named := func(id string, names ...string) {
		if slices.ContainsFunc(names, func(name string) bool { return name != "" && strings.Contains(text, name) }) {
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
