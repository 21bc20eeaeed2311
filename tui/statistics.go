package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
)

// statisticsScreen tells how somebody has done in each game, and what the decisions
// of their latest matches came to. These are summed up match by match, for as long as
// the screen is there.
type statisticsScreen struct {
	unmoved
	root       *Root
	statistics *lobby.Statistics // nil until they have come
	sums       []insight.Sum     // by game of the statistics
	left       []summand         // what is not summed up yet
	top        int               // lines that are scrolled away
	bound      bound[always]
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
	visit, person := p.root.session.Visit, p.profile.Person
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		statistics, err := lobby.Ask(ctx, visit, lobby.GetStatistics{Person: person})
		return statisticsMsg{s, statistics, err}
	}
}

// take implements screen.
func (s *statisticsScreen) take(arrived tea.Msg) tea.Cmd {
	switch msg := arrived.(type) {
	case statisticsMsg:
		if msg.screen != s {
			return nil
		}
		s.changed()
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
		s.changed()
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
	asks := s.root.session.SumUp
	if asks == nil || len(s.left) == 0 || !slices.Contains(s.root.stack, screen(s)) {
		return nil
	}
	one := s.left[0]
	s.left = s.left[1:]
	game, _ := lobby.FindGame(s.games(), s.statistics.Games[one.game].Game)
	person := s.root.session.Person
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		answer := summedMsg{screen: s, of: one}
		if game.Name != "" {
			answer.players, answer.err = asks(ctx, person, game, one.ID)
		}
		return answer
	}
}

// games are those offered here.
func (s *statisticsScreen) games() []engine.Game {
	games := make([]engine.Game, len(s.root.session.Games))
	for i, kit := range s.root.session.Games {
		games[i] = kit.Game
	}
	return games
}

func (s *statisticsScreen) bindings() []binding { return s.bound.of(always{}, s.bind) }

func (s *statisticsScreen) bind(always) []binding {
	page := func() int { return max(1, s.root.height-5) }
	scrolls := func(by func() int) func(string) tea.Cmd { return does(func() { s.top += by() }) }
	return []binding{
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Hint: prose.T("scroll"), Help: prose.T("scroll"), Do: func(name string) tea.Cmd {
			s.top += step(name)
			return nil
		}},
		{Key: keys.Of("space", "space", "pgdown", "right"), Hint: prose.T("next page"), Help: prose.T("a page on"), Do: scrolls(page)},
		{Key: keys.Of("pgup", "pgup", "left"), Help: prose.T("a page back"), Do: scrolls(func() int { return -page() })},
		{Key: keys.Named("home"), Help: prose.T("to the beginning"), Do: scrolls(func() int { return -s.top })},
		{Key: keys.Named("end"), Help: prose.T("to the end"), Do: scrolls(func() int { return len(s.lines()) })},
		s.root.closes(s, prose.T("back to the profile")),
	}
}

func (s *statisticsScreen) draw() (lines []string, title string) {
	lines = s.lines()
	s.top = max(0, min(s.top, len(lines)-(s.root.height-4)))
	whose := ""
	if s.statistics != nil {
		if whose = s.statistics.Name; s.statistics.You {
			whose = s.root.say(prose.T("{name} (you)", prose.Name(whose)))
		}
	}
	return s.root.page(s.root.say(prose.T("Statistics")), whose, lines[s.top:]), s.root.say(prose.T("statistics"))
}

// lines are all statistics.
func (s *statisticsScreen) lines() []string {
	theme, width := s.root.theme, min(s.root.width-6, 100)
	lines := []string{""}
	if s.statistics == nil {
		return append(lines, "   "+theme.Text.Render(s.root.say(prose.T("One moment…"))))
	}
	for i, one := range s.statistics.Games {
		lines = append(lines, "   "+theme.Title.Render(s.root.kit(one.Game).Game.Title))
		lines = append(lines, s.root.tabulated(one.Told(s.games(), s.root.slim()))...)
		if s.root.session.SumUp != nil {
			lines = append(lines, wrapped(s.root.sayAll(prose.TellSum(s.sums[i], len(one.Latest))), theme.Text, width)...)
		}
		lines = append(lines, "")
	}
	notes := s.statistics.StatisticsNotes()
	if s.root.session.SumUp != nil && s.statistics.Counted > 0 {
		notes = append(notes, prose.SumNotes()...)
	}
	return append(lines, wrapped(s.root.sayAll(notes), theme.Faint, width)...)
}
