package lobby

import (
	"context"
	"errors"
	"slices"

	"parlor/engine"
	"parlor/prose"
)

// MatchesPerPage is how many finished matches a page has at most.
const MatchesPerPage = 50

// MatchPage is a part of a list of finished matches, the newest first.
type MatchPage struct {
	Matches []Finished
	Older   string // Filter.Before of the next page; empty where there is none
}

// ListMatches reads a page of what somebody may find without knowing any ID: the
// matches of a person, or those of everybody in public rooms. Matches of
// private rooms are left out of the latter also by a history that does not.
func ListMatches(ctx context.Context, history History, filter MatchFilter) (MatchPage, error) {
	filter.Public, filter.Limit = filter.Person == "", MatchesPerPage
	matches, err := history.Matches(ctx, filter)
	switch {
	case errors.Is(err, ErrUnknown):
		return MatchPage{}, prose.Refuse("That place in the list is gone. Begin the list again.")
	case err != nil:
		return MatchPage{}, prose.Because(err, "The matches cannot be read just now. Try again in a moment.")
	}
	page := MatchPage{Matches: matches}
	if len(matches) == MatchesPerPage {
		page.Older = matches[MatchesPerPage-1].ID
	}
	if filter.Public {
		page.Matches = slices.DeleteFunc(slices.Clone(matches), func(f Finished) bool { return !f.Public })
	}
	return page, nil
}

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
