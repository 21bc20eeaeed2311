package home

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

const (
	// recentInterval is the minimum pause between two loads of the last results.
	recentInterval = 10 * time.Second
	// recentMost is the maximum number of results that are shown.
	recentMost = 3
	// recentSpan is the time in which matches are counted.
	recentSpan = 24 * time.Hour
	// recentChat is the minimum height of the chat below the results.
	recentChat = 8
)

// RecentResults caches the last results of public rooms for all sessions. The zero RecentResults is
// empty. Its methods are safe for concurrent use.
type RecentResults struct {
	loaded widget.Shared[struct{}, loadedResults]

	mu   sync.Mutex // guards last
	last *results
}

// loadedResults are the results at a time.
type loadedResults struct {
	*results
	at time.Time
}

// results are the last results, newest first, and the number of matches in recentSpan. They are
// immutable.
type results struct {
	matches []lobby.Finished
	count   int
}

// since returns the results at some time after a moment. It waits for recentInterval if others have
// loaded them shortly before.
func (r *RecentResults) since(moment time.Time, history lobby.History) *results {
	for {
		loaded := r.load(history)
		if !loaded.at.Before(moment) {
			return loaded.results
		}
		time.Sleep(time.Until(loaded.at.Add(recentInterval)))
	}
}

// load returns the last results, or the ones before if they cannot be loaded. Unchanged results
// are the same pointer.
func (r *RecentResults) load(history lobby.History) loadedResults {
	return r.loaded.At(struct{}{}, recentInterval, func() loadedResults {
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		page, err := lobby.ListMatches(ctx, history, "", "", "")
		r.mu.Lock()
		defer r.mu.Unlock()
		if err == nil {
			if now := resultsOf(page.Matches, began); r.last == nil || !r.last.same(now) {
				r.last = now
			}
		}
		return loadedResults{r.last, began}
	})
}

func resultsOf(matches []lobby.Finished, now time.Time) *results {
	matches = slices.DeleteFunc(slices.Clone(matches), func(f lobby.Finished) bool { return f.Void != "" })
	r := &results{}
	for _, match := range matches {
		if now.Sub(match.Ended) < recentSpan {
			r.count++
		}
	}
	r.matches = slices.Clone(matches[:min(recentMost, len(matches))]) // the others need not stay in memory
	return r
}

func (r *results) same(other *results) bool {
	return r.count == other.count && slices.EqualFunc(r.matches, other.matches, func(a, b lobby.Finished) bool { return a.ID == b.ID })
}

// recent is the last results on a lobby screen.
type recent struct {
	ctx     *screen.Context
	shared  *RecentResults
	results *results // nil until they are loaded
	loading bool
	again   bool // a page has arrived while loading
}

// recentMsg delivers the last results.
type recentMsg struct {
	of      *recent
	results *results
}

// load returns a command that loads the results after a page of the lobby has arrived, unless it is
// running already. Results change only together with pages.
func (r *recent) load() tea.Cmd {
	r.again = r.loading
	if r.loading || r.ctx.History == nil || !r.ctx.Wide() || r.ctx.Height < cardsFrom {
		return nil
	}
	r.loading = true
	shared, history, turn, now := r.shared, r.ctx.History, r.ctx.Shell.Turn(), time.Now()
	if r.results == nil {
		now, r.again = time.Time{}, true // at once, even if they may have changed
	}
	return func() tea.Msg {
		loaded := shared.since(now, history)
		if turn != nil {
			turn(context.Background())
		}
		return recentMsg{r, loaded}
	}
}

// take takes results, and reports whether the drawing changes. next loads them again if they may have
// changed meanwhile.
func (r *recent) take(msg recentMsg) (changes bool, next tea.Cmd) {
	changes = msg.results != r.results
	r.results, r.loading = msg.results, false
	if r.again {
		next = r.load()
	}
	return changes, next
}

// draw draws the results in a box. It is nil if height lines do not suffice for them and the chat, or
// if there are none.
func (r *results) draw(c *screen.Context, cells, height int) []string {
	if r == nil || len(r.matches) == 0 {
		return nil
	}
	var lines []string
	for _, match := range r.matches {
		lines = append(lines, r.drawMatch(c, match, cells-4)...)
	}
	if r.count > 0 {
		lines = append(lines, c.Theme.Faint.Render(style.Cut(c.Say(r.countText()), cells-4)))
	}
	if len(lines)+2+recentChat > height {
		return nil
	}
	return widget.Framed(c, c.Say(prose.T("Lately")), "y "+c.Say(prose.T("history")), lines, cells, len(lines)+2)
}

// drawMatch returns two lines about a match: the winners and the others.
func (*results) drawMatch(c *screen.Context, match lobby.Finished, cells int) []string {
	var won, others []prose.Text
	for seat, player := range match.Players {
		if name := prose.T("{name}", prose.Name(player.Name)); match.Won(seat) {
			won = append(won, name)
		} else {
			others = append(others, name)
		}
	}
	game, ago := prose.Literal(c.Kit(match.Record.Game).Game.Title), prose.Sub(prose.Ago(time.Since(match.Ended)))
	first, second := prose.T("{names} won {game}", prose.And(won), game), prose.T("{ago}, against {names}", ago, prose.And(others))
	switch {
	case len(won) == 0:
		first, second = prose.T("{game}: a draw", game), prose.T("{ago}, {names}", ago, prose.And(others))
	case len(others) == 0:
		second = prose.T("{ago}", ago)
	}
	below := c.Say(second)
	if style.Width(below)+2 > cells {
		below = c.Say(prose.T("{ago}", ago))
	}
	return []string{
		c.Theme.Text.Render(style.Cut(c.Say(first), cells)),
		c.Theme.Faint.Render(style.Cut("  "+below, cells)),
	}
}

// countText says how many matches were played.
func (r *results) countText() prose.Text {
	if r.count >= lobby.MatchesPerPage {
		return prose.T("Last 24 hours: {n} matches or more", prose.N(r.count))
	}
	return prose.C("Last 24 hours: {n} match", "Last 24 hours: {n} matches", prose.N(r.count))
}
