package tui

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// besidePanel puts the panel right of the body of a screen, in exactly so many lines.
func (r *Root) besidePanel(body, panel []string, height int) []string {
	lines, nothing := look.Exactly(body, height), ""
	for i, line := range look.Exactly(panel, height) {
		pair := besideLine{lines[i], line}
		lines[i] = r.kept.beside.At(i, pair, func() string {
			if pair != (besideLine{}) {
				return r.beside(pair)
			}
			if nothing == "" {
				nothing = r.beside(pair)
			}
			return nothing // most lines of a large screen
		})
	}
	return lines
}

// beside is a line with one of the panel beside it, and the border between them.
func (r *Root) beside(pair besideLine) string {
	var line strings.Builder
	line.Grow(r.ctx.Across() + len(pair.left) + len(pair.right) + widget.HeadStyles)
	left := look.Cut(pair.left, r.ctx.Across())
	line.WriteString(left)
	for range r.ctx.Across() - look.Width(left) {
		line.WriteByte(' ')
	}
	line.WriteByte(' ')
	r.ctx.Theme.Border.Write(&line, "│")
	line.WriteByte(' ')
	line.WriteString(pair.right)
	return line.String()
}

// besideLine is a line with one of the panel beside it.
type besideLine struct{ left, right string }

// Same implements widget.Source.
func (l besideLine) Same(other besideLine) bool { return l == other }

// drawBoard is the board in at most width × height cells, on a wide screen with the
// panel in the part of it that the board leaves free.
func (t *tableScreen) drawBoard(width, height int) []string {
	if sided, is := t.board.(board.Sided); is && t.root.ctx.Wide() {
		sided.Beside(t.panel)
		defer sided.Beside(nil)
	}
	return strings.Split(t.board.Draw(width, height), "\n")
}

// besidePoints puts the panel right of the points on a wide screen, where the board
// has no room for it and they can do with fewer cells.
func (t *tableScreen) besidePoints(points []string, rated bool) []string {
	if !t.root.ctx.Wide() || t.panelled {
		return points
	}
	left := t.drawPoints(t.root.ctx.Across(), t.root.ctx.Height, rated)
	over := func(line string) bool { return look.Width(line) > t.root.ctx.Across() }
	if len(left) != len(points) || slices.ContainsFunc(left, over) {
		return points
	}
	return look.Beside(left, append([]string{""}, t.panel(t.root.ctx.PanelCells(), len(left)-1)...), t.root.ctx.Across()+screen.PanelGap)
}

// panel is what stands beside a board: who is there, and what was said.
func (t *tableScreen) panel(width, height int) []string {
	t.panelled = true
	people := append(t.panelPeople(width), "")
	if height-len(people)-1 < screen.PanelChat {
		people = nil
	}
	return append(people, t.said.Titled(t.root.ctx, t.heard(), width, height-len(people))...)
}

// panelPeople are the people at the table, with what the board does not say of them.
func (t *tableScreen) panelPeople(width int) []string {
	theme := t.root.ctx.Theme
	lines := []string{theme.Title.Render(t.root.ctx.Say(prose.T("At the table")))}
	for i, seat := range t.update.Seats {
		style := theme.Text
		if engine.Seat(i) == t.update.You {
			style = theme.Accent
		}
		var said strings.Builder
		said.WriteByte(' ')
		theme.Faint.Write(&said, strconv.Itoa(i+1))
		said.WriteByte(' ')
		style.Write(&said, look.Cut(seat.Name, width-widget.ChatIndent))
		facts := t.root.ctx.Say(prose.T("{facts}", prose.List(t.panelFacts(engine.Seat(i), seat))))
		if look.Width(said.String())+2+look.Width(facts) <= width {
			said.WriteString("  ")
			theme.Faint.Write(&said, facts)
			lines = append(lines, said.String())
			continue
		}
		lines = append(append(lines, said.String()), look.Indented(look.Wrapped(facts, theme.Faint, width-widget.ChatIndent), widget.ChatIndent)...)
	}
	if len(t.update.Watchers) > 0 {
		watching := t.root.ctx.Say(prose.T("Watching: {names}", prose.List(prose.Names(t.update.Watchers))))
		lines = append(lines, look.Indented(look.Wrapped(watching, theme.Faint, width-1), 1)...)
	}
	return lines
}

// panelFacts is what is worth knowing of somebody on a seat.
func (t *tableScreen) panelFacts(at engine.Seat, seat lobby.SeatInfo) (facts []prose.Text) {
	for _, one := range []struct {
		is   bool
		text prose.Text
	}{
		{at == t.update.You, prose.T("you")},
		{seat.Host, prose.T("host")},
		{seat.Kind == lobby.SeatBot, t.botText(seat.Level)},
		{seat.Guest, prose.T("guest")},
		{seat.Program, prose.T("program")},
		{seat.Ready, prose.T("ready")},
		{seat.Left && !seat.Claimed, prose.T("has left")},
		{seat.Claimed, prose.T("was away for too long")},
		{!seat.Away.IsZero(), awayText(seat.Away)},
		{seat.BotPlays, prose.T("bot for {name}", prose.Name(seat.Name))},
		{seat.Pausing, prose.T("asks for a pause")},
	} {
		if one.is {
			facts = append(facts, one.text)
		}
	}
	return facts
}
