package cluster

import (
	"slices"
	"time"

	"parlor/lobby"
)

// numbering numbers on what a reader is told, one after the other, by a room or a night that
// begins anew with 1 where it has moved.
type numbering[T any] struct {
	about  func(*T) (number *uint64, at time.Time)
	newest uint64 // that was told
	shift  int64  // from the number of a hold to that of the reader
}

func ofLines() numbering[lobby.ChatMessage] {
	return numbering[lobby.ChatMessage]{about: func(line *lobby.ChatMessage) (*uint64, time.Time) { return &line.ID, line.At }}
}

func ofNotes() numbering[lobby.Note] {
	return numbering[lobby.Note]{about: func(note *lobby.Note) (*uint64, time.Time) { return &note.ID, note.At }}
}

// of is the number by which the reader knows what has one at the hold.
func (n *numbering[T]) of(number uint64) uint64 {
	return uint64(max(0, int64(number)+n.shift)) //nolint:gosec // they count what people do
}

// after has what comes next follow what was told, where all of it up to a number is left
// out that the hold has already.
func (n *numbering[T]) after(number uint64) {
	n.shift = int64(n.newest) - int64(number) //nolint:gosec // they count what people do
}

// tell is what the hold says, under the reader's numbers.
func (n *numbering[T]) tell(all []T) []T {
	if n.shift != 0 {
		all = slices.Clone(all) // others read it too
		for i := range all {
			number, _ := n.about(&all[i])
			*number = n.of(*number)
		}
	}
	if len(all) > 0 {
		number, _ := n.about(&all[len(all)-1])
		n.newest = max(n.newest, *number)
	}
	return all
}

// goesOn reports whether some of what a hold says the reader was told before, under the same
// number: then it has not begun anew.
func (n *numbering[T]) goesOn(before, now []T) bool {
	return slices.ContainsFunc(now, func(one T) bool {
		number, at := n.about(&one)
		return slices.ContainsFunc(before, func(other T) bool {
			was, then := n.about(&other)
			return n.of(*number) == *was && at.Equal(then)
		})
	})
}
