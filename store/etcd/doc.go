// Package etcd stores rooms, game nights, the membership and the replicated log in etcd, for a cluster of nodes. It
// is built with the tag etcd only, which keeps its dependencies out of other builds.
//
// # Ownership
//
// Rooms are assigned to the shards of package cluster, and each shard has one owner. The etcd revision at which an
// owner claimed a shard is the epoch of the claim, a fencing token: every step of a room is a transaction that
// succeeds only if the shard's owner still has that epoch. A process that wrongly believes to own a shard cannot
// write. Claiming a shard too early costs a handover and never splits a room.
//
// # Keys
//
// Under a prefix, with SHARD as three hexadecimal digits and NUMBER as sixteen:
//
// shards the number of shards
// o/SHARD its owner, and when it had none
// e/SHARD/ROOM/NUMBER an entry
// h/SHARD/ROOM the header of its newest entry
// g/SHARD/CODE a game night, as deflated JSON
// f/MATCH the outbox: a finished match, as a change to be appended
// a/TIME/ROOM a room in quarantine, as JSON
// s/NODE the last heartbeat of a process
// n/NODE a live node, as JSON, under a lease of that node
// p/origin how the replicated log began, as JSON
// p/last the number of its newest change
// p/c/NUMBER a change, as JSON
// p/n/NODE the number up to which a node has applied changes
//
// All of it is as secret as the database of a single server: a reader learns every hidden code.
package etcd
