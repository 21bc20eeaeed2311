package lobby

import (
	"slices"
	"time"

	"parlor/engine"
)

// Results of a player in a match.
const (
	ResultWon   = "won"
	ResultDrawn = "drawn" // nobody has won, or everybody
	ResultLost  = "lost"
	ResultVoid  = "void" // the match has no result
	// ResultSubstitute is neither: a bot finished the match in the player's place, and
	// has not lost it.
	ResultSubstitute = "substitute"
)

// Result is what a match was for a seat.
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

// Counts reports whether what a match was for a seat is the player's own: where a bot
// finished it in their place that is so only if it was lost, so that nobody wins by a
// bot, and nobody gets round losing by going away.
func (f Finished) Counts(seat int) bool {
	if !f.Players[seat].Substitute {
		return true
	}
	return len(f.Winners) > 0 && !f.Won(seat)
}

// SubstitutesAt says by seat for whom a bot made the move of a step, as replays count
// them, and at the last one for whom it has finished the match.
func (f Finished) SubstitutesAt(step int) []bool {
	by := make([]bool, len(f.Players))
	for seat, player := range f.Players {
		last := step > 0 && step == len(f.Record.Moves)
		by[seat] = last && player.Substitute || slices.Contains(player.BotMoves, step-1)
	}
	return by
}

// ByBot reports whether a substitute bot made the move of a step, as replays count them.
func (f Finished) ByBot(step int) bool {
	return slices.ContainsFunc(f.Players, func(p Player) bool { return slices.Contains(p.BotMoves, step-1) })
}

// Ranks are the seats' places in the match, from 0: the winners come first, and
// the others by their points. Nil where the points are not known, and of a void match.
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

// Won says whether a seat is among the winners.
func (f Finished) Won(seat int) bool {
	return f.Void == "" && slices.Contains(f.Winners, engine.Seat(seat))
}

// Finished is a match that has ended. Nothing in it is secret any more.
type Finished struct {
	ID      string        `json:"id"`    // of the match, never given twice
	Room    string        `json:"room"`  // code
	Title   string        `json:"title"` // of the room
	Titled  string        `json:"-"`     // Identity.ID of whose name the title was made from; empty where it was chosen, and where a match is read
	Began   time.Time     `json:"began"`
	Ended   time.Time     `json:"ended"`
	Rated   bool          `json:"rated"`  // it counts: the room was rated and only people with a key began it
	Public  bool          `json:"public"` // the room was, when the match ended
	Players []Player      `json:"players"`
	Winners []engine.Seat `json:"winners"`
	Totals  []float64     `json:"totals"` // points by seat
	// Void is why the match has no winner and counts for nobody, one of VoidPlayer and
	// the others: it was not played to its end. It is empty for one that counts.
	Void   string        `json:"void,omitempty"`
	Record engine.Record `json:"record"`
	// Moved is how the match has moved its players' ratings, by seat. Only what
	// Append has just kept has it; nil also where it counted for nobody.
	Moved []RatingChange `json:"-"`
}

// Why a match is void.
const (
	VoidPlayer   = "player"     // a player closed the room, because nobody else was there
	VoidOperator = "operator"   // the operator closed the room
	VoidNight    = "game_night" // the host of the game night ended the match
	VoidServer   = "server"     // the server could not go on with the room
	VoidRepair   = "repair"     // the operator has ruled so later, of a match that was stored with a winner
)

// RatingChange is somebody's rating before a match and after it, on the scale of
// Standing.
type RatingChange struct {
	Before float64 `json:"Before"`
	After  float64 `json:"After"`
}

// Player is who had a seat in a finished match.
type Player struct {
	ID    string       `json:"id"`   // Identity.ID of who began the match, also where that person left it; empty for a bot
	Name  string       `json:"name"` // as it was then
	Guest bool         `json:"guest"`
	Level engine.Level `json:"level"` // of a bot; 0 for a person
	// Program says that a program played for the person, if only for a while.
	Program bool `json:"program"`
	// Claimed is the round, from 1, that another player has claimed from this one, who
	// was away, and who resigns it and all after it; 0 where nobody has.
	Claimed int `json:"claimed"`
	// Substitute says that a bot finished the match in the place of this player, who
	// was not connected: it is no win of theirs, whatever the bot has made of it.
	Substitute bool `json:"substitute"`
	// BotMoves are those of the player's moves that a substitute bot made, by their
	// places in Record.Moves.
	BotMoves []int `json:"bot_moves,omitempty"`
}

// SeatOf is the first seat that a person had; -1 for none.
func (f Finished) SeatOf(person string) int {
	return slices.IndexFunc(f.Players, func(p Player) bool { return p.ID == person })
}
