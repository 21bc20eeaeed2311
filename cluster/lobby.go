package cluster

import (
	"context"

	"parlor/lobby"
)

// Lobby returns the cluster-wide lobby for sessions of this node. The node must have started.
func (n *Node) Lobby() lobby.Lobby { return clusterLobby{n.rooms, n.router} }

// clusterLobby is the lobby of this process with the rooms of all nodes.
type clusterLobby struct {
	lobby.Lobby
	node *router
}

// Has implements lobby.Lobby.
func (e clusterLobby) Has(ctx context.Context, who lobby.Identity, code string) (there bool) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	err := e.node.at(ctx, code, func(node string) error {
		if node == e.node.self {
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
func (e clusterLobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	home, err := e.Lobby.Enter(ctx, who)
	if err != nil {
		return nil, err
	}
	return newClusterSession(e.node, home, who), nil
}
