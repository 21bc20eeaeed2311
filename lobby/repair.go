package lobby

import (
	"context"
	"slices"

	"parlor/engine"
)

// lastWithoutVoid is the newest rules version of matches that may have been stored, when
// their room was closed, as if all seats had resigned.
const lastWithoutVoid = 2

// Suspect is a finished match whose winner may result only from the closing of its room.
type Suspect struct {
	Finished
	Resigned int // number of consecutive resignations at its end
}

// Suspects returns the finished matches that look like closed ones from before void matches
// existed, newest first: they end with the resignations of all but the last seat. Matches
// of two seats cannot be distinguished and are omitted.
func Suspects(ctx context.Context, history History, games []engine.Game) (all []Suspect, err error) {
	var filter MatchFilter
	for {
		page, err := history.Matches(ctx, filter)
		if err != nil || len(page) == 0 {
			return all, err
		}
		filter.Before = page[len(page)-1].ID
		for _, listed := range page {
			at := slices.IndexFunc(games, func(game engine.Game) bool { return game.Name == listed.Record.Game })
			if at < 0 || listed.Void != "" || listed.Record.Seats < 3 || listed.Record.Version > lastWithoutVoid {
				continue
			}
			match, err := history.Match(ctx, listed.ID)
			if err != nil {
				return nil, err
			}
			if n := lastResignations(games[at], match.Record); n > 1 {
				all = append(all, Suspect{match, n})
			}
		}
	}
}

// lastResignations returns the number of consecutive resignations that end a match, or 0 if
// it did not end that way.
func lastResignations(game engine.Game, record engine.Record) (n int) {
	moves := record.Moves
	for n < len(moves) && moves[len(moves)-1-n].Action == engine.Resign {
		n++
	}
	if n < 2 {
		return 0
	}
	match, err := game.Replay(record)
	if err != nil || len(match.ToMove()) > 0 {
		return 0
	}
	return n
}
