package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/protocol"
	"parlor/tui"
)

// Commands answers commands.
type Commands struct {
	Lobby   lobby.Lobby
	GameUIs []tui.GameUI
	Version string                   // of the server
	Line    func(user string) string // what somebody types to come here, as a user or without a name
	History lobby.History            // of matches that have ended; nil keeps none
}

// Person is who gives a command.
type Person struct {
	Visit    lobby.Visit
	Identity lobby.Identity
	Proved   string // the ID that was proved, which may have been linked to that identity; empty is the same
	ReturnAs string // the user name of a guest who comes back; empty with a key
}

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// kit finds a game by its name, or by how its title begins.
func (c Commands) kit(text string) (tui.GameUI, error) {
	var names []string
	for _, kit := range c.GameUIs {
		if strings.EqualFold(kit.Game.Name, text) {
			return kit, nil
		}
		names = append(names, kit.Game.Name)
	}
	return tui.GameUI{}, fmt.Errorf("there is no game %q here; the games are %s", lobby.CleanText(text, 20), strings.Join(names, ", "))
}

// Title is a game as people call it.
func (c Commands) Title(game string) string {
	if kit, err := c.kit(game); err == nil {
		return kit.Game.Title
	}
	return game
}

// isGame says whether a text is the name of a game.
func (c Commands) isGame(text string) bool {
	_, err := c.kit(text)
	return err == nil
}

// Sit does what new, join, watch and play ask for and returns the place at the
// table.
func (c Commands) Sit(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	first := ""
	if len(asked.Arguments) > 0 {
		first = asked.Arguments[0]
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch {
	case asked.Verb == Watch || asked.OnlyWatch:
		return person.Visit.Watch(ctx, first)
	case asked.Verb == New || asked.Verb == Play && c.isGame(first):
		return c.open(ctx, person, asked)
	case len(asked.Arguments) > 1:
		return nil, fmt.Errorf("%q is no game; the games are %s", lobby.CleanText(first, 20), c.names())
	case first == "":
		return nil, fmt.Errorf("say a room or a game: %s", usage(Play))
	}
	return person.Visit.Join(ctx, first)
}

func (c Commands) names() string {
	names := make([]string, len(c.GameUIs))
	for i, kit := range c.GameUIs {
		names[i] = kit.Game.Name
	}
	return strings.Join(names, ", ")
}

// open makes a room with the bots that are wanted.
func (c Commands) open(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	plan, bots, level, err := c.plan(asked.Arguments)
	if err != nil {
		return nil, err
	}
	handle, err := person.Visit.Create(ctx, plan)
	if err != nil {
		return nil, err
	}
	for range bots {
		if err := lobby.Give(ctx, handle, lobby.AddBot{Level: level}); err != nil {
			return nil, errors.Join(err, lobby.Give(ctx, handle, lobby.Leave{}))
		}
	}
	return handle, nil
}

// Run answers a command in text for people, or as one JSON document. The
// commands that need a place at a table take it and go again: the seat is kept.
func (c Commands) Run(ctx context.Context, person Person, asked Command, out io.Writer) error {
	document, text, err := c.answer(ctx, person, asked)
	switch {
	case err != nil:
		return err
	case asked.JSON:
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(document)
	}
	_, err = io.WriteString(out, strings.TrimRight(text, "\n")+"\n")
	return err
}

// answer is the answer in both forms.
func (c Commands) answer(ctx context.Context, person Person, asked Command) (document any, text string, err error) {
	switch asked.Verb {
	case Rooms:
		return c.rooms(ctx, person, strings.Join(asked.Arguments, " "))
	case Me:
		return c.self(ctx, person, asked)
	case Name:
		return c.name(ctx, person, strings.Join(asked.Arguments, " "))
	case Say:
		if err := person.Visit.Say(strings.Join(asked.Arguments, " ")); err != nil {
			return nil, "", err
		}
		document, _, err = c.rooms(ctx, person, "")
		return document, "Said.", err
	case History:
		return c.history(ctx, person, asked)
	case Replay:
		return c.replay(ctx, person, asked)
	case Top:
		return c.top(ctx, person, asked)
	case Who:
		return c.who(ctx, person, asked)
	case Rules:
		return c.rules(asked.Arguments[0])
	case Help:
		return c.help(asked.Arguments)
	case Version:
		document = protocol.VersionDocument{Server: c.Version, Protocol: protocol.Version}
		text = c.Version + ", text protocol " + strconv.Itoa(protocol.Version)
	case New, Join:
		return c.seat(ctx, person, asked)
	case Watch:
		return c.look(ctx, person, asked)
	default:
		return nil, "", fmt.Errorf("%s is not for here", asked.Verb)
	}
	return document, text, nil
}

// rooms lists the hall: the own rooms, and of the others those that are searched.
func (c Commands) rooms(ctx context.Context, person Person, search string) (any, string, error) {
	window := lobby.WholeHall()
	window.Search = search
	h, err := peek(ctx, person, window)
	if err != nil {
		return nil, "", err
	}
	document := protocol.RoomsDocument{
		You: person.Visit.Name(), Yours: protocol.LinesOf(c.Lobby.Settings(), h.Yours), Rooms: protocol.LinesOf(c.Lobby.Settings(), h.Rooms), People: []protocol.Person{},
		Chat: protocol.ChatOf(h.Chat),
	}
	var here []string
	for _, one := range h.People {
		document.People = append(document.People, protocol.Person(one))
		here = append(here, one.Name+map[bool]string{true: " (guest)"}[one.Guest])
	}
	var text strings.Builder
	if len(h.Yours) > 0 {
		text.WriteString("Your rooms\n" + c.table(h.Yours) + "\n")
	}
	if len(h.Rooms) > 0 {
		text.WriteString("Rooms\n" + c.table(h.Rooms) + "\n")
	}
	switch {
	case len(h.Rooms) > 0:
	case h.Window.Narrow():
		text.WriteString("No open room has that in its title, its names or its code.\n\n")
	case len(h.Yours) == 0:
		text.WriteString("There is no room yet. Make one with  new GAME\n\n")
	}
	for _, line := range h.Chat[max(0, len(h.Chat)-10):] {
		text.WriteString(line.Name + ": " + line.Text + "\n")
	}
	if len(here) == 0 {
		text.WriteString("Nobody is here now.\n")
	} else {
		text.WriteString("Here now: " + strings.Join(here, ", ") + "\n")
	}
	return document, text.String(), nil
}

// peek is what the hall shows in a window, for a limited time.
func peek(ctx context.Context, person Person, window lobby.Window) (lobby.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return person.Visit.Peek(ctx, window)
}

// table lists rooms in columns.
func (c Commands) table(lines []lobby.RoomRow) string {
	rows := [][]string{{"CODE", "GAME", "TITLE", "SEATS", "STATE", "WHO"}}
	for _, line := range lines {
		code, state := line.Code, stateText(line)
		if line.Locked {
			code = "private"
		}
		seats := strconv.Itoa(line.Seats-line.Open) + " of " + strconv.Itoa(line.Seats)
		if line.Locked {
			seats = strconv.Itoa(line.Seats)
		}
		rows = append(rows, []string{code, c.Title(line.Game), line.Title, seats, state, strings.Join(line.Marked(), ", ")})
	}
	return columns(rows)
}

func stateText(line lobby.RoomRow) string {
	switch {
	case line.YourTurn:
		return "your turn"
	case line.Stage == lobby.Gathering:
		return "gathering"
	case line.Stage == engine.Over:
		return "over"
	}
	return "playing"
}

// columns aligns rows by the cells that their texts take.
func columns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], tui.Width(cell))
		}
	}
	var text strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += tui.Fit(cell, widths[i]) + "  "
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

func (c Commands) me(ctx context.Context, person Person) (protocol.MeDocument, string, error) {
	h, err := peek(ctx, person, lobby.Window{Yours: true})
	if err != nil {
		return protocol.MeDocument{}, "", err
	}
	document := protocol.MeDocument{
		Name: person.Visit.Name(), Guest: person.Identity.Guest, Identity: person.Identity.ID,
		ReturnAs: person.ReturnAs, Rooms: protocol.LinesOf(c.Lobby.Settings(), h.Yours),
	}
	text := "You are " + document.Name + ".\n"
	if document.Guest {
		text += "You came without a key, as a guest. To come back as the same:  " + c.Line(person.ReturnAs) + "\n"
	} else {
		text += "Your key is " + strings.TrimPrefix(cmp.Or(person.Proved, document.Identity), "key:") + ".\n"
	}
	if len(h.Yours) > 0 {
		return document, text + "\nYour rooms\n" + c.table(h.Yours), nil
	}
	return document, text + "You have no seat anywhere.\n", nil
}

func (c Commands) name(ctx context.Context, person Person, wished string) (any, string, error) {
	if err := person.Visit.Rename(ctx, wished); err != nil {
		return nil, "", err
	}
	document, _, err := c.me(ctx, person)
	return document, "You are called " + document.Name + " from now on.", err
}

// seat takes a seat, unless one is held there already, and tells how to go on.
func (c Commands) seat(ctx context.Context, person Person, asked Command) (any, string, error) {
	update, err := c.sitDown(ctx, person, asked)
	if err != nil {
		return nil, "", err
	}
	room := protocol.RoomOf(c.Lobby.Settings(), update)
	document := protocol.SeatDocument{
		You: person.Visit.Name(), Seat: update.You, Stage: update.Stage, Room: room,
		Chairs: protocol.ViewOf(c.Lobby.Settings(), update).Chairs, JoinLine: c.Line(room.Code), ReturnAs: person.ReturnAs,
	}
	as := room.Code
	if _, token, isGuest := strings.Cut(person.ReturnAs, "+"); isGuest {
		as += "+" + token
	}
	text := "You have seat " + update.You.String() + " in room " + room.Code + ": " + c.Title(room.Game) + ", " + room.Title + ".\n\n" +
		"Go there with    " + c.Line(as) + "\n" +
		"Others come with " + document.JoinLine + "\n"
	if update.Stage == lobby.Gathering || update.Stage == engine.Over {
		kept := c.Lobby.Limits().Grace
		document.KeptSeconds = kept.Seconds()
		text += "\nYour seat is kept for " + spanText(kept) + ".\n"
	}
	return document, text, nil
}

// spanText is such as "2 minutes".
func spanText(d time.Duration) string {
	if d >= time.Minute && d%time.Minute == 0 {
		return tui.Count(int(d/time.Minute), "minute")
	}
	return tui.Count(int(d/time.Second), "second")
}

// sitDown returns what the person sees from the seat. A screen of the same
// person at that table stays as it is.
func (c Commands) sitDown(ctx context.Context, person Person, asked Command) (lobby.Update, error) {
	if asked.Verb == Join {
		if seen, err := lookInto(ctx, person, asked.Arguments[0]); err != nil || seen.You != engine.Watcher {
			return seen, err
		}
	}
	handle, err := c.Sit(ctx, person, asked)
	if err != nil {
		return lobby.Update{}, err
	}
	defer handle.Close()
	update, open := <-handle.Updates()
	if !open {
		return update, errors.Join(handle.Ended(), errors.New("the room has closed"))
	}
	return update, nil
}

// lookInto is a room as the person would see it, for a limited time.
func lookInto(ctx context.Context, person Person, code string) (lobby.Update, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return person.Visit.Look(ctx, code)
}

// look tells what is to be seen of a room now.
func (c Commands) look(ctx context.Context, person Person, asked Command) (any, string, error) {
	update, err := lookInto(ctx, person, asked.Arguments[0])
	if err != nil {
		return nil, "", err
	}
	return protocol.ViewOf(c.Lobby.Settings(), update), strings.Join(c.Sight(update), "\n"), nil
}

// Sight is a room in sentences: who is there, and what is to be seen.
func (c Commands) Sight(u lobby.Update) []string {
	said := c.Who(u)
	kit, err := c.kit(u.Plan.Game)
	if u.Match == nil || err != nil {
		return said
	}
	who := peopleOf(u)
	said = append(said, prose.English().SayAll(kit.Narrator.Table(tui.Scene{View: *u.Match, Names: who.Names, Watching: u.You == engine.Watcher}))...)
	if waits := who.Waits(u.Match.ToMove); waits != "" {
		said = append(said, waits)
	}
	return said
}

func peopleOf(u lobby.Update) tui.People {
	who := tui.People{You: u.You}
	for _, seat := range u.Seats {
		who.Names = append(who.Names, seat.Name)
	}
	return who
}

// Who is a room and the people in it, in sentences.
func (c Commands) Who(u lobby.Update) []string {
	said := []string{"Room " + u.Code + ", " + u.Plan.Title + ": " + c.Title(u.Plan.Game) + ", " + stageText(u) + "."}
	for i, seat := range u.Seats {
		said = append(said, "Seat "+strconv.Itoa(i+1)+": "+seatText(seat, engine.Seat(i) == u.You)+".")
	}
	for _, one := range c.Lobby.Settings() {
		if !one.Sentence.IsZero() && one.Of(u.Plan) != one.Default {
			said = append(said, one.Sentence.String())
		}
	}
	if !u.Paused.IsZero() {
		said = append(said, "The match is paused.")
	}
	if !u.Draining.IsZero() {
		said = append(said, "The server stops soon: this round may end, and no other begins.")
	}
	if len(u.Watchers) > 0 {
		said = append(said, "Watching: "+strings.Join(u.Watchers, ", ")+".")
	}
	return said
}

// stageText is such as "round 2 of 3".
func stageText(u lobby.Update) string {
	switch u.Stage {
	case lobby.Gathering:
		return "waiting to begin"
	case engine.Over:
		return "the match is over"
	case engine.Interval:
		return "between rounds " + strconv.Itoa(u.Match.Round) + " and " + strconv.Itoa(u.Match.Round+1)
	}
	return "round " + strconv.Itoa(u.Match.Round) + " of " + strconv.Itoa(u.Match.Rounds)
}

// seatText is such as "bo, guest, away".
func seatText(seat lobby.SeatLine, you bool) string {
	if seat.Kind == lobby.Empty {
		return "free"
	}
	parts := []string{seat.Name}
	for _, one := range []struct {
		is   bool
		text string
	}{
		{you, "you"},
		{seat.Kind == lobby.Bot && seat.Level <= engine.FirstBot, "bot"},
		{seat.Kind == lobby.Bot && seat.Level > engine.FirstBot, "bot of level " + strconv.Itoa(int(seat.Level))},
		{seat.Guest, "guest"},
		{seat.Host, "host"},
		{seat.Ready, "ready"},
		{seat.Left, "has left"},
		{!seat.Away.IsZero(), "away"},
		{seat.Standing, "a bot plays meanwhile"},
		{seat.Pausing, "asks for a pause"},
		{seat.Eyes, "shows watchers what is in hand"},
	} {
		if one.is {
			parts = append(parts, one.text)
		}
	}
	return strings.Join(parts, ", ")
}

func (c Commands) rules(game string) (any, string, error) {
	kit, err := c.kit(game)
	if err != nil {
		return nil, "", err
	}
	document := protocol.RulesDocument{
		Game: kit.Game.Name, Title: kit.Game.Title, Blurb: kit.Game.Blurb,
		MinSeats: kit.Game.MinSeats, MaxSeats: kit.Game.MaxSeats, Options: []protocol.Option{}, Rules: kit.Rules.Markdown(prose.English()),
	}
	for _, option := range kit.Game.Options {
		one := protocol.Option{Name: option.Name, Title: option.Title, Help: option.Help, Default: option.Default}
		for _, value := range option.Values {
			one.Values = append(one.Values, value.Name)
		}
		document.Options = append(document.Options, one)
	}
	return document, kit.Game.Title + "\n\n" + strings.Join(kit.Rules.Lines(prose.English(), pageWidth), "\n") + "\n", nil
}

// pageWidth is how wide texts for people are.
const pageWidth = 78

func (c Commands) help(arguments []string) (any, string, error) {
	if len(arguments) > 0 {
		return c.helpGame(arguments[0])
	}
	document := protocol.HelpDocument{Commands: usages(), Games: []string{}}
	rows := [][]string{}
	for _, one := range usages() {
		rows = append(rows, []string{"  " + one.Usage, one.Does})
	}
	games := [][]string{}
	for _, kit := range c.GameUIs {
		document.Games = append(document.Games, kit.Game.Name)
		for i, line := range tui.Wrap(kit.Game.Blurb, pageWidth-16) {
			games = append(games, []string{"  " + []string{kit.Game.Name, ""}[min(i, 1)], line})
		}
	}
	text := "parlor: hidden-code deduction games.  " + c.Line("") + "  alone opens the screen.\n\n" +
		"Commands, after the host's name:\n" + columns(rows) +
		"\nGames:\n" + columns(games) +
		"\nnew, join and watch open the screen right there with  ssh -t ; with --lines they\n" +
		"speak sentences, as play does. Every command but play prints one JSON document\n" +
		"with --json.  " + c.Line("CODE") + "  goes straight to a room.\n"
	return document, text, nil
}

// helpGame lists what can be chosen in a new room.
func (c Commands) helpGame(game string) (any, string, error) {
	document, _, err := c.rules(game)
	if err != nil {
		return nil, "", err
	}
	about := document.(protocol.RulesDocument)
	rows := [][]string{}
	for _, option := range about.Options {
		rows = append(rows, []string{"  " + option.Name, shorten(option.Values), "default " + option.Default, option.Title})
	}
	rows = append(rows, c.settingRows(game)...)
	rows = append(
		rows, []string{"  bots", "0 to " + strconv.Itoa(about.MaxSeats-1), "default 0", "Bots beside you"},
		[]string{"  bot_level", c.levels(about.Game), "default 1", "How well they play"},
	)
	return about, about.Title + ". " + about.Blurb + "\n\nOptions, as in  new " + about.Game + " bots=1 :\n" + columns(rows), nil
}

// settingRows are the settings of a room for a game.
func (c Commands) settingRows(game string) [][]string {
	kit, err := c.kit(game)
	if err != nil {
		return nil
	}
	var rows [][]string
	for _, one := range c.Lobby.Settings() {
		one = one.In(kit.Game)
		usual := ""
		if one.Default != "" {
			usual = "default " + one.Default
		}
		rows = append(rows, []string{"  " + one.Word, one.Can().String(), usual, one.Brief.String()})
	}
	return rows
}

// levels are those of a game's bot, such as "1 usual, 2 strong".
func (c Commands) levels(game string) string {
	kit, err := c.kit(game)
	if err != nil {
		return ""
	}
	named := make([]string, len(kit.Game.Levels))
	for i, title := range kit.Game.Levels {
		named[i] = strconv.Itoa(i+1) + " " + title
	}
	return strings.Join(named, ", ")
}

// shorten lists values, long lists by their ends.
func shorten(values []string) string {
	if len(values) > 6 && !slices.ContainsFunc(values[1:], func(v string) bool { _, err := strconv.Atoi(v); return err != nil }) {
		return values[0] + ", " + values[1] + " ... " + values[len(values)-1]
	}
	return strings.Join(values, ", ")
}
