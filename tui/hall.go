package tui

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
)

// hallScreen lists the rooms and the people.
type hallScreen struct {
	root   *Root
	hall   lobby.Page
	shown  bool
	cursor int
	input  *input // a code or a name is typed
	talk   *talk  // what is being said; nil while nothing is
	asking bool   // whether to leave parlor
	rows   []int  // rooms by the lines that were drawn last; -1 for none
	above  int    // lines of the body above them
}

// input is one line that is typed, and what is done with it.
type input struct {
	label string
	help  string
	field textinput.Model
	done  func(text string) tea.Cmd
}

func newInput(label, help, text string, limit int, done func(string) tea.Cmd) *input {
	field := textinput.New()
	field.Prompt = ""
	field.CharLimit = limit
	field.SetWidth(limit + 1)
	field.SetVirtualCursor(true)
	styles := field.Styles()
	styles.Cursor.Blink = false // nothing moves while nobody does
	field.SetStyles(styles)
	field.SetValue(text)
	field.CursorEnd()
	field.Focus()
	return &input{label, help, field, done}
}

func (h *hallScreen) show(hall lobby.Page) {
	at := h.code()
	h.hall, h.shown = hall, true
	for i, line := range h.lines() {
		if line.Code != "" && line.Code == at {
			h.cursor = i
		}
	}
	h.cursor = max(0, min(h.cursor, len(h.lines())-1))
}

// lines are the rooms that the cursor goes over.
func (h *hallScreen) lines() []lobby.RoomRow {
	return append(append([]lobby.RoomRow{}, h.hall.Yours...), h.hall.Rooms...)
}

// code is that of the room under the cursor.
func (h *hallScreen) code() string {
	if lines := h.lines(); h.cursor < len(lines) {
		return lines[h.cursor].Code
	}
	return ""
}

func (h *hallScreen) key(key tea.KeyPressMsg) tea.Cmd {
	if h.input != nil {
		return h.keyInput(key)
	}
	if h.talk != nil {
		return h.keyTalk(key)
	}
	if h.asking {
		return h.keyAsking(key.String())
	}
	visit := h.root.session.Visit
	switch name := key.String(); name {
	case "up", "k":
		h.cursor = max(0, h.cursor-1)
	case "down", "j":
		h.cursor = max(0, min(h.cursor+1, len(h.lines())-1))
	case "enter":
		return h.enter()
	case "w":
		if code := h.code(); code != "" {
			return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Watch(ctx, code) })
		}
		h.root.tell(h.closed())
	case "p":
		return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Quick(ctx, "") })
	case "n":
		h.root.form = newForm(h.root)
	case "c":
		h.input = newInput("Code", "six letters and digits, from whoever invited you", "", 12, func(code string) tea.Cmd {
			return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Join(ctx, code) })
		})
	case "r":
		h.input = newInput("Your name", "what the others see", h.hall.You.Name, 24, func(name string) tea.Cmd {
			return ask(func(ctx context.Context) error { return visit.Rename(ctx, name) })
		})
	case "s":
		h.talk = h.newTalk()
	case "t":
		h.learn()
	case "o":
		h.root.chosen = &settingsScreen{root: h.root}
	case "y":
		return h.root.lookUp()
	case "l":
		return h.root.openLeaderboard()
	case "v", "a":
		h.root.look(name)
	case "?":
		h.root.help = newHelp(h.root, slices.Concat(hallKeys(), h.root.historyKeys(), h.root.leaderboardKeys(), lookKeys()), hallHelp)
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
		h.root.tell("Y leaves, n stays.")
	}
	return nil
}

// learn asks for a game and begins its tutorial.
func (h *hallScreen) learn() {
	help := ""
	for i, kit := range h.root.session.Kits {
		if len(kit.Lesson.Steps) > 0 {
			help += "  " + strings.ReplaceAll(strconv.Itoa(i+1)+" "+kit.Game.Title, " ", "\u00a0")
		}
	}
	digits := len(strconv.Itoa(len(h.root.session.Kits)))
	h.input = newInput("Tutorial", "type a number:"+help, "", digits, func(text string) tea.Cmd {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(h.root.session.Kits) || len(h.root.session.Kits[n-1].Lesson.Steps) == 0 {
			h.root.tell("There is no such tutorial.")
			return nil
		}
		h.root.lesson = newLesson(h.root, h.root.session.Kits[n-1])
		return nil
	})
}

// quick plays the game with that number at once.
func (h *hallScreen) quick(name string) tea.Cmd {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(h.root.session.Kits) {
		return nil
	}
	visit, game := h.root.session.Visit, h.root.session.Kits[n-1].Game.Name
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Quick(ctx, game) })
}

// closed says why nobody can go into the room under the cursor; it is empty
// where somebody can.
func (h *hallScreen) closed() string {
	lines := h.lines()
	switch {
	case len(lines) == 0:
		return "There is no room yet: p plays at once, n makes a room."
	case lines[h.cursor].Locked:
		return "That room is private: c lets you type its code."
	}
	return ""
}

// enter goes into the room under the cursor: to the own seat, to a free one,
// else to watch.
func (h *hallScreen) enter() tea.Cmd {
	visit, lines := h.root.session.Visit, h.lines()
	if why := h.closed(); why != "" {
		h.root.tell(why)
		return nil
	}
	line := lines[h.cursor]
	if h.cursor >= len(h.hall.Yours) && (line.Stage != lobby.Gathering || line.Open == 0) {
		return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Watch(ctx, line.Code) })
	}
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Join(ctx, line.Code) })
}

func (h *hallScreen) keyInput(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc":
		h.input = nil
	case "enter":
		text := strings.TrimSpace(h.input.field.Value())
		done := h.input.done
		h.input = nil
		if text != "" {
			return done(text)
		}
	default:
		// Its commands only blink the cursor.
		h.input.field, _ = h.input.field.Update(key)
	}
	return nil
}

func (h *hallScreen) newTalk() *talk {
	visit := h.root.session.Visit
	return newTalk(h.root, "the hall", nil, func(text string) tea.Cmd {
		return ask(func(context.Context) error { return visit.Say(text) })
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

func (h *hallScreen) heard() []lobby.Line { return h.root.heard(h.hall.Chat) }

func (h *hallScreen) paste(msg tea.PasteMsg) {
	switch {
	case h.input != nil:
		h.input.field, _ = h.input.field.Update(msg)
	case h.talk != nil:
		h.talk.paste(msg)
	}
}

func hallKeys() []Hint {
	return []Hint{
		{"p", "play at once: join who waits, or open a table"},
		{"1 – 9", "the same, with that game"},
		{"↑ ↓", "choose a room"},
		{"enter", "sit down in the room; watch where all seats are taken"},
		{"w", "watch the room without playing"},
		{"c", "go to a room by its code"},
		{"n", "make a room of your own"},
		{"r", "change your name"},
		{"s", "say something to everybody in the hall, and read what was said"},
		{"t", "learn a game in five minutes, on a prepared table"},
		{"o", "settings: colours, characters, bell, title"},
		{"q, esc", "leave parlor, after a question"},
		{"ctrl+c", "leave parlor at once"},
	}
}

const hallHelp = `# The hall
Here you see who is here and what is played. Public rooms are listed; private ones show only that they are there, and open with a code.

# Your seat
When your line drops in a match, your seat is kept. Come back with the same key, or as a guest with the line that the hall shows you, and you are at the table where you were.`

func (h *hallScreen) draw() []string {
	theme := h.root.theme
	if h.input != nil {
		return h.drawInput()
	}
	foot := h.drawFoot()
	if h.asking {
		foot = append(foot, "", " "+theme.Warning.Render(h.ask()))
	}
	room := h.root.height - 4 - len(foot)
	body := append(append([]string{""}, h.drawGames(room-2-h.leastRooms())...), "")
	h.above = len(body)
	body = append(body, h.drawRooms(room-len(body))...)
	body = rows(body, h.root.height-4-len(foot))
	you := h.hall.You.Name
	if h.hall.You.Guest {
		you += " (guest)"
	}
	body = append(body, foot...)
	if h.talk != nil {
		body = append(h.talk.over(rows(body, h.root.height-4-1), h.heard()), " "+theme.Accent.Render(h.talk.line()))
		return h.root.page("parlor", you, body, h.talk.hints(false))
	}
	if h.asking {
		return h.root.page("parlor", you, body, []Hint{{"y", "leave"}, {"n", "stay"}})
	}
	return h.root.page("parlor", you, body, []Hint{
		{"p", "play at once"},
		{"enter", "join"},
		{"n", "new room"},
		{"c", "code"},
		{"?", "help"},
		{"t", "tutorial"},
		h.root.historyHint(),
		h.root.leaderboardHint(),
		{"s", "say"},
		{"w", "watch"},
		{"r", "name"},
		{"q", "leave"},
		{"v", "view"},
		{"a", "ASCII"},
	})
}

// ask asks whether to leave, and says what becomes of the seats.
func (h *hallScreen) ask() string {
	if len(h.hall.Yours) > 0 {
		return "Leave parlor? Your seats are kept."
	}
	return "Leave parlor?"
}

// fewRooms is how many lines of rooms the games leave free at least.
const fewRooms = 4

// leastRooms is how many lines the rooms need of those that they could take.
func (h *hallScreen) leastRooms() int {
	lines := len(h.lines()) + 1 // below a heading
	if len(h.hall.Yours) > 0 && len(h.hall.Rooms) > 0 {
		lines += 2
	}
	return min(lines, fewRooms)
}

// drawGames lists the games in at most height lines: one a line with what it is,
// or where there are too many for that their names in columns, as many as fit.
func (h *hallScreen) drawGames(height int) []string {
	theme, kits := h.root.theme, h.root.session.Kits
	if len(kits) > height {
		return h.drawTitles(max(1, height))
	}
	lines := make([]string, len(kits))
	for i, kit := range kits {
		lines[i] = Fit("   "+h.gameKey(i)+"  "+theme.Strong.Render(Fit(kit.Game.Title, 15)+" ")+
			theme.Faint.Render(players(kit.Game)+"  "+kit.Game.Blurb), h.root.width-2)
	}
	return lines
}

// titleCells is the width of a game's name in a column, with its key.
const titleCells = 25

// drawTitles are the names of games in columns; the last line says how many are
// left out.
func (h *hallScreen) drawTitles(height int) []string {
	theme, kits := h.root.theme, h.root.session.Kits
	abreast := (h.root.width - 4) / titleCells
	shown := min(len(kits), height*abreast)
	if shown < len(kits) {
		shown = (height - 1) * abreast
	}
	lines := slices.Repeat([]string{""}, (shown+abreast-1)/abreast)
	for i, kit := range kits[:shown] {
		lines[i/abreast] += " " + Fit("  "+h.gameKey(i)+"  "+theme.Strong.Render(Cut(kit.Game.Title, titleCells-7)), titleCells-1)
	}
	if left := len(kits) - shown; left > 0 {
		more := "   " + Count(left, "game")
		if shown > 0 {
			more = "   and " + Count(left, "more game")
		}
		lines = append(lines, theme.Faint.Render(more+": ")+theme.Key.Render("n")+theme.Faint.Render(" lists them"))
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

func players(game engine.Game) string {
	if game.MinSeats == game.MaxSeats {
		return strconv.Itoa(game.MinSeats) + " players  "
	}
	return strconv.Itoa(game.MinSeats) + "–" + strconv.Itoa(game.MaxSeats) + " players"
}

// drawRooms lists rooms in at most height lines, in one at least; the one under
// the cursor is always among them.
func (h *hallScreen) drawRooms(height int) []string {
	theme := h.root.theme
	var lines []string
	at := 0
	h.rows, height = nil, max(1, height)
	add := func(line string, room int) { lines, h.rows = append(lines, line), append(h.rows, room) }
	for i, line := range h.lines() {
		switch {
		case i == 0 && len(h.hall.Yours) > 0:
			add("   "+theme.Strong.Render("Your tables"), -1)
		case i == len(h.hall.Yours):
			if i > 0 {
				add("", -1)
			}
			add("   "+theme.Strong.Render("Rooms"), -1)
		}
		if i == h.cursor {
			at = len(lines)
		}
		add(h.drawRoom(line, i == h.cursor), i)
	}
	if len(lines) == 0 {
		return []string{"   " + theme.Text.Render("No room is open. Press p to play at once, n to make a room, t for a tutorial.")}
	}
	from := max(0, min(at-height+2, len(lines)-height))
	if height == 1 {
		from = at
	}
	to := min(len(lines), from+height)
	h.rows = h.rows[from:to]
	return lines[from:to]
}

func (h *hallScreen) drawRoom(line lobby.RoomRow, chosen bool) string {
	theme, wide := h.root.theme, h.root.width-80
	mark, style := "   ", theme.Text
	if chosen {
		mark, style = theme.Accent.Render(" ▸ "), theme.Strong
	}
	title := line.Title
	if line.Locked {
		title = "private room"
		if !chosen {
			style = theme.Faint
		}
	}
	state := map[string]string{
		engine.Playing: "playing", engine.Interval: "between rounds", engine.Over: "over",
		lobby.Gathering: Count(line.Open, "free seat"),
	}[line.Stage]
	switch {
	case line.YourTurn:
		state = "your turn"
	case line.Locked && line.Stage == lobby.Gathering:
		state = "gathering"
	}
	text := mark + style.Render(Fit(title, 24+wide/3)) + " " + theme.Text.Render(Fit(h.root.kit(line.Game).Game.Title, 14)) + " "
	if line.YourTurn {
		text += theme.Accent.Render(Fit(state, 15))
	} else {
		text += theme.Text.Render(Fit(state, 15))
	}
	return text + theme.Faint.Render(Cut(whoText(line), 20+wide-wide/3))
}

// whoText are the people on a room's seats, and how many bots are.
func whoText(line lobby.RoomRow) string {
	var who []string
	bots := 0
	for i, name := range line.Names {
		if line.Bots[i] {
			bots++
			continue
		}
		who = append(who, name)
	}
	if bots > 0 {
		who = append(who, Count(bots, "bot"))
	}
	return strings.Join(who, ", ")
}

// drawFoot tells who is here, and a guest how to come back.
func (h *hallScreen) drawFoot() []string {
	theme, width := h.root.theme, h.root.width
	names := make([]string, 0, len(h.hall.People))
	for _, person := range h.hall.People {
		name := person.Name
		if person.Guest {
			name += " (guest)"
		}
		names = append(names, name)
	}
	lines := append(h.drawChosen(), h.drawChat()...)
	lines = append(lines, Cut("   "+theme.Faint.Render("Here now: "+strings.Join(names, ", ")), width-2))
	if h.root.session.ReturnLine != "" {
		lines = append(lines, "   "+theme.Faint.Render("To come back as the same guest:"),
			"   "+theme.Text.Render(h.root.session.ReturnLine))
	}
	return lines
}

// drawChosen tells more of the room under the cursor: what is played, and since
// when it is open.
func (h *hallScreen) drawChosen() []string {
	lines := h.lines()
	if h.cursor >= len(lines) || lines[h.cursor].Locked {
		return []string{""}
	}
	line := lines[h.cursor]
	parts := []string{line.Code}
	for _, option := range h.root.kit(line.Game).Game.Options {
		for _, value := range option.Values {
			if value.Name == line.Options[option.Name] && value.Name != option.Default {
				parts = append(parts, strings.ToLower(option.Title)+" "+value.Label())
			}
		}
	}
	parts = append(parts, lobby.SayInHall(h.root.session.Rooms, line.Settings)...)
	if line.Watchers > 0 {
		parts = append(parts, Count(line.Watchers, "watcher"))
	}
	parts = append(parts, "made "+agoText(time.Since(line.Since)))
	return []string{"", Cut("   "+h.root.theme.Faint.Render(strings.Join(parts, "  ·  ")), h.root.width-2)}
}

func agoText(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return Count(int(d/time.Minute), "minute") + " ago"
	case d < 48*time.Hour:
		return Count(int(d/time.Hour), "hour") + " ago"
	}
	return Count(int(d/(24*time.Hour)), "day") + " ago"
}

// hallTalk is how much of what was said in the hall is shown.
const hallTalk = 3

// drawChat is the newest of what was said in the hall by people who are not
// muted.
func (h *hallScreen) drawChat() []string {
	theme, heard := h.root.theme, h.heard()
	var lines []string
	for _, line := range heard[max(0, len(heard)-hallTalk):] {
		lines = append(lines, Cut("   "+theme.Strong.Render(line.Name)+" "+theme.Text.Render(line.Text), h.root.width-2))
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

func (h *hallScreen) drawInput() []string {
	theme, height := h.root.theme, h.root.height
	var help []string
	for _, line := range Wrap(h.input.help, h.root.width-6) {
		help = append(help, "   "+theme.Faint.Render(strings.TrimSpace(strings.ReplaceAll(line, "\u00a0", " "))))
	}
	top := max(0, min(height/3, height-4-3-len(help)))
	body := append(rows(nil, top), "", "   "+theme.Strong.Render(h.input.label)+"   "+h.input.field.View(), "")
	return h.root.page("parlor", h.hall.You.Name, append(body, help...), []Hint{{"enter", "done"}, {"esc", "back"}})
}
