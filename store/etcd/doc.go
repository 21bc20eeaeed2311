// Package etcd keeps rooms in etcd, for several machines behind one name. It is
// built with the tag etcd only: nothing else of the program needs what it needs.
//
// # Who has a room
//
// Rooms are spread over the shards of package cluster, and each shard has one owner. The
// revision of etcd at which an owner claimed a shard is the epoch of that claim, and
// every step of a room is one transaction that is done only if the shard's owner is
// still of that epoch. So whoever believes that they own a shard, and do not, can
// write nothing: to take a shard over too early costs a hand-over, and never makes
// two rooms of one.
//
// # What is kept
//
// Under a prefix, with SHARD as three hexadecimal digits and NUMBER as sixteen:
//
//	shards                    how many shards there are
//	o/SHARD                   its owner, and when nobody had it
//	e/SHARD/ROOM/NUMBER       an entry
//	h/SHARD/ROOM              the header of its newest entry
//	g/SHARD/CODE              a game night, as JSON, deflated
//	f/MATCH                   a match that has ended, as a change that is to be appended
//	a/TIME/ROOM               a room in quarantine, as JSON
//	s/NODE                    when that process was last seen
//	n/NODE                    a node that lives, as JSON, under a lease of that node
//	p/origin                  how the changes of what is kept of people began, as JSON
//	p/last                    the number of the newest of them
//	p/c/NUMBER                a change, as JSON
//	p/n/NODE                  the number up to which a node has applied them
//
// All of it is as secret as the database of a single machine: who can read it knows
// every hidden tile.
package etcd
