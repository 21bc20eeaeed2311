package kit

import (
	"cmp"
	"slices"

	"parlor/engine"
)

// A Table is the position of a game: the state of the game and what all games have. The verbs of
// a game get a copy that they may change.
type Table[S any, E engine.GameEvent] struct {
	State S
	Setup engine.Setup

	log      []E
	told     []E         // events of the action being played
	turn     engine.Seat // only if seats decide in turn
	passed   bool        // whether the action being played has set turn
	over     bool
	out      []bool        // by seat
	resigned engine.Seat   // the last seat that resigned, or engine.Watcher
	points   []float64     // by seat; nil if no seat has scored
	winners  []engine.Seat // of a finished game
	late     []int         // number of time-outs by seat
}

// Tell adds a public event.
func (t *Table[S, E]) Tell(events ...E) { t.told = append(t.told, events...) }

// Log returns all public events since the game began. The slice is new and never nil.
func (t *Table[S, E]) Log() []E { return append(append([]E{}, t.log...), t.told...) }

// Pass gives the turn to a seat, which may already have it. If an action does not call Pass, the
// turn goes to the next seat clockwise that is in the game.
func (t *Table[S, E]) Pass(seat engine.Seat) { t.turn, t.passed = seat, true }

// After returns the next seat clockwise that is in the game. At least one seat must be.
func (t *Table[S, E]) After(seat engine.Seat) engine.Seat {
	for range t.out {
		if seat = (seat + 1) % engine.Seat(len(t.out)); !t.out[seat] {
			break
		}
	}
	return seat
}

// Points returns the points so far by seat. The slice is new.
func (t *Table[S, E]) Points() []float64 {
	points := make([]float64, len(t.out))
	copy(points, t.points)
	return points
}

// Score adds to the points of a seat.
func (t *Table[S, E]) Score(seat engine.Seat, points float64) {
	if t.points = slices.Clone(t.points); t.points == nil {
		t.points = make([]float64, len(t.out))
	}
	t.points[seat] += points
}

// Out removes a seat from the game. When one seat remains, the game ends and that seat wins.
func (t *Table[S, E]) Out(seat engine.Seat) {
	t.out = slices.Clone(t.out)
	t.out[seat] = true
	if in := t.In(); len(in) <= 1 && len(t.out) > 1 {
		t.Win(in...)
	}
}

// In returns the seats that are in the game.
func (t *Table[S, E]) In() (in []engine.Seat) {
	for seat, out := range t.out {
		if !out {
			in = append(in, engine.Seat(seat))
		}
	}
	return in
}

// Resigned returns the seat that resigned last, or engine.Watcher.
func (t *Table[S, E]) Resigned() engine.Seat { return t.resigned }

// Win ends the game with its winners, ascending. In a draw, all seats win.
func (t *Table[S, E]) Win(winners ...engine.Seat) {
	if !t.over {
		t.over, t.winners = true, winners
	}
}

// End ends the game. Of the seats in the game, those with the most points win.
func (t *Table[S, E]) End() {
	winners, points := t.In(), t.points
	if points != nil {
		best := points[slices.MaxFunc(winners, func(a, b engine.Seat) int { return cmp.Compare(points[a], points[b]) })]
		winners = slices.DeleteFunc(winners, func(seat engine.Seat) bool { return points[seat] < best })
	}
	t.Win(winners...)
}

// Over reports whether the game is over.
func (t *Table[S, E]) Over() bool { return t.over }
