// Package stream replicates account data to all nodes of a cluster: names, accounts, settings, friends, finished
// matches, ratings and bans.
//
// # Replicated log
//
// Each node reads from a database of its own, like a single server. Every modification is a Change, which is data.
// Nodes append changes to one Log, which numbers them from 1 without gaps, and each node applies them in that order,
// each in one transaction with its number. Applying a change depends only on the data before it and the change
// itself, not on a clock or on anything local to a node. So all databases go through the same states: if a name is
// requested at two nodes at once, both give it to the change with the lower number.
//
// # Exactly once
//
// The outcome of an append may be unknown. It is then retried, which the log recognizes, until it is known. The
// requester is answered once the change is applied at its own node, and so reads its own writes. The room step that
// ends a match puts the match in the log's outbox, and any node moves it from there to the log atomically: a node
// that dies in between neither loses nor duplicates it.
//
// # Catching up
//
// Changes that all nodes have applied are deleted after a day, or earlier if there are very many, and others after a
// week. A node that is missing deleted changes starts from a backup of another node, which says how far it has come:
// Fetch asks the running nodes for one, and a BackupServer sends it in pieces on a connection of its own, with
// heartbeats. Only a database without data of its own is replaced: an empty one, or one that is an earlier state of
// the others.
package stream
