package lines

import (
	"context"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// hearCompany does what somebody wants of other people, wherever they are, and
// reports whether it was that.
func (s *Session) hearCompany(ctx context.Context, verb, rest string) bool {
	switch verb {
	case "accept", "decline":
		s.answer(ctx, verb == "accept", rest)
	case command.Invite:
		s.invite(ctx, rest)
	case command.People, command.Friend, command.Report, command.Webhook:
		asked, err := command.Parse(strings.Fields(verb + " " + rest))
		if err != nil {
			s.refuse(err)
			return true
		}
		s.run(ctx, asked)
	case command.Mute:
		s.mute(ctx, rest)
	default:
		return false
	}
	return true
}

// hearCalls tells of calls that are new. What tells of an answer needs none.
func (s *Session) hearCalls(ctx context.Context, waiting []lobby.Call) {
	s.waiting = slices.DeleteFunc(slices.Clone(waiting), func(c lobby.Call) bool { return c.Kind != lobby.CallInvites })
	for _, call := range waiting {
		if call.ID <= s.lastCall {
			continue
		}
		s.lastCall = call.ID
		s.say(s.Commands.Call(call))
		if call.Kind == lobby.CallInvites {
			s.say(prose.T("Type {accept} to go there, {decline} to stay here, or {mute} and the name to hear no more of it.",
				prose.Literal("accept"), prose.Literal("decline"), prose.Literal(command.Mute)))
			continue
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		_ = lobby.Perform(limited, s.Person.Visit, lobby.Decline{Call: call.ID}) // else it is too late already
		cancel()
	}
}

// answer answers the invitation of somebody, or the newest.
func (s *Session) answer(ctx context.Context, goes bool, name string) {
	at := len(s.waiting) - 1
	if name != "" {
		at = slices.IndexFunc(s.waiting, func(c lobby.Call) bool { return lobby.FoldName(c.Name) == lobby.FoldName(name) })
	}
	if at < 0 {
		s.say(prose.T("Nobody has invited you."))
		return
	}
	call := s.waiting[at].ID
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if !goes {
		if err := lobby.Perform(ctx, s.Person.Visit, lobby.Decline{Call: call}); err != nil {
			s.refuse(err)
			return
		}
		s.say(prose.T("You have declined."))
		return
	}
	handle, err := lobby.Ask(ctx, s.Person.Visit, lobby.Accept{Call: call})
	if before := s.handle; err == nil && before != nil {
		before.Close() // the seat is kept
	}
	s.sit(ctx)(handle, err)
}

// invite invites somebody to this table, or to a game.
func (s *Session) invite(ctx context.Context, rest string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	words := strings.Fields(rest)
	if s.handle != nil && s.table.told {
		if rest == "" {
			s.say(prose.T("Type {command} and a name.", prose.Literal(command.Invite)))
			return
		}
		s.invited(rest, lobby.Perform(ctx, s.Person.Visit, lobby.Invite{Name: rest, Code: s.table.Code}))
		return
	}
	if len(words) < 2 {
		s.say(prose.T("Type {command}, a name and a game, such as {example}.", prose.Literal(command.Invite), prose.Literal(command.Invite+" anna davinci")))
		return
	}
	name, last := strings.Join(words[:len(words)-1], " "), words[len(words)-1]
	for _, game := range s.Commands.Games {
		if strings.EqualFold(game.Name, last) {
			s.challenge(ctx, name, game.Game)
			return
		}
	}
	s.invited(name, lobby.Perform(ctx, s.Person.Visit, lobby.Invite{Name: name, Code: last}))
}

// challenge sits down in a new room and invites somebody to it.
func (s *Session) challenge(ctx context.Context, name string, game engine.Game) {
	plan := lobby.NewPlan(s.Commands.Lobby.Settings(), game)
	plan.Seats, plan.Public = game.MinSeats, false
	handle, err := lobby.Ask(ctx, s.Person.Visit, lobby.Challenge{Name: name, Plan: plan})
	if err == nil {
		s.invited(name, nil)
	}
	s.sit(ctx)(handle, err)
}

func (s *Session) invited(name string, err error) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.say(prose.T("{name} is invited.", prose.Name(lobby.CleanText(name, maxCells))))
}
