// Package cluster makes one lobby of several processes, its nodes, each of which owns some of the rooms. It does not
// know where rooms are stored or where nodes are listed: that is behind the Claims and the Membership it is given.
//
// # Ownership
//
// Rooms are assigned to shards by their codes. Every node computes which live node is to own which shard (rendezvous
// hashing), so that a node that joins or leaves moves no shard between others. A node claims its shards once no live
// node owns them, and then has their rooms; when a shard is no longer to be its own, it closes the rooms and releases
// the shard. If two nodes disagree for a moment, only the last claimant can write, so a disagreement costs time and
// nothing else.
//
// Nodes ping each other and publish which nodes they miss. A node missed by a majority is to own no shards until it
// answers again, so a dead or paused node is found long before its lease ends. All nodes read the same list, so they
// agree even if two cannot reach each other.
//
// # Sessions
//
// A session runs on the node to which its client connected, and never moves. Node.Lobby is the lobby as that session
// sees it: rooms of this node are those of the lobby in this process; for others there is a connection to their node,
// over which nothing is sent but what that player is shown. A handle finds its room again after a move: updates and
// requests continue through the same handle, and a request with an unknown outcome is repeated under its ID. So is a
// request to find an opponent; other requests to a session keep their caller's ID on the way to the node that does
// them.
//
// # Game nights and matchmaking
//
// A game night belongs to the shard of its code, and so do the rooms of its tables. They move together, and only the
// shard's owner stores them. All players who look for a rated match in a game wait in the lobby of the node that owns
// the shard of that game.
//
// # The lobby
//
// Each node follows the lobby changes of every other one (lobby.ChangeFeed) and lists them with its own: public rows,
// each sent once however often it has changed, and everything if the cursor is no longer known. The rows of a node
// vanish when it leaves the membership or most others miss it.
//
// Account data is the same at all nodes, by package cluster/stream. Everything else is local to a node.
package cluster
