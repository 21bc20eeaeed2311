package command

import (
	"context"
	"slices"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// report sends a report about a person to the operator.
func (s social) report(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name, words, err := splitWords(ctx, person, asked.Arguments)
	if err != nil {
		return nil, document.Document{}, err
	}
	if words == "" {
		return nil, document.Document{}, prose.Refuse("Describe in one sentence what happened: {usage}.", prose.Literal(useReport))
	}
	if err := lobby.Perform(ctx, person.Session, lobby.SendReport{Name: name, Words: words}); err != nil {
		return nil, document.Document{}, err
	}
	name = lobby.CleanText(name, s.lobby.Limits().NameCells)
	var answer document.Document
	answer.Line(prose.T("Report about {name} sent. The operator of this server will read it.", prose.Name(name)))
	answer.Line(prose.T("If they are at your table, its host is told that there is a report, unless it is about the host."))
	answer.Line(prose.T("To mute them, type {command}.", prose.Literal(Mute+" "+name)))
	return protocol.DoneDocument{Done: "reported"}, answer, nil
}

// splitWords splits words into the name at the beginning and the rest. A name of several words must be that of a person in
// the lobby, in a visible room, or among the caller's relations.
func splitWords(ctx context.Context, person Person, words []string) (name, rest string, err error) {
	hall, err := lobby.Ask(ctx, person.Session, lobby.Peek{Window: lobby.WholeLobby()})
	if err != nil {
		return "", "", err
	}
	circle, err := lobby.Ask(ctx, person.Session, lobby.GetContacts{})
	if err != nil {
		return "", "", err
	}
	known := map[string]bool{}
	add := func(name string) { known[lobby.FoldName(name)] = true }
	for _, one := range hall.People {
		add(one.Name)
	}
	for _, room := range slices.Concat(hall.Yours, hall.Rooms) {
		for _, name := range room.Names {
			add(name)
		}
	}
	for _, one := range circle.Friends {
		add(one.Name)
	}
	for _, name := range circle.Muted {
		add(name)
	}
	for n := len(words); n > 1; n-- {
		if name := strings.Join(words[:n], " "); known[lobby.FoldName(name)] {
			return name, strings.Join(words[n:], " "), nil
		}
	}
	return words[0], strings.Join(words[1:], " "), nil
}
