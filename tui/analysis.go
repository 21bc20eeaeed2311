package tui

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
)

// analysisScreen tells what could be known when in a match that is over.
type analysisScreen struct {
	unmoved
	root    *Root
	kit     board.Game
	title   prose.Text     // of the match
	account *prose.Account // nil until it has come
	top     int            // lines that are scrolled away
	bound   bound[always]
}

// analysisMsg is the answer to an analysis that was asked for.
type analysisMsg struct {
	screen  *analysisScreen
	title   prose.Text
	account prose.Account
	err     error
}

// analyses reports whether matches that have ended can be analysed here.
func (r *Root) analyses() bool { return r.session.History != nil && r.session.Analyse != nil }

// insightKey opens the analysis of a match, wherever one is shown that is over.
const insightKey = "i"

func (r *Root) insightKey() keys.Key { return keys.If(r.analyses(), keys.Named(insightKey)) }

func (r *Root) insightHint() prose.Text {
	return either(r.analyses(), prose.T("insight"), prose.Text{})
}

func (r *Root) insightHelp() prose.Text {
	return either(r.analyses(), prose.T("a finished match: chances, luck and key moments"), prose.Text{})
}

// analyse opens the analysis of a match of a game on a screen, and asks for it.
func (r *Root) analyse(below screen, game, id string) tea.Cmd {
	own := r.kit(game)
	if own.Board == nil {
		r.refuse(prose.Refuse("This server does not have {game} any more.", prose.Literal(own.Game.Title)))
		return nil
	}
	kit, s := *own, &analysisScreen{root: r, kit: *own}
	r.openOn(below, s)
	history, analyst, person := r.session.History, r.session.Analyse, r.session.Person
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		answer := analysisMsg{screen: s}
		match, err := history.Match(ctx, id)
		switch {
		case errors.Is(err, lobby.ErrUnknown):
			answer.err = prose.Refuse("That match is gone.")
		case err != nil:
			answer.err = prose.Because(err, "That match cannot be read just now. Try again in a moment.")
		case match.Void != "":
			answer.err = match.RefuseAnalysis()
		default:
			answer.title = lobby.ToldTitle(match.Title)
			answer.account.Narrator = kit.Narrator
			answer.account.Substitutes = match.SubstitutesAt
			for _, player := range match.Players {
				answer.account.Finished = append(answer.account.Finished, player.Substitute)
				answer.account.Bots = append(answer.account.Bots, player.Level > 0)
				answer.account.Names = append(answer.account.Names, look.Cut(player.Name, replayName))
			}
			answer.account.Analysis, answer.err = analyst(ctx, person, kit.Game, match.Record)
		}
		return answer
	}
}

// take implements screen.
func (s *analysisScreen) take(arrived tea.Msg) tea.Cmd {
	msg, is := arrived.(analysisMsg)
	if !is || msg.screen != s {
		return nil
	}
	s.changed()
	if msg.err != nil {
		s.root.refuse(msg.err)
		s.root.close(s)
		return nil
	}
	s.title, s.account = msg.title, &msg.account
	return nil
}

func (s *analysisScreen) bindings() []binding { return s.bound.of(always{}, s.bind) }

func (s *analysisScreen) bind(always) []binding {
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
		s.root.closes(s, prose.T("back to where you were")),
	}
}

func (s *analysisScreen) about() prose.Document { return s.kit.Rules }

func (s *analysisScreen) draw() (lines []string, title string) {
	lines = s.lines()
	s.top = max(0, min(s.top, len(lines)-(s.root.height-4)))
	return s.root.page(s.root.say(prose.T("Insight")), s.kit.Game.Title+"  ·  "+s.root.say(s.title), lines[s.top:]), s.root.say(prose.T("insight"))
}

// lines are the whole analysis.
func (s *analysisScreen) lines() []string {
	theme, width := s.root.theme, min(s.root.width-6, 100)
	lines := []string{""}
	if s.account == nil {
		return append(lines, "   "+theme.Text.Render(s.root.say(prose.T("One moment…"))))
	}
	paragraph := func(style look.Style, texts ...prose.Text) {
		lines = append(lines, wrapped(s.root.sayAll(texts), style, width)...)
	}
	if moments := s.account.Moments(); len(moments) > 0 {
		paragraph(theme.Title, prose.T("Key moments"))
		for _, sentences := range moments {
			paragraph(theme.Text, sentences...)
			lines = append(lines, "")
		}
	}
	if len(s.account.Analysis.Decisions) > 0 {
		paragraph(theme.Title, prose.T("Luck and missed chances"))
		lines = append(append(lines, s.root.tabulated(s.account.Players())...), "")
		paragraph(theme.Faint, s.account.Columns()...)
		lines = append(lines, "")
	}
	if curves, parts := s.account.Curves(); len(curves) > 0 {
		paragraph(theme.Title, prose.T("What each player had still to find out"))
		lines = append(append(lines, s.graph(curves, parts, width)...), "")
	}
	paragraph(theme.Faint, s.account.Notes()...)
	return lines
}

// tabulated aligns rows, the first of them heads: names to the left, numbers to the right.
func (r *Root) tabulated(rows [][]prose.Text) (lines []string) {
	said, widths := make([][]string, len(rows)), make([]int, len(rows[0]))
	for i, row := range rows {
		for n, cell := range row {
			said[i] = append(said[i], r.say(cell))
			widths[n] = max(widths[n], look.Width(said[i][n]))
		}
	}
	for i, row := range said {
		line, style := "   "+look.Fit(row[0], widths[0]), r.theme.Text
		for n, cell := range row[1:] {
			line += "  " + right(cell, widths[n+1])
		}
		if i == 0 {
			style = r.theme.Faint
		}
		lines = append(lines, style.Render(look.Cut(line, r.width-2)))
	}
	return lines
}

// fullness is how full a cell can be.
const fullness = "▁▂▃▄▅▆▇█"

// graph draws each curve in a line, as wide as there is room for; a line parts games.
func (s *analysisScreen) graph(curves []prose.Curve, parts []int, width int) (lines []string) {
	names := make([]string, len(curves))
	for i, curve := range curves {
		names[i] = s.root.say(curve.Of)
	}
	cells := min(look.Column(0, names...), width/2)
	points := thinned(len(curves[0].Levels), width-cells-2-len(parts), parts)
	times := max(1, (width-cells-2-len(parts))/max(1, len(points)))
	for i, curve := range curves {
		var drawn strings.Builder
		for _, at := range points {
			if part := partAt(parts, at); part > 0 {
				drawn.WriteString("│")
			}
			drawn.WriteString(strings.Repeat(bar(curve.Levels[at]), min(times, 3)))
		}
		lines = append(lines, "   "+s.root.theme.Text.Render(look.Fit(names[i], cells))+"  "+s.root.theme.Accent.Render(drawn.String()))
	}
	return lines
}

// thinned are so many points, or where there is less room as many as it takes, evenly:
// those with which a game begins and the last are among them.
func thinned(count, room int, parts []int) (points []int) {
	for each := 1; each <= count; each++ {
		points = points[:0]
		for at := range count {
			if at%each == 0 || at == count-1 || partAt(parts, at) > 0 {
				points = append(points, at)
			}
		}
		if len(points) <= room {
			break
		}
	}
	return points
}

// partAt is which part but the first begins at a point; 0 where none does.
func partAt(parts []int, at int) int {
	for i, begins := range parts {
		if begins == at {
			return i
		}
	}
	return 0
}

// bar is a level from 0 to 1 in one cell.
func bar(level float64) string {
	switch {
	case level < 0:
		return "?"
	case level == 0:
		return "·"
	}
	return string([]rune(fullness)[min(7, int(level*8))])
}
