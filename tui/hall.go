package tui

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/archive"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/welcome"
	"parlor/tui/widget"
)

// hallScreen lists the rooms and the people.
type hallScreen struct {
	root *Root
	screen.Base
	roomList
	said      widget.ChatLog
	talk      *widget.ChatLine // what is being said; nil while nothing is
	asking    bool             // whether to leave parlor
	elsewhere bool             // the person has been since the page before

	bound screen.BindingCache[hallState]
}

// hallState is what the keys of the lobby depend on.
type hallState struct {
	asking, narrow, longer, empty bool
	unread                        int
}

func (h *hallScreen) Bindings() []screen.Binding {
	if h.talk != nil {
		return h.talk.Bindings(false, h.heard, func() { h.talk = nil })
	}
	return h.bound.Get(hallState{h.asking, h.narrow(), h.longer(), h.shown && h.count() == 0, h.unread()}, h.bind)
}

func (h *hallScreen) bind(now hallState) []screen.Binding {
	root := h.root
	if now.asking {
		return []screen.Binding{
			{Key: keys.Named("y"), Hint: prose.T("leave"), Help: prose.T("leave parlor"), Do: screen.Command(root.quit)},
			{Key: keys.Of("n", "n", "esc", "q"), Hint: prose.T("stay"), Help: prose.T("stay"), Do: screen.Call(func() { h.asking = false })},
		}
	}
	search := screen.Binding{Key: keys.Named("/"), Hint: prose.T("search"), Help: prose.T("search the rooms for words in titles, names and codes"), Do: screen.Call(h.search)}
	all := h.bindPlay(make([]screen.Binding, 0, 34), now.empty)
	if now.narrow {
		all = append(all, screen.Binding{Key: keys.Named("esc"), Hint: prose.T("all rooms"), Help: prose.T("list all rooms again"), Leaves: true, Do: screen.Call(h.widen)})
	}
	if now.narrow || now.longer {
		all = append(all, search)
	}
	all = h.bindScreens(all, now.unread, now.empty)
	if !now.narrow && !now.longer {
		all = append(all, search)
	}
	return append(append(all, h.bindNarrow()...), h.bindRooms()...)
}

// bindPlay adds the keys by which one comes to a table; there may be none to join.
func (h *hallScreen) bindPlay(all []screen.Binding, empty bool) []screen.Binding {
	root := h.root
	return append(all, []screen.Binding{
		{Key: keys.Named("p"), Hint: prose.T("quick play"), Help: prose.T("quick play: join a table that waits, or open one"), Do: screen.Command(func() tea.Cmd { return h.quick("") })},
		{Key: screen.NumberKeys(len(root.ctx.Games)), Help: prose.T("the same, for that game"), Do: func(name string) tea.Cmd { return h.quick(root.ctx.Games[name[0]-'1'].Game.Name) }},
		{Key: keys.Named(playsBot), Help: prose.T("play a bot: a match against an easy one begins at once"), Do: screen.Command(areas{root}.PlayBot)},
		{Key: keys.Named("enter"), Hint: screen.Either(empty, prose.Text{}, prose.T("join")), Help: prose.T("take a seat in the room; watch it if all seats are taken"), Do: screen.Command(h.enter)},
	}...)
}

// bindScreens adds the keys that lead to other screens, and to the talk, of which so
// much is unread, where there may be no room at all.
func (h *hallScreen) bindScreens(all []screen.Binding, unread int, empty bool) []screen.Binding {
	root := h.root
	all = append(all, []screen.Binding{
		{Key: keys.Named("n"), Hint: prose.T("new room"), Help: prose.T("make a room of your own"), Do: screen.Call(func() { root.open(&presetScreen{root: root}) })},
		{Key: keys.Named("c"), Hint: prose.T("code"), Help: prose.T("go to a room or a game night by its code"), Do: screen.Call(areas{root}.JoinByCode)},
		{Key: keys.Named("t"), Hint: prose.T("tutorial"), Help: prose.T("tutorial: learn a game in five minutes"), Do: screen.Command(areas{root}.OpenLesson)},
		{Key: keys.Named("i"), Hint: prose.T("people"), Help: prose.T("people: who is here, friends, challenges"), Do: screen.Command(areas{root}.OpenPeople)},
		{Key: keys.Named("s"), Hint: widget.WithCount(prose.T("say"), unread), Help: prose.T("say something to everybody in the hall, and read what was said"), Do: screen.Call(func() { h.talk = h.newChat() })},
		{Key: keys.Named("e"), Hint: prose.T("game night"), Help: prose.T("a game night: open one, or go back to yours; others come by its code"), Do: screen.Command(root.nights.Open)},
	}...)
	if root.ctx.History != nil {
		all = append(all, screen.Binding{Key: keys.Named("y"), Hint: prose.T("history"), Help: prose.T("finished matches: replay them move by move"), Do: screen.Command(func() tea.Cmd { return archive.OpenHistory(root.ctx) })})
	}
	if root.ctx.Session.KeepsRatings() {
		all = append(
			all,
			screen.Binding{Key: keys.Named("l"), Hint: prose.T("leaders"), Help: prose.T("leaders of each game, and your profile"), Do: screen.Command(func() tea.Cmd { return archive.OpenLeaderboard(root.ctx) })},
			screen.Binding{Key: keys.Named("m"), Hint: prose.T("rated match"), Help: prose.T("rated quick play: find somebody whose rating is near yours, or stop looking"), Do: screen.Call(root.seekOrStop)},
		)
	}
	return append(
		all,
		screen.Binding{Key: keys.Named("b"), Help: prose.T("watch the table that is worth most to watch"), Do: screen.Command(h.watchSomething)},
		screen.Binding{Key: keys.Named("w"), Hint: screen.Either(empty, prose.Text{}, prose.T("watch")), Help: prose.T("watch the room without playing"), Do: screen.Command(h.watch)},
		screen.Binding{Key: keys.Named("r"), Hint: prose.T("name"), Help: prose.T("change your name"), Do: screen.Call(areas{root}.OpenRename)},
		screen.Binding{Key: keys.Of("q", "q", "esc"), Hint: prose.T("leave"), Help: prose.T("leave parlor (asks first)"), Leaves: true, Do: screen.Call(func() { h.asking = true })},
		screen.Binding{Key: keys.Named("o"), Hint: prose.T("settings"), Help: prose.T("settings: colours, characters, bell, title"), Do: screen.Call(areas{root}.OpenSettings)},
		screen.Binding{Key: keys.Named("v"), Hint: prose.T("view"), Help: prose.T("view: high contrast, or colours that suit the terminal"), Do: screen.Call(root.turnContrast)},
		screen.Binding{Key: keys.Named("a"), Hint: prose.T("ASCII"), Help: prose.T("draw with ASCII characters only, or with all"), Do: screen.Call(root.turnASCII)},
	)
}

// Explain implements screen. Enter is no answer: it may have been typed ahead.
func (h *hallScreen) Explain(string, *screen.Binding) string {
	if !h.asking {
		return ""
	}
	return h.root.ctx.Say(prose.T("Press y to leave, n to stay."))
}

func (h *hallScreen) Input() screen.Input {
	if h.talk == nil {
		return nil
	}
	return h.talk
}

// watch goes to the room under the cursor without taking a seat.
func (h *hallScreen) watch() tea.Cmd {
	visit, code := h.root.ctx.Session, h.code
	if code == "" {
		h.root.tell(h.closed())
		return nil
	}
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return lobby.Ask(ctx, visit, lobby.Watch{Code: code}) })
}

// quick plays a game at once; the empty name is any.
func (h *hallScreen) quick(game string) tea.Cmd {
	visit := h.root.ctx.Session
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) {
		return lobby.Ask(ctx, visit, lobby.QuickPlay{Plan: lobby.QuickPlan(game)})
	})
}

// closed says why nobody can go into the room under the cursor; it is empty
// where somebody can.
func (h *hallScreen) closed() prose.Text {
	row, known := h.row(h.cursor)
	switch {
	case h.count() == 0 && h.page.Window.Narrow():
		return prose.T("No room matches. Press Esc to see all rooms.")
	case h.count() == 0:
		return prose.T("There is no room yet. Press p for quick play, n to make a room.")
	case !known:
		return prose.T("One moment, the list is on its way.")
	case row.Locked:
		return prose.T("That room is private. Press c to type its code.")
	}
	return prose.Text{}
}

// enter goes into the room under the cursor: to the own seat, to a free one,
// else to watch.
func (h *hallScreen) enter() tea.Cmd {
	visit := h.root.ctx.Session
	if why := h.closed(); !why.IsZero() {
		h.root.tell(why)
		return nil
	}
	row, _ := h.row(h.cursor)
	if h.cursor >= len(h.page.Yours) && (row.Stage != lobby.Gathering || row.Open == 0) {
		return h.root.seat(func(ctx context.Context) (lobby.Handle, error) {
			return lobby.Ask(ctx, visit, lobby.Watch{Code: row.Code})
		})
	}
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) {
		return lobby.Ask(ctx, visit, lobby.Join{Code: row.Code})
	})
}

func (h *hallScreen) newChat() *widget.ChatLine {
	visit := h.root.ctx.Session
	return widget.NewChatLine(h.root.ctx, h.root.mutes, widget.ToLobby, &h.said, nil, func(text string) tea.Cmd {
		return h.root.ask(func(ctx context.Context) error { return lobby.Perform(ctx, visit, lobby.SayInLobby{Text: text}) })
	})
}

// TakeChat returns the line in which a message is typed, and closes it; nil if none is.
func (h *hallScreen) TakeChat() (line *widget.ChatLine) {
	line, h.talk = h.talk, nil
	return line
}

// ContinueChat lets a message that was begun elsewhere be typed on here. Nil is none.
func (h *hallScreen) ContinueChat(elsewhere *widget.ChatLine) {
	if elsewhere != nil {
		h.talk = h.newChat()
		h.talk.Continue(elsewhere)
	}
}

func (h *hallScreen) heard() []lobby.ChatMessage { return h.page.Chat }

// ChatHelp implements talker.
func (h *hallScreen) ChatHelp() []board.Hint { return widget.ChatHelp(h.root.ctx, h.root.mutes, nil) }

// Help implements screen.
func (h *hallScreen) Help() prose.Document {
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
	}, welcome.HostText(h.root.session.Welcome)...)
}

func (h *hallScreen) View() (lines []string, title string) { return h.drawPage(), "" }

func (h *hallScreen) drawPage() []string {
	theme, height := h.root.ctx.Theme, h.root.ctx.Height-4
	if h.talk != nil {
		height-- // for what is typed
	}
	foot := h.drawFoot()
	if h.asking {
		foot = append(foot, "", " "+theme.Warning.Render(h.ask()))
	}
	body := make([]string, 0, h.root.ctx.Height)
	if !h.root.ctx.Short() {
		body = append(body, "")
	}
	body = append(append(body, h.drawGames()...), "")
	h.above = len(body)
	body = append(body, h.drawRooms(h.space())...)
	guide := h.guide(height - len(foot) - len(body))
	body = append(append(look.Exactly(body, height-len(foot)-len(guide)), guide...), foot...)
	switch {
	case h.root.ctx.Wide():
		body = h.root.besidePanel(body, h.panel(height), height)
	case h.talk != nil:
		body = h.talk.Overlay(body, h.heard())
	}
	if h.talk != nil {
		body = append(body, h.talk.Words(theme.Accent)...)
	}
	return h.root.page("parlor", h.whoIsHere(), body)
}

// whoIsHere is the person, and what they have not read.
func (h *hallScreen) whoIsHere() string {
	you := h.page.You.Name
	if h.page.You.Guest {
		you = h.root.ctx.Say(prose.T("{name} (guest)", prose.Name(you)))
	}
	if h.root.seeks != nil {
		return widget.WithUnread(h.root.ctx, h.unread(), h.root.ctx.Say(prose.T("looking for a rival in {game}", prose.Literal(h.root.seeks.game))), you)
	}
	return widget.WithUnread(h.root.ctx, h.unread(), you)
}

// space is how many lines the rooms have, and gamesSpace how many the games may
// take.
func (h *hallScreen) space() int      { return max(1, h.bodySpace()-2-h.gamesHeight(h.gamesSpace())) }
func (h *hallScreen) gamesSpace() int { return h.bodySpace() - 2 - h.leastRooms() }

// bodySpace is how many lines are left above the foot.
func (h *hallScreen) bodySpace() int {
	space := h.root.ctx.Height - 4 - h.footHeight()
	if h.asking {
		space -= 2
	}
	if h.root.ctx.Short() {
		space++ // there is no empty line above
	}
	if h.talk != nil && h.root.ctx.Wide() {
		space--
	}
	return space
}

// ask asks whether to leave, and says what becomes of the seats.
func (h *hallScreen) ask() string {
	if len(h.page.Yours) > 0 {
		return h.root.ctx.Say(prose.T("Leave parlor? Your seats are kept."))
	}
	return h.root.ctx.Say(prose.T("Leave parlor?"))
}

// fewRooms is how many lines of rooms the games leave free at least.
const fewRooms = 4

// leastRooms is how many lines the rooms need of those that they could take.
func (h *hallScreen) leastRooms() int {
	lines := h.count() + 1 // below a heading
	if len(h.page.Yours) > 0 && h.page.Total > 0 {
		lines += 2
	}
	return min(lines, fewRooms)
}

// drawGames lists the games in the lines that they may take.
func (h *hallScreen) drawGames() []string {
	height := h.gamesSpace()
	return h.root.kept.games.at(0, lines(height), func() []string { return h.listGames(height) })
}

// listGames lists the games in at most height lines: one a line with what it is,
// or where there are too many for that their names in columns, as many as fit.
func (h *hallScreen) listGames(height int) []string {
	theme, kits := h.root.ctx.Theme, h.root.ctx.Games
	if len(kits) > height {
		return h.drawTitles(max(1, height))
	}
	lines, said := make([]string, len(kits)), make([]string, len(kits))
	for i, kit := range kits {
		said[i] = h.root.ctx.Say(players(kit.Game))
	}
	cells := look.Column(playersCells, said...)
	for i, kit := range kits {
		about := look.Fit(said[i], cells)
		if blurb := h.root.ctx.Say(prose.Label(kit.Game.Blurb)); gameCells+cells+2+look.Width(blurb) <= h.root.ctx.Across()-1 {
			about += "  " + blurb
		}
		lines[i] = "   " + h.gameKey(i) + "  " + theme.Strong.Render(look.Fit(kit.Game.Title, 15)+" ") + theme.Faint.Render(about)
	}
	return lines
}

// gameCells is the width of a game's key and name, with the margin.
const gameCells = 22

// titleCells is the width of a game's name in a column, with its key.
const titleCells = 25

// drawTitles are the names of games in columns; the last line says how many are
// left out.
func (h *hallScreen) drawTitles(height int) []string {
	theme, kits := h.root.ctx.Theme, h.root.ctx.Games
	abreast, shown := h.titles(height)
	lines := slices.Repeat([]string{""}, (shown+abreast-1)/abreast)
	for i, kit := range kits[:shown] {
		lines[i/abreast] += " " + look.Fit("  "+h.gameKey(i)+"  "+theme.Strong.Render(look.Cut(kit.Game.Title, titleCells-7)), titleCells-1)
	}
	if left := len(kits) - shown; left > 0 {
		more := prose.C("{n} game: press {key} for the list", "{n} games: press {key} for the list", prose.N(left), prose.Literal("n"))
		if shown > 0 {
			more = prose.C("and {n} more game: press {key} for the list", "and {n} more games: press {key} for the list", prose.N(left), prose.Literal("n"))
		}
		lines = append(lines, "   "+theme.Faint.Render(h.root.ctx.Say(more)))
	}
	return lines
}

// titles are how many names of games stand beside each other, and how many are
// shown in so many lines.
func (h *hallScreen) titles(height int) (abreast, shown int) {
	all := len(h.root.ctx.Games)
	abreast = max(1, (h.root.ctx.Across()-4)/titleCells)
	if shown = min(all, height*abreast); shown < all {
		shown = (height - 1) * abreast
	}
	return abreast, shown
}

// gamesHeight is how many lines listGames takes of so many.
func (h *hallScreen) gamesHeight(height int) int {
	all := len(h.root.ctx.Games)
	if all <= height {
		return all
	}
	abreast, shown := h.titles(max(1, height))
	lines := (shown + abreast - 1) / abreast
	if shown < all {
		lines++
	}
	return lines
}

// quickGames is how many games have a key.
const quickGames = 9

// gameKey is the key that plays a game at once; blank where it has none.
func (h *hallScreen) gameKey(i int) string {
	if i >= quickGames {
		return " "
	}
	return h.root.ctx.Theme.Key.Render(strconv.Itoa(i + 1))
}

// playersCells is the width of what players says.
const playersCells = 11

func players(game engine.Game) prose.Text {
	if game.MinSeats == game.MaxSeats {
		return prose.C("{n} player", "{n} players", prose.N(game.MinSeats))
	}
	return prose.T("{least}–{most} players", prose.N(game.MinSeats), prose.N(game.MaxSeats))
}

// drawFoot tells who is here, and a guest how to come back.
func (h *hallScreen) drawFoot() []string {
	lines := h.drawChosen()
	if !h.root.ctx.Short() && !h.root.ctx.Wide() {
		here := h.hereText()
		lines = append(lines, h.drawChat()...)
		lines = append(lines, h.root.kept.here.at(0, text(here), func() string { return h.footText(here) }))
	}
	return append(lines, widget.ReturnLines(h.root.ctx)...)
}

// hereText names the people who are here.
func (h *hallScreen) hereText() string {
	var text strings.Builder
	text.Grow(4 * h.root.ctx.Width) // mostly more than fits
	text.WriteString(h.root.ctx.Say(prose.T("Here now:")) + " ")
	for i, person := range h.page.People {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(person.Name)
		switch {
		case person.Guest && person.Program:
			text.WriteString(" (" + h.root.ctx.Say(prose.T("guest, program")) + ")")
		case person.Guest:
			text.WriteString(" (" + h.root.ctx.Say(prose.T("guest")) + ")")
		case person.Program:
			text.WriteString(" (" + h.root.ctx.Say(prose.T("program")) + ")")
		}
	}
	return text.String()
}

// footHeight is how many lines drawFoot takes.
func (h *hallScreen) footHeight() int {
	height := 1 + len(widget.ReturnLines(h.root.ctx))
	if row, known := h.row(h.cursor); known && !row.Locked {
		height++
	}
	if h.root.ctx.Short() || h.root.ctx.Wide() {
		return height
	}
	if heard := len(h.heard()); heard > 0 {
		height += min(heard, hallTalk) + 1
	}
	return height + 1
}

// drawChosen tells more of the room under the cursor: what is played, and since
// when it is open.
func (h *hallScreen) drawChosen() []string {
	row, known := h.row(h.cursor)
	if !known || row.Locked {
		return []string{""}
	}
	chosen := chosenRoom{row, h.root.ctx.Say(prose.T("opened {ago}", prose.Sub(prose.Ago(time.Since(row.Since)))))}
	return []string{"", h.root.kept.chosen.at(0, chosen, func() string { return h.footText(h.fittingParts(h.aboutRoom(chosen))) })}
}

// chosenRoom is the room under the cursor, and since when it is open.
type chosenRoom struct {
	row    lobby.RoomRow
	opened string
}

// same implements source.
func (c chosenRoom) same(other chosenRoom) bool {
	return c.opened == other.opened && c.row.Same(other.row)
}

// aboutRoom is what is told of a room.
func (h *hallScreen) aboutRoom(chosen chosenRoom) []string {
	row := chosen.row
	parts := []string{row.Code}
	if h.root.ctx.Slim() { // there is no room for them in the list
		parts = append(parts, h.root.ctx.Say(newRoomLine(row, false).who()))
	}
	parts = append(parts, h.root.ctx.ChangedOptions(row.Game, row.Options)...)
	parts = append(parts, h.root.ctx.Voice.SayAll(lobby.LobbyChoiceTexts(h.root.session.Rooms, row.Settings))...)
	if row.Watchers > 0 {
		parts = append(parts, h.root.ctx.Say(prose.C("{n} watcher", "{n} watchers", prose.N(row.Watchers))))
	}
	return append(parts, chosen.opened)
}

// fittingParts joins what is told of a room, and leaves out what does not fit; only
// names are cut.
func (h *hallScreen) fittingParts(parts []string) string {
	line, room := parts[0], h.root.ctx.Across()-5
	for i, part := range parts[1:] {
		if free := room - look.Width(line) - look.Width(widget.HeadGap); i == 0 && h.root.ctx.Slim() {
			line += widget.HeadGap + look.Cut(part, free)
		} else if look.Width(part) <= free {
			line += widget.HeadGap + part
		}
	}
	return line
}

// footText is a line below the rooms, as much of it as fits.
func (h *hallScreen) footText(told string) string {
	return look.Cut("   "+h.root.ctx.Theme.Faint.Render(told), h.root.ctx.Across()-2)
}

// hallTalk is how much of what was said in the lobby is shown.
const hallTalk = 3

// drawChat is the newest of what was said in the lobby.
func (h *hallScreen) drawChat() []string { return h.said.Newest(h.root.ctx, h.heard(), hallTalk) }

// unread counts what was said in the lobby since the person last saw it.
func (h *hallScreen) unread() int { return h.said.Unread(h.heard(), h.root.you()) }
