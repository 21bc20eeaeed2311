package solver

import (
	"embed"
	"encoding/binary"
	"math/rand/v2"
)

// A Tree is a sequence of guesses that depends on the answers, as [Grow] and [Open] encode it:
// the number of the guess, and for each answer with a subtree, the answer, the length of the
// subtree in bytes, and the subtree. Where a tree of Grow ends, at most two codes are left, or
// the next guess is certain after each answer. A tree of Open ends after some guesses.
type Tree []byte

//go:generate go run ./grow
//go:embed trees openings
var grown embed.FS

// Grown returns the tree of a size: a whole tree or an opening. Every size of the game has one.
func Grown(size Size) Tree {
	for _, folder := range []string{"trees/", "openings/"} {
		if text, err := grown.ReadFile(folder + size.String()); err == nil {
			return text
		}
	}
	return nil
}

// guess returns the number of the first guess and the encoded subtrees.
func (t Tree) guess() (number int, rest Tree) {
	n, length := binary.Uvarint(t)
	return int(n), t[length:] //nolint:gosec // Grow has written it
}

// after returns the tree after an answer to the guess, or nil if there is none.
func (t Tree) after(answer Answer) Tree {
	_, rest := t.guess()
	for len(rest) > 0 {
		size, length := binary.Uvarint(rest[1:])
		own, others := 1+length, 1+length+int(size) //nolint:gosec // Grow has written it
		if Answer(rest[0]) == answer {
			return rest[own:others]
		}
		rest = rest[others:]
	}
	return nil
}

// Next returns the next guess of the tree after the rows of a board. Places and colours are
// renamed at random, but so that the rows are guesses of the tree; the whole game is then as if
// they had been renamed once at its start. Next reports false if the tree has ended or the rows
// are not its guesses.
func (t Tree) Next(board Board, random *rand.Rand) (Code, bool) {
	n := naming{size: board.Size, random: random, theirs: board.Rows}
	for _, row := range board.Rows {
		if len(t) == 0 {
			return Code{}, false
		}
		number, _ := t.guess()
		n.ours = append(n.ours, board.Size.Code(number))
		t = t.after(row.Answer)
	}
	if len(t) == 0 {
		return Code{}, false
	}
	n.places(0, names{})
	if n.ways == 0 {
		return Code{}, false
	}
	number, _ := t.guess()
	return n.rename(board.Size.Code(number)), true
}

// A naming searches for a renaming of places and colours that turns our guesses into theirs.
type naming struct {
	size   Size
	random *rand.Rand
	ours   []Code
	theirs []Row
	ways   int
	chosen names // one of all possible ways, all equally likely
}

// names has new numbers from 1 on; 0 means not chosen yet.
type names struct {
	place  [MaxPositions]int
	color  [MaxColors]int
	called [MaxColors]int // inverse of color
	used   [MaxPositions]bool
}

// places assigns the places from one on, and the colours at them.
func (n *naming) places(from int, now names) {
	if from == n.size.Positions {
		if n.ways++; n.random.IntN(n.ways) == 0 {
			n.chosen = now
		}
		return
	}
	for _, to := range n.random.Perm(n.size.Positions) {
		if now.used[to] {
			continue
		}
		next := now
		next.used[to], next.place[from] = true, to+1
		if !n.colors(&next, from, to) {
			continue
		}
		n.places(from+1, next)
		if len(n.theirs) == 0 {
			return // all ways are equally likely
		}
	}
}

// colors assigns the colours at a place. It reports whether that is possible.
func (n *naming) colors(now *names, from, to int) bool {
	for i := range n.ours {
		our, their := n.ours[i].Color(from), n.theirs[i].Guess.Color(to)
		if now.color[our] == 0 && now.called[their] == 0 {
			now.color[our], now.called[their] = their+1, our+1
		}
		if now.color[our] != their+1 || now.called[their] != our+1 {
			return false
		}
	}
	return true
}

// rename renames a code. It assigns colours that have no new number at random.
func (n *naming) rename(code Code) Code {
	free := n.random.Perm(n.size.Colors)
	for our := range n.size.Colors {
		for i := 0; n.chosen.color[our] == 0; i++ {
			if their := free[i]; n.chosen.called[their] == 0 {
				n.chosen.color[our], n.chosen.called[their] = their+1, our+1
			}
		}
	}
	var renamed Code
	for from := range n.size.Positions {
		renamed.put(n.chosen.place[from]-1, n.chosen.color[code.Color(from)]-1)
	}
	return renamed
}
