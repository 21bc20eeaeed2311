package archive

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// statisticsScreen shows a player's results in each game and a summary of their decisions in recent
// matches. The matches are analyzed one by one while the screen is open.
type statisticsScreen struct {
	screen.Base
	ctx        *screen.Context
	statistics *lobby.Statistics // nil until they arrive
	sums       []insight.Sum     // by index of Statistics.Games
	left       []summand         // matches that are not analyzed yet
	widget.Scroller
}

// summand is a match to be analyzed.
type summand struct {
	game int // index in Statistics.Games
	lobby.Seated
}

// statisticsMsg delivers a player's statistics.
type statisticsMsg struct {
	screen     *statisticsScreen
	statistics lobby.Statistics
	err        error
}

// summedMsg delivers the analysis of one match.
type summedMsg struct {
	screen  *statisticsScreen
	of      summand
	players []insight.Player
	err     error
}

// openStatistics opens the statistics of the player whose profile is shown.
func (p *profileScreen) openStatistics() tea.Cmd {
	s := &statisticsScreen{ctx: p.ctx}
	p.ctx.Shell.OpenOn(p, s)
	visit, person := p.ctx.Session, p.profile.Person
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		statistics, err := lobby.Ask(ctx, visit, lobby.GetStatistics{Person: person})
		return statisticsMsg{s, statistics, err}
	}
}

// Update implements screen.Screen.
func (s *statisticsScreen) Update(arrived tea.Msg) tea.Cmd {
	switch msg := arrived.(type) {
	case statisticsMsg:
		if msg.screen != s {
			return nil
		}
		s.Changed()
		if msg.err != nil {
			s.ctx.Shell.Refuse(msg.err)
			s.ctx.Shell.Close(s)
			return nil
		}
		s.begin(msg.statistics)
		return s.sumUp()
	case summedMsg:
		if msg.screen != s {
			return nil
		}
		s.Changed()
		if msg.err == nil && msg.of.Seat < len(msg.players) {
			s.sums[msg.of.game].Add(msg.players[msg.of.Seat])
		}
		return s.sumUp()
	}
	return nil
}

// begin shows statistics and queues their recent matches for analysis.
func (s *statisticsScreen) begin(statistics lobby.Statistics) {
	s.statistics, s.sums = &statistics, make([]insight.Sum, len(statistics.Games))
	for i, one := range statistics.Games {
		for _, seated := range one.Latest {
			s.left = append(s.left, summand{i, seated})
		}
	}
}

// sumUp returns a command that analyzes the next match, or nil if none is left or the screen is
// closed.
func (s *statisticsScreen) sumUp() tea.Cmd {
	asks := s.ctx.SumUp
	if asks == nil || len(s.left) == 0 || !s.ctx.Shell.IsOpen(s) {
		return nil
	}
	one := s.left[0]
	s.left = s.left[1:]
	game, _ := lobby.FindGame(s.ctx.Rules(), s.statistics.Games[one.game].Game)
	person := s.ctx.You.ID
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		answer := summedMsg{screen: s, of: one}
		if game.Name != "" {
			answer.players, answer.err = asks(ctx, person, game, one.ID)
		}
		return answer
	}
}

func (s *statisticsScreen) Bindings() screen.Bindings { return slices.Values(s.bind()) }

func (s *statisticsScreen) bind() []screen.Binding {
	return append(s.ScrollBindings(s.ctx, s.lines), s.ctx.CloseBinding(s, prose.T("back to the profile")))
}

func (s *statisticsScreen) View() screen.Frame {
	whose := ""
	if s.statistics != nil {
		whose = s.ctx.Say(s.document().Title)
	}
	return screen.Frame{Title: s.ctx.Say(prose.T("statistics")), Left: s.ctx.Say(prose.T("Statistics")), Right: whose, Body: s.Shown(s.ctx, s.lines())}
}

// lines returns the lines of all statistics.
func (s *statisticsScreen) lines() []string {
	if s.statistics == nil {
		return awaited(s.ctx)
	}
	return documentLines(s.ctx, s.document())
}

func (s *statisticsScreen) document() document.Document {
	sums := s.sums
	if s.ctx.SumUp == nil {
		sums = nil
	}
	return document.Statistics(*s.statistics, sums, s.ctx.Rules())
}
