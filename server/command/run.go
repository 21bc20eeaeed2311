package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// Run answers a command in text for people, or as one JSON document. The
// commands that need a place at a table take it and go again: the seat is kept.
func (c Commands) Run(ctx context.Context, person Person, asked Command, out io.Writer) error {
	if asked.Verb == Me && asked.Export {
		return export(ctx, person, asked.JSON, out)
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
func (c Commands) answer(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	defined, _ := find(asked.Verb, c.Operations...)
	if defined.answer == nil {
		return nil, document.Document{}, prose.Refuse("{command} cannot be used here.", prose.Literal(asked.Verb))
	}
	return defined.answer(c, ctx, person, asked)
}

// answerer answers a command as one JSON document and as one for people; it may leave out
// the one that was not asked for. Commands that lead somewhere
// have none.
type answerer func(Commands, context.Context, Person, Command) (any, document.Document, error)

// of is the answerer of a part of the commands.
func of[T any](part func(Commands) T, answer func(T, context.Context, Person, Command) (any, document.Document, error)) answerer {
	return func(c Commands, ctx context.Context, person Person, asked Command) (any, document.Document, error) {
		return answer(part(c), ctx, person, asked)
	}
}

func (c Commands) version(context.Context, Person, Command) (any, document.Document, error) {
	var answer document.Document
	answer.Line(prose.T("{server}, text protocol {n}", prose.Literal(c.Version), prose.N(protocol.Version)))
	return protocol.VersionDocument{Server: c.Version, Protocol: protocol.Version}, answer, nil
}

// rooms lists the lobby: the own rooms, and of the others those that are searched.
func (c Commands) rooms(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	window := lobby.WholeLobby()
	window.Search = strings.Join(asked.Arguments, " ")
	h, err := peek(ctx, person, window)
	if err != nil {
		return nil, document.Document{}, err
	}
	data := protocol.RoomsDocument{
		You: person.Session.Name(), Yours: protocol.LinesOf(c.Lobby.Settings(), h.Yours), Rooms: protocol.LinesOf(c.Lobby.Settings(), h.Rooms), People: []protocol.Person{},
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
