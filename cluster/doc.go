// Package cluster makes one lobby of several processes, its nodes, each of which has
// some of the rooms. It knows of no place where rooms are kept, and of none where
// nodes are listed: those are the Claims and the Membership that it is given.
//
// # Who has a room
//
// Rooms are spread over shards by their codes. Of the nodes that live, every one works
// out by itself who is to have which shard (rendezvous hashing), so that one that comes
// or goes moves no other's. A node that is to have a shard claims it once nobody has it
// who lives, and then has its rooms; one that is to have it no longer ends its rooms
// there and gives it back. Where two believe for a moment that a shard is theirs, only
// who claimed it last can write: what they disagree about costs time, and nothing else.
//
// Nodes ask each other all the time whether they are there, and list whom they miss. A
// node that most others miss is to have no shards until it answers again: it is found
// dead, or standing still, long before its lease ends. As all nodes read the same list,
// they agree about it, also where two do not reach each other.
//
// # Who is where
//
// A session runs on the node where a person came in, and never moves. Node.Lobby is the
// lobby as that session meets it: rooms of this node are those of the lobby in this
// process, and to others it has a connection to the node that has them, over which
// nothing goes but what the person in question is shown. A handle of a room that moves
// finds it again: updates and requests go on through the same handle, and a request of
// which it is not known whether it was done is repeated under its ID. So is one to find an
// opponent; other requests to a session keep the ID of their caller on the way to the node
// that does them.
//
// # Game nights and rivals
//
// A game night belongs to the shard of its code, and so do the rooms of its tables: it
// goes with them, and is kept by the shard's owner alone. Those who look for a rated match
// in a game all wait in the lobby of one node, which has the shard of that game.
//
// # The lobby
//
// Each node asks every other one for the news of its lobby, and lists them
// of its own process (lobby.ChangeFeed): rows that everybody may read, once each however often
// they have changed, and everything where it is not known any more what was heard. What
// is not told again is gone, and so is all of a node that is no longer on the list, or that most others miss.
//
// What is kept of people is the same at all nodes, by package cluster/stream. The rest is
// each node's own.
package cluster
