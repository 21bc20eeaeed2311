package cluster

import (
	"context"

	"parlor/lobby"
)

// clusterSession implements lobby.Session. The lobby of this process does all that does not concern other nodes.
type clusterSession struct {
	lobby.Session // in the lobby of this process
	sessions      *sessions
	rooms         roomAccess
	nights        nightAccess
	invitations   inviting
	own           ownRooms
	data          personData
}

func newClusterSession(node *router, home lobby.Session, who lobby.Identity) *clusterSession {
	p := newSessions(node, home, who)
	rooms := roomAccess{p}
	return &clusterSession{home, p, rooms, nightAccess{p}, inviting{rooms}, ownRooms{sessions: p}, personData{p}}
}

// Close implements lobby.Session.
func (v *clusterSession) Close() { v.sessions.closeAll() }

// Do implements lobby.Doer. It handles what concerns other nodes and passes on everything else to the lobby of this
// process.
func (v *clusterSession) Do(ctx context.Context, request lobby.Request) (any, error) {
	switch op := request.Op.(type) {
	case lobby.Create:
		return v.rooms.open(ctx, request)
	case lobby.Join:
		return v.rooms.enterRoom(ctx, op)
	case lobby.Watch:
		return v.rooms.enterRoom(ctx, op)
	case lobby.Look:
		return v.rooms.look(ctx, op)
	case lobby.LookAtTable:
		return v.rooms.look(ctx, op)
	case lobby.LookAtMatch:
		return v.rooms.look(ctx, op)
	case lobby.QuickPlay:
		return v.rooms.quick(ctx, request, op)
	case lobby.FindOpponent:
		return v.rooms.pair(ctx, request, op.Game)
	case lobby.PlaySeeker:
		return v.rooms.pair(ctx, request, op.Game)
	case lobby.Return:
		return v.rooms.returnAnywhere(ctx)
	case lobby.Challenge:
		return v.invitations.challenge(ctx, request, op)
	case lobby.Accept:
		return v.invitations.accept(ctx, op)
	case lobby.OpenGameNight:
		return v.nights.openNight(ctx, request)
	case lobby.JoinGameNight:
		return v.nights.joinNight(ctx, op)
	case lobby.WatchGameNight:
		return v.nights.watchNight(ctx, op)
	case lobby.CurrentGameNight:
		return v.nights.currentNight(ctx)
	}
	return v.doAmongPeople(ctx, request)
}

// doAmongPeople handles requests about players at other nodes, or about data that other nodes have of this player.
func (v *clusterSession) doAmongPeople(ctx context.Context, request lobby.Request) (any, error) {
	if o, _ := lobby.FindOperation(request.Op); o.Player != nil {
		return v.invitations.doAtNodeOf(ctx, o.Player(request.Op), request)
	}
	switch op := request.Op.(type) {
	case lobby.Show:
		v.own.show(ctx, op)
		return lobby.Nothing{}, nil
	case lobby.Peek:
		return v.own.peek(ctx, op)
	case lobby.Decline:
		return lobby.Nothing{}, v.invitations.decline(ctx, op)
	case lobby.SendReport:
		return lobby.Nothing{}, v.data.report(ctx, request)
	case lobby.Mute:
		return lobby.Nothing{}, v.data.mute(ctx, op)
	case lobby.ExportData:
		return v.data.export(ctx, op)
	case lobby.DeleteAccount:
		return lobby.Nothing{}, v.data.deleteAccount(ctx)
	}
	return v.Session.Do(ctx, request)
}
