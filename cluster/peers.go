package cluster

import (
	"context"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
	"parlor/prose"
)

// dialTime bounds how long a connection to another node takes to make.
const dialTime = 3 * time.Second

// errAway is why somebody does not come to a room whose node does not answer.
var errAway = prose.Refuse("The machine that has this room does not answer. Try again in a moment.")

// peer is another node, with the one connection to it.
type peer struct {
	address string
	speaks  int // newest version of what goes between nodes
	// line holds the lobby at the other end, nil while there is none. Whoever takes it
	// out may connect, and puts it back.
	line chan *remote.Lobby
	over context.Context //nolint:containedctx // of the peer: until close
	stop context.CancelFunc
}

// lobbyAt is the lobby of another node, to which it connects where that has to be.
func (n *Node) lobbyAt(ctx context.Context, name string) (*remote.Lobby, error) {
	one := n.peerNamed(name)
	if one == nil {
		return nil, errAway
	}
	select {
	case l := <-one.line:
		l, err := n.connected(ctx, one, l)
		one.line <- l
		return l, err
	case <-ctx.Done():
		return nil, lobby.NotAsked(ctx.Err())
	}
}

// peerNamed is another node that lives; nil where none of that name does.
func (n *Node) peerNamed(name string) *peer {
	n.mu.Lock()
	defer n.mu.Unlock()
	member, lives := n.members[name]
	if !lives || n.running.Err() != nil {
		return nil
	}
	one := n.peers[name]
	if one == nil {
		one = &peer{address: member.Peer, speaks: member.speaks(), line: make(chan *remote.Lobby, 1)}
		one.over, one.stop = context.WithCancel(n.running)
		one.line <- nil
		n.peers[name] = one
	}
	return one
}

// connected is the lobby at the other end of a connection that lasts: of the one that
// there is, or of another one.
func (n *Node) connected(ctx context.Context, one *peer, l *remote.Lobby) (*remote.Lobby, error) {
	if l != nil && l.Err() == nil {
		return l, nil
	}
	if one.over.Err() != nil {
		return nil, errAway
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	defer context.AfterFunc(one.over, cancel)() //nolint:contextcheck // whichever of both ends first
	conn, err := n.config.Dial(ctx, one.address)
	if err == nil {
		l, err = remote.ConnectBy(ctx, conn, min(n.config.Protocol, one.speaks), n.config.Games, n.config.Settings)
	}
	if err != nil {
		n.log.Debug("another node does not answer", "at", one.address, "err", err)
		return nil, &lobby.Fault{Told: errAway, Cause: err}
	}
	return l, nil
}

// close ends the connection, and with it the holds on rooms of that node.
func (p *peer) close() {
	p.stop()
	if l := <-p.line; l != nil {
		l.Close()
	}
	p.line <- nil
}
