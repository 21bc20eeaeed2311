package archive

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/tui/style"
)

// leaderRest is how long the cursor stays on a player before their profile is requested.
const leaderRest = 200 * time.Millisecond

// leaderRestMsg reports that leaderRest has passed. It names the position of the cursor at the
// start.
type leaderRestMsg struct {
	screen *leaderboardScreen
	moves  int
}

// rests returns a command that waits for leaderRest, on wide screens only.
func (f *leaderboardScreen) rests() tea.Cmd {
	f.moves++
	if !f.ctx.Wide() || f.Cursor >= len(f.board.Leaders) {
		return nil
	}
	rest := leaderRestMsg{f, f.moves}
	return tea.Tick(leaderRest, func(time.Time) tea.Msg { return rest })
}

// rested requests the profile of the player under the cursor, if the cursor has not moved.
func (f *leaderboardScreen) rested(rest leaderRestMsg) tea.Cmd {
	if rest.moves != f.moves || f.Cursor >= len(f.board.Leaders) || f.loading || f.opening {
		return nil
	}
	visit, person := f.ctx.Session, f.board.Leaders[f.Cursor].Person
	return f.ask(func(ctx context.Context) leaderboardMsg {
		profile, err := lobby.Ask(ctx, visit, lobby.GetProfile{Person: person})
		return leaderboardMsg{cursorProfile: &profile, whose: person, err: err}
	})
}

// panel returns the side panel of a wide screen: the profile of the player under the cursor, once
// it has arrived.
func (f *leaderboardScreen) panel(width int) []string {
	if f.cursorProfile == nil || f.Cursor >= len(f.board.Leaders) || f.board.Leaders[f.Cursor].Person != f.whose {
		return nil
	}
	profile := document.Profile(*f.cursorProfile, f.ctx.Rules())
	own := sheet{f.ctx.Theme, f.ctx.Voice, width, 0}
	return append([]string{"", f.ctx.Theme.Title.Render(style.Cut(f.cursorProfile.Name, width)), ""}, own.lines(profile)...)
}
