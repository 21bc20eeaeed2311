package codebreak

import (
	"slices"

	"parlor/engine"
)

// Phases of a game.
const (
	PhaseSet  = "set"  // both make their codes
	PhasePlay = "play" // rows of guesses
	PhaseOver = "over" // both codes are open
)

// Seen is what one seat, or a spectator, sees of a game. The game makes its view from it.
type Seen struct {
	Seat    engine.Seat
	Phase   string
	Size    Size
	Round   int          // number of the current round, from 1; 0 while codes are made; after the game, the last round
	Boards  []Board[Row] // by the seat that guesses
	Log     []Event
	Options engine.Options
}

// Board is the board on which one seat guesses the other's code. R is a guess with its answer.
type Board[R any] struct {
	Seat    engine.Seat `json:"seat"`
	CodeSet bool        `json:"code_set"` // this seat has made its own code
	Code    string      `json:"code"`     // the code that this seat made; empty if the reader may not know it
	Guessed bool        `json:"guessed"`  // this seat has guessed in the current round
	// Guesses holds the rows in order. The row of the current round is visible only to its seat
	// until both have guessed.
	Guesses []R  `json:"guesses"`
	Cracked bool `json:"cracked"` // one of Guesses is the code
}

// Pegs is the answer to a guess: two counts.
type Pegs struct {
	Black int `json:"black"` // right symbol in the right place
	White int `json:"white"` // right symbol in a wrong place
}

// Number returns an index for the answer, below Answers.
func (p Pegs) Number() int { return p.Black*(MaxPositions+1) + p.White }

// Answers is greater than all results of Pegs.Number.
const Answers = (MaxPositions + 1) * (MaxPositions + 1)

// Row is a guess and its answer. An empty guess means that time ran out.
type Row struct {
	Guess string `json:"guess"` // symbols: "rgbyo"
	Pegs
}

// Boards converts the rows of boards.
func Boards[A, B any](boards []Board[A], row func(A) B) []Board[B] {
	all := make([]Board[B], len(boards))
	for i, b := range boards {
		all[i] = Board[B]{Seat: b.Seat, CodeSet: b.CodeSet, Code: b.Code, Guessed: b.Guessed, Guesses: []B{}, Cracked: b.Cracked}
		for _, one := range b.Guesses {
			all[i].Guesses = append(all[i].Guesses, row(one))
		}
	}
	return all
}

func see(t *table, seat engine.Seat) Seen {
	s := t.State
	seen := Seen{Seat: seat, Phase: PhaseSet, Size: s.size, Boards: make([]Board[Row], seats), Log: t.Log(), Options: t.Setup.Options}
	switch {
	case t.Over():
		seen.Phase = PhaseOver
	case s.bothSet():
		seen.Phase = PhasePlay
	}
	switch {
	case t.Over() && t.Resigned() == engine.Watcher:
		seen.Round = s.round()
	case s.bothSet():
		seen.Round = s.round() + 1
	}
	for owner := range seen.Boards {
		seen.Boards[owner] = s.seeBoard(engine.Seat(owner), seat == engine.Seat(owner) || t.Over())
	}
	return seen
}

// seeBoard returns the board of a seat. It is complete if the reader knows what the seat does.
func (s state) seeBoard(owner engine.Seat, knows bool) Board[Row] {
	own := s.boards[owner]
	seen := Board[Row]{Seat: owner, CodeSet: own.secret != "", Guessed: len(own.rows) > s.round(), Guesses: append([]Row{}, own.rows...)}
	if knows {
		seen.Code = own.secret
	} else {
		seen.Guesses = seen.Guesses[:s.round():s.round()]
	}
	seen.Cracked = slices.ContainsFunc(seen.Guesses, func(one Row) bool { return one.Black == s.size.Positions })
	return seen
}
