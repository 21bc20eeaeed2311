package cluster

import (
	"context"

	"parlor/lobby"
)

// roomAccess does the operations of a session that end in a room, at whatever node.
type roomAccess struct{ *sessions }

// open does a request that makes a room at this node, or at another one if this node is to
// have none.
func (v roomAccess) open(ctx context.Context, request lobby.Request) (lobby.Handle, error) {
	node := v.node.maker()
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

// enterRoom is enterAnywhere within the time that a player waits.
func (v roomAccess) enterRoom(ctx context.Context, op lobby.Returns[lobby.Handle]) (lobby.Handle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	got, err := enterAnywhere[lobby.Update](ctx, v.sessions, op)
	if err != nil {
		return nil, err
	}
	return v.keep(got), nil
}

// findOpponent does lobby.FindOpponent: whoever looks for a rated match in a game waits at the
// same node, wherever they are, and at the next one where that is another one meanwhile.
func (v roomAccess) findOpponent(ctx context.Context, request lobby.Request, op lobby.FindOpponent) (handle lobby.Handle, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(v.over, cancel)() //nolint:contextcheck // whichever of both ends first
	err = v.node.atShard(ctx, matchmakingShard(op.Game), func(node string) error {
		first, err := enter[lobby.Update, lobby.Handle](ctx, v.sessions, node, request)
		if err == nil {
			handle = v.keep(first)
		}
		return err
	})
	return handle, err
}

// look does lobby.Look.
func (v roomAccess) look(ctx context.Context, op lobby.Look) (seen lobby.Update, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	err = v.node.at(ctx, op.Code, func(node string) error {
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

// quickTries is how many rooms quick play tries at most before it makes one.
const quickTries = 8

// quick does lobby.QuickPlay, among the rooms of all nodes. A room that has filled up
// meanwhile, or whose node does not answer, is passed over.
func (v roomAccess) quick(ctx context.Context, request lobby.Request, op lobby.QuickPlay) (lobby.Handle, error) {
	open := v.node.rooms.Open(v.who.ID, op.Plan)
	for _, code := range open[:min(quickTries, len(open))] {
		if handle, err := v.tryJoin(ctx, code); err == nil {
			return handle, nil
		}
	}
	return v.open(ctx, request)
}

// tryJoin does lobby.Join, if the room answers at once.
func (v roomAccess) tryJoin(ctx context.Context, code string) (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return v.enterRoom(ctx, lobby.Join{Code: code})
}

// goBack does lobby.Return, at one node after the other, this one first.
func (v roomAccess) goBack(ctx context.Context) (handle lobby.Handle, err error) {
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

// returnNow asks every node once, and reports whether all of them have answered; the
// handle is nil where none has anything for the visitor.
func (v roomAccess) returnNow(ctx context.Context) (handle lobby.Handle, all bool) {
	if inner, err := lobby.Ask(ctx, v.home, lobby.Return{}); err == nil {
		handle, _ := v.here(inner, nil) // which fails only where there is none
		return handle, true
	}
	all = v.node.isSettled()
	for _, node := range v.node.Members() {
		if node == v.node.config.Self.Name {
			continue
		}
		if v.node.isAbsent(node) { // its rooms are others', or will be in a moment
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

// returnTo does lobby.Return at another node; nil where that has nothing for the visitor, and
// an error where it does not answer.
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

// here returns a handle for one in the lobby of this process.
func (v roomAccess) here(inner lobby.Handle, err error) (lobby.Handle, error) {
	if err != nil {
		return nil, err
	}
	return v.keep(v.ownHandle(inner)), nil
}

// ownHandle is a nodeRoom in the lobby of this process.
func (v roomAccess) ownHandle(inner lobby.Handle) *nodeRoom {
	return &nodeRoom{HandleOf: inner, node: v.node.config.Self.Name, leave: func() {}}
}

// keep returns a handle that begins with a nodeRoom.
func (v roomAccess) keep(first *nodeRoom) lobby.Handle {
	handle, _ := v.keepRoom(first)
	return handle
}

// keepRoom is keep, and returns the code of the room, or nothing if it was not shown at once.
func (v roomAccess) keepRoom(first *nodeRoom) (kept lobby.Handle, code string) {
	reader := &roomReader{sessions: v.sessions, said: chatSequence(), noted: noteSequence()}
	h := newHandle(v.sessions, first, reader, lobby.NewUpdateSlot)
	code = reader.last.Code
	v.node.occupy(h.carry)
	return h, code
}
