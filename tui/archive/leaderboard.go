package archive

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// leaderboardScreen shows the leaderboard of each game, and opens the profiles of players.
type leaderboardScreen struct {
	screen.Base
	ctx   *screen.Context
	game  int // index of the kit
	board lobby.Leaderboard
	widget.List

	asked   int  // number of the latest request; answers to earlier ones are ignored
	loading bool // the list is being loaded
	opening bool // a profile is being loaded

	moves         int            // number of moves of the cursor
	cursorProfile *lobby.Profile // profile of the person under the cursor on a wide screen; nil until it arrives
	whose         string         // Identity.ID of the person of that profile
}

// leaderboardMsg delivers a leaderboard or a profile.
type leaderboardMsg struct {
	screen        *leaderboardScreen
	asked         int
	board         lobby.Leaderboard
	profile       *lobby.Profile
	cursorProfile *lobby.Profile // profile for the side panel
	whose         string
	err           error
}

// OpenLeaderboard opens the leaderboard.
func OpenLeaderboard(c *screen.Context) tea.Cmd {
	leaders := &leaderboardScreen{ctx: c}
	c.Shell.Open(leaders)
	return leaders.turn(0)
}

// OpenProfile opens the leaderboard and requests the profile of a player by name.
func OpenProfile(c *screen.Context, name string) tea.Cmd {
	leaders := &leaderboardScreen{ctx: c, opening: true}
	c.Shell.Open(leaders)
	return leaders.ask(func(ctx context.Context) leaderboardMsg {
		profile, err := lobby.Ask(ctx, c.Session, lobby.FindProfile{Name: name})
		return leaderboardMsg{profile: &profile, err: err}
	})
}

// turn changes to another game and requests its leaderboard.
func (f *leaderboardScreen) turn(step int) tea.Cmd {
	kits := f.ctx.Games
	f.game = (f.game + step + len(kits)) % len(kits)
	f.board, f.Cursor, f.Top = lobby.Leaderboard{}, 0, 0
	f.loading, f.opening = true, false
	visit, game := f.ctx.Session, kits[f.game].Game.Name
	return f.ask(func(ctx context.Context) (answer leaderboardMsg) {
		answer.board, answer.err = lobby.Ask(ctx, visit, lobby.GetLeaderboard{Game: game})
		return answer
	})
}

// open requests the profile of a person by ID; an empty ID means the reader.
func (f *leaderboardScreen) open(person string) tea.Cmd {
	f.opening = true
	visit := f.ctx.Session
	return f.ask(func(ctx context.Context) leaderboardMsg {
		profile, err := lobby.Ask(ctx, visit, lobby.GetProfile{Person: person})
		return leaderboardMsg{profile: &profile, err: err}
	})
}

// ask returns a command that runs a request.
func (f *leaderboardScreen) ask(question func(context.Context) leaderboardMsg) tea.Cmd {
	f.asked++
	asked := f.asked
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		answer := question(ctx)
		answer.screen, answer.asked = f, asked
		return answer
	}
}

// Update implements screen.Screen. It ignores answers to all but the latest request.
func (f *leaderboardScreen) Update(arrived tea.Msg) tea.Cmd {
	if rest, is := arrived.(leaderRestMsg); is && rest.screen == f {
		return f.rested(rest)
	}
	msg, is := arrived.(leaderboardMsg)
	if !is || msg.screen != f || msg.asked != f.asked {
		return nil
	}
	f.Changed()
	f.loading, f.opening = false, false
	switch {
	case msg.err != nil:
		f.ctx.Shell.Refuse(msg.err)
	case msg.profile != nil:
		f.ctx.Shell.OpenOn(f, &profileScreen{ctx: f.ctx, profile: *msg.profile})
	case msg.cursorProfile != nil:
		f.cursorProfile, f.whose = msg.cursorProfile, msg.whose
	default:
		f.board = msg.board
		return f.rests()
	}
	return nil
}

func (f *leaderboardScreen) Bindings() screen.Bindings { return slices.Values(f.bind()) }

func (f *leaderboardScreen) bind() []screen.Binding {
	count := func() int { return len(f.board.Leaders) }
	moves := f.CursorBindings(count, prose.T("choose"), prose.T("choose a person"), f.rests)
	return slices.Concat([]screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("profile"), Help: prose.T("a profile: ratings, streaks, last matches"), Do: screen.Command(f.openChosen)},
		{Key: keymap.Named("m"), Hint: prose.T("your profile"), Help: prose.T("your profile"), Do: screen.Command(func() tea.Cmd { return f.open("") })},
		{Key: keymap.Of("←→", "left", "right", "h", "l", "tab"), Hint: prose.T("game"), Help: prose.T("another game"), Do: func(name string) tea.Cmd { return f.turn(screen.Step(name)) }},
		{Key: screen.NumberKeys(len(f.ctx.Games)), Help: prose.T("that game"), Do: func(name string) tea.Cmd { return f.turn(int(name[0]-'1') - f.game) }},
	}, moves, []screen.Binding{f.ctx.CloseBinding(f, prose.T("back to the lobby"))})
}

// openChosen requests the profile of the player under the cursor.
func (f *leaderboardScreen) openChosen() tea.Cmd {
	if f.Cursor >= len(f.board.Leaders) {
		return nil
	}
	return f.open(f.board.Leaders[f.Cursor].Person)
}

func (*leaderboardScreen) Help() prose.Document {
	return prose.Document{
		prose.H("What counts"),
		prose.P("Matches in rated rooms where all players are people with a key: no bots, no guests. A match counts once it has started, and if you leave it, you lose it."),
		prose.H("The numbers"),
		prose.P("Everyone starts at 1500. The number after ± is the uncertainty: two times out of three, the true strength is within it."),
		prose.P("A question mark means provisional; provisional ratings are listed last. The list is sorted by the rating minus twice its uncertainty, so one lucky match is not enough to lead."),
		prose.H("How ratings are calculated"),
		prose.P("Ratings use the Plackett–Luce model of Weng and Lin, which rates all players of a match together. Beating a strong player counts for more, and so does an unexpected result."),
	}
}

// leaderboardAbove is the number of lines above the first player.
const leaderboardAbove = 4

// Click implements screen.Screen. A click on a player chooses them; a click on the chosen player
// opens their profile.
func (f *leaderboardScreen) Click(_, y int) tea.Cmd {
	if f.ClickLine(y) {
		return f.openChosen()
	}
	return f.rests()
}

func (f *leaderboardScreen) View() screen.Frame {
	theme, height := f.ctx.Theme, f.ctx.BodyHeight()
	foot := append(append([]string{""}, widget.Paragraph(f.you(), theme.Text, f.ctx.Across()-4)...),
		widget.Paragraph(f.ctx.Say(document.StandingsNote()), theme.Faint, f.ctx.Across()-4)...)
	foot = append(foot, make([]string, max(0, 4-len(foot)))...)
	from, to := f.Fit(len(f.board.Leaders), height-leaderboardAbove-len(foot))
	heads, rows := sheet{theme, f.ctx.Voice, f.ctx.Across() - 5, 3}.table(document.Standings(f.board.Leaders, f.board.You.Person), f.Cursor)
	body := append([]string{"", f.drawGames(), ""}, heads...)
	body = f.Draw(theme, body, from, to, func(at int, _ string, _ style.Style) string { return rows[at] })
	if text := f.state(); text != "" {
		body = append(body[:leaderboardAbove-1], widget.Paragraph(text, theme.Text, f.ctx.Width-5)...)
	}
	body = append(style.Exactly(body, height-len(foot)), foot...)
	if f.ctx.Wide() {
		body = widget.WithPanel(f.ctx, nil, body, f.panel(f.ctx.PanelCells()), height)
	}
	return screen.Frame{Title: f.ctx.Say(prose.T("leaderboard")), Left: f.ctx.Say(prose.T("Leaderboard")), Right: f.ctx.You.Name, Body: body}
}

// drawGames draws the games and marks the chosen one.
func (f *leaderboardScreen) drawGames() string {
	theme, line := f.ctx.Theme, "  "
	for i, kit := range f.ctx.Games {
		text := strconv.Itoa(i+1) + " " + kit.Game.Title
		if i == f.game {
			line += theme.Accent.Render("‹" + text + "›")
			continue
		}
		line += " " + theme.Text.Render(text) + " "
	}
	return style.Cut(line, f.ctx.Width-2)
}

// state returns the text shown instead of an empty list.
func (f *leaderboardScreen) state() string {
	switch {
	case f.loading:
		return f.ctx.Say(prose.T("One moment…"))
	case len(f.board.Leaders) == 0:
		return f.ctx.Say(prose.T("No rated match of this game yet. Choose Rated in a new room."))
	}
	return ""
}

// you returns the reader's own standing.
func (f *leaderboardScreen) you() string {
	you := f.board.You
	switch {
	case f.opening:
		return f.ctx.Say(prose.T("One moment…"))
	case f.loading:
		return ""
	case you.Matches == 0:
		return f.ctx.Say(prose.T("You have not finished a rated match of this game yet."))
	}
	return f.ctx.Say(prose.C("Your rank is {rank}: rating {rating} after {n} match, {won} won.", "Your rank is {rank}: rating {rating} after {n} matches, {won} won.",
		prose.Literal(strconv.Itoa(you.Place)), prose.Sub(you.RatingText()), prose.N(you.Matches), prose.N(you.Wins)))
}

// profileScreen shows the public profile of a player.
type profileScreen struct {
	screen.Base
	ctx     *screen.Context
	profile lobby.Profile
	widget.Scroller
}

func (p *profileScreen) Bindings() screen.Bindings { return slices.Values(p.bind()) }

func (p *profileScreen) bind() []screen.Binding {
	return append([]screen.Binding{
		{Key: keymap.Of("esc", "esc", "q", "enter"), Hint: prose.T("back"), Help: prose.T("back to the leaderboard"), Leaves: true, Do: screen.Call(func() { p.ctx.Shell.Close(p) })},
		{Key: keymap.Named(screen.InsightKey), Hint: prose.T("statistics"), Help: prose.T("statistics by game and option, and what was luck"), Do: screen.Command(p.openStatistics)},
	}, p.ScrollBindings(p.ctx, p.lines)...)
}

func (p *profileScreen) View() screen.Frame {
	whose := p.ctx.Say(document.Profile(p.profile, nil).Title)
	return screen.Frame{Title: p.ctx.Say(prose.T("profile")), Left: p.ctx.Say(prose.T("Profile")), Right: whose, Body: p.Shown(p.ctx, p.lines())}
}

// lines returns the lines of the whole profile.
func (p *profileScreen) lines() []string {
	return documentLines(p.ctx, document.Profile(p.profile, p.ctx.Rules()))
}
