package lobby

import (
	"context"
	"slices"

	"parlor/engine"
)

// lastWithoutVoid is the newest version of the rules by which matches were played when a
// room that was closed was kept as if its seats had resigned one after the other.
const lastWithoutVoid = 2

// Suspect is a finished match that has a winner, perhaps only because its room was
// closed.
type Suspect struct {
	Finished
	Resigned int // how many seats resigned one after the other at its end
}

// Suspects goes through all finished matches, and returns those that end as closed ones
// did before these were void, the newest first: with resignations, one after the other,
// down to the last seat. Matches of two seats cannot be told apart and are left out.
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

// lastResignations counts those, with nothing between them, that end a match; 0 where it did not end so.
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
