package command

import (
	"context"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// rooms lists the caller's own rooms, and the other rooms that match a search.
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
		answer.List(c.Games.roomRows(h.Yours))
		answer.Line()
	}
	switch {
	case len(h.Rooms) > 0:
		answer.Line(prose.T("Rooms"))
		answer.List(c.Games.roomRows(h.Rooms))
		answer.Line()
	case h.Window.Narrow():
		answer.Line(prose.T("No public room has that in its title, players or code."))
		answer.Line()
	case len(h.Yours) == 0:
		answer.Line(prose.T("There are no rooms yet. To create one, type {command}.", prose.Literal("new GAME")))
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
		here[i] = one.DisplayName()
	}
	answer.Line(prose.T("Here now: {names}", prose.List(here)))
	return answer
}

// look shows the current state of a room.
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
