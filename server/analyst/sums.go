package analyst

import (
	"context"
	"slices"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/prose"
)

// keptMatches bounds the cached matches, of a few hundred bytes each.
const keptMatches = 4096

// cache keeps something of each match, and drops the oldest. A finished match never changes, so entries do not expire.
type cache[V any] struct {
	of    map[string]V // by match ID
	order []string     // match IDs, oldest first
}

func newCache[V any]() cache[V] { return cache[V]{of: map[string]V{}} }

func (c *cache[V]) put(id string, value V) {
	if _, known := c.of[id]; known {
		c.of[id] = value
		return
	}
	if len(c.order) == keptMatches {
		delete(c.of, c.order[0])
		c.order = slices.Delete(c.order, 0, 1)
	}
	c.of[id], c.order = value, append(c.order, id)
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
	a.sums.put(id, sums)
}
