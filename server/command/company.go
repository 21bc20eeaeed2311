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

// people lists the friends, who is here, and who invites.
func (c Commands) people(ctx context.Context, person Person) (any, document.Document, error) {
	var answer document.Document
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	circle, err := lobby.Ask(ctx, person.Visit, lobby.GetCircle{})
	if err != nil {
		return nil, answer, err
	}
	hall, err := lobby.Ask(ctx, person.Visit, lobby.Peek{Window: lobby.Window{People: lobby.Everything}})
	if err != nil {
		return nil, answer, err
	}
	for _, call := range hall.Calls {
		answer.Line(c.Call(call))
	}
	if len(circle.Friends) > 0 {
		answer.Line(prose.T("Friends:"))
		answer.List(acquaintances(circle.Friends))
	}
	others := slices.DeleteFunc(slices.Clone(hall.People), func(one lobby.PersonRow) bool {
		return one.Name == person.Visit.Name() ||
			slices.ContainsFunc(circle.Friends, func(f lobby.Friend) bool { return f.Here && f.Name == one.Name })
	})
	if len(others) == 0 {
		answer.Line(prose.T("Nobody else is here now."))
	} else {
		answer.Line(prose.T("Here now:"))
		here := make([]lobby.Friend, len(others))
		for i, one := range others {
			here[i] = lobby.Friend{PersonRow: one, Here: true}
		}
		answer.List(acquaintances(here))
	}
	if len(circle.Muted) > 0 {
		answer.Line(prose.T("Muted: {names}", prose.List(prose.Names(circle.Muted))))
	}
	return protocol.PeopleOf(hall, circle), answer, nil
}

// Call is a call as a sentence, with what to type.
func (c Commands) Call(call lobby.Call) prose.Text {
	title := call.Game
	if game, err := c.game(call.Game); err == nil {
		title = game.Title
	}
	if call.Kind != lobby.CallInvites {
		return call.Told(title)
	}
	return prose.T("{name} invites you to {game}, in room {code}.", prose.Name(call.Name), prose.Literal(title), prose.Literal(call.Room))
}

// acquaintances are people with where they are, in columns.
func acquaintances(all []lobby.Friend) [][]prose.Text {
	rows := make([][]prose.Text, len(all))
	for i, one := range all {
		where := prose.T("free to play")
		switch {
		case !one.Here:
			where = prose.T("not here")
		case one.Room != "":
			where = prose.T("at table {code}", prose.Literal(one.Room))
		case one.Busy:
			where = prose.T("at a table")
		}
		rows[i] = []prose.Text{one.Told(), where}
	}
	return rows
}

// about does what the visitor wants of somebody else.
func (c Commands) about(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	words, visit := asked.Arguments, person.Visit
	var code string
	if asked.Verb == Invite {
		words, code = words[:len(words)-1], words[len(words)-1]
	}
	name := strings.Join(words, " ")
	var said prose.Text
	var err error
	told := prose.Name(lobby.CleanText(name, c.Lobby.Limits().NameCells))
	switch {
	case asked.Verb == Invite:
		said, err = prose.T("{name} is invited.", told), lobby.Perform(limited, visit, lobby.Invite{Name: name, Code: code})
	case asked.Verb == Friend && asked.Remove:
		said, err = prose.T("{name} is no longer among your friends.", told), lobby.Perform(limited, visit, lobby.Befriend{Name: name, Friend: false})
	case asked.Verb == Friend:
		said, err = prose.T("{name} is among your friends now.", told), lobby.Perform(limited, visit, lobby.Befriend{Name: name, Friend: true})
	case asked.Remove:
		said, err = prose.T("You hear {name} again.", told), lobby.Perform(limited, visit, lobby.Mute{Name: name, Muted: false})
	default:
		said, err = prose.T("You hear nothing more from {name}.", told), lobby.Perform(limited, visit, lobby.Mute{Name: name, Muted: true})
	}
	if err != nil {
		return nil, document.Document{}, err
	}
	data, _, err := c.people(ctx, person)
	var answer document.Document
	answer.Line(said)
	return data, answer, err
}
