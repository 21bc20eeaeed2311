package lobby

import (
	"context"
	"errors"
	"slices"

	"parlor/prose"
)

// History provides finished matches. Its methods are safe for concurrent use.
type History interface {
	// Matches returns the matches that pass the filter, newest first, without their moves.
	Matches(ctx context.Context, filter MatchFilter) ([]Finished, error)
	// Match returns a complete finished match, or ErrUnknown.
	Match(ctx context.Context, id string) (Finished, error)
}

// MatchFilter selects matches. Zero fields select all.
type MatchFilter struct {
	Person  string `json:"Person"`  // Identity.ID of a player
	Against string `json:"Against"` // Identity.ID of another player
	Game    string `json:"Game"`    // engine.Game.Name
	Public  bool   `json:"Public"`  // only matches of public rooms
	Before  string `json:"Before"`  // ID of a match: only those that ended before it
	Limit   int    `json:"Limit"`   // maximum number; 0 means 50, the maximum is 1,000
}

// MatchesPerPage is the maximum number of matches on a page.
const MatchesPerPage = 50

// MatchPage is a part of a list of finished matches, newest first.
type MatchPage struct {
	Matches []Finished
	Older   string // before argument of the next page; empty if there is none
}

// ListMatches returns a page of the matches that a player may list: those of a person by
// Identity.ID, or of public rooms if person is empty. If not empty, game restricts them to
// one game, and before to matches that ended before the one with that ID. Matches of
// private rooms are removed from the public ones even if the history returns them.
func ListMatches(ctx context.Context, history History, person, game, before string) (MatchPage, error) {
	filter := MatchFilter{Person: person, Game: game, Public: person == "", Before: before, Limit: MatchesPerPage}
	matches, err := history.Matches(ctx, filter)
	switch {
	case errors.Is(err, ErrUnknown):
		return MatchPage{}, prose.Refuse("That page of the list no longer exists. Start from the top.")
	case err != nil:
		return MatchPage{}, prose.Because(err, "The matches could not be loaded. Try again in a moment.")
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
