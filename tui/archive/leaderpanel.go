package archive

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/tui/style"
)

// leaderRest is how long the cursor rests on a player before their profile is asked
// for.
const leaderRest = 200 * time.Millisecond

// leaderRestMsg says that the cursor has rested where it was then.
type leaderRestMsg struct {
	screen *leaderboardScreen
	moves  int
}

// rests waits on a wide screen until the cursor has rested.
func (f *leaderboardScreen) rests() tea.Cmd {
	f.moves++
	if !f.ctx.Wide() || f.Cursor >= len(f.board.Leaders) {
		return nil
	}
	rest := leaderRestMsg{f, f.moves}
	return tea.Tick(leaderRest, func(time.Time) tea.Msg { return rest })
}

// rested asks for the profile of the player under the cursor.
func (f *leaderboardScreen) rested(rest leaderRestMsg) tea.Cmd {
	if rest.moves != f.moves || f.Cursor >= len(f.board.Leaders) || f.loading || f.opening {
		return nil
	}
	visit, person := f.ctx.Session, f.board.Leaders[f.Cursor].Person
	return f.ask(func(ctx context.Context) leaderboardMsg {
		profile, err := lobby.Ask(ctx, visit, lobby.GetProfile{Person: person})
		return leaderboardMsg{beside: &profile, whose: person, err: err}
	})
}

// panel returns the panel of a wide screen: the profile of the player under the cursor, once it
// has arrived.
func (f *leaderboardScreen) panel(width int) []string {
	if f.beside == nil || f.Cursor >= len(f.board.Leaders) || f.board.Leaders[f.Cursor].Person != f.whose {
		return nil
	}
	profile := document.Profile(*f.beside, f.ctx.Rules())
	own := sheet{f.ctx.Theme, f.ctx.Voice, width, 0}
	return append([]string{"", f.ctx.Theme.Title.Render(style.Cut(f.beside.Name, width)), ""}, own.lines(profile)...)
}
