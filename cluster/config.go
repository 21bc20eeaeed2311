package cluster

import (
	"context"
	"log/slog"
	"net"

	"parlor/budget"
	"parlor/cluster/stream"
	"parlor/engine"
	"parlor/lobby"
)

// Config is what a node is made of.
type Config struct {
	Self       Member
	Games      []engine.Game
	Settings   []lobby.Setting // what a host may choose about a room; nil is lobby.RoomSettings
	Format     int             // version of what rooms in this process write down
	Protocol   int             // newest version of what goes between nodes that this one speaks; 0 is remote.Protocol
	Claims     Claims
	Membership Membership
	// Dial connects to another node by its Member.Peer; both ends have proved to each
	// other that they are nodes of this cluster.
	Dial func(ctx context.Context, address string) (net.Conn, error)
	// Backups gives what this node keeps of people to others that begin with it; nil
	// where it does not.
	Backups *stream.Giver
	Log     *slog.Logger // nil discards
}

// Rooms are the lobby in this process, as a node needs it.
type Rooms interface {
	lobby.Lobby
	lobby.ChangeFeed
	lobby.DeclineNotifier
	// ApplyChanges applies the changes of another node, and ForgetNode removes its rooms
	// and people.
	ApplyChanges(node string, news lobby.Changes)
	ForgetNode(node string)
	// Open returns the codes of rooms, at any node, in which quick play may find a seat for
	// a player, best first.
	Open(id string, wanted lobby.Plan) []string
	// NodeOf returns the other node at which the player with a name is. It returns "" if the
	// player is at this node or at none.
	NodeOf(name string) string
	// Budget returns the rate limits of this process.
	Budget() *budget.Budget
	// Adopt lists the rooms of headers, whose journal is this process's now.
	Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error)
	// Release ends rooms in this process, with lobby.ErrMoved for those in them, and
	// returns once none of them writes any more.
	Release(ctx context.Context, moves func(code string) bool) error
}
