package command

import (
	"context"
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
	Games   Games
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

// Quoted is what somebody typed, clean and cut.
func Quoted(text string, cells int) prose.Arg {
	return prose.Literal(strconv.Quote(lobby.CleanText(text, cells)))
}

// Unknown refuses a command that there is not.
func Unknown(verb string) error {
	return prose.Refuse("There is no command {typed} here. Type {help} for the list.", Quoted(verb, 20), prose.Literal(Help))
}

// Rival is the game in which a command asks for a rated match.
func (c Commands) Rival(person Person, asked Command) (engine.Game, error) {
	switch {
	case !person.Visit.KeepsRatings():
		return engine.Game{}, prose.Refuse("This server keeps no ratings.")
	case len(asked.Arguments) > 0:
		game, err := c.Games.find(asked.Arguments[0])
		return game.Game, err
	case len(c.Games) == 1:
		return c.Games[0].Game, nil
	}
	return engine.Game{}, prose.Refuse("Name a game for a rated match. The games are {games}.", c.Games.names())
}

func (c Commands) version(context.Context, Person, Command) (any, document.Document, error) {
	var answer document.Document
	answer.Line(prose.T("{server}, text protocol {n}", prose.Literal(c.Version), prose.N(protocol.Version)))
	return protocol.VersionDocument{Server: c.Version, Protocol: protocol.Version}, answer, nil
}

// say says something in the lobby, and returns what is to be seen there then.
func (c Commands) say(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	var answer document.Document
	if err := lobby.Perform(ctx, person.Visit, lobby.SayInLobby{Text: strings.Join(asked.Arguments, " ")}); err != nil {
		return nil, answer, err
	}
	data, _, err := c.rooms(ctx, person, Command{})
	answer.Line(prose.T("Said."))
	return data, answer, err
}

// rooms lists the hall: the own rooms, and of the others those that are searched.
func (c Commands) rooms(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	window := lobby.WholeHall()
	window.Search = strings.Join(asked.Arguments, " ")
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
		answer.List(c.Games.rooms(h.Yours))
		answer.Line()
	}
	switch {
	case len(h.Rooms) > 0:
		answer.Line(prose.T("Rooms"))
		answer.List(c.Games.rooms(h.Rooms))
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

// typed is what somebody types, or can: the same in every language.
func typed(words string) prose.Text { return prose.T("{words}", prose.Literal(words)) }

// counted is a number alone.
func counted(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
