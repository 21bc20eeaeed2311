package solver

import (
	"embed"
	"encoding/binary"
	"math/rand/v2"
)

// Tree is what to guess after which answers, as [Grow] and [Open] write it: the number
// of a guess, and for each answer after which there is more of it, the answer, how
// many bytes its own tree has, and these. Where one of Grow ends at most two codes are
// left, or an answer can be right at once for each; one of Open ends after some
// guesses.
type Tree []byte

//go:generate go run ./grow
//go:embed trees openings
var grown embed.FS

// Grown is the tree for a size, a whole one or an opening; there is one for every size
// that the game has.
func Grown(size Size) Tree {
	for _, folder := range []string{"trees/", "openings/"} {
		if text, err := grown.ReadFile(folder + size.String()); err == nil {
			return text
		}
	}
	return nil
}

// guess is the one at the root, and what stands behind it.
func (t Tree) guess() (number int, rest Tree) {
	n, length := binary.Uvarint(t)
	return int(n), t[length:] //nolint:gosec // Grow has written it
}

// after is the tree after an answer to the guess; empty where there is none.
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

// Next is what the tree guesses after these rows, with places and colours renamed
// by chance, but such that the rows are its guesses too: so it goes through the
// whole of a game as if it had been renamed once before it. It is false where the
// tree has come to an end, or the rows are no guesses of it.
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

// naming looks for a way to call places and colours so that our guesses are
// theirs.
type naming struct {
	size   Size
	random *rand.Rand
	ours   []Code
	theirs []Row
	ways   int
	chosen names // one of a number of ways, each equally likely
}

// names are, from 1, what is called how; 0 where that is not said.
type names struct {
	place  [MaxPositions]int
	color  [MaxColors]int
	called [MaxColors]int // by their colour, ours
	used   [MaxPositions]bool
}

// places names the places from one on, and the colours that stand there.
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
			return // any way is as likely
		}
	}
}

// colors names the colours that stand at a place. It reports whether that can be.
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

// rename calls a code by the names that were chosen, and other colours by any
// that are free.
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
