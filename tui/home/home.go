package home

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// Screen is the lobby, the lowest screen of the stack.
type Screen struct {
	screen.Base
	*widget.Chat
	ctx    *screen.Context
	config Config
	cache  cache
	rooms  roomList
	foot   foot
	match  matchmaking
	live   live
	recent recent

	asking    bool // asks whether to leave parlor
	hidden    bool // another screen is on top
	elsewhere bool // another screen was on top when the previous page arrived
	above     int  // number of lines above the rooms
}

// NewScreen returns the screen of the lobby.
func NewScreen(c *screen.Context, config Config) *Screen {
	s := &Screen{ctx: c, config: config, match: matchmaking{ctx: c, areas: config.Areas}}
	s.rooms = roomList{ctx: c, cache: &s.cache, wanted: lobby.Window{Stage: lobby.Active}}
	s.match.rooms = &s.rooms
	s.Chat = widget.NewChat(c, widget.ChatConfig{
		Mutes: config.Mutes, To: widget.ToLobby,
		Heard: func() []lobby.ChatMessage { return s.rooms.page.Chat },
		Say: func(text string) tea.Cmd {
			session := c.Session
			return c.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, session, lobby.SayInLobby{Text: text}) })
		},
	})
	if config.Live == nil {
		config.Live = &LiveMatches{}
	}
	if config.Recent == nil {
		config.Recent = &RecentResults{}
	}
	s.live, s.recent = live{ctx: c, shared: config.Live}, recent{ctx: c, shared: config.Recent}
	s.foot = foot{ctx: c, cache: &s.cache, rooms: &s.rooms, settings: config.Rooms, log: &s.ChatLog}
	return s
}

// FindOpponent searches an opponent for a rated match of a game. It does nothing if there is no
// such game.
func (s *Screen) FindOpponent(game string) tea.Cmd {
	s.Changed()
	return s.match.find(game)
}

// StopSearch ends the search for an opponent.
func (s *Screen) StopSearch() {
	if s.match.stop() {
		s.Changed()
	}
}

// Update implements screen.Screen.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.PageMsg:
		if msg.Page.Window.Rows > 0 {
			return tea.Batch(s.take(*msg.Page), s.live.attend(s.showsLive()), s.recent.load())
		}
	case screen.ShownMsg:
		if s.hidden = msg.Window.Rows == 0; s.hidden {
			s.elsewhere, s.cache = true, cache{}
			s.live.end()
		}
	case screen.RoomMsg:
		s.asking = false
	case screen.QuitMsg:
		s.StopSearch()
		s.live.end()
	case liveMsg:
		changes, wait := s.live.take(msg)
		if changes {
			s.Changed()
		}
		return tea.Batch(wait, s.live.attend(s.showsLive()))
	case recentMsg:
		if msg.of != &s.recent {
			return nil
		}
		changes, next := s.recent.take(msg)
		if changes {
			s.Changed()
		}
		return next
	case searchTickMsg:
		if msg.search == s.match.search && msg.search != nil {
			s.Changed()
			return s.match.tick()
		}
	case foundMsg:
		s.Changed()
		return s.match.found(msg)
	}
	return nil
}

// take takes a page. It tells the player that a match has begun to wait for them, unless they were
// on another screen.
func (s *Screen) take(page lobby.Page) tea.Cmd {
	before, elsewhere := s.rooms.page.Yours, s.elsewhere
	if s.changes(page) {
		s.Changed()
	}
	if s.elsewhere = s.hidden; elsewhere { // the page may have been sent before
		return nil
	}
	waited := map[string]bool{}
	for _, row := range before {
		waited[row.Code] = row.YourTurn
	}
	for _, row := range page.Yours {
		if was, known := waited[row.Code]; row.YourTurn && known && !was {
			text := prose.T("It is your turn in {game}.", prose.Literal(s.ctx.Kit(row.Game).Game.Title))
			s.ctx.Shell.Tell(text)
			return s.ctx.Shell.Notify(text)
		}
	}
	return nil
}

// showsLive reports whether the screen would show a match in play.
func (s *Screen) showsLive() bool {
	return !s.hidden && s.rooms.mayPlay() && s.layout(true).match > 0
}

// changes takes a page, and reports whether the drawing changes.
func (s *Screen) changes(page lobby.Page) bool {
	l := &s.rooms
	before, cursor, known, folded := l.page, l.cursor, l.known, l.folded()
	from, to := l.span(s.roomLines())
	l.take(page)
	if page.Window.Talk {
		s.ChatLog.Begin(page.Chat)
	}
	if fromNow, toNow := l.span(s.roomLines()); !known || l.cursor != cursor || fromNow != from || toNow != to || l.folded() != folded || page.Window.Narrow() {
		return true
	}
	before.Total, before.AllRooms, before.PeopleTotal = page.Total, page.AllRooms, page.PeopleTotal
	return !before.Same(page)
}

// Window implements screen.Screen.
func (s *Screen) Window() lobby.Window {
	window := s.rooms.window(s.roomLines())
	window.People, window.Talk = s.ctx.Width/3, true // a line has no room for more names
	if s.ctx.Wide() {
		window.People = panelNames(s.ctx)
	}
	return window
}

// bindingState is what the keys of the lobby depend on.
type bindingState struct {
	asking, narrow, longer, empty bool
	unread                        int
}

// Bindings implements screen.Screen.
func (s *Screen) Bindings() screen.Bindings {
	if s.ChatLine != nil {
		return s.ChatBindings(false)
	}
	return slices.Values(s.bind(s.bindingState()))
}

func (s *Screen) bindingState() bindingState {
	longer := s.rooms.length() > s.roomLines()
	return bindingState{s.asking, s.rooms.wanted.Narrow(), longer, s.rooms.known && s.rooms.count() == 0, s.Unread()}
}

// BoundTo returns what the bindings depend on, or nil while the player types.
func (s *Screen) BoundTo() any {
	if s.ChatLine != nil {
		return nil
	}
	return s.bindingState()
}

func (s *Screen) bind(now bindingState) []screen.Binding {
	if now.asking {
		return []screen.Binding{
			{Key: keymap.Named("y"), Hint: prose.T("leave"), Help: prose.T("quit parlor"), Do: screen.Command(s.ctx.Shell.Quit)},
			{Key: keymap.Of("n", "n", "esc", "q"), Hint: prose.T("stay"), Help: prose.T("stay"), Do: screen.Call(func() { s.asking = false })},
		}
	}
	search := screen.Binding{Key: keymap.Named("/"), Hint: prose.T("search"), Help: prose.T("search rooms by title, player or code"), Do: screen.Call(s.rooms.search)}
	all := s.bindPlay(make([]screen.Binding, 0, 35))
	if now.narrow {
		all = append(all, screen.Binding{Key: keymap.Named("esc"), Hint: prose.T("all rooms"), Help: prose.T("show all rooms"), Leaves: true, Do: screen.Call(s.rooms.widen)})
	}
	if now.narrow || now.longer {
		all = append(all, search)
	}
	all = s.bindScreens(all, now.unread, now.empty)
	if !now.narrow && !now.longer {
		all = append(all, search)
	}
	return append(append(all, s.rooms.filterBindings()...), s.rooms.bindings(s.roomLines)...)
}

// bindPlay appends the keys that enter a room.
func (s *Screen) bindPlay(all []screen.Binding) []screen.Binding {
	return append(all, []screen.Binding{
		{Key: keymap.Named("p"), Hint: prose.T("quick play"), Help: prose.T("quick play: join a waiting room or create one"), Do: screen.Command(func() tea.Cmd { return quickPlay(s.ctx, "") })},
		{Key: keymap.Named(turnKey), Help: prose.T("go to the table where it is your turn"), Do: screen.Command(s.rooms.toTurn)},
		{Key: screen.NumberKeys(len(s.ctx.Games)), Help: prose.T("the same, for that game"), Do: func(name string) tea.Cmd { return quickPlay(s.ctx, s.ctx.Games[name[0]-'1'].Game.Name) }},
		{Key: keymap.Named(botKey), Hint: prose.T("bot"), Help: prose.T("play an easy bot, right away"), Do: screen.Command(func() tea.Cmd { return PlayBot(s.ctx, s.config.Rooms) })},
		{Key: keymap.Named("enter"), Help: prose.T("take a seat; watch if all seats are taken"), Do: screen.Command(s.rooms.enter)},
	}...)
}

// bindScreens appends the keys that open other screens and the chat, which has unread messages.
func (s *Screen) bindScreens(all []screen.Binding, unread int, empty bool) []screen.Binding {
	all = append(all, []screen.Binding{
		{Key: keymap.Named("n"), Hint: prose.T("new room"), Help: prose.T("create a room"), Do: screen.Call(func() { s.ctx.Shell.Open(&presetScreen{ctx: s.ctx, config: s.config}) })},
		{Key: keymap.Named("c"), Hint: prose.T("code"), Help: prose.T("join a room or game night with its code"), Do: screen.Call(func() { JoinByCode(s.ctx) })},
		{Key: keymap.Named("t"), Hint: prose.T("tutorial"), Help: prose.T("tutorial: learn a game in five minutes"), Do: screen.Command(s.config.Areas.OpenLesson)},
		{Key: keymap.Named("i"), Hint: prose.T("people"), Help: prose.T("people: who is here, friends, challenges"), Do: screen.Command(s.config.Areas.OpenPeople)},
		{Key: keymap.Named("s"), Hint: widget.WithCount(prose.T("chat"), unread), Help: prose.T("lobby chat"), Do: screen.Call(s.OpenChat)},
		{Key: keymap.Named("e"), Hint: prose.T("game night"), Help: prose.T("a game night: open one or return to yours; others join with its code"), Do: screen.Command(s.config.Areas.OpenGameNight)},
	}...)
	if s.ctx.History != nil {
		all = append(all, screen.Binding{Key: keymap.Named("y"), Hint: prose.T("history"), Help: prose.T("finished matches: replay them move by move"), Do: screen.Command(s.config.Areas.OpenHistory)})
	}
	if s.ctx.Session.KeepsRatings() {
		all = append(
			all,
			screen.Binding{Key: keymap.Named("l"), Hint: prose.T("leaderboard"), Help: prose.T("the leaderboard of each game, and your profile"), Do: screen.Command(s.config.Areas.OpenLeaderboard)},
			screen.Binding{Key: keymap.Named("m"), Hint: prose.T("rated match"), Help: prose.T("rated quick play: find an opponent near your rating, or stop looking"), Do: screen.Call(s.match.toggle)},
			screen.Binding{Key: keymap.Named(seekerKey), Help: prose.T("play the person who is looking for a rated match"), Do: screen.Command(s.match.playSeeker)},
		)
	}
	return append(
		all,
		screen.Binding{Key: keymap.Named(watchKey), Help: prose.T("watch the most interesting game"), Do: screen.Command(s.live.watch)},
		screen.Binding{Key: keymap.Named("w"), Hint: screen.Either(empty, prose.Text{}, prose.T("watch")), Help: prose.T("watch the room without playing"), Do: screen.Command(s.rooms.watch)},
		screen.Binding{Key: keymap.Named("r"), Hint: prose.T("name"), Help: prose.T("change your name"), Do: screen.Call(s.config.Areas.OpenRename)},
		screen.Binding{Key: keymap.Of("q", "q", "esc"), Hint: prose.T("leave"), Help: prose.T("quit parlor (asks first)"), Leaves: true, Do: screen.Call(func() { s.asking = true })},
		screen.Binding{Key: keymap.Named("o"), Hint: prose.T("settings"), Help: prose.T("settings: colours, characters, bell, title"), Do: screen.Call(s.config.Areas.OpenSettings)},
		screen.Binding{Key: keymap.Named("v"), Hint: prose.T("view"), Help: prose.T("view: high contrast, or the colours of your terminal"), Do: screen.Call(func() { s.toggleContrast() })},
		screen.Binding{Key: keymap.Named("a"), Hint: prose.T("ASCII"), Help: prose.T("switch between ASCII and all characters"), Do: screen.Call(func() { s.toggleASCII() })},
	)
}

// Input implements screen.Screen.
func (s *Screen) Input() screen.Input { return s.Chat.Input() }

// Explain implements screen.Screen. Enter gets no explanation, because it may have been typed
// ahead.
func (s *Screen) Explain(string, *screen.Binding) string {
	if !s.asking {
		return ""
	}
	return s.ctx.Say(prose.T("Press y to leave, n to stay."))
}

// Help implements screen.Screen.
func (s *Screen) Help() prose.Document {
	return append(prose.Document{
		prose.H("The lobby"),
		prose.P("The lobby shows who is here and what is being played. Public rooms are listed. Private rooms are only counted, and open with a code."),
		prose.H("Quick play"),
		prose.P("Quick play takes you to a room that is waiting for players, and creates one if there is none. The host chooses the time limit. A room created by quick play has a clock: {pace}. The clock does not run while you play only with bots.",
			prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief())),
		prose.P("Rated quick play finds an opponent with a rating near yours. You have {time} per move; the clock also runs for disconnected players. When it runs out, a move that harms no other player is made for you. While you look, others see it, and anyone can begin the match at once, whatever their rating.",
			prose.Duration(lobby.MatchmakingPlan("").Clock)),
		prose.H("Your seat"),
		prose.P("If you lose your connection during a match, your seat is kept. Reconnect with the same key, or as a guest with the line that the lobby shows you, and you are back at your table."),
		prose.H("Your name"),
		prose.P("Your name belongs to your key or, as a guest, to your return line. The user name that your client sends does not matter."),
	}, s.config.HostText...)
}

// Click implements screen.Screen. A click on a room chooses it; a click on the chosen room enters
// it.
func (s *Screen) Click(x, y int) tea.Cmd {
	room := s.rooms.rows.At(y - s.above)
	if x >= s.ctx.Across() || s.ChatLine != nil || s.asking || room < 0 {
		return nil
	}
	if room != s.rooms.cursor {
		s.rooms.choose(room)
		return nil
	}
	return s.ctx.Shell.Press("enter")
}

// View implements screen.Screen.
func (s *Screen) View() screen.Frame {
	s.cache.fit(s.ctx)
	theme, height := s.ctx.Theme, s.ctx.BodyHeight()
	if s.ChatLine != nil {
		height-- // for the input line
	}
	foot, page, turn := s.foot.draw(), &s.rooms.page, s.rooms.drawTurn()
	if s.asking {
		question := screen.Either(len(page.Yours) > 0, prose.T("Quit parlor? Your seats are kept."), prose.T("Quit parlor?"))
		foot = append(foot, "", " "+theme.Warning.Render(s.ctx.Say(question)))
	}
	body := make([]string, 0, s.ctx.Height)
	if !s.ctx.Short() {
		body = append(body, "")
	}
	body = append(append(append(body, s.games()...), ""), s.match.drawSeekers()...)
	s.above = len(turn) + len(body)
	body = append(body, s.rooms.draw(s.roomLines())...)
	body = append(body, s.live.draw(s.layout(s.live.match != nil).match)...)
	body = append(style.Exactly(body, height-len(turn)-len(foot)), foot...)
	switch {
	case s.ctx.Wide():
		height -= len(turn)
		body = widget.WithBoxes(s.ctx, &s.cache.boxes, body, drawPanel(s.ctx, &s.cache, page, s.recent.results, &s.ChatLog, height), height)
	case s.ChatLine != nil:
		body = s.ChatLine.Overlay(body, page.Chat)
	}
	body = append(turn, body...)
	if s.ChatLine != nil {
		body = append(body, s.ChatLine.Words(theme.Accent)...)
	}
	return screen.Frame{Left: "parlor", Right: s.head(), Body: body}
}

// head returns the player's name and the number of unread messages.
func (s *Screen) head() string {
	you := s.rooms.page.You.Name
	if s.rooms.page.You.Guest {
		you = s.ctx.Say(prose.T("{name} (guest)", prose.Name(you)))
	}
	if search := s.match.search; search != nil {
		return widget.WithUnread(s.ctx, s.Unread(), s.ctx.Say(prose.T("looking for an opponent in {game}", prose.Literal(search.game))), you)
	}
	return widget.WithUnread(s.ctx, s.Unread(), you)
}

// games lists the games in the available lines.
func (s *Screen) games() []string {
	height := s.layout(s.live.match != nil).games
	return s.cache.games.At(0, lines(height), func() []string { return drawGames(s.ctx, height) })
}

// layout is the number of lines that are available to each part of the body.
type layout struct{ games, rooms, match int }

// layout returns the layout with or without a live match, for which games are listed without cards
// if necessary.
func (s *Screen) layout(match bool) layout {
	height, rooms := s.bodyLines()-2, s.rooms.length()
	l := layout{games: height - s.rooms.least()}
	for _, board := range []int{liveLeast, liveGood} {
		if rest := height - liveHead - board - min(rooms, liveRooms); match && rest >= len(s.ctx.Games) {
			l.games = rest
		}
	}
	l.rooms = max(1, height-gamesHeight(s.ctx, l.games))
	if match {
		l.match = s.live.fits(l.rooms, rooms)
		l.rooms -= l.match
	}
	return l
}

// roomLines returns the number of lines available to the rooms.
func (s *Screen) roomLines() int { return s.layout(s.live.match != nil).rooms }

// bodyLines returns the number of lines above the foot.
func (s *Screen) bodyLines() int {
	height := s.ctx.BodyHeight() - s.foot.height() - s.match.seekerLines()
	if s.rooms.waiting() > 0 {
		height -= 2 // for the bar
	}
	if s.asking {
		height -= 2
	}
	if s.ctx.Short() {
		height++ // there is no empty line above
	}
	if s.ChatLine != nil && s.ctx.Wide() {
		height--
	}
	return height
}

// toggleContrast draws in high contrast, or in the usual colours again.
func (s *Screen) toggleContrast() {
	chosen := s.ctx.Settings
	chosen.Contrast = !chosen.Contrast
	s.ctx.Shell.Tell(screen.Either(chosen.Contrast, prose.T("High contrast. Press v for the standard colours."), prose.T("Standard colours.")))
	s.config.Areas.ChangeSettings(chosen)
}

// toggleASCII draws only ASCII, or all characters again.
func (s *Screen) toggleASCII() {
	chosen := s.ctx.Settings
	chosen.ASCII = !chosen.ASCII
	s.ctx.Shell.Tell(screen.Either(chosen.ASCII, prose.T("Only ASCII characters are drawn. Press a for all."), prose.T("Draws all characters.")))
	s.config.Areas.ChangeSettings(chosen)
}
