package archive

import (
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// panel returns the side panel of a wide screen: the details of the match under the cursor.
func (p *historyScreen) panel(width int) []string {
	if p.Cursor >= len(p.matches) {
		return nil
	}
	theme, match := p.ctx.Theme, p.matches[p.Cursor]
	game := p.ctx.Kit(match.Record.Game).Game
	lines := []string{"", theme.Title.Render(game.Title)}
	lines = append(lines, style.Wrapped(p.ctx.Say(lobby.TitleText(match.Title)), theme.Text, width)...)
	lines = append(lines, "")
	for i, player := range match.Players {
		lines = append(lines, p.panelPlayer(match, i, player, width))
	}
	lines = append(lines, "", theme.Title.Render(p.ctx.Say(prose.T("How it was played"))))
	labels, values := p.ctx.ChosenOptions(game, match.Record.Options)
	lines = append(widget.AppendLabelled(lines, theme, labels, values, 16, width), "")
	for _, fact := range p.panelFacts(match) {
		lines = append(lines, style.Wrapped(fact, theme.Faint, width)...)
	}
	return lines
}

// panelPlayer draws a player with their points, and marks winners.
func (p *historyScreen) panelPlayer(match lobby.Finished, at int, player lobby.Player, width int) string {
	mark, textStyle := "  ", p.ctx.Theme.Text
	if match.Won(at) {
		mark, textStyle = "★ ", p.ctx.Theme.Accent
	}
	points := ""
	if at < len(match.Totals) {
		points = prose.PointsText(match.Totals[at])
	}
	return style.Sides(textStyle.Render(mark+style.Cut(p.ctx.Say(player.DisplayName()), width-8)), textStyle.Render(points), width)
}

// when returns when a match ended and how long it took.
func (p *historyScreen) when(match lobby.Finished) []string {
	return []string{
		match.Ended.UTC().Format("2006-01-02 15:04") + " UTC",
		p.ctx.Say(prose.T("took {time}", prose.Roughly(max(time.Second, match.Ended.Sub(match.Began))))),
	}
}

// panelFacts returns which claims ended the match, when and how long it was played, whether it was
// rated, and its ID.
func (p *historyScreen) panelFacts(match lobby.Finished) []string {
	facts := append(p.ctx.Voice.SayAll(append(match.VoidText(), match.Claims()...)), p.when(match)...)
	if match.Rated {
		facts = append(facts, p.ctx.Say(prose.T("rated")))
	}
	if !match.Public {
		facts = append(facts, p.ctx.Say(prose.T("private")))
	}
	return append(facts, match.ID)
}
