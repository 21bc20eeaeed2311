package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/home"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// waitingState is what the keys of a waiting room depend on.
type waitingState struct {
	host, seated, ready bool
	night               bool // the table is one of a game night
	full, enough, bots  bool // no seat is free; there are players for a match; some are bots
	unread              int
	levels              int // of the game's bots
}

// bindWaiting are the keys while people gather. What only the host may do is
// refused by the room with a sentence.
func (t *tableScreen) bindWaiting(now waitingState) []screen.Binding {
	room := func(do func() lobby.RoomOp) func(string) tea.Cmd {
		return func(string) tea.Cmd { return t.root.order(t.handle, do()) }
	}
	hosts := func(can bool, hint prose.Text) prose.Text { return screen.Either(now.host && can, hint, prose.Text{}) }
	ready := screen.Either(now.seated && !now.host && !now.night, screen.Either(now.ready, prose.T("not ready yet"), prose.T("ready")), prose.Text{})
	return []screen.Binding{
		{Key: keys.If(!now.night, keys.Named("enter")), Hint: hosts(now.enough, prose.T("begin")), Help: prose.T("begin the match (host)"), Why: prose.T("The match begins once everybody is here."), Do: room(func() lobby.RoomOp { return lobby.Start{} })},
		{Key: keys.Named("r"), Hint: ready, Help: prose.T("ready, or not yet; the match begins when everybody is"), Do: room(func() lobby.RoomOp { return lobby.SetReady{Ready: !t.ready()} })},
		{Key: keys.Named("b"), Hint: hosts(!now.full, prose.T("add a bot")), Help: prose.T("add a bot (host)"), Do: t.addsBot(engine.FirstBot)},
		{Key: keys.Named("B"), Help: prose.T("add the strongest bot (host)"), Do: t.addsBot(engine.Level(now.levels))},
		{Key: screen.NumberKeys(now.levels), Help: prose.T("add a bot of that level, from the weakest to the strongest (host)"), Do: func(name string) tea.Cmd {
			return t.addsBot(engine.Level(name[0] - '0'))(name)
		}},
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Help: prose.T("choose a seat"), Do: func(name string) tea.Cmd {
			t.chosen = max(0, min(t.chosen+screen.Step(name), len(t.update.Seats)-1))
			return nil
		}},
		{Key: keys.Of("x", "x", "delete", "backspace"), Hint: hosts(now.bots, prose.T("remove a bot")), Help: prose.T("remove the bot on the chosen seat (host)"), Do: screen.Command(t.removeBot)},
		{Key: keys.Of("[ ]", "[", "]"), Help: prose.T("move the chosen seat up or down (host)"), Do: func(name string) tea.Cmd {
			return t.swap(map[string]int{"[": -1, "]": 1}[name])
		}},
		{
			Key: keys.If(now.host, keys.Named("o")), Hint: prose.T("change"), Help: prose.T("change the room: seats, options, clock (host)"),
			Why: prose.T("Only the host can change the room."), Do: screen.Call(t.changeRoom),
		},
		{Key: keys.Named("i"), Hint: screen.Either(now.night, prose.Text{}, prose.T("invite")), Help: prose.T("invite somebody who is here"), Do: screen.Command(areas{t.root}.OpenPeople)},
		t.talks(now.unread),
		{Key: keys.Named("w"), Hint: prose.T("people"), Help: prose.T("the people: mute; for the host, send away or hand over"), Do: screen.Call(func() { t.root.open(&participantsScreen{table: t}) })},
		t.menus(prose.T("menu: leave the room, hall, people")),
	}
}

// addsBot asks for a bot of a level, and tells how it plays.
func (t *tableScreen) addsBot(level engine.Level) func(string) tea.Cmd {
	return func(string) tea.Cmd {
		game := t.root.ctx.Kit(t.update.Plan.Game).Game
		if at := int(level) - 1; t.update.Host && at >= 0 && at < len(game.LevelHelp) {
			t.root.show(t.root.ctx.Say(prose.T("Level {n} of {levels}, {level}:", prose.N(int(level)), prose.N(len(game.Levels)), prose.Sub(prose.Label(game.Levels[at])))) +
				" " + t.root.ctx.Say(prose.Label(game.LevelHelp[at])))
		}
		return t.root.order(t.handle, lobby.AddBot{Level: level})
	}
}

// levelsHelp is a part of the help of a waiting room.
func (t *tableScreen) levelsHelp() prose.Document {
	game := t.root.ctx.Kit(t.update.Plan.Game).Game
	if len(game.LevelHelp) == 0 {
		return nil
	}
	said := prose.Document{prose.H("Bots"), prose.P("A host adds bots with b, with B the strongest one, or by the number of a level. They have names that no person has, and are marked as bots wherever they are named.")}
	for i, about := range game.LevelHelp {
		said = append(said, prose.I("{n} {level}: {text}", prose.N(i+1), prose.Sub(prose.Label(game.Levels[i])), prose.Sub(prose.Label(about))))
	}
	return said
}

// changeRoom opens the form that changes the room.
func (t *tableScreen) changeRoom() {
	home.ChangeRoom(t.root.ctx, t.root.session.Rooms, t.handle, t.update.Plan)
}

// removeBot takes the bot from the chosen seat.
func (t *tableScreen) removeBot() tea.Cmd {
	if t.chosen < len(t.update.Seats) && t.update.Seats[t.chosen].Kind == lobby.SeatPerson {
		t.root.tell(prose.T("Press w for the people. There the host can send somebody away."))
		return nil
	}
	return t.root.order(t.handle, lobby.RemoveBot{Seat: engine.Seat(t.chosen)})
}

// drawWaiting shows who sits there, how it is played, and what others type to
// come in.
func (t *tableScreen) drawWaiting() []string {
	theme, height := t.root.ctx.Theme, t.root.ctx.Height-4
	t.panelled = t.root.ctx.Wide()
	body := t.roomRows()
	if t.talk == nil {
		ask := t.waitingAsk()
		if kept := t.keptFor(); !kept.IsZero() && !t.ofNight() { // which calls the table off sooner
			ask = t.root.ctx.Say(kept) + " " + ask
		}
		return t.waitingPage(widget.Under(body, widget.Wrapped(t.root.ctx, ask, theme.Accent), 0))
	}
	words := t.talk.Words(theme.Accent)
	body = body[:max(0, height-len(words))]
	if !t.panelled {
		body = t.talk.Overlay(body, t.heard())
	}
	return t.waitingPage(append(body, words...))
}

// roomRows are the waiting room in exactly as many lines as there are for it, on a
// wide screen with what was said beside it.
func (t *tableScreen) roomRows() []string {
	height := t.root.ctx.Height - 4
	if !t.root.ctx.Wide() {
		return look.Exactly(t.room(), height)
	}
	panel := append([]string{""}, t.said.Titled(t.root.ctx, t.heard(), t.root.ctx.PanelCells(), height-1)...)
	return t.root.besidePanel(t.room(), panel, height)
}

// room is all of the waiting room above what is to be done.
func (t *tableScreen) room() []string {
	theme, u := t.root.ctx.Theme, t.update
	body := t.drawRoom()
	if t.ofNight() {
		return body // nobody else can sit down
	}
	if !t.root.ctx.Short() {
		body = append(body, "")
	}
	body = append(body, "   "+theme.Strong.Render(t.root.ctx.Say(prose.T("To join, others type"))))
	body = append(body, widget.Paragraph(t.root.session.JoinLine(u.Code), theme.Text, t.root.ctx.Across()-4)...)
	if t.root.ctx.Short() {
		return body
	}
	where := prose.T("or press {key} there and type {code}", prose.Literal("c"), prose.Literal(u.Code))
	if u.Plan.Public {
		where = prose.T("or find this room in the hall, or press {key} there and type {code}", prose.Literal("c"), prose.Literal(u.Code))
	}
	body = append(append(body, ""), widget.Paragraph(t.root.ctx.Say(where), theme.Faint, t.root.ctx.Across()-4)...)
	if lines := widget.ReturnLines(t.root.ctx); len(lines) > 0 {
		body = append(append(body, ""), lines...)
	}
	return t.withLink(body)
}

// withLink adds the room's link, and its QR code, to a waiting room that has room for
// them.
func (t *tableScreen) withLink(body []string) []string {
	if t.root.session.Link == nil || !t.root.ctx.Wide() || t.talk != nil {
		return body
	}
	free := t.root.ctx.Height - 4 - 2 - len(body) // below it stands what is to be done
	link := widget.Paragraph(t.root.ctx.Say(prose.T("or open  {link}", prose.Literal(t.root.session.Link(t.update.Code)))), t.root.ctx.Theme.Faint, t.root.ctx.Across()-4)
	if free < len(link) {
		return body
	}
	body = append(body, link...)
	if picture := t.linked.Lines(t.root.ctx, t.root.session.Link, t.update.Code); len(picture) > 0 && free-len(link) > len(picture) {
		body = append(append(body, ""), look.Indented(slices.Clone(picture), 3)...)
	}
	return body
}

// drawRoom is who sits there, and how it is played: beside each other, below
// each other where there is no room for that, and where there is none for that
// either only what is not as usual.
func (t *tableScreen) drawRoom() []string {
	width := t.root.ctx.Across()
	if t.root.ctx.Slim() {
		left, right := t.drawSeats(width-4), t.drawPlan(width-4)
		if t.root.ctx.Short() {
			right = t.drawUnusual(width - 4)
			left = append(left[:1:1], left[2:]...)
		}
		body := make([]string, 0, len(left)+1+len(right))
		for _, line := range slices.Concat(left, []string{""}, right) {
			body = append(body, "   "+line)
		}
		return body
	}
	half := (width - 6) / 2
	left := t.drawSeats(half)
	if used := look.Column(leastSeats, left...) + 2; used < half { // how it is played can do with more
		half = used
	}
	right := t.drawPlan(width - 6 - half)
	body := append(make([]string, 0, t.root.ctx.Height), "")
	for i := range max(len(left), len(right)) {
		one, other := "", ""
		if i < len(left) {
			one = left[i]
		}
		if i < len(right) {
			other = right[i]
		}
		cells := look.Width(one)
		if cells > half {
			one = look.Cut(one, half)
			cells = look.Width(one)
		}
		body = append(body, "   "+one+look.Blanks(half-cells)+other)
	}
	return body
}

// leastSeats is the width of the column of seats where nobody needs more.
const leastSeats = 30

// drawUnusual is in what the room is not as usual, in as few lines as that
// takes; nothing where it is.
func (t *tableScreen) drawUnusual(width int) []string {
	plan := t.update.Plan
	said := t.root.ctx.ChangedOptions(plan.Game, plan.Options)
	said = append(said, t.root.ctx.Voice.SayAll(lobby.LobbyChoiceTexts(t.root.session.Rooms, lobby.LobbyChoices(t.root.session.Rooms, plan)))...)
	return look.Wrapped(strings.Join(said, widget.HintGap), t.root.ctx.Theme.Text, width)
}

func (t *tableScreen) waitingPage(body []string) []string {
	lines := append(t.waitingHead(), widget.Under(look.Exactly(body, t.root.ctx.Height-4), t.root.messageLines(), 1)...)
	return append(lines, t.root.hintLine())
}

func (t *tableScreen) waitingHead() []string {
	plan := t.update.Plan
	return widget.Heading(t.root.ctx, t.root.ctx.Kit(plan.Game).Game.Title, widget.WithUnread(t.root.ctx, t.unread(), t.root.ctx.Say(lobby.TitleText(plan.Title)), t.update.Code))
}

// botText is "bot", and how well it plays where that is not as usual.
func (t *tableScreen) botText(level engine.Level) prose.Text {
	levels := t.root.ctx.Kit(t.update.Plan.Game).Game.Levels
	if level <= engine.FirstBot || int(level) > len(levels) {
		return prose.T("bot")
	}
	return prose.T("bot, {level}", prose.Sub(prose.Label(levels[level-1])))
}

// swap moves the chosen seat up or down.
func (t *tableScreen) swap(step int) tea.Cmd {
	handle, one, other := t.handle, t.chosen, t.chosen+step
	if t.update.Host {
		if other < 0 || other >= len(t.update.Seats) {
			t.root.tell(prose.T("There is no seat to change places with."))
			return nil
		}
		t.chosen = other
	}
	return t.root.order(handle, lobby.Swap{One: engine.Seat(one), Other: engine.Seat(other)})
}

// ready says whether the person waits for the others to be ready too.
func (t *tableScreen) ready() bool {
	return t.seated() && t.update.Seats[t.update.You].Ready
}

// comes says whether what somebody with a seat waits for has come a step
// nearer by somebody else: a person sat down or became ready, or the match has
// begun.
func (t *tableScreen) comes(before lobby.Update, ready bool) bool {
	waited := before.Stage == lobby.Gathering || before.Stage == engine.Over
	switch {
	case !waited || !t.seated():
		return false
	case t.inPlay():
		return ready || !t.update.Host // the host began it, or was ready for it
	}
	return slices.ContainsFunc(t.update.Seats, func(now lobby.SeatInfo) bool {
		i := slices.IndexFunc(before.Seats, func(was lobby.SeatInfo) bool { return was.Kind == now.Kind && was.Name == now.Name })
		return now.Kind == lobby.SeatPerson && now.Name != t.update.Seats[t.update.You].Name &&
			(i < 0 || now.Ready && !before.Seats[i].Ready)
	})
}

// taken counts the seats that somebody has.
func (t *tableScreen) taken() (taken int) {
	for _, seat := range t.update.Seats {
		if seat.Kind != lobby.SeatEmpty {
			taken++
		}
	}
	return taken
}

// enough reports whether there are players for a match.
func (t *tableScreen) enough() bool {
	return t.shown && t.taken() >= t.root.ctx.Kit(t.update.Plan.Game).Game.MinSeats
}

func (t *tableScreen) waitingAsk() string {
	u := t.update
	switch {
	case t.ofNight():
		return t.nightAsk()
	case !t.seated():
		return t.root.ctx.Say(prose.T("Waiting for the match to begin."))
	case !u.Host && t.ready():
		return t.root.ctx.Say(prose.T("You are ready. The match begins when everybody is, or when the host begins it."))
	case !u.Host:
		return t.root.ctx.Say(prose.T("Press r when you are ready."))
	case !t.enough():
		return t.root.ctx.Say(prose.T("Waiting for another player. Press b to add a bot."))
	}
	return t.root.ctx.SayAll(t.beginAsk())
}

// beginAsk tells the host that the match can begin, and for whom that is too early.
func (t *tableScreen) beginAsk() (ask []prose.Text) {
	var unready []string
	for i, seat := range t.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Ready && engine.Seat(i) != t.update.You {
			unready = append(unready, seat.Name)
		}
	}
	free := t.taken() < len(t.update.Seats)
	switch {
	case len(unready) > 0:
		ask = append(ask, prose.T("Not ready yet: {names}. You can begin all the same.", prose.And(prose.Names(unready))))
	case !free:
		return append(ask, prose.T("All seats are taken: begin when you like."))
	default:
		ask = append(ask, prose.T("You can begin."))
	}
	if free {
		ask = append(ask, prose.T("Empty seats are removed."))
	}
	return ask
}

func (t *tableScreen) drawSeats(width int) []string {
	theme := t.root.ctx.Theme
	lines := []string{theme.Strong.Render(t.root.ctx.Say(prose.T("Seats"))), ""}
	for i, seat := range t.update.Seats {
		mark := "  "
		if i == t.chosen && t.update.Host {
			mark = theme.Accent.Render("▸ ")
		}
		text, style := seat.Name, theme.Text
		var marks []prose.Text
		if engine.Seat(i) == t.update.You {
			marks, style = append(marks, prose.T("you")), theme.Accent
		}
		if seat.Host {
			marks = append(marks, prose.T("host"))
		}
		if seat.Guest {
			marks = append(marks, prose.T("guest"))
		}
		if seat.Program {
			marks = append(marks, prose.T("program"))
		}
		if seat.Ready {
			marks = append(marks, prose.T("ready"))
		}
		if seat.Kind == lobby.SeatBot {
			marks = append(marks, t.botText(seat.Level))
		}
		if !seat.Away.IsZero() {
			marks = append(marks, awayText(seat.Away))
		}
		if seat.Kind == lobby.SeatEmpty {
			text, style = t.root.ctx.Say(prose.T("free")), theme.Faint
		}
		var line strings.Builder
		line.Grow(width + widget.HeadStyles)
		line.WriteString(mark)
		theme.Faint.Write(&line, strconv.Itoa(i+1))
		line.WriteString("  ")
		style.Write(&line, text)
		if len(marks) > 0 {
			theme.Faint.Write(&line, "  ("+t.root.ctx.Say(prose.T("{facts}", prose.List(marks)))+")")
		}
		lines = append(lines, look.Cut(line.String(), width))
	}
	if len(t.update.Watchers) > 0 {
		lines = append(lines, "", look.Cut(theme.Faint.Render(t.root.ctx.Say(prose.T("Watching: {names}", prose.List(prose.Names(t.update.Watchers))))), width))
	}
	return lines
}

func (t *tableScreen) drawPlan(width int) []string {
	theme, plan := t.root.ctx.Theme, t.update.Plan
	var labels, values []string
	add := func(label, value prose.Text) {
		labels, values = append(labels, t.root.ctx.Say(label)+" "), append(values, t.root.ctx.Say(value))
	}
	labels, values = t.root.ctx.ChosenOptions(t.root.ctx.Kit(plan.Game).Game, plan.Options)
	add(prose.T("Pace"), lobby.TimeControlOf(plan).Brief())
	for _, group := range t.settings() {
		for i := range group.Settings {
			one := &group.Settings[i]
			if one.Word == "public" && t.ofNight() {
				continue // its seats belong to people
			}
			if value := one.ValueIn(plan); !one.Anyway && !one.InTimeControl && (one.Always || value != one.Default) {
				add(one.Label, one.FormatIn(plan))
			}
		}
	}
	lines := append(make([]string, 0, 2+2*len(labels)), theme.Strong.Render(t.root.ctx.Say(prose.T("How it is played"))), "")
	cells := look.Column(16, labels...)
	for i, label := range labels {
		rest := values[i]
		if look.Width(rest) <= width-cells {
			lines = append(lines, widget.Labelled(theme.Faint, label, cells, theme.Text, rest))
			continue
		}
		for _, value := range prose.Wrap(rest, width-cells) {
			lines = append(lines, widget.Labelled(theme.Faint, label, cells, theme.Text, value))
			label = ""
		}
	}
	return lines
}

// settings are those of rooms of the game. They are listed once for a room that waits.
func (t *tableScreen) settings() []lobby.Grouped {
	if t.planned == nil {
		t.planned = lobby.Listed(t.root.session.Rooms, t.root.ctx.Kit(t.update.Plan.Game).Game)
	}
	return t.planned
}
