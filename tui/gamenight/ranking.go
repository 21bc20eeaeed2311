package gamenight

import (
	"strconv"
	"strings"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// smallHead is the number of lines above the standings on a small wall.
const smallHead = 5

// rankCells is the width of a row of the standings without the bar and the state.
const rankCells = 3 + 2 + 14 + 5 + 2

// stateCells is the width of a player's state.
const stateCells = 12

// ranking returns the standings in at most height lines. If not all fit, it shows a part at a time.
func (w *wall) ranking(height, cells int) []string {
	c, people := w.ctx, w.update.People
	head := c.Theme.Title.Render(c.Say(prose.T("Standings"))) + "  " + c.Theme.Faint.Render(c.Say(prose.T("points per match")))
	lines := []string{style.Cut(head, cells)}
	room := max(1, height-1)
	if len(people) > room {
		room = max(1, room-1)
	}
	pages := max(1, (len(people)+room-1)/room)
	from := w.turn() % pages * room
	to := min(from+room, len(people))
	spaced := 2*(len(people)+1) <= height && height >= 20
	if spaced {
		lines = append(lines, "")
	}
	for _, p := range people[from:to] {
		lines = append(lines, w.rank(p, cells))
		if spaced {
			lines = append(lines, "")
		}
	}
	if pages > 1 {
		lines = append(lines, c.Theme.Faint.Render(c.Say(prose.T("{from} to {to} of {all}", prose.N(from+1), prose.N(to), prose.N(len(people))))))
	}
	return lines
}

// rank returns a row of the standings.
func (w *wall) rank(p lobby.GameNightPerson, cells int) string {
	u, theme := w.update, w.ctx.Theme
	textStyle, bar, rank := theme.Strong, theme.Border, strconv.Itoa(p.Rank)
	if p.Rank == 1 && u.Played > 0 {
		textStyle, bar = theme.Accent, theme.Accent
	}
	if u.Settled() && p.Rank == 1 && u.Played > 0 {
		rank = "★"
	}
	if p.State == lobby.GameNightAway || p.State == lobby.GameNightGone {
		textStyle = theme.Faint
	}
	line := textStyle.Render(widget.AlignRight(rank, 3) + "  " + style.Fit(p.Name, 14) + widget.AlignRight(strconv.Itoa(p.Average), 5))
	state := style.Cut(w.ctx.Say(shortState(u, p)), stateCells)
	rest := cells - rankCells - stateCells - 1
	if rest >= 14 {
		long := rest - 6
		filled := min(long, p.Average*long/100)
		mark := w.mark(p)
		line += "  " + bar.Render(strings.Repeat("█", filled)) + mark
		line += style.Blanks(rest - filled - style.Width(mark))
	} else {
		line += style.Fit(w.mark(p), 5) + " "
	}
	if style.Width(line)+style.Width(state) > cells {
		return style.Cut(line, cells)
	}
	return line + theme.Faint.Render(state)
}

// mark returns the number of ranks by which the last match has moved a player, or "".
func (w *wall) mark(p lobby.GameNightPerson) string {
	switch {
	case p.Moved > 0:
		return " " + w.ctx.Theme.Good.Render("▲"+strconv.Itoa(p.Moved))
	case p.Moved < 0:
		return " " + w.ctx.Theme.Faint.Render("▼"+strconv.Itoa(-p.Moved))
	}
	return ""
}

// shortState describes the state of a player in few words.
func shortState(u lobby.GameNightUpdate, p lobby.GameNightPerson) prose.Text {
	if u.Stage == lobby.GameNightOver {
		return u.StateText(p)
	}
	switch p.State {
	case lobby.GameNightCalled, lobby.GameNightAtTable, lobby.GameNightResting:
		return prose.T("table {n}", prose.N(p.Table))
	case lobby.GameNightWaiting:
		return prose.T("waiting").In("evening")
	}
	return u.StateText(p)
}

// small returns the wall of a small screen: how to join, and below it the standings with the next
// tables, or a table in play.
func (w *wall) small() []string {
	c, theme, height := w.ctx, w.ctx.Theme, w.ctx.BodyHeight()
	cells := c.Width - 2*wallMargin
	big := style.Big(w.invitation.Code, 1, !c.Settings.ASCII)
	column := style.Width(big[0]) + wallMargin
	head := make([]string, 0, smallHead)
	for _, line := range big {
		head = append(head, theme.Accent.Render(line))
	}
	facts := []string{style.Cut(theme.Strong.Render(w.invitation.Line), cells-column), "", style.Cut(theme.Faint.Render(w.facts()), cells-column)}
	switch {
	case c.Slim():
		head = append(append(head, style.Wrapped(w.invitation.Line, theme.Strong, cells)...), "")
	default:
		head = append(append([]string{""}, style.SideBySide(head, facts, column)...), "")
	}
	room := height - len(head)
	if tables := w.tables(room, cells); len(tables) > 0 {
		return style.Indented(append(head, tables...), wallMargin)
	}
	half := cells
	if !c.Slim() {
		half = cells * 3 / 5
	}
	left := w.ranks(room, half)
	if !c.Slim() {
		left = style.SideBySide(left, w.listed(room, cells-half-wallMargin), half+wallMargin)
	}
	return style.Indented(append(head, left...), wallMargin)
}

// listed returns the tables, the next ones and the finished matches, in at most height lines.
func (w *wall) listed(height, cells int) []string {
	lines := drawGroups(w.ctx, tableGroups(w.ctx, w.update, w.now), height+1, cells)
	return lines[min(1, len(lines)):] // without the first empty line
}

// over returns the wall of a finished game night: the winner and the standings.
func (w *wall) over() []string {
	u, theme, cells := w.update, w.ctx.Theme, w.ctx.Width-2*wallMargin
	lines := []string{""}
	if best := u.Winners(); u.Settled() && len(best) == 1 {
		lines = append(lines, w.winner(best[0], cells)...)
	}
	if u.Played > 0 {
		said := w.ctx.Say(prose.T("{best} Thank you all for playing.", prose.Sub(u.WinnersText())))
		lines = append(append(lines, style.Wrapped(said, theme.Accent, cells)...), "")
	}
	room := w.ctx.BodyHeight() - len(lines)
	half := min(cells, 80)
	standings := w.ranks(room, half)
	if cells-half-wallMargin >= 40 {
		standings = style.SideBySide(standings, w.listed(room, cells-half-wallMargin), half+wallMargin)
	}
	return style.Indented(append(lines, standings...), wallMargin)
}

// winner returns a name in the largest letters that fit, or nil if it has characters without a
// large form.
func (w *wall) winner(name string, cells int) (lines []string) {
	name = strings.ToUpper(name)
	for _, scale := range []int{6, 4, 2, 1} {
		if scale > max(1, w.ctx.BodyHeight()/10) || !style.HasBig(name) {
			continue
		}
		big := style.Big(name, scale, !w.ctx.Settings.ASCII)
		if style.Width(big[0]) > cells {
			continue
		}
		for _, line := range big {
			lines = append(lines, w.ctx.Theme.Good.Render(line))
		}
		return append(lines, "")
	}
	return nil
}
