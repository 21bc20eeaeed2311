package cluster

import (
	"context"

	"parlor/lobby"
)

// rivals is the shard whose node has all those wait who look for a rated match in a game.
func rivals(game string) Shard { return ShardOf("rivals/" + game) }

// HasRivals reports whether this node is the one where people wait for a rated match in a
// game.
func (p *placement) HasRivals(game string) bool { return p.has(rivals(game)) }

// findOpponent does lobby.FindOpponent: whoever looks for a rated match in a game waits at the
// same node, wherever they are, and at the next one where that is another one meanwhile.
func (v *session) findOpponent(ctx context.Context, op lobby.FindOpponent) (handle lobby.Handle, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(v.over, cancel)() //nolint:contextcheck // whichever of both ends first
	err = v.node.atShard(ctx, rivals(op.Game), func(node string) error {
		first, err := enter[lobby.Update](ctx, v, node, op)
		if err == nil {
			handle = v.keep(first)
		}
		return err
	})
	return handle, err
}
