package cluster

import (
	"context"

	"parlor/lobby"
)

// roomAccess performs a session's operations that open a room's handle, at any node.
type roomAccess struct{ *sessions }

// open performs a request that creates a room at this node or, if this one may own no shards, at another.
func (v roomAccess) open(ctx context.Context, request lobby.Request) (lobby.Handle, error) {
	node := v.node.creator()
	if node == v.node.config.Self.Name {
		return v.here(lobby.AnswerTo[lobby.Handle](ctx, v.home, request))
	}
	ctx, cancel := v.within(ctx)
	defer cancel()
	first, err := enter[lobby.Update, lobby.Handle](ctx, v.sessions, node, request)
	if err != nil {
		return nil, err
	}
	return v.keep(first), nil
}

// enterRoom is like enterAnywhere, with the timeout for players.
func (v roomAccess) enterRoom(ctx context.Context, op lobby.Returns[lobby.Handle]) (lobby.Handle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	got, err := enterAnywhere[lobby.Update](ctx, v.sessions, op)
	if err != nil {
		return nil, err
	}
	return v.keep(got), nil
}

// pair performs lobby.FindOpponent and lobby.PlaySeeker. All players of a game wait at the same node, and move to the
// next one if its shard moves.
func (v roomAccess) pair(ctx context.Context, request lobby.Request, game string) (handle lobby.Handle, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(v.over, cancel)() //nolint:contextcheck // whichever of both ends first
	err = v.node.atShard(ctx, matchmakingShard(game), func(node string) error {
		first, err := enter[lobby.Update, lobby.Handle](ctx, v.sessions, node, request)
		if err == nil {
			handle = v.keep(first)
		}
		return err
	})
	return handle, err
}

// look performs lobby.Look, lobby.LookAtTable and lobby.LookAtMatch.
func (v roomAccess) look(ctx context.Context, op lobby.Returns[lobby.Update]) (seen lobby.Update, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	err = v.node.at(ctx, codeOf(op), func(node string) error {
		stay, leave, err := v.at(ctx, node)
		if err != nil {
			return err
		}
		defer leave()
		seen, err = lobby.Ask(ctx, stay, op)
		return err
	})
	return seen, err
}

// quickTries is how many rooms quick play tries before it creates one.
const quickTries = 8

// quick performs lobby.QuickPlay among the rooms of all nodes. It skips rooms that are full by now or whose node does
// not answer.
func (v roomAccess) quick(ctx context.Context, request lobby.Request, op lobby.QuickPlay) (lobby.Handle, error) {
	open := v.node.rooms.Open(v.who.ID, op.Plan)
	for _, code := range open[:min(quickTries, len(open))] {
		if handle, err := v.tryJoin(ctx, code); err == nil {
			return handle, nil
		}
	}
	return v.open(ctx, request)
}

// tryJoin performs lobby.Join if the room answers at once.
func (v roomAccess) tryJoin(ctx context.Context, code string) (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return v.enterRoom(ctx, lobby.Join{Code: code})
}

// returnAnywhere performs lobby.Return at one node after the other, this one first.
func (v roomAccess) returnAnywhere(ctx context.Context) (handle lobby.Handle, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if !v.search(ctx, func() (found, all bool) {
		handle, all = v.returnNow(ctx)
		return handle != nil, all
	}) {
		return nil, lobby.ErrNoMatch
	}
	return handle, nil
}

// returnNow asks every node once and reports whether all have answered. The handle is nil if no
// node has a seat for the player.
func (v roomAccess) returnNow(ctx context.Context) (handle lobby.Handle, all bool) {
	if inner, err := lobby.Ask(ctx, v.home, lobby.Return{}); err == nil {
		handle, _ := v.here(inner, nil) // fails only if there is no seat
		return handle, true
	}
	all = v.node.isSettled()
	for _, node := range v.node.Members() {
		if node == v.node.config.Self.Name {
			continue
		}
		if v.node.isAbsent(node) { // its rooms belong to others now or soon
			all = false
			continue
		}
		handle, err := v.returnTo(ctx, node)
		if handle != nil {
			return handle, true
		}
		all = all && err == nil
	}
	return nil, all
}

// returnTo performs lobby.Return at another node. It returns nil if the node has no seat for the
// player, and an error if the node does not answer.
func (v roomAccess) returnTo(ctx context.Context, node string) (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stay, leave, err := v.at(ctx, node)
	if err != nil {
		return nil, err
	}
	inner, err := lobby.Ask(ctx, stay, lobby.Return{})
	if err != nil {
		leave()
		return nil, ctx.Err()
	}
	return v.keep(&nodeRoom{HandleOf: inner, node: node, leave: leave}), nil
}

// here returns a handle that starts with a handle of the lobby in this process.
func (v roomAccess) here(inner lobby.Handle, err error) (lobby.Handle, error) {
	if err != nil {
		return nil, err
	}
	return v.keep(v.ownHandle(inner)), nil
}

// ownHandle returns a nodeRoom of the lobby in this process.
func (v roomAccess) ownHandle(inner lobby.Handle) *nodeRoom {
	return &nodeRoom{HandleOf: inner, node: v.node.config.Self.Name, leave: func() {}}
}

// keep returns a handle that starts with a nodeRoom.
func (v roomAccess) keep(first *nodeRoom) lobby.Handle {
	handle, _ := v.keepRoom(first)
	return handle
}

// keepRoom is like keep, but also returns the code of the room, or "" if no update was available at once.
func (v roomAccess) keepRoom(first *nodeRoom) (kept lobby.Handle, code string) {
	reader := &roomReader{sessions: v.sessions, said: chatSequence(), noted: noteSequence()}
	h := newHandle(v.sessions, first, reader, lobby.NewUpdateSlot)
	code = reader.last.Code
	v.node.work.Go(h.carry)
	return h, code
}
