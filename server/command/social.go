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

// social answers commands about friends, mutes and profiles.
type social struct {
	lobby lobby.Lobby
	games Games
}

func (c Commands) social() social { return social{c.Lobby, c.Games} }

// people lists friends, people in the lobby and invitations.
func (s social) people(ctx context.Context, person Person, _ Command) (any, document.Document, error) {
	var answer document.Document
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	circle, err := lobby.Ask(ctx, person.Session, lobby.GetContacts{})
	if err != nil {
		return nil, answer, err
	}
	hall, err := lobby.Ask(ctx, person.Session, lobby.Peek{Window: lobby.Window{People: lobby.Everything}})
	if err != nil {
		return nil, answer, err
	}
	for _, call := range hall.Calls {
		answer.Line(s.games.Call(call))
	}
	if len(circle.Friends) > 0 {
		answer.Line(prose.T("Friends:"))
		answer.List(acquaintances(circle.Friends))
	}
	others := slices.DeleteFunc(slices.Clone(hall.People), func(one lobby.PersonRow) bool {
		return one.Name == person.Session.Name() ||
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

// acquaintances returns the rows of friends with their presence.
func acquaintances(all []lobby.Friend) [][]prose.Text {
	rows := make([][]prose.Text, len(all))
	for i, one := range all {
		where := prose.T("available")
		switch {
		case !one.Here:
			where = prose.T("not here")
		case one.Room != "":
			where = prose.T("at table {code}", prose.Literal(one.Room))
		case one.Busy:
			where = prose.T("at a table")
		}
		rows[i] = []prose.Text{one.DisplayName(), where}
	}
	return rows
}

// about performs an operation on another person.
func (s social) about(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	words, visit := asked.Arguments, person.Session
	var code string
	if asked.Verb == Invite {
		words, code = words[:len(words)-1], words[len(words)-1]
	}
	name := strings.Join(words, " ")
	var said prose.Text
	var err error
	told := prose.Name(lobby.CleanText(name, s.lobby.Limits().NameCells))
	switch {
	case asked.Verb == Invite:
		said, err = prose.T("{name} is invited.", told), lobby.Perform(limited, visit, lobby.Invite{Name: name, Code: code})
	case asked.Verb == Friend && asked.Remove:
		said, err = prose.T("{name} is no longer your friend.", told), lobby.Perform(limited, visit, lobby.Befriend{Name: name, Friend: false})
	case asked.Verb == Friend:
		said, err = prose.T("{name} is now your friend.", told), lobby.Perform(limited, visit, lobby.Befriend{Name: name, Friend: true})
	case asked.Remove:
		said, err = prose.T("{name} is no longer muted.", told), lobby.Perform(limited, visit, lobby.Mute{Name: name, Muted: false})
	default:
		said, err = prose.T("You have muted {name}.", told), lobby.Perform(limited, visit, lobby.Mute{Name: name, Muted: true})
	}
	if err != nil {
		return nil, document.Document{}, err
	}
	data, _, err := s.people(ctx, person, asked)
	var answer document.Document
	answer.Line(said)
	return data, answer, err
}

// who shows where a person is, and their profile. "me" means the caller. A person in the lobby
// needs no profile.
func (s social) who(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name := strings.Join(asked.Arguments, " ")
	var (
		profile lobby.Profile
		err     error
	)
	if name == Me {
		profile, err = lobby.Ask(limited, person.Session, lobby.GetProfile{Person: ""})
		if err != nil {
			return nil, document.Document{}, err
		}
		return protocol.ProfileOf(profile), document.Profile(profile, s.games.engines()), nil
	}
	found, err := lobby.FindPerson(limited, person.Session, lobby.CleanText(name, s.lobby.Limits().NameCells))
	if err != nil {
		return nil, document.Document{}, err
	}
	profile, err = lobby.Ask(limited, person.Session, lobby.FindProfile{Name: name})
	if known := found.Here || found.Room.Code != ""; err != nil && !known && person.Session.KeepsRatings() {
		return nil, document.Document{}, err
	}
	answer := document.Document{}
	for _, sentence := range s.games.Presence(found) {
		answer.Line(sentence)
	}
	data := protocol.ProfileDocument{Name: found.Name, Standings: []protocol.Standing{}, Results: []protocol.Result{}}
	if err == nil {
		answer.Append(document.Profile(profile, s.games.engines()))
		data = protocol.ProfileOf(profile)
	}
	data.Where = protocol.WhereOf(found)
	return data, answer, nil
}
