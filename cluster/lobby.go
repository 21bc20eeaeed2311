package cluster

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
)

const (
	// findTime bounds how long somebody who goes to a room waits for it to have a node.
	findTime = 10 * time.Second
	// moveTime bounds how long a hold looks for a room that has moved.
	moveTime = 30 * time.Second
	// askTime bounds what is asked of each other node in turn.
	askTime = 2 * time.Second
)

// Lobby is the lobby of all nodes, as a session of this one meets it. It is for a node
// that has started.
func (n *Node) Lobby() lobby.Lobby { return everywhere{n.rooms, n} }

// everywhere is the lobby of this process, with the rooms of all.
type everywhere struct {
	lobby.Lobby
	node *Node
}

// Has implements lobby.Lobby.
func (e everywhere) Has(ctx context.Context, who lobby.Identity, code string) (there bool) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	err := e.node.at(ctx, code, func(node string) error {
		if node == e.node.config.Self.Name {
			there = e.Lobby.Has(ctx, who, code)
			return nil
		}
		l, err := e.node.lobbyAt(ctx, node)
		if err == nil {
			there = l.Has(ctx, who, code)
		}
		return err
	})
	return there && err == nil
}

// Enter implements lobby.Lobby.
func (e everywhere) Enter(ctx context.Context, who lobby.Identity) (lobby.Visit, error) {
	home, err := e.Lobby.Enter(ctx, who)
	if err != nil {
		return nil, err
	}
	return newVisit(e.node, home, who), nil
}

// at has something done at the node that has the room of a code, and again where that
// has moved meanwhile, until ctx ends. What is no code has this node.
func (n *Node) at(ctx context.Context, code string, do func(node string) error) error {
	code = lobby.ReadCode(code)
	if len(code) != lobby.CodeLength {
		return do(n.config.Self.Name)
	}
	return n.atShard(ctx, ShardOf(code), do)
}

// atShard has something done at the node that has a shard, as at does.
func (n *Node) atShard(ctx context.Context, shard Shard, do func(node string) error) error {
	for {
		node, changed := n.find(shard)
		if node != "" {
			err := do(node)
			if !n.elsewhere(node, err) {
				return err
			}
		}
		timer := time.NewTimer(tryPace)
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return lobby.NotAsked(ctx.Err())
		}
		timer.Stop()
	}
}

// find is the node at which the rooms of a shard are to be found now, empty for none
// yet, and what is closed when that may have changed.
func (n *Node) find(shard Shard) (node string, changed <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	node = n.spread.of(shard)
	if node == n.config.Self.Name && !n.open[shard] {
		node = ""
	}
	return node, n.changed
}

// maker is the node at which somebody who is here makes a room: this one, unless it is
// to have none because others know newer rules.
func (n *Node) maker() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	self := n.config.Self.Name
	if own, lives := n.members[self]; !lives || own.Leaving || n.spread == nil || slices.Contains(n.nodes, self) {
		return self
	}
	return n.spread.of(ShardOf(lobby.DrawCode()))
}

// elsewhere reports whether an answer of a node means that its room is to be looked for
// again: it has moved, or the node is gone.
func (n *Node) elsewhere(node string, err error) bool {
	if errors.Is(err, lobby.ErrMoved) || errors.Is(err, lobby.ErrClaimed) || errors.Is(err, lobby.ErrSequence) {
		return true
	}
	return node != n.config.Self.Name && (errors.Is(err, remote.ErrCut) || errors.Is(err, errAway) || errors.Is(err, lobby.ErrStopping))
}

// stopsAt is when this process stops at the latest; zero where that is not known.
func (n *Node) stopsAt() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ends
}
