package tui

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

// statisticsScreen tells how somebody has done in each game, and what the decisions
// of their latest matches came to. These are summed up match by match, for as long as
// the screen is there.
type statisticsScreen struct {
	screen.Base
	root       *Root
	statistics *lobby.Statistics // nil until they have come
	sums       []insight.Sum     // by game of the statistics
	left       []summand         // what is not summed up yet
	widget.Scroller
	bound screen.BindingCache[screen.Always]
}

// summand is a match that is to be summed up.
type summand struct {
	game int // the place in Statistics.Games
	lobby.Seated
}

// statisticsMsg is how somebody has done.
type statisticsMsg struct {
	screen     *statisticsScreen
	statistics lobby.Statistics
	err        error
}

// summedMsg is one match of the latest, summed up.
type summedMsg struct {
	screen  *statisticsScreen
	of      summand
	players []insight.Player
	err     error
}

// openStatistics shows the statistics of whose profile it is.
func (p *profileScreen) openStatistics() tea.Cmd {
	s := &statisticsScreen{root: p.root}
	p.root.openOn(p, s)
	visit, person := p.root.ctx.Session, p.profile.Person
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		statistics, err := lobby.Ask(ctx, visit, lobby.GetStatistics{Person: person})
		return statisticsMsg{s, statistics, err}
	}
}

// Update implements screen.
func (s *statisticsScreen) Update(arrived tea.Msg) tea.Cmd {
	switch msg := arrived.(type) {
	case statisticsMsg:
		if msg.screen != s {
			return nil
		}
		s.Changed()
		if msg.err != nil {
			s.root.refuse(msg.err)
			s.root.close(s)
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

// begin shows statistics, whose matches are to be summed up.
func (s *statisticsScreen) begin(statistics lobby.Statistics) {
	s.statistics, s.sums = &statistics, make([]insight.Sum, len(statistics.Games))
	for i, one := range statistics.Games {
		for _, seated := range one.Latest {
			s.left = append(s.left, summand{i, seated})
		}
	}
}

// sumUp asks for the next match beside the screen: for none once all are there, or
// nobody looks any more.
func (s *statisticsScreen) sumUp() tea.Cmd {
	asks := s.root.ctx.SumUp
	if asks == nil || len(s.left) == 0 || !slices.Contains(s.root.stack, screen.Screen(s)) {
		return nil
	}
	one := s.left[0]
	s.left = s.left[1:]
	game, _ := lobby.FindGame(s.root.ctx.Rules(), s.statistics.Games[one.game].Game)
	person := s.root.ctx.Person
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

func (s *statisticsScreen) Bindings() []screen.Binding { return s.bound.Get(screen.Always{}, s.bind) }

func (s *statisticsScreen) bind(screen.Always) []screen.Binding {
	return append(s.Scroller.Bindings(s.root.ctx, s.lines), s.root.ctx.CloseBinding(s, prose.T("back to the profile")))
}

func (s *statisticsScreen) View() (lines []string, title string) {
	whose := ""
	if s.statistics != nil {
		whose = s.root.ctx.Say(s.document().Title)
	}
	return s.root.page(s.root.ctx.Say(prose.T("Statistics")), whose, s.Shown(s.root.ctx, s.lines())), s.root.ctx.Say(prose.T("statistics"))
}

// lines are all statistics.
func (s *statisticsScreen) lines() []string {
	if s.statistics == nil {
		return awaited(s.root.ctx)
	}
	return documentLines(s.root.ctx, s.document())
}

func (s *statisticsScreen) document() document.Document {
	sums := s.sums
	if s.root.ctx.SumUp == nil {
		sums = nil
	}
	return document.Statistics(*s.statistics, sums, s.root.ctx.Rules())
}
