package davinci

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
	"parlor/engine/kit"
)

// This file states independently what is public and what each seat knows. A test of secrecy that
// used views or events would repeat their mistakes.

// resampleTries is the maximum number of swaps that are tried.
const resampleTries = 200

// resample swaps tiles that the seat does not know as long as every move still has the same public
// outcome. It replaces the secret moves of other seats so that each tile is added where it was.
func resample(
	first engine.State[View, Event], moves []engine.Move, seat engine.Seat, random *rand.Rand,
) (engine.State[View, Event], []engine.Move) {
	w := world{line: history(*first.(*state), moves), moves: moves}
	for range resampleTries {
		if other, ok := w.swap(seat, random); ok {
			w = other
		}
	}
	return &w.line[0], w.moves
}

// world is a round: its moves, and all states from the first one to that after the last move.
type world struct {
	line  []state
	moves []engine.Move
}

func history(s state, moves []engine.Move) []state {
	line := []state{s}
	for _, move := range moves {
		next, _, err := s.Play(move.Seat, move.Action)
		if err != nil {
			panic("davinci: a move to resample was never played: " + err.Error())
		}
		s = *next.(*state)
		line = append(line, s)
	}
	return line
}

// swap swaps two tiles of one colour that the seat does not know at the end, and plays the round
// again from there.
func (w world) swap(seat engine.Seat, random *rand.Rand) (world, bool) {
	end, color := w.line[len(w.line)-1], [...]Color{Black, White}[random.IntN(2)]
	stack := w.line[0].stacks[color]
	var unknown []int
	for i, id := range stack[:w.line[0].left[color]] {
		if !knownTo(end, seat, id) {
			unknown = append(unknown, i)
		}
	}
	if len(unknown) < 2 {
		return world{}, false
	}
	random.Shuffle(len(unknown), func(i, j int) { unknown[i], unknown[j] = unknown[j], unknown[i] })
	a, b := unknown[0], unknown[1]
	stack[a], stack[b] = stack[b], stack[a]
	same := 0 // number of moves before the first of the two tiles is taken
	for same < len(w.moves) && w.line[same+1].left[color] > max(a, b) {
		same++
	}
	start := w.line[same]
	start.stacks[color] = stack
	rest, ok := world{w.line[same:], w.moves[same:]}.follow(seat, start)
	if !ok {
		return world{}, false
	}
	other := world{slices.Clone(w.line[:same]), slices.Concat(w.moves[:same], rest.moves)}
	for i := range other.line {
		other.line[i].stacks[color] = stack
	}
	other.line = append(other.line, rest.line...)
	return other, true
}

// knownTo reports whether the seat knows the position of a tile at the end: it is its own, or open,
// or in a rack of a finished round.
func knownTo(end state, seat engine.Seat, id tileID) bool {
	for owner := range engine.Seat(end.seats) {
		r := &end.racks[owner]
		at := slices.IndexFunc(r.tiles[:r.n], func(one tile) bool { return one.id == id })
		if at >= 0 && r.tiles[at].open {
			return true
		}
		if at >= 0 || slices.Contains(end.setup[owner].pending, id) || int(owner) == end.turn && end.hand == id {
			return owner == seat || end.phase == isOver
		}
	}
	return false
}

// follow plays the moves from another first state. It fails if a move is illegal or has another
// public outcome.
func (w world) follow(seat engine.Seat, s state) (world, bool) {
	other := world{line: []state{s}}
	play := func(move engine.Move) bool {
		next, _, err := s.Play(move.Seat, move.Action)
		if err == nil {
			s = *next.(*state)
			other.line, other.moves = append(other.line, s), append(other.moves, move)
		}
		return err == nil
	}
	for i, move := range w.moves {
		if move.Seat != seat && isPlace(move.Action) {
			continue
		}
		from, to := w.line[i], w.line[i+1]
		for owner := range engine.Seat(s.seats) {
			if owner == seat {
				continue
			}
			for _, gap := range placesBefore(from, to, s, owner) {
				// If this is refused, either the tile is added elsewhere and the worlds differ, or
				// it stays drawn and nothing changes.
				play(engine.Move{Seat: owner, Action: Place(gap + 1)})
			}
		}
		before := s
		if !play(move) || !sameEntry(from, to, before) || !samePublic(to, s, seat) {
			return world{}, false
		}
	}
	return other, true
}

// sameEntry reports whether a drawn tile that a move adds is added at the same position in the
// other world, because all players see the position.
func sameEntry(from, to, other state) bool {
	return from.hand == noTile || to.hand != noTile || other.hand != noTile && other.gap == from.gap
}

func isPlace(action engine.Action) bool {
	words := kit.Split(action)
	return len(words) > 0 && words[0] == "place"
}

// placesBefore returns the gaps that the owner of a rack must choose in the other world before a
// move, so that its tiles have the same positions as in this one.
func placesBefore(from, to, other state, owner engine.Seat) []int {
	own := other.setup[owner]
	switch {
	case other.phase != inSetup:
		if int(owner) != from.turn || from.hand == noTile || other.hand == noTile || from.gap == other.gap && !other.mustPlace(owner) {
			return nil
		}
		return []int{from.gap}
	case own.taken < other.need():
		return nil
	case to.racks[owner].out || to.phase == isOver:
		return jokerPlaces(other.racks[owner], own.pending, other.strict, func(r *rack) bool {
			return sameTiles(r, &to.racks[owner], func(a, b tile) bool { return a.id == b.id })
		})
	case to.setup[owner].ready:
		return jokerPlaces(other.racks[owner], own.pending, other.strict, func(r *rack) bool {
			return sameTiles(r, &to.racks[owner], func(a, b tile) bool { return a.color == b.color })
		})
	}
	return nil
}

func sameTiles(a, b *rack, same func(a, b tile) bool) bool {
	return slices.EqualFunc(a.tiles[:a.n], b.tiles[:b.n], same)
}

// jokerPlaces returns gaps for the jokers so that the rack satisfies fits.
func jokerPlaces(r rack, pending []tileID, strict bool, fits func(*rack) bool) []int {
	if len(pending) == 0 {
		return nil
	}
	for _, gap := range bitsOf(r.gaps(pending[0], strict)) {
		placed := r
		placed.insert(gap, tile{id: pending[0], color: pending[0].color()})
		if len(pending) == 1 {
			if fits(&placed) {
				return []int{gap}
			}
			continue
		}
		if rest := jokerPlaces(placed, pending[1:], strict, fits); rest != nil {
			return append([]int{gap}, rest...)
		}
	}
	return nil
}

// samePublic compares the public parts of two states, and what the seat knows of its own tiles.
func samePublic(a, b state, seat engine.Seat) bool {
	if a.phase != b.phase || a.turn != b.turn || a.winner != b.winner || a.scores != b.scores || a.left != b.left || (a.hand == noTile) != (b.hand == noTile) {
		return false
	}
	if a.hand != noTile && (a.hand.color() != b.hand.color() || int(seat) == a.turn && a.hand != b.hand) {
		return false
	}
	for owner := range engine.Seat(a.seats) {
		was, is := a.setup[owner], b.setup[owner]
		if was.ready != is.ready || was.taken != is.taken || !samePublicRack(&a.racks[owner], &b.racks[owner], a.phase, owner == seat, len(was.pending) == len(is.pending)) {
			return false
		}
	}
	return true
}

func samePublicRack(a, b *rack, phase phase, own, samePending bool) bool {
	switch {
	case a.out != b.out:
		return false
	case phase == inSetup && !own && !a.out:
		return true // the colours follow from the moves
	}
	return samePending && sameTiles(a, b, func(x, y tile) bool {
		known := own || x.open || phase == isOver
		return x.color == y.color && x.open == y.open && x.not == y.not && (!known || x.id == y.id)
	})
}
