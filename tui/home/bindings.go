package home

import (
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// bindingState is what the keys of the lobby depend on.
type bindingState struct {
	asking, narrow, longer, empty bool
	unread                        int
}

// Bindings implements screen.Screen.
func (s *Screen) Bindings() []screen.Binding {
	if s.ChatLine != nil {
		return s.ChatBindings(false)
	}
	longer := s.rooms.length() > s.roomLines()
	return s.bound.Get(bindingState{s.asking, s.rooms.wanted.Narrow(), longer, s.rooms.known && s.rooms.count() == 0, s.Unread()}, s.bind)
}

func (s *Screen) bind(now bindingState) []screen.Binding {
	if now.asking {
		return []screen.Binding{
			{Key: keys.Named("y"), Hint: prose.T("leave"), Help: prose.T("leave parlor"), Do: screen.Command(s.ctx.Shell.Quit)},
			{Key: keys.Of("n", "n", "esc", "q"), Hint: prose.T("stay"), Help: prose.T("stay"), Do: screen.Call(func() { s.asking = false })},
		}
	}
	search := screen.Binding{Key: keys.Named("/"), Hint: prose.T("search"), Help: prose.T("search the rooms for words in titles, names and codes"), Do: screen.Call(s.rooms.search)}
	all := s.bindPlay(make([]screen.Binding, 0, 34), now.empty)
	if now.narrow {
		all = append(all, screen.Binding{Key: keys.Named("esc"), Hint: prose.T("all rooms"), Help: prose.T("list all rooms again"), Leaves: true, Do: screen.Call(s.rooms.widen)})
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

// bindPlay appends the keys by which one comes to a room. Empty says that there is none
// to join.
func (s *Screen) bindPlay(all []screen.Binding, empty bool) []screen.Binding {
	return append(all, []screen.Binding{
		{Key: keys.Named("p"), Hint: prose.T("quick play"), Help: prose.T("quick play: join a table that waits, or open one"), Do: screen.Command(func() tea.Cmd { return quickPlay(s.ctx, "") })},
		{Key: screen.NumberKeys(len(s.ctx.Games)), Help: prose.T("the same, for that game"), Do: func(name string) tea.Cmd { return quickPlay(s.ctx, s.ctx.Games[name[0]-'1'].Game.Name) }},
		{Key: keys.Named(botKey), Help: prose.T("play a bot: a match against an easy one begins at once"), Do: screen.Command(func() tea.Cmd { return PlayBot(s.ctx, s.config.Rooms) })},
		{Key: keys.Named("enter"), Hint: screen.Either(empty, prose.Text{}, prose.T("join")), Help: prose.T("take a seat in the room; watch it if all seats are taken"), Do: screen.Command(s.rooms.enter)},
	}...)
}

// bindScreens appends the keys that lead to other screens, and to the chat, of which some
// is unread.
func (s *Screen) bindScreens(all []screen.Binding, unread int, empty bool) []screen.Binding {
	all = append(all, []screen.Binding{
		{Key: keys.Named("n"), Hint: prose.T("new room"), Help: prose.T("make a room of your own"), Do: screen.Call(func() { s.ctx.Shell.Open(&presetScreen{ctx: s.ctx, config: s.config}) })},
		{Key: keys.Named("c"), Hint: prose.T("code"), Help: prose.T("go to a room or a game night by its code"), Do: screen.Call(func() { JoinByCode(s.ctx) })},
		{Key: keys.Named("t"), Hint: prose.T("tutorial"), Help: prose.T("tutorial: learn a game in five minutes"), Do: screen.Command(s.config.Areas.OpenLesson)},
		{Key: keys.Named("i"), Hint: prose.T("people"), Help: prose.T("people: who is here, friends, challenges"), Do: screen.Command(s.config.Areas.OpenPeople)},
		{Key: keys.Named("s"), Hint: widget.WithCount(prose.T("say"), unread), Help: prose.T("say something to everybody in the hall, and read what was said"), Do: screen.Call(s.OpenChat)},
		{Key: keys.Named("e"), Hint: prose.T("game night"), Help: prose.T("a game night: open one, or go back to yours; others come by its code"), Do: screen.Command(s.config.Areas.OpenGameNight)},
	}...)
	if s.ctx.History != nil {
		all = append(all, screen.Binding{Key: keys.Named("y"), Hint: prose.T("history"), Help: prose.T("finished matches: replay them move by move"), Do: screen.Command(s.config.Areas.OpenHistory)})
	}
	if s.ctx.Session.KeepsRatings() {
		all = append(
			all,
			screen.Binding{Key: keys.Named("l"), Hint: prose.T("leaders"), Help: prose.T("leaders of each game, and your profile"), Do: screen.Command(s.config.Areas.OpenLeaderboard)},
			screen.Binding{Key: keys.Named("m"), Hint: prose.T("rated match"), Help: prose.T("rated quick play: find somebody whose rating is near yours, or stop looking"), Do: screen.Call(s.match.toggle)},
		)
	}
	return append(
		all,
		screen.Binding{Key: keys.Named("b"), Help: prose.T("watch the table that is worth most to watch"), Do: screen.Command(func() tea.Cmd { return watchBest(s.ctx) })},
		screen.Binding{Key: keys.Named("w"), Hint: screen.Either(empty, prose.Text{}, prose.T("watch")), Help: prose.T("watch the room without playing"), Do: screen.Command(s.rooms.watch)},
		screen.Binding{Key: keys.Named("r"), Hint: prose.T("name"), Help: prose.T("change your name"), Do: screen.Call(s.config.Areas.OpenRename)},
		screen.Binding{Key: keys.Of("q", "q", "esc"), Hint: prose.T("leave"), Help: prose.T("leave parlor (asks first)"), Leaves: true, Do: screen.Call(func() { s.asking = true })},
		screen.Binding{Key: keys.Named("o"), Hint: prose.T("settings"), Help: prose.T("settings: colours, characters, bell, title"), Do: screen.Call(s.config.Areas.OpenSettings)},
		screen.Binding{Key: keys.Named("v"), Hint: prose.T("view"), Help: prose.T("view: high contrast, or colours that suit the terminal"), Do: screen.Call(func() { toggleContrast(s.ctx) })},
		screen.Binding{Key: keys.Named("a"), Hint: prose.T("ASCII"), Help: prose.T("draw with ASCII characters only, or with all"), Do: screen.Call(func() { toggleASCII(s.ctx) })},
	)
}

// toggleContrast draws in high contrast, or in the usual colours again.
func toggleContrast(c *screen.Context) {
	chosen := c.Settings
	chosen.Contrast = !chosen.Contrast
	c.Shell.Tell(screen.Either(chosen.Contrast, prose.T("High contrast. Press v for the usual colours."), prose.T("The usual colours.")))
	c.Shell.ChangeSettings(chosen)
}

// toggleASCII draws only ASCII, or all characters again.
func toggleASCII(c *screen.Context) {
	chosen := c.Settings
	chosen.ASCII = !chosen.ASCII
	c.Shell.Tell(screen.Either(chosen.ASCII, prose.T("Only ASCII characters are drawn. Press a for all."), prose.T("All characters are drawn.")))
	c.Shell.ChangeSettings(chosen)
}
