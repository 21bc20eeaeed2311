package room

import (
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// panel is the side panel of a wide screen, next to the board or the seats: who is here, and the
// chat.
type panel struct {
	*room
	chat  *chat
	shown bool // it was part of the last drawing
}

// drawBoard draws a board in at most width × height cells. On a wide screen, the panel is in the
// part that the board leaves free.
func (p *panel) drawBoard(drawn board.Board, width, height int) []string {
	if sided, is := drawn.(board.Sided); is && p.ctx.Wide() {
		sided.SetSide(p.drawPanel)
		defer sided.SetSide(nil)
	}
	return strings.Split(drawn.Draw(width, height), "\n")
}

// drawPanel returns the panel.
func (p *panel) drawPanel(width, height int) []string {
	p.shown = true
	people := append(p.atTable(width), "")
	if height-len(people)-1 < screen.PanelChat {
		people = nil
	}
	return append(people, p.chat.ChatLog.Titled(p.ctx, p.chat.heard(), width, height-len(people))...)
}

// atTable returns the players and spectators, with facts that the board does not show.
func (p *panel) atTable(width int) []string {
	theme := p.ctx.Theme
	lines := []string{theme.Title.Render(p.ctx.Say(prose.T("At the table")))}
	for i, seat := range p.update.Seats {
		textStyle := theme.Text
		if engine.Seat(i) == p.update.You {
			textStyle = theme.Accent
		}
		var said strings.Builder
		said.WriteByte(' ')
		theme.Faint.Write(&said, strconv.Itoa(i+1))
		said.WriteByte(' ')
		textStyle.Write(&said, style.Cut(seat.Name, width-widget.ChatIndent))
		facts := p.ctx.Say(prose.T("{facts}", prose.List(p.facts(engine.Seat(i), seat))))
		if style.Width(said.String())+2+style.Width(facts) <= width {
			said.WriteString("  ")
			theme.Faint.Write(&said, facts)
			lines = append(lines, said.String())
			continue
		}
		lines = append(append(lines, said.String()), style.Indented(style.Wrapped(facts, theme.Faint, width-widget.ChatIndent), widget.ChatIndent)...)
	}
	if len(p.update.Watchers) > 0 {
		watching := p.ctx.Say(prose.T("Watching: {names}", prose.List(prose.Names(p.update.Watchers))))
		lines = append(lines, style.Indented(style.Wrapped(watching, theme.Faint, width-1), 1)...)
	}
	return lines
}

// facts returns short facts about a player.
func (p *panel) facts(at engine.Seat, seat lobby.SeatInfo) (facts []prose.Text) {
	for _, one := range []struct {
		is   bool
		text prose.Text
	}{
		{at == p.update.You, prose.T("you")},
		{seat.Host, prose.T("host")},
		{seat.Kind == lobby.SeatBot, p.botText(seat.Level)},
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
