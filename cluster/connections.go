package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlor/internal/certs"
	"parlor/internal/lograte"
	"parlor/lobby"
	"parlor/lobby/remote"
	"parlor/prose"
)

// dialTime bounds connecting to another node.
const dialTime = 3 * time.Second

// errUnreachable is returned to a player whose room is on a node that does not answer.
var errUnreachable = prose.Refuse("The node that runs this room is not responding. Try again in a moment.")

var errUpgrading = prose.Refuse("That is not possible during a server upgrade.")

// forPlayers converts an error of another node to the error to show to players.
func forPlayers(err error) error {
	if errors.Is(err, remote.ErrNotSupported) {
		return &lobby.Fault{Told: errUpgrading, Cause: err}
	}
	return err
}

// peer is another node and the connection to it.
type peer struct {
	name    string
	address string
	speaks  int // newest protocol version
	// line holds the client of the connection, nil if there is none. A goroutine that has received it may connect,
	// and must send a client back.
	line chan *remote.Lobby
	over context.Context //nolint:containedctx // of the peer: until close
	stop context.CancelFunc
}

// failure is why connections to another node have failed.
type failure struct {
	name, address string
	err           error
}

// newFailures returns a limiter that logs failed connections to other nodes: a line at once, and then one a minute.
func newFailures(l *lifecycle) *lograte.Limiter[string, failure] {
	return lograte.New[string](maxPeers, func(last failure, times int) {
		l.log.Warn("another node cannot be reached", "node", last.name, "at", last.address, "times", times, "err", last.err)
	}, func(times int) {
		l.log.Warn("more nodes cannot be reached", "times", times)
	})
}

// causeOf returns the cause of an error without what is said to players.
func causeOf(err error) error {
	if fault := (*lobby.Fault)(nil); errors.As(err, &fault) && fault.Cause != nil {
		return certs.Explain(fault.Cause)
	}
	return err
}

// connections holds one connection to each other node.
type connections struct {
	*lifecycle
	*placement
	failures *lograte.Limiter[string, failure] // of connections to other nodes, by name

	mu    sync.Mutex // locked before the placement's lock
	peers map[string]*peer
}

// lobbyAt returns the lobby of another node, connecting if needed.
func (c *connections) lobbyAt(ctx context.Context, name string) (*remote.Lobby, error) {
	one := c.peerNamed(name)
	if one == nil {
		return nil, errUnreachable
	}
	select {
	case l := <-one.line:
		l, err := c.connected(ctx, one, l)
		one.line <- l
		return l, err
	case <-ctx.Done():
		return nil, lobby.NotAsked(ctx.Err())
	}
}

// peerNamed returns a live node by name, or nil if there is none.
func (c *connections) peerNamed(name string) *peer {
	c.mu.Lock()
	defer c.mu.Unlock()
	member, lives := c.member(name)
	if !lives || c.running.Err() != nil {
		return nil
	}
	one := c.peers[name]
	if one == nil {
		one = &peer{name: name, address: member.Peer, speaks: member.speaks(), line: make(chan *remote.Lobby, 1)}
		one.over, one.stop = context.WithCancel(c.running)
		one.line <- nil
		c.peers[name] = one
	}
	return one
}

// cut closes the connections to nodes that have died, restarted or left. Callers that wait for an answer there look
// for their room again.
func (c *connections) cut(living map[string]Member, left map[string]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, one := range c.peers {
		if living[name].Peer != one.address || living[name].speaks() != one.speaks || left[name] {
			c.work.Go(one.close)
			delete(c.peers, name)
		}
	}
}

// closeAll closes all connections once the node has stopped.
func (c *connections) closeAll() {
	c.mu.Lock()
	peers := c.peers
	c.peers = map[string]*peer{}
	c.mu.Unlock()
	for _, one := range peers {
		one.close()
	}
}

// connected returns l if its connection still works, and else a new one.
func (c *connections) connected(ctx context.Context, one *peer, l *remote.Lobby) (*remote.Lobby, error) {
	if l != nil && l.Err() == nil {
		return l, nil
	}
	if one.over.Err() != nil {
		return nil, errUnreachable
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	defer context.AfterFunc(one.over, cancel)() //nolint:contextcheck // whichever of both ends first
	conn, err := c.config.Dial(ctx, one.address)
	if err == nil {
		l, err = remote.ConnectBy(ctx, conn, min(c.config.Protocol, one.speaks), c.config.Games, c.config.Settings)
	}
	if err != nil {
		if one.over.Err() == nil && !errors.Is(err, context.Canceled) {
			c.failures.Note(one.name, failure{one.name, one.address, certs.Explain(err)})
		}
		return nil, &lobby.Fault{Told: errUnreachable, Cause: err}
	}
	return l, nil
}

// close closes the connection and the handles opened over it.
func (p *peer) close() {
	p.stop()
	if l := <-p.line; l != nil {
		l.Close()
	}
	p.line <- nil
}
