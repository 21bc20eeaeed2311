package lobby

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Results of a player in a match.
const (
	ResultWon   = "won"
	ResultDrawn = "drawn" // no winner, or all players won
	ResultLost  = "lost"
	ResultVoid  = "void" // the match has no result
	// ResultSubstitute means that a substitute bot finished the match for the player and
	// did not lose. It counts as no result.
	ResultSubstitute = "substitute"
)

// Result returns the result of a seat.
func (f Finished) Result(seat int) string {
	switch {
	case f.Void != "":
		return ResultVoid
	case !f.Counts(seat):
		return ResultSubstitute
	case len(f.Winners) == 0 || len(f.Winners) == len(f.Players):
		return ResultDrawn
	case f.Won(seat):
		return ResultWon
	}
	return ResultLost
}

// Counts reports whether the result of a seat counts for its player. If a substitute bot
// finished the match, only a loss counts: a bot cannot win for a player, and disconnecting
// does not avoid a loss.
func (f Finished) Counts(seat int) bool {
	if !f.Players[seat].Substitute {
		return true
	}
	return len(f.Winners) > 0 && !f.Won(seat)
}

// SubstitutesAt returns by seat whether a substitute bot made the move of a replay step,
// or, at the last step, has finished the match.
func (f Finished) SubstitutesAt(step int) []bool {
	by := make([]bool, len(f.Players))
	for seat, player := range f.Players {
		last := step > 0 && step == len(f.Record.Moves)
		by[seat] = last && player.Substitute || slices.Contains(player.BotMoves, step-1)
	}
	return by
}

// ByBot reports whether a substitute bot made the move of a replay step.
func (f Finished) ByBot(step int) bool {
	return slices.ContainsFunc(f.Players, func(p Player) bool { return slices.Contains(p.BotMoves, step-1) })
}

// Ranks returns the ranks of the seats, from 0: winners first, then by points. It is nil if
// the points are unknown or the match is void.
func (f Finished) Ranks() []int {
	if f.Void != "" || len(f.Totals) != len(f.Players) {
		return nil
	}
	ranks := make([]int, len(f.Players))
	for i := range ranks {
		for k := range ranks {
			other, own := f.Won(k), f.Won(i)
			if other && !own || !other && !own && f.Totals[k] > f.Totals[i] {
				ranks[i]++
			}
		}
	}
	return ranks
}

// Won reports whether a seat is among the winners.
func (f Finished) Won(seat int) bool {
	return f.Void == "" && slices.Contains(f.Winners, engine.Seat(seat))
}

// Finished is a finished match. Nothing in it is secret.
type Finished struct {
	ID      string        `json:"id"`    // of the match, unique
	Room    string        `json:"room"`  // room code
	Title   string        `json:"title"` // of the room
	Titled  string        `json:"-"`     // Identity.ID of the person from whose name the title was made; empty if it was chosen, and in stored matches
	Began   time.Time     `json:"began"`
	Ended   time.Time     `json:"ended"`
	Rated   bool          `json:"rated"`  // the room was rated and only people with a key began the match
	Public  bool          `json:"public"` // whether the room was public when the match ended
	Players []Player      `json:"players"`
	Winners []engine.Seat `json:"winners"`
	Totals  []float64     `json:"totals"` // points by seat
	// Void is the reason why the match has no result, such as VoidPlayer, or empty if it
	// has one.
	Void   string        `json:"void,omitempty"`
	Record engine.Record `json:"record"`
	// Text is the record in format 2; empty if the match has none. It is not in lists of matches.
	Text string `json:"text,omitempty"`
	// Signature is that of Text by the host key; empty if it has not been signed yet.
	Signature string `json:"signature,omitempty"`
	// Names are those in Text, without the ones of deleted accounts.
	Names []RecordName `json:"names,omitempty"`
	// Moved has the changes of the players' ratings by seat. It is set only after Append
	// has stored the match, and nil for an unrated one.
	Moved []RatingChange `json:"-"`
}

// Reasons for a void match.
const (
	VoidPlayer   = "player"     // a player closed the room when no other was present
	VoidOperator = "operator"   // the operator closed the room
	VoidNight    = "game_night" // the host of the game night ended the match
	VoidServer   = "server"     // the server could not continue the room
	VoidRepair   = "repair"     // the operator decided so later for a stored match
)

// RatingChange is the rating of a player before and after a match, on the scale of
// Standing.
type RatingChange struct {
	Before float64 `json:"Before"`
	After  float64 `json:"After"`
}

// Player is a player of a finished match.
type Player struct {
	ID    string       `json:"id"`   // Identity.ID of the person who began the match, even if they left it; empty for a bot
	Name  string       `json:"name"` // at the end of the match
	Guest bool         `json:"guest"`
	Level engine.Level `json:"level"` // of a bot; 0 for a person
	// Program reports whether the person's client was a program at any time of the match.
	Program bool `json:"program"`
	// Claimed is the game, from 1, that another player claimed while this one was absent.
	// This player resigned it and all later ones. It is 0 if none was claimed.
	Claimed int `json:"claimed"`
	// Substitute reports whether a substitute bot finished the match for this player, who
	// was not connected. It never counts as their win.
	Substitute bool `json:"substitute"`
	// BotMoves are the indexes in Record.Moves of the moves that a substitute bot made.
	BotMoves []int `json:"bot_moves,omitempty"`
}

// Account returns the prose.Account of the match. The caller sets its Narrator and Analysis.
func (f Finished) Account() prose.Account {
	account := prose.Account{Substitutes: f.SubstitutesAt}
	for _, player := range f.Players {
		account.Names = append(account.Names, player.Name)
		account.Bots = append(account.Bots, player.Level > 0)
		account.Finished = append(account.Finished, player.Substitute)
	}
	return account
}

// SeatOf returns the first seat of a person, or -1.
func (f Finished) SeatOf(person string) int {
	return slices.IndexFunc(f.Players, func(p Player) bool { return p.ID == person })
}
