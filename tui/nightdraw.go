package tui

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

func (n *nightScreen) View() (lines []string, title string) {
	if !n.shown {
		return n.root.page("parlor", "", nil), ""
	}
	title = n.root.ctx.Say(prose.T("game night"))
	if n.state() == lobby.GameNightCalled && !n.root.ctx.Settings.Untitled {
		title = n.root.ctx.Say(prose.T("your table is ready"))
	}
	u, height := n.update, n.root.ctx.Height-4
	body, foot := n.banner(), n.foot()
	if n.talk != nil {
		foot = n.talk.Words(n.root.ctx.Theme.Accent)
	}
	room := height - len(body) - len(foot)
	if n.root.ctx.Wide() {
		left := n.standings(room, n.root.ctx.Across()-2)
		left = n.withBelow(left, room, n.root.ctx.Across()-5)
		body = append(body, n.root.besidePanel(left, n.panel(room), room)...)
	} else {
		side := n.side(max(3, room/2))
		people := n.standings(max(2, room-len(side)), n.root.ctx.Width-2)
		body = append(body, look.Exactly(append(people, side...), room)...)
		if n.talk != nil {
			body = n.talk.Overlay(body, n.heard())
		}
	}
	return n.root.page(u.Plan.Title, n.head(), append(body, foot...)), title
}

// head is what stands right on the head: how far the game night is, and its code.
func (n *nightScreen) head() string {
	u := n.update
	if n.root.ctx.Slim() {
		return widget.WithUnread(n.root.ctx, n.unread(), u.Code)
	}
	return widget.WithUnread(n.root.ctx, n.unread(), n.root.ctx.Say(prose.T("{stage}  ·  {code}", prose.Sub(u.StageText()), prose.Literal(u.Code))))
}

// panel is what stands beside the standings on a wide screen: the tables, and below
// them what was said.
func (n *nightScreen) panel(room int) []string {
	lines := n.side(max(room/2, room-screen.PanelChat-2))
	height := max(screen.PanelChat+1, min(room-len(lines)-1, room/2))
	return append(look.Exactly(lines, room-height), n.said.Titled(n.root.ctx, n.heard(), n.root.ctx.PanelCells(), height)...)
}

// banner says what the person has to do now.
func (n *nightScreen) banner() []string {
	theme := n.root.ctx.Theme
	text, style := n.now(), theme.Strong
	called := n.state() == lobby.GameNightCalled
	if called || n.update.Stage == lobby.GameNightOver {
		style = theme.Accent
	}
	said := look.Indented(look.Wrapped(n.root.ctx.Say(text), style, n.root.ctx.Width-5), 3)
	if (called || n.update.Stage == lobby.GameNightOver) && !n.root.ctx.Short() {
		rule := "   " + theme.Accent.Render(strings.Repeat("━", max(0, min(60, n.root.ctx.Width-6))))
		said = append(append([]string{rule}, said...), rule)
	}
	if n.root.ctx.Short() {
		return said
	}
	return append(append([]string{""}, said...), "")
}

// now is what the person has to do, or to know.
func (n *nightScreen) now() prose.Text {
	u := n.update
	t, _ := u.Table()
	switch {
	case n.asks == asksToEnd:
		return prose.T("End the game night for everybody? Finished matches and those still being played count.")
	case n.asks == asksToLeave:
		return prose.T("Quit the game night? You keep your points, and with the code you can come back.")
	case n.state() == lobby.GameNightCalled:
		return prose.T("Your table is ready: table {n}, {game}, {players}. Press Enter.", prose.N(t.Number), prose.Literal(n.root.ctx.Kit(t.Game).Game.Title), prose.Sub(t.SeatsText()))
	case n.state() == lobby.GameNightAtTable:
		return prose.T("Your match at table {n} goes on. Press Enter to go there.", prose.N(t.Number))
	case u.Stage == lobby.GameNightOver && !u.Settled():
		return prose.T("The game night ends with the matches that are still played.")
	case u.Stage == lobby.GameNightOver && u.Played > 0:
		return prose.T("{best} Thank you all for playing.", prose.Sub(u.WinnersText()))
	case u.Stage == lobby.GameNightOver:
		return prose.T("The game night is over.")
	case u.Stops:
		return prose.T("The server will stop soon. Matches in play can be finished, and the game night goes on when it is back.")
	case u.Stage == lobby.GameNightGathering && u.Host:
		return prose.T("Tell the others the code, and press b once they are here.")
	case u.Stage == lobby.GameNightGathering:
		return prose.T("{name} begins the game night once people are here.", prose.Name(u.Hosted))
	case n.state() == lobby.GameNightOut:
		return prose.T("You are sitting out. Press s to play again.")
	case u.Stage == lobby.GameNightPaused:
		return prose.T("The game night is paused.")
	}
	return prose.T("You are waiting for a table. It will be called here.")
}

// foot is how others come in, or what is left to be told of a game night that is over.
func (n *nightScreen) foot() []string {
	theme, u := n.root.ctx.Theme, n.update
	if u.Stage == lobby.GameNightOver {
		return n.newest()
	}
	chat := n.newest()
	line := n.root.session.JoinLine(u.Code)
	said := n.root.ctx.Say(prose.T("To take part, others type  {line}", prose.Literal(line)))
	lines := look.Indented(look.Wrapped(said, theme.Faint, n.root.ctx.Width-5), 3)
	switch {
	case n.root.ctx.Short() && u.Stage != lobby.GameNightGathering:
		return nil // who plays has more use for the lines
	case n.root.ctx.Short():
		return lines
	}
	return slices.Concat([]string{""}, chat, lines, widget.ReturnLines(n.root.ctx))
}

// newest is what was said last, where it has no place beside the standings.
func (n *nightScreen) newest() []string {
	if n.root.ctx.Short() || n.root.ctx.Wide() || n.talk != nil {
		return nil
	}
	return n.said.Newest(n.root.ctx, n.heard(), nightTalk)
}

// nightTalk is how much of what was said at a game night is shown below the standings.
const nightTalk = 2

// withBelow are the standings with what stands below them on a wide screen, in so many
// lines: what can be sent to others once the game night is over, or at the bottom the way
// in for all who see the screen.
func (n *nightScreen) withBelow(standings []string, room, width int) []string {
	if n.update.Stage == lobby.GameNightOver {
		return append(standings, look.Indented(n.share(room-len(standings), width), 3)...)
	}
	way := n.wayIn(room-len(standings), width)
	return append(look.Exactly(standings, room-len(way)), way...)
}

// wayIn is the code in large letters, and beside it as a QR code, in at most so many
// lines; nil where they have no room.
func (n *nightScreen) wayIn(room, width int) []string {
	var lines []string
	for _, line := range look.Big(n.update.Code, 2, !n.root.ctx.Settings.ASCII) {
		lines = append(lines, n.root.ctx.Theme.Accent.Render(line))
	}
	if len(lines)+1 > room {
		return nil
	}
	picture := n.linked.Lines(n.root.ctx, n.root.session.Link, n.update.Code)
	if len(picture) > 0 && len(picture) < room && look.Width(lines[0])+look.Width(picture[0]) < width {
		lines = append(make([]string, len(picture)-len(lines)), lines...)
		lines = look.Beside(lines, picture, width-look.Width(picture[0]))
	}
	return look.Indented(lines, 3)
}

// share is the result of a game night that is over, as text to pass on, in at most so
// many lines.
func (n *nightScreen) share(room, width int) []string {
	if n.update.Played == 0 || room < 4 {
		return nil
	}
	lines := []string{"", n.root.ctx.Theme.Title.Render(n.root.ctx.Say(prose.T("To send to others")))}
	for _, line := range n.root.ctx.Voice.SayAll(n.update.ShareText(max(1, min(10, room-4)))) {
		lines = append(lines, look.Wrapped(line, n.root.ctx.Theme.Text, width)...)
	}
	return append(lines, "")
}

// standings are how all stand, in at most so many lines.
func (n *nightScreen) standings(room, width int) []string {
	theme := n.root.ctx.Theme
	lines := []string{"   " + theme.Faint.Render(n.columns("", n.root.ctx.Say(prose.T("name")), n.root.ctx.Say(prose.T("points")), n.root.ctx.Say(prose.T("matches"))))}
	all := len(n.update.People)
	n.page = max(1, room-1)
	more := all > n.page && n.page > 1
	if more {
		n.page-- // for how many there are
	}
	n.top = max(0, min(n.top, all-n.page))
	shown := n.listed(n.page)
	for _, i := range shown {
		p := n.update.People[i]
		style, name := theme.Text, p.Name
		if i == n.update.You {
			style = theme.Accent
			name = look.Cut(p.Name, 12) + " (" + n.root.ctx.Say(prose.T("you")) + ")"
		}
		if p.State == lobby.GameNightAway || p.State == lobby.GameNightGone {
			style = theme.Faint
		}
		told := n.update.StateText(p)
		state := n.root.ctx.Say(told)
		if p.Host && !told.IsZero() {
			state = n.root.ctx.Say(prose.T("host, {state}", prose.Sub(told)))
		}
		mark := "   "
		if n.update.Settled() && p.Rank == 1 && n.update.Played > 0 {
			mark = " " + theme.Good.Render("★") + " "
		}
		line := style.Render(n.columns(strconv.Itoa(p.Rank), name, strconv.Itoa(p.Points), strconv.Itoa(p.Matches)))
		left := width - look.Width(line) - 3
		if look.Width(state) > left {
			state = n.root.ctx.Say(told)
		}
		if look.Width(state) <= left {
			line += theme.Faint.Render(state)
		}
		lines = append(lines, mark+line)
	}
	if more {
		left := prose.C("and {n} more: {keys}", "and {n} more: {keys}", prose.N(all-len(shown)), prose.Literal("↑↓"))
		lines = append(lines, "   "+theme.Faint.Render(widget.AlignRight("", 3)+" "+n.root.ctx.Say(left)))
	}
	return lines
}

// listed are the places of so many people of the standings: from where the person has
// gone to, and at first the person themselves among them.
func (n *nightScreen) listed(most int) (places []int) {
	for i := n.top; i < min(n.top+most, len(n.update.People)); i++ {
		places = append(places, i)
	}
	if you := n.update.You; n.top == 0 && you >= most && most > 1 {
		places[most-1] = you
	}
	return places
}

// columns are those of the standings, but for what people do. Where there is little
// room, that is told rather than how many matches they have played.
func (n *nightScreen) columns(rank, name, points, matches string) string {
	if n.root.ctx.Slim() {
		return widget.AlignRight(rank, 2) + " " + look.Fit(name, 15) + widget.AlignRight(points, 6) + "  "
	}
	return widget.AlignRight(rank, 3) + " " + look.Fit(name, 18) + widget.AlignRight(points, 7) + widget.AlignRight(matches, 9) + "   "
}

// side are the tables, whom is seated next, and what was played, in at most so many
// lines.
func (n *nightScreen) side(room int) []string {
	theme, u := n.root.ctx.Theme, n.update
	width := n.root.ctx.Width - 5
	if n.root.ctx.Wide() {
		width = n.root.ctx.PanelCells() - 1
	}
	var lines []string
	group := func(heading prose.Text, tables []lobby.GameNightTable) {
		head := []string{"", theme.Title.Render(n.root.ctx.Say(heading))}
		for _, t := range tables {
			entry := slices.Concat(head, look.Wrapped(n.root.tableLine(t), theme.Text, width))
			if len(lines)+len(entry) > room {
				return // the tables have more on a larger screen
			}
			lines, head = append(lines, entry...), nil
		}
	}
	if u.Stage == lobby.GameNightOver && !n.root.ctx.Wide() {
		lines = n.share(room, width)
	}
	for _, one := range tableGroups(u) {
		group(one.heading, one.tables)
	}
	if !n.root.ctx.Wide() {
		return look.Indented(lines, 3)
	}
	return lines
}

// tableGroup are tables under a heading.
type tableGroup struct {
	heading prose.Text
	tables  []lobby.GameNightTable
}

// tableGroups are the tables where something is to come, whom is seated next, and
// what was played, the newest first.
func tableGroups(u lobby.GameNightUpdate) []tableGroup {
	open := slices.DeleteFunc(slices.Clone(u.Tables), func(t lobby.GameNightTable) bool { return t.Stage == engine.Over })
	played := slices.Clone(u.Recent)
	slices.Reverse(played)
	return []tableGroup{{prose.T("Tables"), open}, {prose.T("Next"), u.Next}, {prose.T("Played"), played}}
}

// tableLine is a table in a line.
func (r *Root) tableLine(t lobby.GameNightTable) string {
	game := prose.Literal(r.ctx.Kit(t.Game).Game.Title)
	switch {
	case t.Number == 0:
		return r.ctx.Say(prose.T("{game}: {players}", game, prose.Sub(t.SeatsText())))
	case t.Stage == engine.Over:
		return r.ctx.Say(prose.T("{n}  {game}: {players}", prose.N(t.Number), game, prose.Sub(t.SeatsText())))
	case t.Stage == lobby.Gathering && len(t.Missing()) > 0:
		return r.ctx.Say(prose.T("{n}  {game}, waiting for {names}", prose.N(t.Number), game, prose.And(t.Missing())))
	}
	return r.ctx.Say(prose.T("{n}  {game}, {stage}: {players}", prose.N(t.Number), game, prose.Sub(t.StageText()), prose.Sub(t.SeatsText())))
}
