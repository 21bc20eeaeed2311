package davinci

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// What is public and who knows what is said again in this file, on purpose: a
// proof of secrecy that asked views or events would believe their mistakes.

// resampleTries bounds how often two unknown tiles are swapped.
const resampleTries = 200

// resample swaps tiles that the seat does not know, as long as every move still
// has the same public outcome. Secret moves of other seats are made anew, so
// that each tile goes in where it went.
func resample(
	first engine.State[View, Event], moves []engine.Move, seat engine.Seat, random *rand.Rand,
) (engine.State[View, Event], []engine.Move) {
	w := world{line: history(first.(state), moves), moves: moves}
	for range resampleTries {
		if other, ok := w.swap(seat, random); ok {
			w = other
		}
	}
	return w.line[0], w.moves
}

// world is a round: the moves, and every state from the first to the one after
// the last move.
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
		s = next.(state)
		line = append(line, s)
	}
	return line
}

// swap swaps two tiles of one colour that the seat does not know at the end,
// and plays the round again from where that matters.
func (w world) swap(seat engine.Seat, random *rand.Rand) (world, bool) {
	end, color := w.line[len(w.line)-1], [...]Color{Black, White}[random.IntN(2)]
	stack := slices.Clone(w.line[0].stacks[color])
	var unknown []int
	for i, value := range stack {
		if !knownTo(end, seat, color, value) {
			unknown = append(unknown, i)
		}
	}
	if len(unknown) < 2 {
		return world{}, false
	}
	random.Shuffle(len(unknown), func(i, j int) { unknown[i], unknown[j] = unknown[j], unknown[i] })
	a, b := unknown[0], unknown[1]
	stack[a], stack[b] = stack[b], stack[a]
	same := 0 // moves before the first of the two tiles is taken
	for same < len(w.moves) && len(w.line[same+1].stacks[color]) > max(a, b) {
		same++
	}
	start := w.line[same]
	start.stacks[color] = stack[:len(start.stacks[color])]
	rest, ok := world{w.line[same:], w.moves[same:]}.follow(seat, start)
	if !ok {
		return world{}, false
	}
	other := world{slices.Clone(w.line[:same]), slices.Concat(w.moves[:same], rest.moves)}
	for i := range other.line {
		other.line[i].stacks[color] = stack[:len(other.line[i].stacks[color])]
	}
	other.line = append(other.line, rest.line...)
	return other, true
}

// knownTo says whether the seat knows at the end where a tile is: it is its
// own, or open, or in a rack when the round is over.
func knownTo(end state, seat engine.Seat, color Color, value Value) bool {
	for owner, r := range end.racks {
		all := slices.Concat(r.tiles, r.pending)
		if r.drawn != nil {
			all = append(all, *r.drawn)
		}
		for _, one := range all {
			if one.color == color && one.value == value {
				return one.open || engine.Seat(owner) == seat || end.phase == PhaseOver
			}
		}
	}
	return false
}

// follow plays the moves from another state than the first. It fails where a
// move is not legal there or anything public differs after it.
func (w world) follow(seat engine.Seat, s state) (world, bool) {
	other := world{line: []state{s}}
	play := func(move engine.Move) bool {
		next, _, err := s.Play(move.Seat, move.Action)
		if err == nil {
			s = next.(state)
			other.line, other.moves = append(other.line, s), append(other.moves, move)
		}
		return err == nil
	}
	for i, move := range w.moves {
		if move.Seat != seat && isPlace(move.Action) {
			continue
		}
		from, to := w.line[i], w.line[i+1]
		for owner := range s.racks {
			if engine.Seat(owner) == seat {
				continue
			}
			for _, gap := range placesBefore(from, to, s, owner) {
				// Where this is refused, the tile goes in elsewhere and the
				// worlds differ; or it stays in hand, and nothing is lost.
				play(engine.Move{Seat: engine.Seat(owner), Action: Place(gap + 1)})
			}
		}
		before := s
		if !play(move) || !sameEntry(from, to, before) || !samePublic(to, s, seat) {
			return world{}, false
		}
	}
	return other, true
}

// sameEntry says whether a drawn tile that the move lets in, from one state to
// the next, goes in at the same place in the other world: everybody sees where.
func sameEntry(from, to, other state) bool {
	strict := other.jokers == StrictJokers
	for owner, was := range from.racks {
		if was.drawn == nil || to.racks[owner].drawn != nil {
			continue
		}
		if now := other.racks[owner]; now.drawn == nil || now.entry(strict) != was.entry(strict) {
			return false
		}
	}
	return true
}

func isPlace(action engine.Action) bool {
	chosen, err := parse(action)
	return err == nil && chosen.verb == "place"
}

// placesBefore are the gaps that the owner of a rack must choose in the other
// world before a move, so that its tiles stand as in this one, where the move
// leads from one state to the next.
func placesBefore(from, to, other state, owner int) []int {
	strict := other.jokers == StrictJokers
	was, is, now := from.racks[owner], to.racks[owner], other.racks[owner]
	switch {
	case other.phase != PhaseSetup:
		if was.drawn == nil || now.drawn == nil || was.entry(strict) == now.gap {
			return nil
		}
		return []int{was.entry(strict)}
	case now.taken < other.need():
		return nil
	case is.out || to.phase == PhaseOver:
		return jokerPlaces(now.tiles, now.pending, strict, func(tiles []tile) bool {
			return slices.EqualFunc(tiles, is.tiles, func(a, b tile) bool { return a.color == b.color && a.value == b.value })
		})
	case is.ready:
		return jokerPlaces(now.tiles, now.pending, strict, func(tiles []tile) bool {
			return slices.EqualFunc(tiles, is.tiles, func(a, b tile) bool { return a.color == b.color })
		})
	}
	return nil
}

// jokerPlaces finds gaps for the jokers so that the rack fits.
func jokerPlaces(tiles, pending []tile, strict bool, fits func([]tile) bool) []int {
	if len(pending) == 0 {
		return nil
	}
	for _, gap := range gaps(tiles, pending[0], strict) {
		placed := slices.Insert(slices.Clone(tiles), gap, pending[0])
		if len(pending) == 1 {
			if fits(placed) {
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

// samePublic compares what the whole table knows of two states, and what the
// seat knows of its own tiles.
func samePublic(a, b state, seat engine.Seat) bool {
	if a.phase != b.phase || a.turn != b.turn || a.winner != b.winner || !slices.Equal(a.scores, b.scores) ||
		len(a.stacks[Black]) != len(b.stacks[Black]) || len(a.stacks[White]) != len(b.stacks[White]) {
		return false
	}
	for owner := range a.racks {
		if !samePublicRack(a.racks[owner], b.racks[owner], a.phase, engine.Seat(owner) == seat) {
			return false
		}
	}
	return true
}

func samePublicRack(a, b rack, phase string, own bool) bool {
	if a.out != b.out || a.ready != b.ready || a.taken != b.taken || (a.drawn == nil) != (b.drawn == nil) {
		return false
	}
	if a.drawn != nil && (a.drawn.color != b.drawn.color || (own && a.drawn.value != b.drawn.value)) {
		return false
	}
	if phase == PhaseSetup && !own && !a.out {
		return true // colours taken follow from the moves
	}
	if len(a.tiles) != len(b.tiles) || len(a.pending) != len(b.pending) {
		return false
	}
	for i, x := range a.tiles {
		y := b.tiles[i]
		known := own || x.open || phase == PhaseOver
		if x.color != y.color || x.open != y.open || x.not != y.not || (known && x.value != y.value) {
			return false
		}
	}
	return true
}
