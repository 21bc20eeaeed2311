package gamenight

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// results shows a finished game night: the winners, the best moments, and the matches with their
// replays and analyses.
type results struct {
	screen.Base
	*night
	widget.List
	below   screen.Screen // of the game night, with which this screen changes
	moments []lobby.Highlight
	asked   bool // the best moments were requested
	found   bool // the best moments have arrived
	opening bool // a replay was requested
}

// highlightsPatience bounds the search for the best moments.
const highlightsPatience = time.Minute

// highlightsMsg delivers the best moments.
type highlightsMsg struct {
	results *results
	moments []lobby.Highlight
}

// replayMsg delivers a replay, or the error.
type replayMsg struct {
	results *results
	replay  Replay
	err     error
}

// openResults opens the results and requests the best moments.
func (a *actions) openResults() tea.Cmd {
	s := &results{night: a.night, below: a.ctx.Shell.Top()}
	a.ctx.Shell.Open(s)
	return s.ask()
}

// Revision implements screen.Screen. It changes with the game night.
func (s *results) Revision() uint64 { return s.Base.Revision() + s.below.Revision() }

// ask returns a command that requests the best moments.
func (s *results) ask() tea.Cmd {
	find, played := s.config.Highlights, s.update.Recent
	if find == nil {
		return nil
	}
	s.asked = true
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), highlightsPatience)
		defer cancel()
		return highlightsMsg{s, lobby.BestMoments(find(ctx, played))}
	}
}

// Update implements screen.Screen.
func (s *results) Update(arrived tea.Msg) tea.Cmd {
	switch msg := arrived.(type) {
	case highlightsMsg:
		if msg.results == s {
			s.moments, s.found = msg.moments, true
			s.Changed()
		}
	case replayMsg:
		if msg.results != s {
			break
		}
		s.opening = false
		switch {
		case msg.err != nil:
			s.ctx.Shell.Refuse(msg.err)
		case s.ctx.OnTop(s):
			msg.replay.OpenOn(s)
		}
		s.Changed()
	}
	return nil
}

// matches returns the matches, newest first.
func (s *results) matches() []lobby.GameNightTable {
	played := slices.Clone(s.update.Recent)
	slices.Reverse(played)
	return played
}

// chosen returns the match under the cursor. It reports false if its record is not stored.
func (s *results) chosen() (lobby.GameNightTable, bool) {
	played := s.matches()
	if s.Cursor >= len(played) {
		return lobby.GameNightTable{}, false
	}
	return played[s.Cursor], played[s.Cursor].Match != "" && s.ctx.History != nil
}

// Bindings implements screen.Screen.
func (s *results) Bindings() screen.Bindings {
	_, stored := s.chosen()
	count := func() int { return len(s.update.Recent) }
	insight := s.ctx.InsightBinding(s.analyse)
	insight.Key = keymap.If(stored && s.ctx.CanAnalyse(), insight.Key)
	insight.Why = prose.T("This match has no record.")
	return slices.Values(slices.Concat([]screen.Binding{
		{Key: keymap.If(stored, keymap.Named("enter")), Hint: prose.T("replay"), Help: prose.T("replay the match under the cursor, move by move"), Why: prose.T("This match has no record."), Do: screen.Command(s.open)},
		insight,
	}, s.CursorBindings(count, prose.T("choose"), prose.T("choose a match"), nil), []screen.Binding{s.ctx.CloseBinding(s, prose.T("back to the game night"))}))
}

// open requests the replay of the match under the cursor.
func (s *results) open() tea.Cmd {
	t, _ := s.chosen()
	if s.opening {
		return nil
	}
	s.opening = true
	read := s.config.Replay
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		replay, err := read(ctx, t.Game, t.Match)
		return replayMsg{s, replay, err}
	}
}

// analyse opens the analysis of the match under the cursor.
func (s *results) analyse() tea.Cmd {
	t, _ := s.chosen()
	_, asks := s.config.Analysis(s, t.Game, t.Match)
	return asks
}

// Click implements screen.Screen.
func (s *results) Click(_, y int) tea.Cmd { return s.Pick(s.ctx, y, "enter") }

// Help implements screen.Screen.
func (s *results) Help() prose.Document {
	points := s.update.Plan.PointsText()
	return prose.Document{
		prose.H("Results"),
		prose.P("The best moments are the right guesses that were the least likely, among the latest matches. Each match can be replayed and analysed."),
		prose.H("Points"),
		{Kind: prose.Paragraph, Text: points[0]},
		{Kind: prose.Paragraph, Text: points[1]},
	}
}

// View implements screen.Screen.
func (s *results) View() screen.Frame {
	height := s.ctx.BodyHeight()
	head := s.head()
	head = head[:min(len(head), max(2, height-4))]
	played := s.matches()
	from, to := s.Fit(len(played), height-len(head)-1)
	title := "   " + s.ctx.Theme.Title.Render(s.ctx.Say(prose.T("Matches")))
	if to-from < len(played) {
		title += "  " + s.ctx.Theme.Faint.Render(s.ctx.Say(prose.T("{from} to {to} of {all}", prose.N(from+1), prose.N(to), prose.N(len(played)))))
	}
	head = append(head, title)
	body := s.Draw(s.ctx.Theme, head, from, to, func(at int, mark string, text style.Style) string {
		return mark + text.Render(style.Cut(tableLine(s.ctx, played[at], time.Now()), s.ctx.Width-5))
	})
	return screen.Frame{Title: s.ctx.Say(prose.T("results")), Left: s.ctx.Say(prose.T("Results")), Right: s.update.Plan.Title, Body: body}
}

// head returns the winners and the best moments.
func (s *results) head() []string {
	theme, cells := s.ctx.Theme, s.ctx.Width-6
	lines := []string{""}
	for _, line := range style.Wrapped(s.ctx.Say(prose.T("{best} Thank you all for playing.", prose.Sub(s.update.WinnersText()))), theme.Accent, cells) {
		lines = append(lines, "   "+line)
	}
	said := s.said()
	if len(said) == 0 {
		return append(lines, "")
	}
	lines = append(lines, "", "   "+theme.Title.Render(s.ctx.Say(prose.T("Best moments"))))
	for _, one := range said {
		lines = append(lines, style.Indented(style.Wrapped(s.ctx.Say(one), theme.Text, cells), 3)...)
	}
	return append(lines, "")
}

// said returns the best moments, or a text while they are being found.
func (s *results) said() (all []prose.Text) {
	if s.asked && !s.found {
		return []prose.Text{prose.T("Analysing the matches…")}
	}
	for _, m := range s.moments {
		all = append(all, m.LineText(prose.Literal(s.ctx.Kit(m.Game).Game.Title)))
	}
	return all
}
