package cluster

import (
	"context"
	"log/slog"
	"net"

	"parlor/cluster/stream"
	"parlor/engine"
	"parlor/lobby"
	"parlor/ratelimit"
)

// Config configures a node.
type Config struct {
	Self       Member
	Games      []engine.Game
	Settings   []lobby.Setting // settings of a room that a host may choose; nil means lobby.RoomSettings
	Format     int             // version of the journal format that rooms in this process write
	Protocol   int             // newest protocol version spoken with other nodes; 0 means remote.Protocol
	Claims     Claims
	Membership Membership
	// Dial connects to the Member.Peer address of another node. Both ends must have authenticated each other as nodes
	// of this cluster.
	Dial func(ctx context.Context, address string) (net.Conn, error)
	// Listener, if not nil, accepts connections of other nodes, which must have authenticated themselves. The node
	// closes it.
	Listener net.Listener
	// Fit, if not nil, returns an error if other nodes would refuse the certificate of this one now.
	Fit func() error
	// Backups, if not nil, serves backups of this node's account data to joining nodes.
	Backups *stream.BackupServer
	// Operator, if not nil, takes over connections with requests of operators at other nodes. It must not block for
	// long.
	Operator func(net.Conn)
	Log      *slog.Logger // nil discards
}

// Rooms is the part of the lobby in this process that a node uses.
type Rooms interface {
	lobby.Lobby
	lobby.ChangeFeed
	lobby.DeclineNotifier
	// ApplyChanges applies changes of another node's lobby, and ForgetNode forgets its rooms and people.
	ApplyChanges(node string, news lobby.Changes)
	ForgetNode(node string)
	// Open returns codes of rooms on any node that quick play may try for a person, the best first.
	Open(id string, wanted lobby.Plan) []string
	// NodeOf returns the other node in whose lobby the named person is, or "" if there is none.
	NodeOf(name string) string
	// RateLimits returns the rate limits of this process.
	RateLimits() *ratelimit.Limiter
	// Adopt lists rooms whose journal this process now owns.
	Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error)
	// Release closes rooms in this process with lobby.ErrMoved, and returns once none of them
	// writes to the journal.
	Release(ctx context.Context, moves func(code string) bool) error
}
