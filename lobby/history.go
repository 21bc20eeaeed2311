package lobby

import (
	"context"
	"errors"
	"slices"

	"parlor/prose"
)

// History answers what has been played to its end. All methods may be called
// from any goroutine.
type History interface {
	// Matches lists what a filter lets through, the newest first, with records
	// that hold no moves.
	Matches(ctx context.Context, filter MatchFilter) ([]Finished, error)
	// Match is a whole finished match, or ErrUnknown.
	Match(ctx context.Context, id string) (Finished, error)
}

// MatchFilter says which matches are meant. Zero fields let everything through.
type MatchFilter struct {
	Person  string `json:"Person"`  // Identity.ID of somebody who had a seat
	Against string `json:"Against"` // Identity.ID of somebody else who had one
	Game    string `json:"Game"`    // engine.Game.Name
	Public  bool   `json:"Public"`  // only those of public rooms
	Before  string `json:"Before"`  // ID of a match: only those that ended before it
	Limit   int    `json:"Limit"`   // how many at most; 0 is 50, and more than 1,000 is 1,000
}

// MatchesPerPage is how many finished matches a page has at most.
const MatchesPerPage = 50

// MatchPage is a part of a list of finished matches, the newest first.
type MatchPage struct {
	Matches []Finished
	Older   string // the argument before of the next page; empty if there is none
}

// ListMatches reads a page of the matches that a player may list: those of a person by
// Identity.ID, or if that is empty those of public rooms. If game is not empty, only matches of
// that game are listed, and if before is not, only those that ended before the match of that ID.
// Matches of private rooms are left out of the public ones even if the history does not.
func ListMatches(ctx context.Context, history History, person, game, before string) (MatchPage, error) {
	filter := MatchFilter{Person: person, Game: game, Public: person == "", Before: before, Limit: MatchesPerPage}
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
