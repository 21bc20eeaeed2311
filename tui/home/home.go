// Package home is the lobby on the screen: the rooms, the people, the chat, and how a
// player comes to a room.
package home

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Screen is the lobby. It stands below all other screens.
type Screen struct {
	screen.Base
	*widget.Chat
	ctx    *screen.Context
	config Config
	cache  cache
	rooms  roomList
	foot   foot
	match  matchmaking

	asking    bool // whether to leave parlor
	hidden    bool // another screen is shown
	elsewhere bool // one was since the page before
	above     int  // lines of the body above the rooms

	bound screen.BindingCache[bindingState]
}

// Config is what the lobby needs beyond its context.
type Config struct {
	Rooms    []lobby.Setting // what hosts may choose about a room
	Mutes    *widget.MuteList
	HostText prose.Document // what the host of the server says; may be nil
	Areas    Areas
}

// Areas is where the lobby leads.
type Areas interface {
	// Enter goes to the room of a handle, and tells something there.
	Enter(handle lobby.Handle, welcome prose.Text) tea.Cmd
	OpenGameNight() tea.Cmd
	OpenHistory() tea.Cmd
	OpenLeaderboard() tea.Cmd
	OpenLesson() tea.Cmd
	OpenPeople() tea.Cmd
	OpenRename()
	OpenSettings()
}

// New returns the lobby.
func New(c *screen.Context, config Config) *Screen {
	s := &Screen{ctx: c, config: config, match: matchmaking{ctx: c, areas: config.Areas}}
	s.rooms = roomList{ctx: c, cache: &s.cache}
	s.Chat = widget.NewChat(c, widget.ChatConfig{
		Mutes: config.Mutes, To: widget.ToLobby,
		Heard: func() []lobby.ChatMessage { return s.rooms.page.Chat },
		Say: func(text string) tea.Cmd {
			session := c.Session
			return c.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, session, lobby.SayInLobby{Text: text}) })
		},
	})
	s.foot = foot{ctx: c, cache: &s.cache, rooms: &s.rooms, settings: config.Rooms, log: &s.ChatLog}
	return s
}

// FindOpponent looks for an opponent in a rated match of a game by its name. If there is no
// such game, it does nothing.
func (s *Screen) FindOpponent(game string) tea.Cmd {
	s.Changed()
	return s.match.find(game)
}

// StopSearch looks for no opponent any more.
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
			return s.take(*msg.Page)
		}
	case screen.ShownMsg:
		if s.hidden = msg.Window.Rows == 0; s.hidden {
			s.elsewhere, s.cache = true, cache{}
		}
	case screen.RoomMsg:
		s.asking = false
	case foundMsg:
		s.Changed()
		return s.match.found(msg)
	}
	return nil
}

// take takes a page, and tells that a match waits for the player as it did not before,
// unless they have been elsewhere meanwhile.
func (s *Screen) take(page lobby.Page) tea.Cmd {
	before, elsewhere := s.rooms.page.Yours, s.elsewhere
	if s.changes(page) {
		s.Changed()
	}
	if s.elsewhere = s.hidden; elsewhere { // the page may have been on its way
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

// changes takes a page, and reports whether it changes what is drawn.
func (s *Screen) changes(page lobby.Page) bool {
	l := &s.rooms
	before, cursor, known := l.page, l.cursor, l.known
	from, to := l.span(s.roomLines())
	l.take(page)
	if page.Window.Talk {
		s.ChatLog.Begin(page.Chat)
	}
	if fromNow, toNow := l.span(s.roomLines()); !known || l.cursor != cursor || fromNow != from || toNow != to || page.Window.Narrow() {
		return true
	}
	before.Total, before.AllRooms, before.PeopleTotal = page.Total, page.AllRooms, page.PeopleTotal
	return !before.Same(page)
}

// Window implements screen.Screen.
func (s *Screen) Window() lobby.Window {
	window := s.rooms.window(s.roomLines())
	window.People, window.Talk = s.ctx.Width/3, true // no more names fit on a line
	if s.ctx.Wide() {
		window.People = panelNames(s.ctx)
	}
	return window
}

// Input implements screen.Screen.
func (s *Screen) Input() screen.Input { return s.Chat.Input() }

// Explain implements screen.Screen. Enter is no answer: it may have been typed ahead.
func (s *Screen) Explain(string, *screen.Binding) string {
	if !s.asking {
		return ""
	}
	return s.ctx.Say(prose.T("Press y to leave, n to stay."))
}

// Help implements screen.Screen.
func (s *Screen) Help() prose.Document {
	return append(prose.Document{
		prose.H("The hall"),
		prose.P("Here you see who is here and what is being played. Public rooms are listed. Private rooms show only that they are there, and open with a code."),
		prose.H("Quick play"),
		prose.P("Quick play takes you to a table that waits for players, and opens one if there is none. The host of a table chooses how much time there is. A table that quick play opens has a clock: {pace}. It does not run while you play with bots alone.",
			prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief())),
		prose.P("Rated quick play finds somebody whose rating is near yours. Each decision then has {time}, also for anybody who is away. When it runs out, the rules choose something that does the others no harm.",
			prose.Duration(lobby.MatchmakingPlan("").Clock)),
		prose.H("Your seat"),
		prose.P("If you lose your connection during a match, your seat is kept. Come back with the same key, or as a guest with the line that the hall shows you, and you are back at your table."),
		prose.H("Your name"),
		prose.P("Your name belongs to your key, or to the line with which you come back as a guest. Whatever user name your client sends, you are called as you chose."),
	}, s.config.HostText...)
}

// Click implements screen.Screen: it chooses a room, or goes into it if it is chosen
// already.
func (s *Screen) Click(x, y int) tea.Cmd {
	at, rows := y-screen.HeadLines-s.above, s.rooms.rows
	if x >= s.ctx.Across() || s.ChatLine != nil || s.asking || at < 0 || at >= len(rows) || rows[at] < 0 {
		return nil
	}
	if room := rows[at]; room != s.rooms.cursor {
		s.rooms.choose(room)
		return nil
	}
	return s.ctx.Shell.Press("enter")
}

// View implements screen.Screen.
func (s *Screen) View() (lines []string, title string) {
	s.cache.fit(s.ctx)
	theme, height := s.ctx.Theme, s.ctx.Height-4
	if s.ChatLine != nil {
		height-- // for what is typed
	}
	foot, page := s.foot.draw(), &s.rooms.page
	if s.asking {
		question := screen.Either(len(page.Yours) > 0, prose.T("Leave parlor? Your seats are kept."), prose.T("Leave parlor?"))
		foot = append(foot, "", " "+theme.Warning.Render(s.ctx.Say(question)))
	}
	body := make([]string, 0, s.ctx.Height)
	if !s.ctx.Short() {
		body = append(body, "")
	}
	body = append(append(body, s.games()...), "")
	s.above = len(body)
	body = append(body, s.rooms.draw(s.roomLines())...)
	if s.ctx.Wide() && s.rooms.known && !s.asking && s.ChatLine == nil {
		guide := guide(s.ctx, &s.cache, s.Bindings(), &s.rooms, height-len(foot)-len(body))
		foot = append(guide, foot...)
	}
	body = append(look.Exactly(body, height-len(foot)), foot...)
	switch {
	case s.ctx.Wide():
		body = s.ctx.Shell.BesidePanel(body, drawPanel(s.ctx, &s.cache, page, &s.ChatLog, height), height)
	case s.ChatLine != nil:
		body = s.ChatLine.Overlay(body, page.Chat)
	}
	if s.ChatLine != nil {
		body = append(body, s.ChatLine.Words(theme.Accent)...)
	}
	return s.ctx.Shell.Page("parlor", s.head(), body), ""
}

// head is the player, and what they have not read.
func (s *Screen) head() string {
	you := s.rooms.page.You.Name
	if s.rooms.page.You.Guest {
		you = s.ctx.Say(prose.T("{name} (guest)", prose.Name(you)))
	}
	if search := s.match.search; search != nil {
		return widget.WithUnread(s.ctx, s.Unread(), s.ctx.Say(prose.T("looking for a rival in {game}", prose.Literal(search.game))), you)
	}
	return widget.WithUnread(s.ctx, s.Unread(), you)
}

// games lists the games in the lines that they may take.
func (s *Screen) games() []string {
	height := s.gameLines()
	return s.cache.games.At(0, lines(height), func() []string { return drawGames(s.ctx, height) })
}

// gameLines returns how many lines the games may take, and roomLines how many the rooms
// have.
func (s *Screen) gameLines() int { return s.bodyLines() - 2 - s.rooms.least() }

func (s *Screen) roomLines() int {
	return max(1, s.bodyLines()-2-gamesHeight(s.ctx, s.gameLines()))
}

// bodyLines returns how many lines there are above the foot.
func (s *Screen) bodyLines() int {
	height := s.ctx.Height - 4 - s.foot.height()
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
