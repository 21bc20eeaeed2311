package cluster

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/prose"
)

var (
	errTooLate   = prose.Refuse("That invitation has expired, or its room has closed.")
	errNotInvite = prose.Refuse("You cannot invite players from here right now. Try again in a moment.")
)

// inviting performs a session's operations on invitations from and to any node.
type inviting struct{ roomAccess }

// doAtNodeOf performs an operation about a player at that player's node, which knows the player's mutes.
func (v inviting) doAtNodeOf(ctx context.Context, name string, request lobby.Request) (any, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	node := v.node.rooms.NodeOf(name)
	if op, is := request.Op.(lobby.Invite); node == "" && is {
		return lobby.Nothing{}, v.inviteAtHome(ctx, request, op)
	}
	if node == "" {
		return v.home.Do(ctx, request)
	}
	var answer any
	stay, leave, err := v.at(ctx, node)
	if err == nil {
		answer, err = stay.Do(ctx, request)
		leave()
	}
	if v.node.elsewhere(node, err) || errors.Is(err, lobby.ErrNoAnswer) {
		err = prose.Because(err, "{name} cannot be reached right now. Try again in a moment.", prose.Name(lobby.CleanText(name, v.node.rooms.Limits().NameCells)))
	}
	return answer, err
}

// inviteAtHome invites a player of this node to a room on any node. The room's node checks that the inviter is in it.
func (v inviting) inviteAtHome(ctx context.Context, request lobby.Request, op lobby.Invite) error {
	read := lobby.ParseCode(op.Code)
	if len(read) != lobby.CodeLength || v.node.has(ShardOf(read)) {
		_, err := v.home.Do(ctx, request)
		return err
	}
	own, is := v.home.(resident)
	if !is {
		return errNotInvite
	}
	shown, err := v.look(ctx, lobby.Look{Code: read})
	if err != nil {
		return err
	}
	return own.InviteTo(ctx, request, shown)
}

// challenge performs lobby.Challenge. If a player at another node cannot be invited, the new room is closed.
func (v inviting) challenge(ctx context.Context, request lobby.Request, op lobby.Challenge) (lobby.Handle, error) {
	if v.node.rooms.NodeOf(op.Name) == "" {
		return v.here(lobby.AnswerTo[lobby.Handle](ctx, v.home, request))
	}
	inner, err := lobby.AnswerTo[lobby.Handle](ctx, v.home, lobby.Request{ID: request.ID, Op: lobby.Create{Plan: op.Plan}})
	if err != nil {
		return nil, err
	}
	made, code := v.keepRoom(v.ownHandle(inner))
	if code == "" {
		err = errNotInvite
	} else {
		_, err = v.doAtNodeOf(ctx, op.Name, lobby.Request{ID: request.ID, Op: lobby.Invite{Name: op.Name, Code: code}})
	}
	if err != nil {
		_ = lobby.Perform(ctx, made, lobby.Leave{}) // otherwise the room sees a disconnect
		made.Close()
		return nil, err
	}
	return made, nil
}

// accept performs lobby.Accept for a room on any node.
func (v inviting) accept(ctx context.Context, op lobby.Accept) (lobby.Handle, error) {
	own, is := v.home.(resident)
	if !is {
		return v.here(lobby.Ask(ctx, v.home, op))
	}
	invites, waited := own.Answer(op.Call)
	if !waited {
		return nil, errTooLate
	}
	handle, err := v.enterRoom(ctx, lobby.Join{Code: invites.Room})
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := v.enterRoom(ctx, lobby.Watch{Code: invites.Room}); watchErr == nil {
		return handle, nil
	}
	return nil, err
}

// decline performs lobby.Decline. An inviter at another node is notified there without waiting for the result.
func (v inviting) decline(ctx context.Context, op lobby.Decline) error {
	own, is := v.home.(resident)
	if !is {
		return lobby.Perform(ctx, v.home, op)
	}
	answer, node, err := own.Declines(op.Call)
	if err != nil || node == "" {
		return err
	}
	v.node.work.Go(func() { //nolint:contextcheck // it outlives the one who declines
		ctx, cancel := context.WithTimeout(v.node.running, askTime)
		defer cancel()
		there, err := v.node.lobbyAt(ctx, node)
		if err == nil {
			err = there.Declined(ctx, answer)
		}
		if err != nil {
			v.node.log.Debug("cannot report a declined invitation to another node", "node", node, "err", err)
		}
	})
	return nil
}
