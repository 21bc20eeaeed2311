package gamenight

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// standings draws the standings, which can be scrolled.
type standings struct {
	*night
	top  int // number of people that are scrolled out
	page int // number of people in the last drawing
}

// draw returns the standings in at most room lines.
func (s *standings) draw(room, width int) []string {
	theme := s.ctx.Theme
	lines := s.teams(room / 2)
	room -= len(lines)
	lines = append(lines, "   "+theme.Faint.Render(s.columns("", s.ctx.Say(prose.T("name")), s.ctx.Say(prose.T("avg")), s.ctx.Say(prose.T("matches")))))
	all := len(s.update.People)
	s.page = max(1, room-1)
	more := all > s.page && s.page > 1
	if more {
		s.page-- // for the number of the others
	}
	s.top = max(0, min(s.top, all-s.page))
	shown := s.listed(s.page)
	for _, i := range shown {
		p := s.update.People[i]
		textStyle, name := theme.Text, p.Name
		if i == s.update.You {
			textStyle = theme.Accent
			name = style.Cut(p.Name, 12) + " (" + s.ctx.Say(prose.T("you")) + ")"
		}
		if p.State == lobby.GameNightAway || p.State == lobby.GameNightGone {
			textStyle = theme.Faint
		}
		told := s.update.StateText(p)
		if p.Team != "" && !told.IsZero() {
			if told = prose.T("{team}, {state}", prose.Literal(p.Team), prose.Sub(told)); p.Captain {
				told = prose.T("captain of {team}", prose.Sub(told))
			}
		}
		state := s.ctx.Say(told)
		if p.Host && !told.IsZero() {
			state = s.ctx.Say(prose.T("host, {state}", prose.Sub(told)))
		}
		mark := "   "
		if s.update.Settled() && p.Rank == 1 && s.update.Played > 0 {
			mark = " " + theme.Good.Render("★") + " "
		}
		line := textStyle.Render(s.columns(strconv.Itoa(p.Rank), name, strconv.Itoa(p.Average), strconv.Itoa(p.Matches)))
		left := width - style.Width(line) - 3
		if style.Width(state) > left {
			state = s.ctx.Say(told)
		}
		if style.Width(state) <= left {
			line += theme.Faint.Render(state)
		}
		lines = append(lines, mark+line)
	}
	if more {
		lines = append(lines, moreLines(s.ctx, all-len(shown))...)
	}
	return lines
}

// moreLines returns the line below a list of which n entries are not visible, or nil.
func moreLines(c *screen.Context, n int) []string {
	if n <= 0 {
		return nil
	}
	left := prose.C("and {n} more: {keys}", "and {n} more: {keys}", prose.N(n), prose.Literal("↑↓"))
	return []string{"   " + c.Theme.Faint.Render(widget.AlignRight("", 3)+" "+c.Say(left))}
}

// teams returns the teams and their averages in at most room lines, or nil.
func (s *standings) teams(room int) (lines []string) {
	for _, team := range s.update.Teams[:min(len(s.update.Teams), max(1, room))] {
		textStyle := s.ctx.Theme.Text
		if you := s.update.You; you >= 0 && s.update.People[you].Team == team.Name {
			textStyle = s.ctx.Theme.Accent
		}
		line := s.columns(strconv.Itoa(team.Rank), team.Name, strconv.Itoa(team.Average), strconv.Itoa(team.Matches))
		lines = append(lines, "   "+textStyle.Render(line)+s.ctx.Theme.Faint.Render(s.ctx.Say(prose.C("team of {n}", "team of {n}", prose.N(team.People)))))
	}
	if len(lines) > 0 && room > len(lines)+1 {
		lines = append(lines, "")
	}
	return lines
}

// listed returns the indexes of the visible people: at most most of them, from the scroll position
// on. Before the player has scrolled, they are always among them.
func (s *standings) listed(most int) (places []int) {
	for i := s.top; i < min(s.top+most, len(s.update.People)); i++ {
		places = append(places, i)
	}
	if you := s.update.You; s.top == 0 && you >= most && most > 1 {
		places[most-1] = you
	}
	return places
}

// columns returns a row of the standings without the state. If there is little room, it has no
// number of matches.
func (s *standings) columns(rank, name, points, matches string) string {
	if s.ctx.Slim() {
		return widget.AlignRight(rank, 2) + " " + style.Fit(name, 15) + widget.AlignRight(points, 6) + "  "
	}
	return widget.AlignRight(rank, 3) + " " + style.Fit(name, 18) + widget.AlignRight(points, 7) + widget.AlignRight(matches, 9) + "   "
}

func (s *standings) scroll(name string) tea.Cmd {
	by := screen.Step(name)
	if name == "pgup" || name == "pgdown" {
		by = max(1, s.page)
		if name == "pgup" {
			by = -by
		}
	}
	s.top = max(0, min(s.top+by, len(s.update.People)-s.page))
	return nil
}
