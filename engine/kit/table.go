package kit

import (
	"cmp"
	"slices"

	"parlor/engine"
)

// A Table is one moment of a game: the state of the game, and what all games keep. The
// verbs of a game get a copy that they may change.
type Table[S any, E engine.GameEvent] struct {
	State S
	Setup engine.Setup

	log      []E
	told     []E         // by the action that is played
	turn     engine.Seat // if seats decide in turn
	passed   bool        // to turn, by the action that is played
	over     bool
	out      []bool        // by seat
	resigned engine.Seat   // the last that did; engine.Watcher if none has
	points   []float64     // by seat; nil if no seat has scored
	winners  []engine.Seat // of a game that is over
	late     []int         // by seat, how often its time ran out
}

// Tell says what everybody saw.
func (t *Table[S, E]) Tell(events ...E) { t.told = append(t.told, events...) }

// Log is what everybody saw since the game began. The slice is new, and never nil.
func (t *Table[S, E]) Log() []E { return append(append([]E{}, t.log...), t.told...) }

// Pass gives the turn to a seat, which may have it already. Without a call, every action
// passes it to the next seat to the left that is in.
func (t *Table[S, E]) Pass(seat engine.Seat) { t.turn, t.passed = seat, true }

// After is the next seat to the left that is in, in a game in which one is.
func (t *Table[S, E]) After(seat engine.Seat) engine.Seat {
	for range t.out {
		if seat = (seat + 1) % engine.Seat(len(t.out)); !t.out[seat] {
			break
		}
	}
	return seat
}

// Points are those scored so far, by seat. The slice is new.
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

// Out takes a seat out of the game. It ends with the last that is in, who wins.
func (t *Table[S, E]) Out(seat engine.Seat) {
	t.out = slices.Clone(t.out)
	t.out[seat] = true
	if in := t.In(); len(in) <= 1 && len(t.out) > 1 {
		t.Win(in...)
	}
}

// In lists the seats that are in the game.
func (t *Table[S, E]) In() (in []engine.Seat) {
	for seat, out := range t.out {
		if !out {
			in = append(in, engine.Seat(seat))
		}
	}
	return in
}

// Resigned is the seat that resigned last, or engine.Watcher.
func (t *Table[S, E]) Resigned() engine.Seat { return t.resigned }

// Win ends the game with its winners, ascending; all seats share a draw.
func (t *Table[S, E]) Win(winners ...engine.Seat) {
	if !t.over {
		t.over, t.winners = true, winners
	}
}

// End ends the game: of the seats that are in, those with the most points win.
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
