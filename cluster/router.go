package cluster

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
)

const (
	// findTime bounds how long somebody who goes to a room waits for it to have a node.
	findTime = 10 * time.Second
	// moveTime bounds how long a handle looks for a room that has moved.
	moveTime = 30 * time.Second
)

// router finds the node that has a room, and reaches it.
type router struct {
	*lifecycle
	*placement
	*connections
	*occupancy
	rooms Rooms // the lobby in this process
}

// at has something done at the node that has the room of a code, and again where that
// has moved meanwhile, until ctx ends. What is no code has this node.
func (r *router) at(ctx context.Context, code string, do func(node string) error) error {
	code = lobby.ParseCode(code)
	if len(code) != lobby.CodeLength {
		return do(r.self)
	}
	return r.atShard(ctx, ShardOf(code), do)
}

// atShard has something done at the node that has a shard, as at does.
func (r *router) atShard(ctx context.Context, shard Shard, do func(node string) error) error {
	for {
		node, changed := r.find(shard)
		if node != "" {
			err := do(node)
			if !r.elsewhere(node, err) {
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

// elsewhere reports whether an answer of a node means that its room is to be looked for
// again: it has moved, or the node is gone.
func (r *router) elsewhere(node string, err error) bool {
	if errors.Is(err, lobby.ErrMoved) || errors.Is(err, lobby.ErrClaimed) || errors.Is(err, lobby.ErrSequence) {
		return true
	}
	return node != r.self && (errors.Is(err, remote.ErrCut) || errors.Is(err, errUnreachable) || errors.Is(err, lobby.ErrStopping))
}
