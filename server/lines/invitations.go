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

// invitations handles invitations and other relations between players, in any place.
type invitations struct {
	*console
	waiting []lobby.Notice
	last    uint64 // newest invitation shown
}

// table returns the verbs. room is the code of the player's room, or ""; at is the code that brings others to where
// the player is.
func (i *invitations) table(room, at string) table {
	return table{verbs: []verb{
		{names: []string{command.Invite}, when: alone, do: tells(func() { i.say(i.commands.Invitation(at).Texts()...) })},
		{names: []string{"accept"}, goes: i.accept},
		{names: []string{"decline"}, do: i.decline},
		{names: []string{command.Invite}, when: func(string) bool { return room == "" }, goes: i.inviteTo},
		{names: []string{command.Invite}, do: func(ctx context.Context, in input) { i.inviteHere(ctx, in, room) }},
		{names: []string{command.People, command.Friend, command.Report, command.Webhook}, do: i.command},
		{names: []string{command.Mute}, do: i.mute},
	}}
}

// show shows new invitations. Answers to the player's own need no reply.
func (i *invitations) show(ctx context.Context, waiting []lobby.Notice) {
	i.waiting = slices.DeleteFunc(slices.Clone(waiting), func(c lobby.Notice) bool { return c.Kind != lobby.NoticeInvites })
	for _, call := range waiting {
		if call.ID <= i.last {
			continue
		}
		i.last = call.ID
		i.say(i.commands.Games.Call(call))
		if call.Kind == lobby.NoticeInvites {
			i.say(prose.T("Type {accept} to go there, {decline} to stay here, or {mute} NAME to mute them.",
				prose.Literal("accept"), prose.Literal("decline"), prose.Literal(command.Mute)))
			continue
		}
		_, _ = ask(ctx, i.console, lobby.Decline{Call: call.ID}) // otherwise it is too late
	}
}

// newest returns the newest invitation, or the newest by a name.
func (i *invitations) newest(name string) (call uint64, found bool) {
	at := len(i.waiting) - 1
	if name != "" {
		at = slices.IndexFunc(i.waiting, func(c lobby.Notice) bool { return lobby.FoldName(c.Name) == lobby.FoldName(name) })
	}
	if at < 0 {
		i.say(prose.T("You have no invitations."))
		return 0, false
	}
	return i.waiting[at].ID, true
}

func (i *invitations) accept(ctx context.Context, in input) move {
	call, found := i.newest(in.rest)
	if !found {
		return move{}
	}
	return enterRoom(ask(ctx, i.console, lobby.Accept{Call: call}))
}

func (i *invitations) decline(ctx context.Context, in input) {
	if call, found := i.newest(in.rest); found {
		_, err := ask(ctx, i.console, lobby.Decline{Call: call})
		i.done(err, prose.T("Declined."))
	}
}

// inviteHere invites a player to the current room.
func (i *invitations) inviteHere(ctx context.Context, in input, room string) {
	i.invite(ctx, in.rest, room)
}

// inviteTo invites a player to a game or to a room by its code.
func (i *invitations) inviteTo(ctx context.Context, in input) move {
	words := strings.Fields(in.rest)
	if len(words) < 2 {
		i.say(prose.T("Usage: {command} NAME GAME, such as {example}", prose.Literal(command.Invite), prose.Literal(command.Invite+" anna "+i.commands.Games[0].Name)))
		return move{}
	}
	name, last := strings.Join(words[:len(words)-1], " "), words[len(words)-1]
	for _, game := range i.commands.Games {
		if strings.EqualFold(game.Name, last) {
			return i.challenge(ctx, name, game.Game)
		}
	}
	i.invite(ctx, name, last)
	return move{}
}

func (i *invitations) invite(ctx context.Context, name, room string) {
	_, err := ask(ctx, i.console, lobby.Invite{Name: name, Code: room})
	i.done(err, invited(name))
}

// challenge creates a room and invites a player to it.
func (i *invitations) challenge(ctx context.Context, name string, game engine.Game) move {
	plan := lobby.NewPlan(i.commands.Lobby.Settings(), game)
	plan.Seats, plan.Public = game.MinSeats, false
	handle, err := ask(ctx, i.console, lobby.Challenge{Name: name, Plan: plan})
	if err == nil {
		i.say(invited(name))
	}
	return enterRoom(handle, err)
}

func invited(name string) prose.Text {
	return prose.T("{name} is invited.", prose.Name(lobby.CleanText(name, maxCells)))
}

// done prints a text, or why the request failed.
func (i *invitations) done(err error, done prose.Text) {
	if err != nil {
		i.refuse(err)
		return
	}
	i.say(done)
}

// mute mutes or unmutes a player. The lobby filters the chat.
func (i *invitations) mute(ctx context.Context, in input) {
	name := lobby.CleanText(in.rest, maxCells)
	if name == "" {
		i.say(prose.T("Usage: {command} NAME", prose.Literal(command.Mute)))
		return
	}
	circle, err := ask(ctx, i.console, lobby.GetContacts{})
	muted := slices.ContainsFunc(circle.Muted, func(one string) bool { return lobby.FoldName(one) == lobby.FoldName(name) })
	if err == nil {
		_, err = ask(ctx, i.console, lobby.Mute{Name: name, Muted: !muted})
	}
	done := prose.T("{name} is muted.", prose.Name(name))
	if muted {
		done = prose.T("{name} is no longer muted.", prose.Name(name))
	}
	i.done(err, done)
}
