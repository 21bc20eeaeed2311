package tui

import (
	"context"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/look"
)

// leaderRest is how long the cursor rests on somebody before their profile is asked
// for: who goes through the list asks for those alone on whom they stop.
const leaderRest = 200 * time.Millisecond

// leaderRestMsg says that the cursor has rested where it was then.
type leaderRestMsg struct {
	screen *leaderboardScreen
	moves  int
}

// rests waits on a wide screen until the cursor has rested.
func (f *leaderboardScreen) rests() tea.Cmd {
	f.moves++
	if !f.root.wide() || f.cursor >= len(f.board.Leaders) {
		return nil
	}
	rest := leaderRestMsg{f, f.moves}
	return tea.Tick(leaderRest, func(time.Time) tea.Msg { return rest })
}

// rested asks for the profile of the person on whom the cursor rests.
func (f *leaderboardScreen) rested(rest leaderRestMsg) tea.Cmd {
	if rest.moves != f.moves || f.cursor >= len(f.board.Leaders) || f.loading || f.opening {
		return nil
	}
	visit, person := f.root.session.Visit, f.board.Leaders[f.cursor].Person
	return f.ask(func(ctx context.Context) leaderboardMsg {
		profile, err := lobby.Ask(ctx, visit, lobby.GetProfile{Person: person})
		return leaderboardMsg{beside: &profile, whose: person, err: err}
	})
}

// panel is what stands beside the list on a wide screen: the profile of the person
// under the cursor, once it is there.
func (f *leaderboardScreen) panel(width int) []string {
	if f.beside == nil || f.cursor >= len(f.board.Leaders) || f.board.Leaders[f.cursor].Person != f.whose {
		return nil
	}
	theme, profile := f.root.theme, f.beside
	lines := []string{"", theme.Title.Render(look.Cut(profile.Name, width))}
	for _, s := range profile.Standings {
		lines = append(lines, "", look.Sides(theme.Strong.Render(f.root.kit(s.Game).Game.Title), theme.Text.Render(f.root.say(s.Told())), width))
		for _, fact := range f.panelFacts(s) {
			lines = append(lines, look.Cut("  "+theme.Faint.Render(fact), width))
		}
	}
	if !profile.You {
		lines = append(append(lines, ""), look.Wrapped(f.root.say(profile.AgainstYou.Told()), theme.Text, width)...)
	}
	if len(profile.Results) > 0 {
		lines = append(lines, "", theme.Title.Render(f.root.say(prose.T("The last matches"))))
	}
	for _, one := range profile.Results {
		lines = append(lines, f.panelResult(one, width))
	}
	return lines
}

// panelFacts are the numbers of somebody in one game.
func (f *leaderboardScreen) panelFacts(s lobby.Standing) []string {
	facts := []string{f.root.say(prose.C("rank {rank} · {n} match, {won} won", "rank {rank} · {n} matches, {won} won",
		prose.Literal(strconv.Itoa(s.Place)), prose.N(s.Matches), prose.N(s.Wins)))}
	if s.Best != 0 {
		facts = append(facts, f.root.say(prose.T("best streak: {streak}", prose.Sub(lobby.ToldStreak(s.Best)))))
	}
	return facts
}

// panelResult is a match with its result and who played it, too.
func (f *leaderboardScreen) panelResult(one lobby.Result, width int) string {
	line := look.Fit(f.root.say(lobby.ToldResult(one.Match.Result(one.Seat))), 6)
	return look.Cut(f.root.resultStyle(one).Render(line)+" "+f.root.theme.Text.Render(look.Fit(f.root.kit(one.Match.Record.Game).Game.Title, 14))+
		f.root.theme.Faint.Render(f.root.withWhom(one)), width)
}
