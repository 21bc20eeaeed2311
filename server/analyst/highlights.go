package analyst

import (
	"context"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// highlighter names the search for highlights among the people who ask for analyses.
const highlighter = "highlights"

// highlight is a highlight as it is cached. If a player has another name since, perhaps because an account was deleted,
// it is found again.
type highlight struct {
	names []string
	told  lobby.Highlight
}

// Highlights returns a lobby.Highlights that reads matches with read and analyzes each once while it is cached. The
// caller must be allowed to read the matches. A match that cannot be read or analyzed has no highlight.
func (a *Analyst) Highlights(games []prose.Game, read func(ctx context.Context, id string) (lobby.Finished, error)) lobby.Highlights {
	return func(ctx context.Context, played []lobby.GameNightTable) (all []lobby.Highlight) {
		select {
		case a.highlighting <- struct{}{}:
			defer func() { <-a.highlighting }()
		case <-ctx.Done():
			return nil
		}
		for _, t := range played {
			if t.Match == "" || t.Void {
				continue
			}
			match, err := read(ctx, t.Match)
			if err != nil {
				continue
			}
			if told := a.highlight(ctx, games, match); !told.Text.IsZero() {
				told.Match, told.Table, told.Game = t.Match, t.Number, t.Game
				all = append(all, told)
			}
		}
		return all
	}
}

// highlight returns the highlight of a match, with a zero Text if there is none.
func (a *Analyst) highlight(ctx context.Context, games []prose.Game, match lobby.Finished) lobby.Highlight {
	account := match.Account()
	a.mu.Lock()
	found, known := a.highlights.of[match.ID]
	a.mu.Unlock()
	if known && slices.Equal(found.names, account.Names) {
		return found.told
	}
	at := slices.IndexFunc(games, func(g prose.Game) bool { return g.Name == match.Record.Game })
	if at < 0 || match.Void != "" {
		return lobby.Highlight{}
	}
	analysis, err := a.Analyse(ctx, highlighter, games[at].Game, match.Record)
	if err != nil {
		return lobby.Highlight{}
	}
	account.Narrator, account.Analysis = games[at].Narrator, analysis
	found = highlight{names: account.Names}
	found.told.Text, found.told.Chance = account.Luckiest()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.highlights.put(match.ID, found)
	return found.told
}
