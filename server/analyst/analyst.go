// Package analyst analyzes finished matches: a few at a time, and one at a time per person.
package analyst

import (
	"context"
	"sync"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/prose"
)

// Analyst runs analyses for all sessions. Use New to create one.
type Analyst struct {
	free chan struct{} // a slot for each running analysis

	mu   sync.Mutex
	busy map[string]bool // people who wait for a result
	sums cache[[]insight.Player]

	highlighting chan struct{} // a slot: highlights are found for one reader at a time, and then known
	highlights   cache[highlight]
}

// New returns an Analyst that runs atOnce analyses concurrently.
func New(atOnce int) *Analyst {
	return &Analyst{
		free: make(chan struct{}, atOnce), busy: map[string]bool{}, sums: newCache[[]insight.Player](),
		highlighting: make(chan struct{}, 1), highlights: newCache[highlight](),
	}
}

var (
	errBusy    = prose.Refuse("Your last analysis is still running. Try again in a moment.")
	errTooMany = prose.Refuse("Too many matches are being analysed right now. Try again in a moment.")
)

// Analyse is like insight.Of, for a person. It waits for its turn until ctx ends.
func (a *Analyst) Analyse(ctx context.Context, person string, game engine.Game, record engine.Record) (insight.Analysis, error) {
	if !a.begin(person) {
		return insight.Analysis{}, errBusy
	}
	defer a.end(person)
	select {
	case a.free <- struct{}{}:
		defer func() { <-a.free }()
	case <-ctx.Done():
		return insight.Analysis{}, errTooMany
	}
	analysis, err := insight.Of(game, record)
	if err != nil {
		return insight.Analysis{}, prose.Because(err, "That match cannot be analysed: its record is damaged.")
	}
	return analysis, nil
}

func (a *Analyst) begin(person string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.busy[person] {
		return false
	}
	a.busy[person] = true
	return true
}

func (a *Analyst) end(person string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.busy, person)
}
