// Package archive provides the screens for finished matches and players: history, replays,
// analyses, leaderboards, profiles and statistics.
package archive

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// maxListed bounds the matches that one screen holds.
const maxListed = 2000

// historyScreen lists finished matches. It opens their replays and analyses.
type historyScreen struct {
	screen.Base
	ctx     *screen.Context
	all     bool   // matches of all public rooms, not only the player's own
	game    string // engine.Game.Name; empty for all games
	matches []lobby.Finished
	older   string // lobby.MatchPage.Older of the last page
	widget.List

	asked   int  // number of the latest request; answers to earlier ones are ignored
	loading bool // more of the list is being loaded
	opening bool // a match is being loaded
}

// historyMsg delivers a page of the list or a replay.
type historyMsg struct {
	screen *historyScreen
	asked  int
	page   lobby.MatchPage
	replay *Replay
	err    error
}

// OpenHistory opens the match history.
func OpenHistory(c *screen.Context) tea.Cmd {
	history := &historyScreen{ctx: c}
	c.Shell.Open(history)
	return history.begin()
}

// begin loads the list from the newest match.
func (p *historyScreen) begin() tea.Cmd {
	p.matches, p.older, p.Cursor, p.Top, p.opening = nil, "", 0, 0, false
	return p.load()
}

// ask returns a command that runs a request to the history.
func (p *historyScreen) ask(question func(context.Context, lobby.History) historyMsg) tea.Cmd {
	p.asked++
	asked, history := p.asked, p.ctx.History
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		answer := question(ctx, history)
		answer.screen, answer.asked = p, asked
		return answer
	}
}

// load requests the next page of the list.
func (p *historyScreen) load() tea.Cmd {
	person, game, before := p.ctx.You.ID, p.game, p.older
	if p.all {
		person = ""
	}
	p.loading = true
	return p.ask(func(ctx context.Context, history lobby.History) historyMsg {
		page, err := lobby.ListMatches(ctx, history, person, game, before)
		return historyMsg{page: page, err: err}
	})
}

// open requests the replay of the match under the cursor.
func (p *historyScreen) open() tea.Cmd {
	if p.Cursor >= len(p.matches) {
		return nil
	}
	match := p.matches[p.Cursor]
	kit := p.ctx.Kit(match.Record.Game)
	if kit.Board == nil {
		p.ctx.Shell.Refuse(prose.Refuse("This server no longer has {game}.", prose.Literal(kit.Game.Title)))
		return nil
	}
	p.loading, p.opening = false, true
	return p.ask(func(ctx context.Context, _ lobby.History) historyMsg {
		replay, err := ReadReplay(ctx, p.ctx, kit.Game.Name, match.ID)
		return historyMsg{replay: replay, err: err}
	})
}

// analyse opens the analysis of the match under the cursor.
func (p *historyScreen) analyse() tea.Cmd {
	if p.Cursor >= len(p.matches) {
		return nil
	}
	return analyse(p.ctx, p, p.matches[p.Cursor].Record.Game, p.matches[p.Cursor].ID)
}

// Update implements screen.Screen. It ignores answers to all but the latest request.
func (p *historyScreen) Update(arrived tea.Msg) tea.Cmd {
	msg, is := arrived.(historyMsg)
	if !is || msg.screen != p || msg.asked != p.asked {
		return nil
	}
	p.Changed()
	p.loading, p.opening = false, false
	if msg.err != nil {
		p.ctx.Shell.Refuse(msg.err)
		return nil
	}
	if msg.replay != nil {
		msg.replay.OpenOn(p)
		return nil
	}
	p.matches, p.older = append(p.matches, msg.page.Matches...), msg.page.Older
	switch {
	case len(p.matches) >= maxListed:
		p.older = ""
		p.ctx.Shell.Tell(prose.T("This list ends here. The list for a single game goes further back."))
	case len(msg.page.Matches) == 0 && p.older != "":
		return p.load() // all matches of the page are private
	}
	return nil
}

// ReadReplay reads a match and returns its replay. Its error is written for the player.
func ReadReplay(ctx context.Context, c *screen.Context, game, id string) (*Replay, error) {
	kit := *c.Kit(game)
	match, err := c.History.Match(ctx, id)
	switch {
	case errors.Is(err, lobby.ErrUnknown):
		return nil, prose.Refuse("That match no longer exists.")
	case err != nil:
		return nil, prose.Because(err, "That match could not be loaded. Try again in a moment.")
	}
	steps, err := kit.Game.Steps(match.Record)
	switch version := match.Record.Version; {
	case err != nil && version > kit.Game.Version:
		return nil, prose.Because(err, "That match cannot be shown: it uses rules version {n}, and this server supports up to {newest}.",
			prose.N(version), prose.N(kit.Game.Version))
	case err != nil && len(match.Record.Moves) > engine.MaxSteps:
		return nil, prose.Because(err, "That match cannot be shown: it has more than {n} moves.", prose.N(engine.MaxSteps))
	case err != nil:
		return nil, prose.Because(err, "That match cannot be shown: its record is damaged.")
	}
	return &Replay{ctx: c, kit: kit, match: match, steps: steps, viewpoint: spectators}, nil
}

func (p *historyScreen) Bindings() screen.Bindings { return slices.Values(p.bind(p.all)) }

func (p *historyScreen) bind(all bool) []screen.Binding {
	count := func() int { return len(p.matches) }
	moves := p.CursorBindings(count, prose.T("choose"), prose.T("choose a match"), p.goesOn)
	for i := range moves {
		switch one := &moves[i]; one.Key.Help().Key {
		case "pgdown":
			one.Help = prose.T("scroll; older matches are loaded as you go")
		case "end":
			one.Hint, one.Help = prose.T("older ones"), prose.T("to the last match listed; loads older ones")
		case "home":
			one.Help = prose.T("to the newest match")
		}
	}
	games := len(p.ctx.Games)
	return slices.Concat([]screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("open"), Help: prose.T("scroll"), Do: screen.Command(p.open)},
		{Key: keymap.Named("tab"), Hint: screen.Either(all, prose.T("yours").In("matches"), prose.T("public ones")), Help: prose.T("your matches, or those in public rooms"), Do: screen.Command(func() tea.Cmd {
			p.all = !p.all
			return p.begin()
		})},
		{Key: screen.NumberKeys(games), Hint: prose.T("one game"), Help: prose.T("only matches of that game; 0 for all games"), Do: func(name string) tea.Cmd {
			p.game = p.ctx.Games[name[0]-'1'].Game.Name
			return p.begin()
		}},
		{Key: keymap.Named("0"), Do: screen.Command(func() tea.Cmd {
			p.game = ""
			return p.begin()
		})},
		p.ctx.InsightBinding(p.analyse),
	}, moves, []screen.Binding{p.ctx.CloseBinding(p, prose.T("back to the lobby"))})
}

// goesOn requests older matches once the cursor is on the last one.
func (p *historyScreen) goesOn() tea.Cmd {
	if p.Cursor == len(p.matches)-1 && p.older != "" && !p.loading {
		return p.load()
	}
	return nil
}

func (*historyScreen) Help() prose.Document {
	return prose.Document{
		prose.H("What is listed"),
		prose.P("Finished matches: yours, and those in public rooms. A star marks the winners."),
		prose.H("Replaying a match"),
		prose.P("A replay shows the board, move by move: as everyone saw it, as one player saw it, or with everything open. Nothing in it is secret any more."),
		prose.H("Insight"),
		prose.P("The analysis of the match: how likely each guess was to be right, which guess would have been likelier, who was lucky, and how much was left to find out."),
	}
}

// Click implements screen.Screen. A click on a match chooses it; a click on the chosen match opens
// it.
func (p *historyScreen) Click(_, y int) tea.Cmd {
	if p.ClickLine(y) {
		return p.open()
	}
	return nil
}

func (p *historyScreen) View() screen.Frame {
	theme := p.ctx.Theme
	height := p.ctx.BodyHeight()
	from, to := p.Fit(len(p.matches), height-3) // one empty line above, two lines below
	ended := make([]string, to-from)
	for i := range ended {
		ended[i] = p.ctx.Say(prose.When(p.matches[from+i].Ended))
	}
	cells := style.Column(15, ended...)
	body := p.Draw(theme, []string{""}, from, to, func(at int, mark string, text style.Style) string {
		return mark + p.drawMatch(p.matches[at], style.Fit(ended[at-from], cells), text)
	})
	if text := p.state(); text != "" {
		body = append(body, "   "+theme.Text.Render(text))
	}
	about := style.Joined(p.more(), widget.HintGap, p.ctx.Across()-5)
	body = style.Exactly(body, height-max(2, len(about)))
	if len(about) == 1 {
		body = append(body, "")
	}
	for _, line := range about {
		body = append(body, "   "+theme.Faint.Render(line))
	}
	if p.ctx.Wide() {
		body = widget.WithPanel(p.ctx, nil, body, p.panel(p.ctx.PanelCells()), height)
	}
	which := p.ctx.Say(screen.Either(p.all, prose.T("matches in public rooms"), prose.T("your matches")))
	if p.game != "" {
		which += "  ·  " + p.ctx.Kit(p.game).Game.Title
	}
	return screen.Frame{Title: p.ctx.Say(prose.T("history")), Left: p.ctx.Say(prose.T("History")), Right: which, Body: body}
}

// state returns the text shown instead of an empty list.
func (p *historyScreen) state() string {
	switch {
	case len(p.matches) > 0:
		return ""
	case p.loading:
		return p.ctx.Say(prose.T("One moment…"))
	case p.all:
		return p.ctx.Say(prose.T("No finished matches in public rooms yet."))
	}
	return p.ctx.Say(prose.T("You have no finished matches yet. Press Tab for public rooms."))
}

// drawMatch draws a match. ended is the text of the column with the time at which it ended.
func (p *historyScreen) drawMatch(match lobby.Finished, ended string, title style.Style) string {
	theme, wide := p.ctx.Theme, p.ctx.Across()-80-(style.Width(ended)-15)
	if p.ctx.Slim() {
		return theme.Faint.Render(ended) + " " + style.Cut(p.drawPlayers(match), p.ctx.Width-5-style.Width(ended))
	}
	return theme.Faint.Render(ended) + " " + theme.Text.Render(style.Fit(p.ctx.Kit(match.Record.Game).Game.Title, 14)) + " " +
		title.Render(style.Fit(p.ctx.Say(lobby.TitleText(match.Title)), 18+wide/3)) + " " + style.Cut(p.drawPlayers(match), 26+wide-wide/3)
}

// drawPlayers returns names and points, with a star before the winners.
func (p *historyScreen) drawPlayers(match lobby.Finished) string {
	theme := p.ctx.Theme
	players := make([]string, len(match.Players))
	for i, player := range match.Players {
		text := p.ctx.Say(player.DisplayName())
		if i < len(match.Totals) {
			text += " " + prose.PointsText(match.Totals[i])
		}
		if match.Won(i) {
			players[i] = theme.Accent.Render("★ " + text)
			continue
		}
		players[i] = theme.Text.Render(text)
	}
	if match.Void != "" {
		players = slices.Insert(players, 0, theme.Faint.Render(p.ctx.Say(lobby.ResultText(lobby.ResultVoid))))
	}
	return strings.Join(players, theme.Text.Render(", "))
}

// more returns details of the match under the cursor, or what is being loaded.
func (p *historyScreen) more() []string {
	switch {
	case p.opening:
		return []string{p.ctx.Say(prose.T("One moment…"))}
	case p.loading && len(p.matches) > 0:
		return []string{p.ctx.Say(prose.T("Fetching older ones…"))}
	case p.Cursor >= len(p.matches), p.ctx.Wide(): // the panel shows them
		return []string{""}
	}
	match := p.matches[p.Cursor]
	parts := []string{match.ID}
	if p.ctx.Slim() { // the list has no room for them
		parts = append(parts, p.ctx.Kit(match.Record.Game).Game.Title, match.Title)
	}
	parts = append(parts, p.ctx.Voice.SayAll(match.Claims())...)
	parts = append(parts, p.when(match)...)
	parts = append(parts, p.ctx.ChangedOptions(match.Record.Game, match.Record.Options)...)
	if !match.Public {
		parts = append(parts, p.ctx.Say(prose.T("private")))
	}
	return parts
}
