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
	"parlor/tui/board"
	"parlor/tui/look"
)

// hallScreen lists the rooms and the people.
type hallScreen struct {
	root *Root
	unmoved
	roomList
	talk   *talk // what is being said; nil while nothing is
	asking bool  // whether to leave parlor
}

func (h *hallScreen) key(key tea.KeyPressMsg) tea.Cmd {
	if h.talk != nil {
		return h.keyTalk(key)
	}
	if h.asking {
		return h.keyAsking(key.String())
	}
	visit := h.root.session.Visit
	if h.keyRooms(key.String()) {
		return nil
	}
	switch name := key.String(); name {
	case "enter":
		return h.enter()
	case "w":
		if code := h.code; code != "" {
			return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Watch(ctx, code) })
		}
		h.root.tell(h.closed())
	case "p":
		return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Quick(ctx, "") })
	case "n":
		h.root.open(&presetScreen{root: h.root})
	case "c":
		h.root.prompt(h.root.say(prose.T("Code")), h.root.say(prose.T("six letters and digits, from the person who invited you")), "", 12, func(code string) tea.Cmd {
			return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Join(ctx, code) })
		})
	case "r":
		h.root.prompt(h.root.say(prose.T("Your name")), h.root.say(prose.T("what the others see")), h.root.you(), 24, func(name string) tea.Cmd {
			return h.root.ask(func(ctx context.Context) error { return visit.Rename(ctx, name) })
		})
	case "s":
		h.talk = h.newTalk()
	case "t":
		h.learn()
	case "o":
		h.root.open(&settingsScreen{root: h.root})
	case "y":
		return h.root.lookUp()
	case "l":
		return h.root.openLeaderboard()
	case "v", "a":
		h.root.look(name)
	case "?":
		h.root.openHelp(slices.Concat(hallKeys(), h.root.historyKeys(), h.root.leaderboardKeys(), lookKeys()), hallHelp())
	case "q", "esc":
		h.asking = true
	default:
		return h.quick(name)
	}
	return nil
}

// keyAsking reports whether to leave parlor; enter is no answer, it may have
// been typed ahead.
func (h *hallScreen) keyAsking(name string) tea.Cmd {
	switch name {
	case "y":
		return h.root.quit()
	case "n", "esc", "q":
		h.asking = false
	default:
		h.root.tell(prose.T("Press y to leave, n to stay."))
	}
	return nil
}

// learn asks for a game and begins its tutorial.
func (h *hallScreen) learn() {
	help := ""
	for i, kit := range h.root.session.Games {
		if len(kit.Lesson.Steps) > 0 {
			help += "  " + strings.ReplaceAll(strconv.Itoa(i+1)+" "+kit.Game.Title, " ", "\u00a0")
		}
	}
	digits := len(strconv.Itoa(len(h.root.session.Games)))
	h.root.prompt(h.root.say(prose.T("Tutorial")), h.root.say(prose.T("type a number:  {games}", prose.Literal(help))), "", digits, func(text string) tea.Cmd {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(h.root.session.Games) || len(h.root.session.Games[n-1].Lesson.Steps) == 0 {
			h.root.tell(prose.T("There is no tutorial with that number."))
			return nil
		}
		if lesson := newLesson(h.root, h.root.session.Games[n-1]); lesson != nil {
			h.root.open(lesson)
		}
		return nil
	})
}

// quick plays the game with that number at once.
func (h *hallScreen) quick(name string) tea.Cmd {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(h.root.session.Games) {
		return nil
	}
	visit, game := h.root.session.Visit, h.root.session.Games[n-1].Game.Name
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Quick(ctx, game) })
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
	visit := h.root.session.Visit
	if why := h.closed(); !why.IsZero() {
		h.root.tell(why)
		return nil
	}
	row, _ := h.row(h.cursor)
	if h.cursor >= len(h.page.Yours) && (row.Stage != lobby.Gathering || row.Open == 0) {
		return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Watch(ctx, row.Code) })
	}
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Join(ctx, row.Code) })
}

func (h *hallScreen) newTalk() *talk {
	visit := h.root.session.Visit
	return newTalk(h.root, toHall, nil, func(text string) tea.Cmd {
		return h.root.ask(func(context.Context) error { return visit.Say(text) })
	})
}

// keyTalk takes what is being said to the hall.
func (h *hallScreen) keyTalk(key tea.KeyPressMsg) tea.Cmd {
	cmd, over := h.talk.key(key, len(h.heard()))
	if over {
		h.talk = nil
	}
	return cmd
}

func (h *hallScreen) heard() []lobby.Line { return h.root.heard(h.page.Chat) }

func (h *hallScreen) paste(msg tea.PasteMsg) {
	if h.talk != nil {
		h.talk.paste(msg)
	}
}

func hallKeys() []board.Hint {
	return []board.Hint{
		board.Press("p", prose.T("quick play: join a table that waits, or open one")),
		board.Press("1 – 9", prose.T("the same, for that game")),
		board.Press("↑ ↓", prose.T("choose a room; pgup, pgdown, home and end go further")),
		board.Press("enter", prose.T("take a seat in the room; watch it if all seats are taken")),
		board.Press("w", prose.T("watch the room without playing")),
		board.Press("/", prose.T("search the rooms for words in titles, names and codes")),
		board.Press("g", prose.T("list the rooms of one game only, then of the next one, then all")),
		board.Press("f", prose.T("list rooms that wait for players, then in play, finished, all")),
		board.Press("tab", prose.T("sort the rooms: the ones to join first, the newest, by title")),
		board.Press("c", prose.T("go to a room by its code")),
		board.Press("n", prose.T("make a room of your own")),
		board.Press("r", prose.T("change your name")),
		board.Press("s", prose.T("say something to everybody in the hall, and read what was said")),
		board.Press("t", prose.T("tutorial: learn a game in five minutes")),
		board.Press("o", prose.T("settings: colours, characters, bell, title")),
		board.Press("q, esc", prose.T("leave parlor (asks first); if rooms are left out, esc lists all")),
		board.Press("ctrl+c", prose.T("leave parlor at once")),
	}
}

func hallHelp() prose.Document {
	return prose.Document{
		prose.H("The hall"),
		prose.P("Here you see who is here and what is being played. Public rooms are listed. Private rooms show only that they are there, and open with a code."),
		prose.H("Your seat"),
		prose.P("If you lose your connection during a match, your seat is kept. Come back with the same key, or as a guest with the line that the hall shows you, and you are back at your table."),
	}
}

func (h *hallScreen) draw() (lines []string, title string) { return h.drawPage(), "" }

func (h *hallScreen) drawPage() []string {
	theme := h.root.theme
	foot := h.drawFoot()
	if h.asking {
		foot = append(foot, "", " "+theme.Warning.Render(h.ask()))
	}
	body := make([]string, 0, h.root.height)
	if !h.root.short() {
		body = append(body, "")
	}
	body = append(append(body, h.drawGames()...), "")
	h.above = len(body)
	body = append(body, h.drawRooms(h.space())...)
	body = look.Exactly(body, h.root.height-4-len(foot))
	you := h.page.You.Name
	if h.page.You.Guest {
		you = h.root.say(prose.T("{name} (guest)", prose.Name(you)))
	}
	body = append(body, foot...)
	if h.talk != nil {
		body = append(h.talk.over(look.Exactly(body, h.root.height-4-1), h.heard()), " "+theme.Accent.Render(h.talk.line()))
		return h.root.page("parlor", you, body, h.talk.hints(false))
	}
	if h.asking {
		return h.root.page("parlor", you, body, []board.Hint{board.Press("y", prose.T("leave")), board.Press("n", prose.T("stay"))})
	}
	return h.root.page("parlor", you, body, h.hints())
}

func (h *hallScreen) hints() []board.Hint {
	hints := append(make([]board.Hint, 0, 20), board.Press("p", prose.T("quick play")), board.Press("enter", prose.T("join")))
	search := board.Press("/", prose.T("search"))
	switch {
	case h.narrow():
		hints = append(hints, board.Leave("esc", prose.T("all rooms")), search)
	case h.longer():
		hints = append(hints, search)
	}
	hints = append(
		hints,
		board.Press("n", prose.T("new room")), board.Press("c", prose.T("code")), board.Press("?", prose.T("help")), board.Press("t", prose.T("tutorial")),
		h.root.historyHint(), h.root.leaderboardHint(),
		board.Press("s", prose.T("say")), board.Press("w", prose.T("watch")), board.Press("r", prose.T("name")), board.Leave("q", prose.T("leave")), board.Press("v", prose.T("view")), board.Press("a", prose.T("ASCII")),
	)
	if !h.narrow() && !h.longer() {
		hints = append(hints, search)
	}
	return append(hints, board.Press("g", prose.T("game")), board.Press("f", prose.T("stage")), board.Press("tab", prose.T("sort")))
}

// space is how many lines the rooms have, and gamesSpace how many the games may
// take.
func (h *hallScreen) space() int      { return max(1, h.bodySpace()-2-h.gamesHeight(h.gamesSpace())) }
func (h *hallScreen) gamesSpace() int { return h.bodySpace() - 2 - h.leastRooms() }

// bodySpace is how many lines are left above the foot.
func (h *hallScreen) bodySpace() int {
	space := h.root.height - 4 - h.footHeight()
	if h.asking {
		space -= 2
	}
	if h.root.short() {
		space++ // there is no empty line above
	}
	return space
}

// ask asks whether to leave, and says what becomes of the seats.
func (h *hallScreen) ask() string {
	if len(h.page.Yours) > 0 {
		return h.root.say(prose.T("Leave parlor? Your seats are kept."))
	}
	return h.root.say(prose.T("Leave parlor?"))
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
	theme, kits := h.root.theme, h.root.session.Games
	if len(kits) > height {
		return h.drawTitles(max(1, height))
	}
	lines, said := make([]string, len(kits)), make([]string, len(kits))
	for i, kit := range kits {
		said[i] = h.root.say(players(kit.Game))
	}
	cells := look.Column(playersCells, said...)
	for i, kit := range kits {
		about := look.Fit(said[i], cells)
		if blurb := h.root.say(prose.Label(kit.Game.Blurb)); gameCells+cells+2+look.Width(blurb) <= h.root.width-1 {
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
	theme, kits := h.root.theme, h.root.session.Games
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
		lines = append(lines, "   "+theme.Faint.Render(h.root.say(more)))
	}
	return lines
}

// titles are how many names of games stand beside each other, and how many are
// shown in so many lines.
func (h *hallScreen) titles(height int) (abreast, shown int) {
	all := len(h.root.session.Games)
	abreast = max(1, (h.root.width-4)/titleCells)
	if shown = min(all, height*abreast); shown < all {
		shown = (height - 1) * abreast
	}
	return abreast, shown
}

// gamesHeight is how many lines listGames takes of so many.
func (h *hallScreen) gamesHeight(height int) int {
	all := len(h.root.session.Games)
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
	return h.root.theme.Key.Render(strconv.Itoa(i + 1))
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
	theme := h.root.theme
	lines := h.drawChosen()
	if !h.root.short() {
		here := h.hereText()
		lines = append(lines, h.drawChat()...)
		lines = append(lines, h.root.kept.here.at(0, text(here), func() string { return h.footText(here) }))
	}
	for i, line := range h.returnLines() {
		style := theme.Text
		if i == 0 {
			style = theme.Faint
		}
		lines = append(lines, "   "+style.Render(line))
	}
	return lines
}

// returnLines tell a guest what to type to come back.
func (h *hallScreen) returnLines() []string {
	if h.root.session.ReturnLine == "" {
		return nil
	}
	return append([]string{h.root.say(prose.T("To come back as the same guest:"))}, prose.Wrap(h.root.session.ReturnLine, h.root.width-4)...)
}

// hereText names the people who are here.
func (h *hallScreen) hereText() string {
	var text strings.Builder
	text.Grow(4 * h.root.width) // mostly more than fits
	text.WriteString(h.root.say(prose.T("Here now:")) + " ")
	for i, person := range h.page.People {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(person.Name)
		if person.Guest {
			text.WriteString(" (" + h.root.say(prose.T("guest")) + ")")
		}
	}
	return text.String()
}

// footHeight is how many lines drawFoot takes.
func (h *hallScreen) footHeight() int {
	height := 1 + len(h.returnLines())
	if row, known := h.row(h.cursor); known && !row.Locked {
		height++
	}
	if h.root.short() {
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
	chosen := chosenRoom{row, h.root.say(prose.T("opened {ago}", prose.Sub(prose.Ago(time.Since(row.Since)))))}
	return []string{"", h.root.kept.chosen.at(0, chosen, func() string { return h.footText(strings.Join(h.aboutRoom(chosen), "  ·  ")) })}
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
	if h.root.slim() { // there is no room for them in the list
		parts = append(parts, h.root.say(newRoomLine(row, false).who()))
	}
	parts = append(parts, h.root.unusual(row.Game, row.Options)...)
	parts = append(parts, h.root.session.Voice.SayAll(lobby.SayInHall(h.root.session.Rooms, row.Settings))...)
	if row.Watchers > 0 {
		parts = append(parts, h.root.say(prose.C("{n} watcher", "{n} watchers", prose.N(row.Watchers))))
	}
	return append(parts, chosen.opened)
}

// footText is a line below the rooms, as much of it as fits.
func (h *hallScreen) footText(told string) string {
	return look.Cut("   "+h.root.theme.Faint.Render(told), h.root.width-2)
}

// hallTalk is how much of what was said in the hall is shown.
const hallTalk = 3

// drawChat is the newest of what was said in the hall by people who are not
// muted.
func (h *hallScreen) drawChat() []string {
	theme, heard := h.root.theme, h.heard()
	var lines []string
	for _, line := range heard[max(0, len(heard)-hallTalk):] {
		lines = append(lines, look.Cut("   "+theme.Strong.Render(line.Name)+" "+theme.Text.Render(line.Text), h.root.width-2))
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}
