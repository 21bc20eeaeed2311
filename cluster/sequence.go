package cluster

import (
	"slices"
	"time"

	"parlor/lobby"
)

// sequence maps the numbers of a room or game night, which start from 1 after each move, to numbers that keep growing
// for the reader.
type sequence[T any] struct {
	about  func(*T) (number *uint64, at time.Time)
	newest uint64 // highest number shown
	shift  int64  // added to a node's number to get the reader's
}

func chatSequence() sequence[lobby.ChatMessage] {
	return sequence[lobby.ChatMessage]{about: func(line *lobby.ChatMessage) (*uint64, time.Time) { return &line.ID, line.At }}
}

func noteSequence() sequence[lobby.Note] {
	return sequence[lobby.Note]{about: func(note *lobby.Note) (*uint64, time.Time) { return &note.ID, note.At }}
}

// numberOf returns the reader's number for a number of the node.
func (n *sequence[T]) numberOf(number uint64) uint64 {
	return uint64(max(0, int64(number)+n.shift)) //nolint:gosec // they count what people do
}

// continueAfter makes later items follow those shown so far. Items of the new node up to number are skipped.
func (n *sequence[T]) continueAfter(number uint64) {
	n.shift = int64(n.newest) - int64(number) //nolint:gosec // they count what people do
}

// renumber returns items of the node with the reader's numbers.
func (n *sequence[T]) renumber(all []T) []T {
	if n.shift != 0 {
		all = slices.Clone(all) // shared with other readers
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

// continues reports whether the node still shows items that were shown before under the same numbers, that is,
// whether numbering has not restarted.
func (n *sequence[T]) continues(before, now []T) bool {
	return slices.ContainsFunc(now, func(one T) bool {
		number, at := n.about(&one)
		return slices.ContainsFunc(before, func(other T) bool {
			was, then := n.about(&other)
			return n.numberOf(*number) == *was && at.Equal(then)
		})
	})
}
