package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// Commands answers commands.
type Commands struct {
	Lobby   lobby.Lobby
	Games   []prose.Game
	Version string                   // of the server
	Line    func(user string) string // what somebody types to come here, as a user or without a name
	Link    func(user string) string // the same as a link
	// QR draws a link as text, on a dark background or on a light one. Without it, or
	// without Link, there is none.
	QR      func(link string, dark bool) []string
	History lobby.History   // of matches that have ended; nil keeps none
	Analyse insight.Analyse // of those; needed where there is a history
	SumUp   insight.SumUp   // of those; nil leaves it out of statistics
}

// Person is who gives a command.
type Person struct {
	Visit    lobby.Visit
	Identity lobby.Identity
	Proved   string // the ID that was proved, which may have been linked to that identity; empty is the same
	ReturnAs string // the user name of a guest who comes back; empty with a key
	Voice    *prose.Voice
}

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// game finds a game by its name.
func (c Commands) game(name string) (prose.Game, error) {
	for _, game := range c.Games {
		if strings.EqualFold(game.Name, name) {
			return game, nil
		}
	}
	return prose.Game{}, prose.Refuse("There is no game {typed} here. The games are {games}.", Quoted(name, 20), c.names())
}

// Quoted is what somebody typed, clean and cut.
func Quoted(text string, cells int) prose.Arg {
	return prose.Literal(strconv.Quote(lobby.CleanText(text, cells)))
}

// Unknown refuses a command that there is not.
func Unknown(verb string) error {
	return prose.Refuse("There is no command {typed} here. Type {help} for the list.", Quoted(verb, 20), prose.Literal(Help))
}

// names are those of the games, as they are typed.
func (c Commands) names() prose.Arg {
	names := make([]string, len(c.Games))
	for i, game := range c.Games {
		names[i] = game.Name
	}
	return prose.List(prose.Literals(names))
}

// Title is a game as people call it.
func (c Commands) Title(name string) prose.Arg {
	if game, err := c.game(name); err == nil {
		return prose.Literal(game.Title)
	}
	return prose.Literal(name)
}

// isGame says whether a text is the name of a game.
func (c Commands) isGame(text string) bool {
	_, err := c.game(text)
	return err == nil
}

// Sit does what new, join, watch, quick and play ask for and returns the place at
// the table.
func (c Commands) Sit(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	first := ""
	if len(asked.Arguments) > 0 {
		first = asked.Arguments[0]
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch {
	case asked.Verb == Watch || asked.OnlyWatch:
		code, err := toWatch(ctx, person, first)
		if err != nil {
			return nil, err
		}
		return lobby.Ask(ctx, person.Visit, lobby.Watch{Code: code})
	case asked.Verb == Quick:
		return c.quick(ctx, person, first)
	case asked.Verb == New || asked.Verb == Play && c.isGame(first):
		return c.open(ctx, person, asked)
	case len(asked.Arguments) > 1:
		_, err := c.game(first)
		return nil, err
	case first == "":
		return nil, prose.Refuse("Name a room or a game: {usage}.", prose.Literal(usage(Play)))
	}
	return lobby.Ask(ctx, person.Visit, lobby.Join{Code: first})
}

// toWatch is the code of the room that somebody wants to watch; empty is the one that
// is worth most.
func toWatch(ctx context.Context, person Person, code string) (string, error) {
	if code != "" {
		return code, nil
	}
	return lobby.TableToWatch(ctx, person.Visit)
}

// quick sits down where somebody waits, or makes a room; the empty game is any.
func (c Commands) quick(ctx context.Context, person Person, name string) (lobby.Handle, error) {
	if name != "" {
		game, err := c.game(name)
		if err != nil {
			return nil, err
		}
		name = game.Name
	}
	return lobby.Ask(ctx, person.Visit, lobby.Quick{Plan: lobby.QuickPlan(name)})
}

// Rival is the game in which a command asks for a rated match.
func (c Commands) Rival(person Person, asked Command) (engine.Game, error) {
	switch {
	case !person.Visit.KeepsRatings():
		return engine.Game{}, prose.Refuse("This server keeps no ratings.")
	case len(asked.Arguments) > 0:
		game, err := c.game(asked.Arguments[0])
		return game.Game, err
	case len(c.Games) == 1:
		return c.Games[0].Game, nil
	}
	return engine.Game{}, prose.Refuse("Name a game for a rated match. The games are {games}.", c.names())
}

// ofProgram reports whether a program gives a command.
func (c Command) ofProgram() bool { return c.JSON || c.Verb == Play && !c.Lines }

// open makes a room with the bots that are wanted.
func (c Commands) open(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	plan, bots, level, err := c.plan(asked.Arguments, asked.ofProgram())
	if err != nil {
		return nil, err
	}
	handle, err := lobby.Ask(ctx, person.Visit, lobby.Create{Plan: plan})
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
	if asked.Verb == Me && asked.Export {
		return c.export(ctx, person, asked.JSON, out)
	}
	data, answer, err := c.answer(ctx, person, asked)
	if err != nil && !errors.Is(err, ErrNoTurn) {
		return err
	}
	if asked.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return cmp.Or(encoder.Encode(data), err)
	}
	_, failed := io.WriteString(out, answer.Text(person.Voice))
	return cmp.Or(failed, err)
}

// answer is the answer in both forms.
func (c Commands) answer(ctx context.Context, person Person, asked Command) (data any, answer document.Document, err error) {
	switch asked.Verb {
	case Rooms:
		return c.rooms(ctx, person, strings.Join(asked.Arguments, " "))
	case Me:
		return c.self(ctx, person, asked)
	case Name:
		return c.name(ctx, person, strings.Join(asked.Arguments, " "))
	case Say:
		if err := lobby.Perform(ctx, person.Visit, lobby.SayInLobby{Text: strings.Join(asked.Arguments, " ")}); err != nil {
			return nil, document.Document{}, err
		}
		data, _, err = c.rooms(ctx, person, "")
		answer.Line(prose.T("Said."))
	case History:
		return c.history(ctx, person, asked)
	case Replay:
		return c.replay(ctx, person, asked)
	case Share:
		return c.share(ctx, asked)
	case Analyse:
		return c.analyse(ctx, person, asked)
	case Top:
		return c.top(ctx, person, asked)
	case Who:
		return c.who(ctx, person, asked)
	case Turns:
		return c.turns(ctx, person)
	case Webhook:
		return c.webhook(ctx, person, asked)
	case People:
		return c.people(ctx, person)
	case Friend, Mute, Invite:
		return c.about(ctx, person, asked)
	case Report:
		return c.report(ctx, person, asked)
	case Stats:
		return c.stats(ctx, person, asked)
	case Rules:
		return c.rules(asked.Arguments[0])
	case Help:
		return c.help(asked.Arguments)
	case Version:
		data = protocol.VersionDocument{Server: c.Version, Protocol: protocol.Version}
		answer.Line(prose.T("{server}, text protocol {n}", prose.Literal(c.Version), prose.N(protocol.Version)))
	case Evening, Board:
		return c.evening(ctx, person, asked)
	case QR:
		return c.qr(ctx, person, asked)
	case Quick:
		if asked.Rated {
			return nil, document.Document{}, prose.Refuse("A rival for a rated match has to be waited for. Connect with {option}, or add {lines}.", prose.Literal("ssh -t"), prose.Literal("--lines"))
		}
		return c.seat(ctx, person, asked)
	case New, Join:
		return c.seat(ctx, person, asked)
	case Watch:
		return c.look(ctx, person, asked)
	default:
		return nil, document.Document{}, prose.Refuse("{command} cannot be used here.", prose.Literal(asked.Verb))
	}
	return data, answer, err
}

// rooms lists the hall: the own rooms, and of the others those that are searched.
func (c Commands) rooms(ctx context.Context, person Person, search string) (any, document.Document, error) {
	window := lobby.WholeHall()
	window.Search = search
	h, err := peek(ctx, person, window)
	if err != nil {
		return nil, document.Document{}, err
	}
	data := protocol.RoomsDocument{
		You: person.Visit.Name(), Yours: protocol.LinesOf(c.Lobby.Settings(), h.Yours), Rooms: protocol.LinesOf(c.Lobby.Settings(), h.Rooms), People: []protocol.Person{},
		Chat: protocol.ChatOf(h.Chat),
	}
	for _, one := range h.People {
		data.People = append(data.People, protocol.Person(one))
	}
	return data, c.roomsPage(h), nil
}

func (c Commands) roomsPage(h lobby.Page) (answer document.Document) {
	if len(h.Yours) > 0 {
		answer.Line(prose.T("Your rooms"))
		answer.List(c.table(h.Yours))
		answer.Line()
	}
	switch {
	case len(h.Rooms) > 0:
		answer.Line(prose.T("Rooms"))
		answer.List(c.table(h.Rooms))
		answer.Line()
	case h.Window.Narrow():
		answer.Line(prose.T("No open room has that in its title, its names or its code."))
		answer.Line()
	case len(h.Yours) == 0:
		answer.Line(prose.T("There is no room yet. To make one, type {command}.", prose.Literal("new GAME")))
		answer.Line()
	}
	for _, line := range h.Chat[max(0, len(h.Chat)-10):] {
		answer.Line(prose.T("{name}: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
	}
	if len(h.People) == 0 {
		answer.Line(prose.T("Nobody is here now."))
		return answer
	}
	here := make([]prose.Text, len(h.People))
	for i, one := range h.People {
		here[i] = one.Told()
	}
	answer.Line(prose.T("Here now: {names}", prose.List(here)))
	return answer
}

// peek is what the hall shows in a window, for a limited time.
func peek(ctx context.Context, person Person, window lobby.Window) (lobby.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Visit, lobby.Peek{Window: window})
}

// table lists rooms in columns.
func (c Commands) table(lines []lobby.RoomRow) [][]prose.Text {
	rows := [][]prose.Text{{prose.T("CODE"), prose.T("GAME"), prose.T("TITLE"), prose.T("SEATS"), prose.T("STATE"), prose.T("WHO")}}
	for _, line := range lines {
		code := typed(line.Code)
		seats := prose.T("{taken} of {seats}", prose.N(line.Seats-line.Open), prose.N(line.Seats))
		if line.Locked {
			code, seats = prose.T("private").In("room"), counted(line.Seats)
		}
		rows = append(rows, []prose.Text{
			code, prose.T("{game}", c.Title(line.Game)), lobby.ToldTitle(line.Title), seats, rowState(line),
			prose.T("{names}", prose.List(line.Told())),
		})
	}
	return rows
}

// rowState is how far a room of the hall is.
func rowState(line lobby.RoomRow) prose.Text {
	switch {
	case line.YourTurn:
		return prose.T("your turn")
	case line.Stage == lobby.Gathering:
		return prose.T("waiting for players")
	case line.Stage == engine.Over:
		return prose.T("finished").In("room")
	}
	return prose.T("playing").In("room")
}

func (c Commands) me(ctx context.Context, person Person) (protocol.MeDocument, document.Document, error) {
	var answer document.Document
	h, err := peek(ctx, person, lobby.Window{Yours: true})
	if err != nil {
		return protocol.MeDocument{}, answer, err
	}
	data := protocol.MeDocument{
		Name: person.Visit.Name(), Guest: person.Identity.Guest, Identity: person.Identity.ID,
		ReturnAs: person.ReturnAs, Rooms: protocol.LinesOf(c.Lobby.Settings(), h.Yours),
	}
	answer.Line(prose.T("You are {name}.", prose.Name(data.Name)))
	if data.Guest {
		answer.Line(prose.T("You came without a key, as a guest. To come back as the same person, type {line}.", prose.Literal(c.Line(person.ReturnAs))))
	} else {
		answer.Line(prose.T("Your key is {key}.", prose.Literal(strings.TrimPrefix(cmp.Or(person.Proved, data.Identity), "key:"))))
	}
	if len(h.Yours) == 0 {
		answer.Line(prose.T("You have no seat in any room."))
		return data, answer, nil
	}
	answer.Line()
	answer.Line(prose.T("Your rooms"))
	answer.List(c.table(h.Yours))
	return data, answer, nil
}

func (c Commands) name(ctx context.Context, person Person, wished string) (any, document.Document, error) {
	var answer document.Document
	if err := lobby.Perform(ctx, person.Visit, lobby.Rename{Name: wished}); err != nil {
		return nil, answer, err
	}
	data, _, err := c.me(ctx, person)
	answer.Line(prose.T("You are now called {name}.", prose.Name(data.Name)))
	if told := lobby.ToldName(wished, data.Name, c.Lobby.Limits().NameCells); !told.IsZero() {
		answer.Line(told)
	}
	return data, answer, err
}

// seat takes a seat, unless one is held there already, and tells how to go on.
func (c Commands) seat(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	var answer document.Document
	update, err := c.sitDown(ctx, person, asked)
	if err != nil {
		return nil, answer, err
	}
	room := protocol.RoomOf(c.Lobby.Settings(), update)
	data := protocol.SeatDocument{
		You: person.Visit.Name(), Seat: update.You, Stage: update.Stage, Room: room,
		Chairs: protocol.ViewOf(c.Lobby.Settings(), update).Chairs, JoinLine: c.Line(room.Code), ReturnAs: person.ReturnAs,
	}
	as := room.Code
	if _, token, isGuest := strings.Cut(person.ReturnAs, "+"); isGuest {
		as += "+" + token
	}
	answer.Line(prose.T("You have seat {seat} in room {code}: {game}, {title}.",
		prose.Literal(update.You.String()), prose.Literal(room.Code), c.Title(room.Game), prose.Sub(lobby.ToldTitle(room.Title))))
	answer.Line()
	if mine := c.Line(as); mine == data.JoinLine {
		answer.List([][]prose.Text{{prose.T("To join, you and others:"), typed(mine)}})
	} else {
		answer.List([][]prose.Text{{prose.T("To play there:"), typed(mine)}, {prose.T("To invite others:"), typed(data.JoinLine)}})
	}
	if update.Stage == lobby.Gathering || update.Stage == engine.Over {
		kept := c.Lobby.Limits().Grace
		data.KeptSeconds = kept.Seconds()
		answer.Line()
		answer.Line(prose.T("Your seat is kept for {time}.", prose.Duration(kept)))
	}
	return data, answer, nil
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
		return update, cmp.Or(handle.Ended(), prose.Refuse("The room has closed."))
	}
	return update, nil
}

// lookInto is a room as the person would see it, for a limited time.
func lookInto(ctx context.Context, person Person, code string) (lobby.Update, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Visit, lobby.Look{Code: code})
}

// look tells what is to be seen of a room now.
func (c Commands) look(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	var answer document.Document
	first := ""
	if len(asked.Arguments) > 0 {
		first = asked.Arguments[0]
	}
	code, err := toWatch(ctx, person, first)
	if err != nil {
		return nil, answer, err
	}
	update, err := lookInto(ctx, person, code)
	if err != nil {
		return nil, answer, err
	}
	for _, one := range c.Sight(update) {
		answer.Line(one)
	}
	return protocol.ViewOf(c.Lobby.Settings(), update), answer, nil
}

func (c Commands) rules(name string) (any, document.Document, error) {
	game, err := c.game(name)
	if err != nil {
		return nil, document.Document{}, err
	}
	var answer document.Document
	answer.Line(prose.T("{game}", prose.Literal(game.Title)))
	answer.Line()
	answer.Blocks = append(answer.Blocks, document.Block{Kind: document.Rules, Rules: game.Rules})
	return rulesOf(game), answer, nil
}

// rulesOf is a game with its rules and options, for programs.
func rulesOf(game prose.Game) protocol.RulesDocument {
	data := protocol.RulesDocument{
		Game: game.Name, Title: game.Title, Blurb: game.Blurb,
		MinSeats: game.MinSeats, MaxSeats: game.MaxSeats, Options: []protocol.Option{}, Rules: game.Rules.Markdown(prose.English()),
	}
	for _, option := range game.Options {
		one := protocol.Option{Name: option.Name, Title: option.Title, Help: option.Help, Default: option.Default}
		for _, value := range option.Values {
			one.Values = append(one.Values, value.Name)
		}
		data.Options = append(data.Options, one)
	}
	return data
}

// typed is what somebody types, or can: the same in every language.
func typed(words string) prose.Text { return prose.T("{words}", prose.Literal(words)) }

// counted is a number alone.
func counted(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
