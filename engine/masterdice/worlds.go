package masterdice

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"parlor/engine"
)

// Worlds is which codes are left, exactly: of each code those that would have
// given the counts of every row in the view. All codes are alike. Its spots are
// the columns of a code, of the seat that rolled it.
type Worlds struct {
	view   View
	boards []sought
}

// sought is the code of a board.
type sought struct {
	maker  engine.Seat
	hidden bool   // the view does not have it
	left   []Line // all that it can be; one where it is not hidden
}

// NewWorlds is nil for what no game shows to anybody.
func NewWorlds(view View) *Worlds {
	w := &Worlds{view: view}
	for _, b := range view.Boards {
		one := sought{maker: seats - 1 - b.Solver, left: []Line{b.Code}}
		if b.Code == (Line{}) {
			one.hidden, one.left = true, slices.Collect(Consistent(b.Rows))
		}
		if len(one.left) == 0 {
			return nil
		}
		w.boards = append(w.boards, one)
	}
	return w
}

// worlds is NewWorlds for the contract.
func worlds(view View) engine.Worlds {
	if w := NewWorlds(view); w != nil {
		return w
	}
	return nil
}

// Count implements engine.Worlds.
func (w *Worlds) Count() float64 {
	count := 1.0
	for _, one := range w.boards {
		count *= float64(len(one.left))
	}
	return count
}

// Hidden implements engine.Worlds.
func (w *Worlds) Hidden() []engine.Spot {
	var spots []engine.Spot
	for _, one := range w.boards {
		for column := range Columns {
			if one.hidden {
				spots = append(spots, engine.Spot{Seat: one.maker, Place: column + 1})
			}
		}
	}
	return spots
}

// Odds implements engine.Worlds.
func (w *Worlds) Odds(spot engine.Spot) []engine.Odds {
	i := slices.IndexFunc(w.boards, func(one sought) bool { return one.maker == spot.Seat })
	if i < 0 || spot.Place < 1 || spot.Place > Columns {
		return nil
	}
	codes := w.boards[i].left
	var count [Faces + 1]int
	for _, code := range codes {
		count[code[spot.Place-1]]++
	}
	var list []engine.Odds
	for value, n := range count {
		if n > 0 {
			list = append(list, engine.Odds{Value: strconv.Itoa(value), Chance: float64(n) / float64(len(codes))})
		}
	}
	return list
}

// Left are the codes that the one a seat rolled can be, the lowest first. The
// list is new; it is empty for a seat that rolled none.
func (w *Worlds) Left(maker engine.Seat) []Line {
	for _, one := range w.boards {
		if one.maker == maker {
			return slices.Clone(one.left)
		}
	}
	return nil
}

// Sample implements engine.Worlds.
func (w *Worlds) Sample(random *rand.Rand) engine.World {
	world := engine.World{}
	for _, one := range w.boards {
		if !one.hidden {
			continue
		}
		for _, value := range one.left[random.IntN(len(one.left))] {
			world = append(world, strconv.Itoa(value))
		}
	}
	return world
}

// Weigh implements engine.Worlds.
func (w *Worlds) Weigh(world engine.World) float64 {
	rest := world
	for _, one := range w.boards {
		if !one.hidden {
			continue
		}
		if len(rest) < Columns {
			return 0
		}
		var code Line
		for column, text := range rest[:Columns] {
			if len(text) == 1 {
				code[column], _ = parseValue(text[0])
			}
		}
		if !slices.Contains(one.left, code) {
			return 0
		}
		rest = rest[Columns:]
	}
	if len(rest) > 0 {
		return 0
	}
	return 1 / w.Count()
}

// Chance implements engine.Worlds: what is claimed is an answer on the own board.
func (w *Worlds) Chance(action engine.Action) (float64, bool) {
	answer, i, ok := w.claim(action)
	switch {
	case !ok:
		return 0, false
	case slices.Contains(w.boards[i].left, answer):
		return 1 / float64(len(w.boards[i].left)), true
	}
	return 0, true
}

// claim is the answer in an action, and the board that it is for.
func (w *Worlds) claim(action engine.Action) (Line, int, bool) {
	i := w.own()
	chosen, err := parse(action)
	return chosen.line, i, err == nil && chosen.verb == verbSolve && i >= 0
}

// claims are those of an answer: all columns of the code that the other rolled.
func claims(move engine.Move) []engine.Claim {
	chosen, err := parse(move.Action)
	if err != nil || chosen.verb != verbSolve || move.Seat < 0 || move.Seat >= seats {
		return nil
	}
	all := make([]engine.Claim, Columns)
	for column, value := range chosen.line {
		all[column] = engine.Claim{Spot: engine.Spot{Seat: seats - 1 - move.Seat, Place: column + 1}, Value: strconv.Itoa(value)}
	}
	return all
}

// own is the board that the view's seat has still to solve, or negative.
func (w *Worlds) own() int {
	return slices.IndexFunc(w.boards, func(one sought) bool {
		return one.hidden && w.view.Seat != engine.Watcher && one.maker != w.view.Seat
	})
}

// Best implements engine.Worlds: all codes that are left are as likely.
func (w *Worlds) Best() (engine.Action, float64) {
	i := w.own()
	if i < 0 {
		return "", 0
	}
	return Solve(w.boards[i].left[0]), 1 / float64(len(w.boards[i].left))
}

// Why implements engine.Worlds: the rows that rule out an answer, or else those
// from which the codes that are left follow.
func (w *Worlds) Why(action engine.Action) []engine.Fact {
	answer, i, ok := w.claim(action)
	if !ok {
		return nil
	}
	possible := slices.Contains(w.boards[i].left, answer)
	still := func(rows []Row) bool {
		if possible {
			return len(slices.Collect(Consistent(rows))) == len(w.boards[i].left)
		}
		return !Fits(answer, rows)
	}
	var facts []engine.Fact
	for _, fact := range reason(w.view.Boards[i].Rows, still) {
		facts = append(facts, fact)
	}
	return facts
}

// reason is the rows of which none can be left out for those that are left to say
// enough.
func reason(rows []Row, still func([]Row) bool) []Fact {
	facts := make([]Fact, len(rows))
	for i, one := range rows {
		facts[i] = Fact{Number: i + 1, Row: one}
	}
	return engine.Irreducible(facts, func(fewer []Fact) bool {
		left := make([]Row, len(fewer))
		for i := range fewer {
			left[i] = fewer[i].Row
		}
		return still(left)
	})
}

// A Fact is a row on the own board.
type Fact struct {
	Number int // from 1
	Row    Row
}

// String is such as "row 2 b3 y5 equal 1 high 1 low 0".
func (f Fact) String() string {
	return "row " + strconv.Itoa(f.Number) + cellsText(f.Row.Cells) +
		" equal " + strconv.Itoa(f.Row.Equal) + " high " + strconv.Itoa(f.Row.High) + " low " + strconv.Itoa(f.Row.Low)
}

// MarshalText writes what String returns.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
