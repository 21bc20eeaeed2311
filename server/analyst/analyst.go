// Package analyst analyses matches that are over for whoever asks: a few at a time,
// and one at a time for each person.
package analyst

import (
	"context"
	"sync"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/prose"
)

// Analyst is shared by everybody. The zero value is not one; see New.
type Analyst struct {
	free chan struct{} // has room for those that compute

	mu   sync.Mutex
	busy map[string]bool // who is waiting for an answer
	sums kept
}

// New is an analyst that computes so many analyses at once.
func New(atOnce int) *Analyst {
	return &Analyst{free: make(chan struct{}, atOnce), busy: map[string]bool{}, sums: kept{of: map[string][]insight.Player{}}}
}

var (
	errBusy    = prose.Refuse("Your last analysis is still being made. Try again in a moment.")
	errTooMany = prose.Refuse("Too many matches are being analysed just now. Try again in a moment.")
)

// Analyse is insight.Of for a person. It waits its turn for as long as the context
// lasts.
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
		return insight.Analysis{}, prose.Because(err, "That match cannot be analysed: what was kept of it cannot be played to its end.")
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
