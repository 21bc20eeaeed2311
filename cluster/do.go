package cluster

import (
	"context"

	"parlor/lobby"
)

// Do implements lobby.Doer. What concerns other nodes is done here, and all else by the
// lobby of this process.
func (v *session) Do(ctx context.Context, request lobby.Request) (any, error) {
	switch op := request.Op.(type) {
	case lobby.Create:
		return v.open(ctx, op)
	case lobby.Join:
		return v.comeTo(ctx, op)
	case lobby.Watch:
		return v.comeTo(ctx, op)
	case lobby.Look:
		return v.look(ctx, op)
	case lobby.Quick:
		return v.quick(ctx, op)
	case lobby.FindOpponent:
		return v.findOpponent(ctx, op)
	case lobby.Return:
		return v.goBack(ctx)
	case lobby.Challenge:
		return v.challenge(ctx, op)
	case lobby.Accept:
		return v.accept(ctx, op)
	case lobby.OpenGameNight:
		return v.openNight(ctx, op)
	case lobby.JoinGameNight:
		return v.joinNight(ctx, op)
	case lobby.WatchGameNight:
		return v.watchNight(ctx, op)
	case lobby.CurrentGameNight:
		return v.currentNight(ctx)
	}
	return v.doAmongPeople(ctx, request)
}

// codeOf is the code of the room or night that an operation is about, which has one.
func codeOf(op any) string {
	o, _ := lobby.FindOperation(op)
	return o.Code(op)
}

// doAmongPeople does what concerns people at other nodes, or what these know of the visitor.
func (v *session) doAmongPeople(ctx context.Context, request lobby.Request) (any, error) {
	if o, _ := lobby.FindOperation(request.Op); o.Player != nil {
		return v.doAtNodeOf(ctx, o.Player(request.Op), request)
	}
	switch op := request.Op.(type) {
	case lobby.Show:
		v.turnTo(ctx, op)
		return lobby.Nothing{}, nil
	case lobby.Peek:
		return v.peek(ctx, op)
	case lobby.Decline:
		return lobby.Nothing{}, v.decline(ctx, op)
	case lobby.SendReport:
		return lobby.Nothing{}, v.report(ctx, op)
	case lobby.Mute:
		return lobby.Nothing{}, v.mute(ctx, op)
	case lobby.ExportData:
		return v.export(ctx, op)
	case lobby.DeleteAccount:
		return lobby.Nothing{}, v.deleteAccount(ctx)
	}
	return v.Session.Do(ctx, request)
}
