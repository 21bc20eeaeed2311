package cluster

import (
	"slices"
	"time"

	"parlor/lobby"
)

// sequence renumbers what a room or a game night numbers from 1 again after it has moved, so
// that the numbers of a reader go on.
type sequence[T any] struct {
	about  func(*T) (number *uint64, at time.Time)
	newest uint64 // that was told
	shift  int64  // from the number at the node to that of the reader
}

func chatSequence() sequence[lobby.ChatMessage] {
	return sequence[lobby.ChatMessage]{about: func(line *lobby.ChatMessage) (*uint64, time.Time) { return &line.ID, line.At }}
}

func noteSequence() sequence[lobby.Note] {
	return sequence[lobby.Note]{about: func(note *lobby.Note) (*uint64, time.Time) { return &note.ID, note.At }}
}

// numberOf is the reader's number of what has a number at the node.
func (n *sequence[T]) numberOf(number uint64) uint64 {
	return uint64(max(0, int64(number)+n.shift)) //nolint:gosec // they count what people do
}

// continueAfter has what comes next follow what was shown. Of the new node, what has a number
// up to this one is left out.
func (n *sequence[T]) continueAfter(number uint64) {
	n.shift = int64(n.newest) - int64(number) //nolint:gosec // they count what people do
}

// renumber returns what the node shows, under the reader's numbers.
func (n *sequence[T]) renumber(all []T) []T {
	if n.shift != 0 {
		all = slices.Clone(all) // others read it too
		for i := range all {
			number, _ := n.about(&all[i])
			*number = n.numberOf(*number)
		}
	}
	if len(all) > 0 {
		number, _ := n.about(&all[len(all)-1])
		n.newest = max(n.newest, *number)
	}
	return all
}

// continues reports whether some of what a node shows was shown before, under the same number:
// then the numbers have not begun again.
func (n *sequence[T]) continues(before, now []T) bool {
	return slices.ContainsFunc(now, func(one T) bool {
		number, at := n.about(&one)
		return slices.ContainsFunc(before, func(other T) bool {
			was, then := n.about(&other)
			return n.numberOf(*number) == *was && at.Equal(then)
		})
	})
}
