package cluster

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/prose"
)

var (
	errTooLate   = prose.Refuse("That invitation has expired, or its room has closed.")
	errNotInvite = prose.Refuse("You cannot invite anybody from here just now. Try again in a moment.")
)

// Invite implements lobby.Company: somebody at another node is asked there, as whoever
// is muted by whom is known there.
func (v *visit) Invite(ctx context.Context, name, code string) error {
	ctx, cancel := v.within(ctx)
	defer cancel()
	node := v.node.rooms.NodeOf(name)
	if node == "" {
		return v.inviteHere(ctx, name, code)
	}
	stay, leave, err := v.stay(ctx, node)
	if err == nil {
		err = stay.Invite(ctx, name, code)
		leave()
	}
	if v.node.elsewhere(node, err) || errors.Is(err, lobby.ErrNoAnswer) {
		return prose.Because(err, "{name} cannot be reached just now. Try again in a moment.", prose.Name(lobby.CleanText(name, v.node.rooms.Limits().NameCells)))
	}
	return err
}

// inviteHere invites somebody who is at this node, to a room of whatever node, which
// says whether the visitor is in it.
func (v *visit) inviteHere(ctx context.Context, name, code string) error {
	read := lobby.ReadCode(code)
	if len(read) != lobby.CodeLength || v.node.has(ShardOf(read)) {
		return v.Visit.Invite(ctx, name, code)
	}
	own, is := v.Visit.(resident)
	if !is {
		return errNotInvite
	}
	shown, err := v.Look(ctx, read)
	if err != nil {
		return err
	}
	return own.InviteTo(ctx, name, shown)
}

// Challenge implements lobby.Company. Where somebody at another node is not to be
// invited, the room that was made closes again.
func (v *visit) Challenge(ctx context.Context, name string, plan lobby.Plan) (lobby.Handle, error) {
	if v.node.rooms.NodeOf(name) == "" {
		return v.here(v.Visit.Challenge(ctx, name, plan))
	}
	inner, err := v.Visit.Create(ctx, plan)
	if err != nil {
		return nil, err
	}
	made := v.keep(&hold{Handle: inner, node: v.node.config.Self.Name, leave: func() {}})
	if made.first == "" {
		err = errNotInvite
	} else {
		err = v.Invite(ctx, name, made.first)
	}
	if err != nil {
		_ = lobby.Give(ctx, made, lobby.Leave{}) // else it is left as by a hang-up
		made.Close()
		return nil, err
	}
	return made, nil
}

// Accept implements lobby.Company, to a room of whatever node.
func (v *visit) Accept(ctx context.Context, call uint64) (lobby.Handle, error) {
	own, is := v.Visit.(resident)
	if !is {
		return v.here(v.Visit.Accept(ctx, call))
	}
	invites, waited := own.Answer(call)
	if !waited {
		return nil, errTooLate
	}
	handle, err := v.Join(ctx, invites.Room)
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := v.Watch(ctx, invites.Room); watchErr == nil {
		return handle, nil
	}
	return nil, err
}

// Decline implements lobby.Company: whoever invited from another node is told there, if
// it answers. Nobody waits for that.
func (v *visit) Decline(ctx context.Context, call uint64) error {
	own, is := v.Visit.(resident)
	if !is {
		return v.Visit.Decline(ctx, call)
	}
	answer, node, err := own.Declines(call)
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
			v.node.log.Debug("somebody at another node is not told that their invitation was declined", "node", node, "err", err)
		}
	})
	return nil
}
