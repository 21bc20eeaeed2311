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

// Seen is what one seat, or a spectator, sees of a game, of which the game makes its view.
type Seen struct {
	Seat    engine.Seat
	Phase   string
	Size    Size
	Round   int          // of guesses, from 1; 0 while codes are made; when the game is over, the one in which it ended
	Boards  []Board[Row] // by the seat that guesses on it
	Log     []Event
	Options engine.Options
}

// Board is where one seat guesses the other's code; R is a guess and its answer.
type Board[R any] struct {
	Seat    engine.Seat `json:"seat"`
	CodeSet bool        `json:"code_set"` // this seat has made its own code
	Code    string      `json:"code"`     // the code that this seat made; empty where the reader may not know it
	Guessed bool        `json:"guessed"`  // this seat has guessed in the round under way
	// Rows from the first. The row of the round under way is there for its own
	// seat only; everybody sees it when both have guessed.
	Guesses []R  `json:"guesses"`
	Cracked bool `json:"cracked"` // a row of Guesses is the code
}

// Pegs is the answer to a guess. Only the counts are told.
type Pegs struct {
	Black int `json:"black"` // right symbol in the right place
	White int `json:"white"` // right symbol in a wrong place
}

// Number is a number for each answer, below Answers.
func (p Pegs) Number() int { return p.Black*(MaxPositions+1) + p.White }

// Answers is more than the number of any answer.
const Answers = (MaxPositions + 1) * (MaxPositions + 1)

// Row is a guess and its answer. An empty guess is a round whose time ran out.
type Row struct {
	Guess string `json:"guess"` // symbols: "rgbyo"
	Pegs
}

// Boards are boards with other rows.
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

// seeBoard is the board of a seat, all of it if the reader knows what the seat does.
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
