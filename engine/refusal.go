package engine

import (
	"fmt"
	"strings"
)

// A Refusal is the answer to an action that cannot be played. Code is stable,
// for programs. Format is a sentence in the game's notation that says what is
// legal now, and it says which refusal this is: each is a constant of the game,
// by which a board or a narrator can tell it in other words, of keys and tiles
// or of what one types. Args are what the sentence is about, each an int, a Seat,
// a string of the notation, or Words. A Refusal holds nothing that the refused
// seat may not know.
type Refusal struct {
	Code   string
	Format string
	Args   []any
}

// Codes that every game uses alike.
const (
	NotYourTurn = "not_your_turn" // the seat has nothing to decide now
	NotAnAction = "not_an_action" // the text is not in the game's notation
	NotLegal    = "not_legal"     // understood, but the rules forbid it now
	RoundOver   = "round_over"    // the round has ended
	BadSetup    = "bad_setup"     // seats or options that cannot be dealt
)

// What every game refuses alike.
const (
	RefusedWatcher = "Only players can do that. You are watching."
	RefusedOver    = "This game is over."
)

// What a match refuses of what is played between two of its rounds.
const (
	RefusedNext    = "Game %d is not over yet."                                   // the number of the round
	RefusedBetween = "Game %d is over: play next when you are ready for game %d." // the numbers of both
	RefusedReady   = "You are ready. The next game begins when everybody is."
	RefusedMatch   = "The match is over."
)

// Refuse makes a Refusal.
func Refuse(code, format string, args ...any) error {
	return &Refusal{Code: code, Format: format, Args: args}
}

func (r *Refusal) Error() string { return fmt.Sprintf(r.Format, r.Args...) }

// Arg is an argument of a refusal, counted from 0; the zero value where the
// refusal has none of that type there.
func Arg[T int | string | Seat | Words](r *Refusal, i int) (arg T) {
	if i < len(r.Args) {
		arg, _ = r.Args[i].(T)
	}
	return arg
}

// Words are a list in a game's notation, such as the colours that can be taken.
type Words []string

// String is the list with commas.
func (w Words) String() string { return strings.Join(w, ", ") }
