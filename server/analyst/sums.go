package analyst

import (
	"context"
	"slices"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/prose"
)

// keptSums bounds the cached matches, of a few hundred bytes each.
const keptSums = 4096

// kept caches the sums of matches and drops the oldest. A finished match never changes, so entries do not expire.
type kept struct {
	of    map[string][]insight.Player // by match ID
	order []string                    // match IDs, oldest first
}

// SumUp returns an insight.SumUp that reads records with read, once per match while it is cached. The caller must be
// allowed to read the matches.
func (a *Analyst) SumUp(read func(ctx context.Context, id string) (engine.Record, error)) insight.SumUp {
	return func(ctx context.Context, person string, game engine.Game, id string) ([]insight.Player, error) {
		if sums, known := a.known(id); known {
			return sums, nil
		}
		record, err := read(ctx, id)
		if err != nil {
			return nil, prose.Because(err, "That match could not be loaded. Try again in a moment.")
		}
		analysis, err := a.Analyse(ctx, person, game, record)
		if err != nil {
			return nil, err
		}
		a.keep(id, analysis.Players)
		return slices.Clone(analysis.Players), nil
	}
}

func (a *Analyst) known(id string) ([]insight.Player, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	sums, known := a.sums.of[id]
	return slices.Clone(sums), known
}

func (a *Analyst) keep(id string, sums []insight.Player) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, known := a.sums.of[id]; known {
		return
	}
	if len(a.sums.order) == keptSums {
		delete(a.sums.of, a.sums.order[0])
		a.sums.order = slices.Delete(a.sums.order, 0, 1)
	}
	a.sums.of[id], a.sums.order = sums, append(a.sums.order, id)
}
