// Package stream makes what several machines keep of people the same on all of them:
// names, accounts, settings, friends, matches that have ended, ratings.
//
// # One order
//
// Each node has a database of its own, from which it reads as a single machine does. What
// changes one is a Change, which is data. All nodes append their changes to one Log, in
// which each has its number, from 1 and without gaps, and every node applies them in that
// order, in one transaction with the number. What a change does follows from what was
// kept before it and from the change, and from nothing else: no clock, and nothing that
// only one node knows. So all databases go through the same states, and a name asked for
// at two nodes at once is given to whose change has the lower number, by both.
//
// # Exactly once
//
// Whether a change was appended may not be known. It is appended again then, which the
// log recognises, until it is known. Who asked for it is answered once it is applied
// here, so that they read what they wrote. A match that has ended is put beside the log
// by the step of the room that ends it, and moved into the log by whoever finds it, in
// one step: a node that dies between loses nothing and doubles nothing.
//
// # Behind
//
// Changes that all nodes have applied are dropped after a day, or where there are very
// many, and others after a week.
// A node that is missing some of those begins with a backup of another one, which says how
// far it has come: Fetch asks the nodes that run for one, and a Giver gives it, on a
// connection of its own between the two, in pieces, while both ends know that the other
// one is there. Only a database that has nothing of its own gives way to it: an empty one,
// or one that is where the others have once been.
package stream
