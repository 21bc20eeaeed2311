// Package remote is the contract of the lobby over a connection: [Serve] answers
// for a lobby on one end, and [Connect] is that lobby on the other end.
//
// One connection carries many people. Whoever is on its other end is believed
// when they say who somebody is, so both ends must have proved to each other
// what they are before.
//
// # On the wire
//
// Both ends begin with a line that says which version of this they speak. Then
// they send frames: four bytes of length, the highest first, and JSON. A frame
// that is too long or not understood ends the connection, with a sentence for
// the other end. What is inside a frame and not understood ends only what it
// belongs to.
//
// The client numbers its requests. A session or a handle has the number of the
// request that it began with, which later ones name as theirs. To end a number
// takes back a request that nobody waits for any more, and closes the session or
// the handle that came of it, whichever is there by then. So a place that was
// given too late is left again as by a hang-up.
//
// A handle's updates and a session's lobby come as they are delivered at the other
// end, one for one: no frame goes to a reader that was shown nothing new. One of
// each is under way at most; while it is, newer ones replace each other where
// they come from. On this end a [lobby.UpdateSlot] does the same, so that a person who
// does not read holds up nobody. Beats go both ways all the time, whatever else
// is sent, and an end that hears nothing for long takes the connection for cut.
package remote
