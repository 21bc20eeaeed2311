package gamenight

import (
	"slices"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// View implements screen.Screen.
func (s *Screen) View() screen.Frame {
	if !s.shown {
		return screen.Frame{Left: "parlor"}
	}
	title := s.ctx.Say(prose.T("game night"))
	if s.state() == lobby.GameNightCalled && !s.ctx.Settings.Untitled {
		title = s.ctx.Say(prose.T("your table is ready"))
	}
	u, height := s.update, s.ctx.BodyHeight()
	body, foot := s.notice(), s.foot()
	if s.ChatLine != nil {
		foot = s.ChatLine.Words(s.ctx.Theme.Accent)
	}
	room := height - len(body) - len(foot)
	if s.ctx.Wide() {
		left := s.ranks(room, s.ctx.Across()-2)
		left = s.withBelow(left, room, s.ctx.Across()-5)
		body = append(body, widget.WithPanel(s.ctx, nil, left, s.panel(room), room)...)
	} else {
		side := s.side(s.sideHeight(room))
		people := s.ranks(max(2, room-len(side)), s.ctx.Width-2)
		body = append(body, style.Exactly(append(people, side...), room)...)
		if s.ChatLine != nil {
			body = s.ChatLine.Overlay(body, s.heard())
		}
	}
	return screen.Frame{Title: title, Left: u.Plan.Title, Right: s.head(), Body: append(body, foot...)}
}

// ranks returns the bracket of a knockout, or the standings, in at most room lines.
func (s *Screen) ranks(room, width int) []string {
	if s.bracket.shows() {
		return s.bracket.draw(room, width)
	}
	return s.standings.draw(room, width)
}

// sideHeight returns the number of lines for the tables if the screen is not wide.
func (s *Screen) sideHeight(room int) int {
	if s.bracket.shows() {
		return min(room/2, room-s.bracket.height())
	}
	return max(3, room/2)
}

// head returns the right part of the header: the stage of the game night and its code.
func (s *Screen) head() string {
	u := s.update
	if s.ctx.Slim() {
		return widget.WithUnread(s.ctx, s.Unread(), u.Code)
	}
	stage := u.StageTimeText(time.Now())
	return widget.WithUnread(s.ctx, s.Unread(), s.ctx.Say(prose.T("{stage}  ·  {code}", prose.Sub(stage), prose.Literal(u.Code))))
}

// panel returns the side panel of a wide screen: the tables, and below them the chat.
func (s *Screen) panel(room int) []string {
	lines := s.side(max(room/2, room-screen.PanelChat-2))
	height := max(screen.PanelChat+1, min(room-len(lines)-1, room/2))
	return append(style.Exactly(lines, room-height), s.ChatLog.Titled(s.ctx, s.heard(), s.ctx.PanelCells(), height)...)
}

// notice returns the lines that say what the player has to do now.
func (s *Screen) notice() []string {
	theme := s.ctx.Theme
	text, textStyle := s.todo(), theme.Strong
	called := s.state() == lobby.GameNightCalled
	if called || s.update.Stage == lobby.GameNightOver {
		textStyle = theme.Accent
	}
	said := style.Indented(style.Wrapped(s.ctx.Say(text), textStyle, s.ctx.Width-5), 3)
	if (called || s.update.Stage == lobby.GameNightOver) && !s.ctx.Short() {
		rule := "   " + theme.Accent.Render(strings.Repeat("━", max(0, min(60, s.ctx.Width-6))))
		said = append(append([]string{rule}, said...), rule)
	}
	if s.ctx.Short() {
		return said
	}
	return append(append([]string{""}, said...), "")
}

// todo returns what the player has to do or to know.
func (s *Screen) todo() prose.Text {
	u := s.update
	t, _ := u.Table()
	switch {
	case s.actions.leaving:
		return prose.T("Leave the game night? You keep your points, and you can come back with the code.")
	case s.state() == lobby.GameNightCalled:
		return s.called(t)
	case s.state() == lobby.GameNightAtTable:
		return prose.T("Your match at table {n} is still in play. Press Enter to go there.", prose.N(t.Number))
	case u.Stage == lobby.GameNightOver && !u.Settled():
		return prose.T("The game night ends when the matches in play are over.")
	case u.Stage == lobby.GameNightOver && u.Played > 0:
		return prose.T("{best} Thank you all for playing.", prose.Sub(u.WinnersText()))
	case u.Stage == lobby.GameNightOver:
		return prose.T("The game night is over.")
	case u.Stops:
		return prose.T("The server will stop soon. Matches in play can be finished, and the game night continues after the restart.")
	case u.Stage == lobby.GameNightGathering && !u.Plan.Begins.IsZero():
		return u.BeginsText(time.Now())
	case u.Stage == lobby.GameNightGathering && u.Host:
		return prose.T("Give the others the code, and press b once they are here.")
	case u.Stage == lobby.GameNightGathering:
		return prose.T("{name} will start the game night once people are here.", prose.Name(u.Hosted))
	case s.state() == lobby.GameNightOut:
		return prose.T("You are sitting out. Press s to play again.")
	case !u.OutText().IsZero():
		return u.OutText()
	case u.Stage == lobby.GameNightPaused:
		return prose.T("The game night is paused.")
	}
	if u.Last {
		return u.LastText(time.Now())
	}
	if len(u.Moves) > 0 && !u.Host {
		return u.Moves[0].Text()
	}
	if wait := u.WaitText(time.Now()); !wait.IsZero() {
		return prose.T("{wait} Press w to watch it, or r to play a bot meanwhile.", prose.Sub(wait))
	}
	return prose.T("You are waiting for a table. You will be told here when it is ready.")
}

// called describes the table to which the player is called, how long it waits, and why a bot plays there.
func (s *Screen) called(t lobby.GameNightTable) prose.Text {
	n, game, players := prose.N(t.Number), prose.Literal(s.ctx.Kit(t.Game).Game.Title), prose.Sub(t.SeatsText())
	press := prose.T("Press Enter.")
	if left := time.Until(t.Until); !t.Until.IsZero() && left > 0 {
		press = prose.T("Press Enter within {clock}.", prose.Literal(prose.Clock(left)))
	}
	if slices.ContainsFunc(t.Seats, func(seat lobby.GameNightSeat) bool { return seat.Bot }) {
		press = prose.T("{press} A bot plays because nobody else is free within a minute.", prose.Sub(press))
	}
	return prose.T("Your table is ready: table {n}, {game}, {players}. {press}", n, game, players, prose.Sub(press))
}

// foot returns how others join, or the chat of a finished game night.
func (s *Screen) foot() []string {
	theme, u := s.ctx.Theme, s.update
	if u.Stage == lobby.GameNightOver {
		return s.newest()
	}
	chat := s.newest()
	line := s.config.Invitation(u.Code).Line
	said := s.ctx.SayAll([]prose.Text{prose.T("To take part, others type  {line}", prose.Literal(line)), prose.T(" (more: {key})", prose.Literal("Ctrl+O"))})
	lines := style.Indented(style.Wrapped(said, theme.Faint, s.ctx.Width-5), 3)
	switch {
	case s.ctx.Short() && u.Stage != lobby.GameNightGathering:
		return nil // players need the lines more
	case s.ctx.Short():
		return lines
	}
	return slices.Concat([]string{""}, chat, widget.ReturnLines(s.ctx), lines) // a message hides the last lines first
}

// withBelow returns the standings and the lines below them on a wide screen, in room lines: the
// text to share once the game night is over, otherwise how others join.
func (s *Screen) withBelow(standings []string, room, width int) []string {
	if s.update.Stage == lobby.GameNightOver {
		return append(standings, style.Indented(s.share(room-len(standings), width), 3)...)
	}
	way := s.wayIn(room-len(standings), width)
	return append(style.Exactly(standings, room-len(way)), way...)
}

// wayIn returns the code in large letters with its QR code next to it, in at most room lines.
func (s *Screen) wayIn(room, width int) []string {
	var lines []string
	for _, line := range style.Big(s.update.Code, 2, !s.ctx.Settings.ASCII) {
		lines = append(lines, s.ctx.Theme.Accent.Render(line))
	}
	if len(lines)+1 > room {
		return nil
	}
	picture := s.linked.Lines(s.ctx, s.config.Invitation(s.update.Code).Link)
	if len(picture) > 0 && len(picture) < room && style.Width(lines[0])+style.Width(picture[0]) < width {
		lines = append(make([]string, len(picture)-len(lines)), lines...)
		lines = style.SideBySide(lines, picture, width-style.Width(picture[0]))
	}
	return style.Indented(lines, 3)
}

// share returns the result of a finished game night as text to share, in at most room lines.
func (s *Screen) share(room, width int) []string {
	if s.update.Played == 0 || room < 4 {
		return nil
	}
	lines := []string{"", s.ctx.Theme.Title.Render(s.ctx.Say(prose.T("To share")))}
	if ties := s.update.TiesText(); len(ties) > 0 && room > 8 {
		lines = append(append([]string{""}, style.Wrapped(s.ctx.SayAll(ties), s.ctx.Theme.Faint, width)...), lines...)
		room -= len(lines)
	}
	for _, line := range s.ctx.Voice.SayAll(s.update.ShareText(max(1, min(10, room-4)))) {
		lines = append(lines, style.Wrapped(line, s.ctx.Theme.Text, width)...)
	}
	return append(lines, "")
}

// side returns the tables, the next ones and the finished matches, in at most room lines.
func (s *Screen) side(room int) []string {
	u, width := s.update, s.ctx.Width-5
	if s.ctx.Wide() {
		width = s.ctx.PanelCells() - 1
	}
	var lines []string
	if u.Stage == lobby.GameNightOver && !s.ctx.Wide() {
		lines = s.share(room, width)
	}
	lines = append(lines, drawGroups(s.ctx, tableGroups(s.ctx, u, time.Now()), room-len(lines), width)...)
	if !s.ctx.Wide() {
		return style.Indented(lines, 3)
	}
	return lines
}

// newest returns the newest messages, unless the panel of a wide screen shows them.
func (s *Screen) newest() []string {
	if s.ctx.Short() || s.ctx.Wide() || s.ChatLine != nil {
		return nil
	}
	return s.ChatLog.Newest(s.ctx, s.heard(), nightTalk)
}

// nightTalk is the number of messages that are shown below the standings.
const nightTalk = 2
