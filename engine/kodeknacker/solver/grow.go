package solver

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A Beam limits the search for a tree.
type Beam struct {
	Widths []int // how many guesses are tried to the end, by the number of guesses before; the last entry is for all later ones
	Worst  int   // maximum number of guesses for a code
}

// Grow searches for a tree of guesses that finds all codes with few guesses. After each answer it
// tries the most promising guesses to the end. It returns the tree and the total number of
// guesses over all codes. ok is false if every tree found needs more than beam.Worst guesses for
// some code.
func Grow(size Size, beam Beam) (tree Tree, guesses int, ok bool) {
	g := &grower{size: size, beam: beam, right: size.right(), steps: make([]int, size.Codes()+1)}
	for n := range size.Codes() {
		g.steps[n+1] = int(1000*costOf(float64(n+1))) - int(1000*costOf(float64(n)))
	}
	all := make([]int32, size.Codes())
	for n := range all {
		all[n] = int32(n)
		g.codes = append(g.codes, size.Code(n))
	}
	root, total := g.best(all, 0, 0, never)
	if root == nil {
		return nil, 0, false
	}
	return root.write(nil), total, true
}

// never is more than the guesses of any tree.
const never = 1 << 40

type grower struct {
	size  Size
	beam  Beam
	right Answer
	codes []Code
	steps []int // estimated cost of one more code after the same answer, by the number of codes with the answer, in thousandths of a guess
}

// A branch is a guess and the branches after its answers.
type branch struct {
	guess int32
	next  [answers]*branch
}

// write appends the guess and, for each answer with a branch, the answer, the length of the
// branch, and the branch.
func (b *branch) write(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(b.guess)) //nolint:gosec // a code's number is not below 0
	for answer, next := range b.next {
		if next == nil {
			continue
		}
		text := next.write(nil)
		to = append(to, byte(answer))
		to = binary.AppendUvarint(to, uint64(len(text)))
		to = append(to, text...)
	}
	return to
}

// best returns the branch for a set of codes after depth guesses, and the total number of further
// guesses. It returns nil if the total is not below bound. A set of one or two codes needs no
// branch: they are guessed in order.
func (g *grower) best(set []int32, depth, colors, bound int) (*branch, int) {
	if floor := 2*len(set) - 1; floor >= bound || len(set) > 1 && depth+2 > g.beam.Worst || depth+1 > g.beam.Worst {
		return nil, never
	}
	if len(set) < 3 {
		return nil, 2*len(set) - 1
	}
	if b, pairs := g.apart(set); b != nil && pairs < 2 && depth+2+pairs <= g.beam.Worst {
		return b, 2*len(set) - 1 + pairs
	}
	var found *branch
	width := g.beam.Widths[min(depth, len(g.beam.Widths)-1)]
	for _, guess := range g.promising(set, colors, width) {
		if b, total := g.try(guess, set, depth, colors, bound); total < bound {
			found, bound = b, total
		}
	}
	if found == nil {
		return nil, never
	}
	return found, bound
}

// apart looks for a code of the set whose answers distinguish all other codes, or all but one
// pair. It returns its branch and the number of such pairs. No other guess is better, because a
// guess outside the set that distinguishes all codes needs one guess more.
func (g *grower) apart(set []int32) (found *branch, pairs int) {
	if len(set) > answers/2 {
		return nil, 0
	}
	for _, guess := range set {
		var sizes [answers]int8
		now := 0
		for _, code := range set {
			answer := Judge(g.codes[guess], g.codes[code])
			if sizes[answer]++; sizes[answer] > 1 {
				now++
			}
		}
		if now == 0 {
			return &branch{guess: guess}, 0
		}
		if now == 1 && found == nil {
			found, pairs = &branch{guess: guess}, 1
		}
	}
	return found, pairs
}

// promising returns at most width guesses with the lowest estimated cost for a set. Of guesses
// that split the set alike it returns one, and if a guess distinguishes all codes, only that one.
// colors is the number of colours guessed so far.
func (g *grower) promising(set []int32, colors, width int) []int32 {
	type scored struct {
		guess int32
		cost  int
		sizes [answers]int32
	}
	var top []scored
	for guess := range g.codes {
		if g.colors(int32(guess), colors) < 0 {
			continue
		}
		one, parts := scored{guess: int32(guess)}, 0
		for _, code := range set {
			answer := Judge(g.codes[guess], g.codes[code])
			if one.sizes[answer]++; one.sizes[answer] == 1 {
				parts++
			}
			if answer != g.right {
				one.cost += g.steps[one.sizes[answer]]
			}
		}
		if parts == len(set) {
			return []int32{int32(guess)}
		}
		if len(top) == width && one.cost >= top[width-1].cost || slices.ContainsFunc(top, func(s scored) bool { return s.cost == one.cost && s.sizes == one.sizes }) {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, one, func(a, b scored) int { return cmp.Compare(a.cost, b.cost) })
		top = slices.Insert(top, at, one)
		top = top[:min(len(top), width)]
	}
	guesses := make([]int32, len(top))
	for i := range top {
		guesses[i] = top[i].guess
	}
	return guesses
}

// colors returns the number of colours guessed so far, including guess; before is the number
// without it. It returns -1 if the guess is equivalent to another one: colours that have not been
// guessed are interchangeable, so only guesses that use them in order are tried.
func (g *grower) colors(guess int32, before int) int {
	for place := range g.size.Positions {
		switch color := g.codes[guess].Color(place); {
		case color > before:
			return -1
		case color == before:
			before++
		}
	}
	return before
}

// try returns the branch of a guess for a set of codes, and the total number of guesses.
func (g *grower) try(guess int32, set []int32, depth, colors, bound int) (*branch, int) {
	parts := map[Answer][]int32{}
	for _, code := range set {
		answer := Judge(g.codes[guess], g.codes[code])
		parts[answer] = append(parts[answer], code)
	}
	order := make([]Answer, 0, len(parts))
	total := len(set) // this guess, and at least 2n-1 guesses for n codes with the same answer
	for answer, part := range parts {
		if answer != g.right {
			order = append(order, answer)
			total += 2*len(part) - 1
		}
	}
	slices.SortFunc(order, func(a, b Answer) int {
		return cmp.Or(cmp.Compare(len(parts[b]), len(parts[a])), cmp.Compare(a, b))
	})
	b := &branch{guess: guess}
	for _, answer := range order {
		if total >= bound {
			return nil, never
		}
		part := parts[answer]
		total -= 2*len(part) - 1
		next, more := g.best(part, depth+1, g.colors(guess, colors), bound-total)
		if more == never {
			return nil, never
		}
		b.next[answer] = next
		total += more
	}
	return b, total
}
