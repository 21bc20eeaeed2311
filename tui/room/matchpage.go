package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// shownDigits is the number of digits of a commitment that the first game shows: enough to
// recognize it.
const shownDigits = 8

// page draws a room after a match has begun.
type page struct {
	*matchBoard
	chat  *chat
	panel *panel
}

// drawPage draws the room.
func (p *page) drawPage() screen.Frame {
	body := p.rows()
	if p.chat.ChatLine != nil && !p.panel.shown {
		body = p.chat.ChatLine.Overlay(body, p.chat.heard())
	}
	title := p.kit().Game.Title
	if p.myTurn() && !p.ctx.Settings.Untitled {
		title = p.ctx.Say(prose.T("your turn"))
	}
	return screen.Frame{Title: title, Head: p.head(), Body: body, Words: p.words()}
}

// matchBehind draws the room with another prompt.
func (p *page) matchBehind(words []string) screen.Frame {
	return screen.Frame{Title: p.kit().Game.Title, Head: p.head(), Body: p.rows(), Words: words}
}

// head returns the header: game, title, spectators and code.
func (p *page) head() string {
	match := p.update.Match
	var right []string
	if !p.seated() {
		right = append(right, p.ctx.Say(prose.T("watching")))
	}
	if p.update.Follows != engine.Watcher {
		right = append(right, p.ctx.Say(prose.T("as {name} sees it", prose.Name(p.update.Seats[p.update.Follows].Name))))
	}
	if !p.update.Draining.IsZero() {
		right = append(right, p.ctx.Say(prose.T("server stops in {clock}", prose.Literal(prose.Clock(max(0, time.Until(p.update.Draining)))))))
	}
	if p.update.Seal != "" && match.Round == 1 && p.update.Stage == engine.Playing && !p.ctx.Slim() {
		right = append(right, p.ctx.Say(prose.T("commitment {digits}", prose.Literal(p.update.Proof[:shownDigits]))))
	}
	if match.Rounds > 1 {
		games := prose.T("game {n} of {games}", prose.N(match.Round), prose.N(match.Rounds))
		if limit := p.update.Plan.TimeLimit; limit > 0 {
			games = prose.T("game {n}, in {time}", prose.N(match.Round), prose.Roughly(limit))
		}
		right = append(right, p.ctx.Say(games))
	}
	right = append(right, p.update.Code)
	return widget.BoardHead(p.ctx, p.kit().Game.Title, p.ctx.Say(lobby.TitleText(p.update.Plan.Title)), widget.WithUnread(p.ctx, p.chat.Unread(), right...))
}

// rows returns the board or the points in exactly the available lines.
func (p *page) rows() []string {
	p.drawn = p.body(p.ctx.BodyHeight())
	return style.Exactly(slices.Clone(p.drawn), p.ctx.BodyHeight())
}

// body returns the board. After a game, it shows the last move and all hidden items, with the
// points next to them if both fit; otherwise the player can switch between them.
func (p *page) body(height int) []string {
	width := p.ctx.Width
	p.panel.shown = false
	board := func(height int) []string { return p.panel.drawBoard(p.board, width, height) }
	if p.ending == nil {
		return board(height)
	}
	return p.ending.drawEnding(height, board)
}

// words returns the prompt with the remaining time.
func (p *page) words() []string {
	theme := p.ctx.Theme
	textStyle := theme.Text
	if p.myTurn() {
		textStyle = theme.Accent
	}
	if p.chat.ChatLine != nil {
		return p.chat.ChatLine.Words(textStyle)
	}
	left := p.clock().timeLeft()
	lines := prose.Wrap(p.prompt(), p.ctx.Width-2-style.Width(left))
	for i, line := range lines {
		lines[i] = " " + textStyle.Render(line)
	}
	if len(lines) == 0 {
		lines = []string{""}
	}
	lines[0] = style.Sides(lines[0], left, p.ctx.Width)
	return lines
}

// prompt returns what the player should do now.
func (p *page) prompt() string {
	people := p.people()
	switch {
	case p.paused() && p.inPlay():
		return p.ctx.Say(prose.T("The match is paused. Press g to go on."))
	case p.ending != nil:
		return p.ending.verdict(people)
	case !p.settling.settled():
		return p.settling.opening()
	}
	ask := p.ctx.Say(p.board.Ask())
	if p.update.Follows != engine.Watcher {
		ask = p.ctx.Say(people.Waits(p.update.Match.ToMove)) // the board's own prompt is for the player whose hand is visible
	}
	for _, more := range []prose.Text{p.absences().gone(people), p.absences().remedy(), p.absences().pauseAsked(people)} {
		if !more.IsZero() {
			ask += " " + p.ctx.Say(more)
		}
	}
	return ask
}
