package cluster

import (
	"slices"
	"time"

	"parlor/lobby"
)

// numbers number on what a reader is told, one after the other, by a room or a night that
// begins anew with 1 where it has moved.
type numbers struct {
	newest uint64 // that was told
	shift  int64  // from the number of a hold to that of the reader
}

// of is the number by which the reader knows what has one at the hold.
func (n *numbers) of(number uint64) uint64 {
	return uint64(max(0, int64(number)+n.shift)) //nolint:gosec // they count what people do
}

// after has what comes next follow what was told, where all of it up to a number is left
// out that the hold has already.
func (n *numbers) after(number uint64) {
	n.shift = int64(n.newest) - int64(number) //nolint:gosec // they count what people do
}

// lines are what was said, under the reader's numbers.
func (n *numbers) lines(said []lobby.Line) []lobby.Line {
	if n.shift != 0 {
		said = slices.Clone(said) // others read it too
		for i := range said {
			said[i].ID = n.of(said[i].ID)
		}
	}
	if len(said) > 0 {
		n.newest = max(n.newest, said[len(said)-1].ID)
	}
	return said
}

// notes are what was noted, under the reader's numbers.
func (n *numbers) notes(noted []lobby.Note) []lobby.Note {
	if n.shift != 0 {
		noted = slices.Clone(noted)
		for i := range noted {
			noted[i].ID = n.of(noted[i].ID)
		}
	}
	if len(noted) > 0 {
		n.newest = max(n.newest, noted[len(noted)-1].ID)
	}
	return noted
}

// goOn reports whether some of what the hold says now the reader was told before, under the
// same number: then it has not begun anew.
func goOn[T any](n *numbers, before, now []T, told func(T) (number uint64, at time.Time)) bool {
	return slices.ContainsFunc(now, func(one T) bool {
		number, at := told(one)
		return slices.ContainsFunc(before, func(other T) bool {
			was, then := told(other)
			return n.of(number) == was && at.Equal(then)
		})
	})
}

func ofLine(line lobby.Line) (number uint64, at time.Time) { return line.ID, line.At }

func ofNote(note lobby.Note) (number uint64, at time.Time) { return note.ID, note.At }
