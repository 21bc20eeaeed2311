// Package codebreak is a kind of game for two: each makes a secret code, and both guess
// the other's once a row, at the same time.
//
// # A game
//
//	set ──both codes stand──▶ play, round 1 ──both have guessed──▶ round 2 …
//	play ──a code cracked in a complete round, or the boards are full──▶ over
//
// A code has a number of positions, each with one of some symbols; see [Game] for what a
// game says of it. A guess is answered by two counts, see [Pegs]. A row is always finished, so a player who
// cracks in the same one as the other draws. Full boards without a crack are a draw as
// well.
//
// # Who may know what
//
// A code is its maker's secret until the game is over. A player who
// guesses gets the answer at once. Everybody else is told only that a guess was made, and
// sees the row when both have guessed. So no player learns before the other's last guess
// that a code is cracked.
//
// # Events
//
//	1 set               the code of seat 1 stands
//	round 2             a round of guesses begins
//	1 guessed           the guess itself is told when both have guessed
//	1 row 2 rgbyo 2 1   the guess of round 2, black and white pegs
//	1 row 2 -           no guess: time ran out
//	1 cracked           seat 1 has found the other's code
//	1 timed_out         before what came of it
//	1 resigned
//	1 won               or draw
//	1 code rgbyo        when the game is over
package codebreak

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
	"parlor/engine/kit"
)

const seats = 2

// The maximum sizes of codes and boards.
const (
	MinPositions = 3
	MaxPositions = 8
	MaxRows      = 20
)

// Guess is the verb of a guess.
const Guess = "guess"

// Refusals of a seat that has to wait, each with its argument.
const (
	RefusedMade    = "You have made your code. Play begins when seat %v has made one." // seat
	RefusedGuessed = "You have guessed. The row is complete when seat %v has, too."    // seat
)

// Size holds the sizes of codes and boards.
type Size struct{ Positions, Symbols, Rows int }

// Game holds what is particular to a game.
type Game[V any] struct {
	engine.Rules[V, Event] // without the fields that Complete sets: seats, Open, Resample and Deal

	Size   func(engine.Options) Size
	Make   string              // the verb that makes the own code
	Code   func(Size) kit.Term // the term of all codes
	Judge  func(guess, secret string) Pegs
	Random func(size Size, below func(n int) int) string // returns a code from random numbers
	// Fitting returns a code that is consistent with the answers, at least nearly always.
	Fitting func(Size, []Row, *rand.Rand) string
	View    func(Seen) V

	// Refusals in words of the game; if nil, the default is used.
	Early func(Size) error                   // a guess before both codes are made
	Made  func(Size) error                   // a second code
	None  func(Size) error                   // an unknown action
	Bad   func(size Size, verb string) error // an invalid code
}

// state holds both boards of a game. Rows are copied before they change.
type state struct {
	size   Size
	boards [seats]board
}

type table = kit.Table[state, Event]

// board is what one seat has made and guessed.
type board struct {
	secret string // empty until it is made
	rows   []Row  // own guesses, one more than the number of complete rounds if this seat has guessed
	spare  string // becomes the secret on a timeout
}

// round returns the number of complete rounds.
func (s state) round() int { return min(len(s.boards[0].rows), len(s.boards[1].rows)) }

func (s state) bothSet() bool { return s.boards[0].secret != "" && s.boards[1].secret != "" }

// Complete returns the complete rules of the game.
func (g Game[V]) Complete() engine.Rules[V, Event] {
	g.MinSeats, g.MaxSeats = seats, seats
	g.Open = func(engine.Options) bool { return true }
	g.Resample = g.resample
	return kit.Rules[state, V, Event]{
		Rules: g.Rules, Begin: g.begin, Verbs: g.verbs, Deciding: deciding, Waits: waits,
		View:     func(t *table, seat engine.Seat) V { return g.View(see(t, seat)) },
		None:     func(t *table) error { return refusal(g.None, t.State.size) },
		TimedOut: g.timedOut, Ended: reveal, Common: common,
	}.Complete()
}

// begin draws a spare code for each seat, each from its own stream.
func (g Game[V]) begin(t *table) {
	t.State.size = g.Size(t.Setup.Options)
	chance := engine.NewChance(t.Setup.Seed)
	for seat := range t.State.boards {
		own := t.Setup.Seed.Stream("spare " + engine.Seat(seat).String())
		if t.Setup.Version < g.NamedStreams {
			own = engine.NewChance(chance.Seed())
		}
		t.State.boards[seat].spare = g.Random(t.State.size, own.IntN)
	}
}

func deciding(t *table) (all []engine.Seat) {
	for seat, own := range t.State.boards {
		if t.State.bothSet() && len(own.rows) == t.State.round() || own.secret == "" {
			all = append(all, engine.Seat(seat))
		}
	}
	return all
}

func waits(t *table, seat engine.Seat) error {
	if t.State.bothSet() {
		return engine.Refuse(engine.NotYourTurn, RefusedGuessed, seats-1-seat)
	}
	return engine.Refuse(engine.NotYourTurn, RefusedMade, seats-1-seat)
}

func refusal(of func(Size) error, size Size) error {
	if of == nil {
		return nil
	}
	return of(size)
}

func (g Game[V]) verbs(t *table, seat engine.Seat) []kit.Verb {
	size, code := t.State.size, g.Code(t.State.size)
	verbs := []kit.Verb{
		{Name: g.Make, Do: func(v kit.Values) { set(t, seat, code.Write(v[0])) }},
		{Name: Guess, Do: func(v kit.Values) {
			guess := code.Write(v[0])
			add(t, seat, Row{guess, g.Judge(guess, t.State.boards[1-seat].secret)})
		}},
	}
	closed, why := &verbs[0], g.Made
	if !t.State.bothSet() {
		closed, why = &verbs[1], g.Early
	}
	closed.Closed = kit.If(false)
	if why != nil {
		closed.Closed = func() error { return why(size) }
	}
	for i := range verbs {
		verbs[i].Terms = []kit.Term{code}
		if g.Bad != nil {
			verbs[i].Bad = func() error { return g.Bad(size, verbs[i].Name) }
		}
	}
	return verbs
}

func (g Game[V]) timedOut(t *table, seat engine.Seat) {
	if t.State.bothSet() {
		add(t, seat, Row{})
	} else {
		set(t, seat, t.State.boards[seat].spare)
	}
}

func set(t *table, seat engine.Seat, secret string) {
	t.State.boards[seat].secret = secret
	t.Tell(Event{Kind: EventSet, Seat: seat})
	if t.State.bothSet() {
		t.Tell(Event{Kind: EventRound, Round: 1})
	}
}

// add adds a row to a board. The event follows when the round is complete.
func add(t *table, seat engine.Seat, row Row) {
	s := &t.State
	s.boards[seat].rows = slices.Concat(s.boards[seat].rows, []Row{row})
	t.Tell(Event{Kind: EventGuessed, Seat: seat})
	round := s.round()
	if len(s.boards[seat].rows) > round {
		return
	}
	var cracked []engine.Seat
	for owner := range engine.Seat(seats) {
		last := s.boards[owner].rows[round-1]
		t.Tell(Event{Kind: EventRow, Seat: owner, Round: round, Code: last.Guess, Pegs: last.Pegs})
		if last.Guess == s.boards[1-owner].secret {
			cracked = append(cracked, owner)
		}
	}
	for _, owner := range cracked {
		t.Tell(Event{Kind: EventCracked, Seat: owner})
	}
	switch {
	case len(cracked) > 0:
		t.Win(cracked...)
	case round == s.size.Rows:
		t.Win(0, 1)
	default:
		t.Tell(Event{Kind: EventRound, Round: round + 1})
	}
}

func reveal(t *table) {
	for owner, own := range t.State.boards {
		if own.secret != "" {
			t.Tell(Event{Kind: EventCode, Seat: engine.Seat(owner), Code: own.secret})
		}
	}
}

func common(what kit.Common, seat engine.Seat) Event {
	switch what {
	case kit.TimedOut:
		return Event{Kind: EventTimedOut, Seat: seat}
	case kit.Resigned:
		return Event{Kind: EventResigned, Seat: seat}
	case kit.Won:
		return Event{Kind: EventWon, Seat: seat}
	case kit.Draw:
	}
	return Event{Kind: EventDraw}
}
