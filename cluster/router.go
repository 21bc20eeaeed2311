package cluster

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
)

const (
	// findTime bounds how long a request waits for a room to have a node.
	findTime = 10 * time.Second
	// moveTime bounds how long a handle looks for a room that has moved.
	moveTime = 30 * time.Second
)

// router finds the node that has a room, and reaches it.
type router struct {
	*lifecycle
	*placement
	*connections
	*stopTime
	rooms Rooms // the lobby in this process
}

// at calls do with the node that has the room of a code, and again if the room has moved meanwhile, until ctx ends.
// For an invalid code it calls do with this node.
func (r *router) at(ctx context.Context, code string, do func(node string) error) error {
	code = lobby.ParseCode(code)
	if len(code) != lobby.CodeLength {
		return do(r.self)
	}
	return r.atShard(ctx, ShardOf(code), do)
}

// atShard is like at, for a shard.
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

// elsewhere reports whether an answer means that the room must be looked up again, because it has moved or the node
// is gone.
func (r *router) elsewhere(node string, err error) bool {
	if errors.Is(err, lobby.ErrMoved) || errors.Is(err, lobby.ErrClaimed) || errors.Is(err, lobby.ErrSequence) {
		return true
	}
	return node != r.self && (errors.Is(err, remote.ErrCut) || errors.Is(err, errUnreachable) || errors.Is(err, lobby.ErrStopping))
}
