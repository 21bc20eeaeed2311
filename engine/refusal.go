package engine

import "fmt"

// A Refusal is the answer to an action that cannot be played: a sentence that
// says what is legal now. Code is stable, for programs; Format and Args stay
// apart so that the sentence can be said in the reader's language. It holds
// nothing that the refused seat may not know.
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

// Refuse makes a Refusal.
func Refuse(code, format string, args ...any) error {
	return &Refusal{Code: code, Format: format, Args: args}
}

func (r *Refusal) Error() string { return fmt.Sprintf(r.Format, r.Args...) }
