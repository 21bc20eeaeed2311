package local

import (
	"slices"
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
func (n notes) with(text string, about []string) notes {
	n.noted++
	n.list = append(slices.Clip(n.list), lobby.Note{ID: n.noted, At: time.Now(), Text: text})
	n.about = append(slices.Clip(n.about), about)
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
