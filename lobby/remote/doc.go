// Package remote is the contract of the lobby over a connection: [Serve] answers
// for a lobby on one end, and [Connect] returns that lobby on the other end.
//
// One connection carries the sessions of many players, and the server believes the
// client who each of them is. So both ends must have authenticated each other before.
//
// # On the wire
//
// Both ends begin with a line that says which version of the protocol they speak. Then
// they send frames: four bytes of length, the highest first, and JSON. A frame
// that is too long or not understood ends the connection, with a sentence for
// the other end. What is inside a frame and not understood ends only what it
// belongs to.
//
// The client numbers its requests. A session or a handle has the number of the
// request that has opened it, which later requests name. To end a number
// cancels a request whose answer is of no more use, and closes the session or
// the handle that it has opened, whichever is there by then. So a place that is
// given too late is left again as by a disconnect.
//
// Updates of handles and pages of sessions are sent as they are delivered at the server,
// one for one: no frame goes to a client that is shown nothing new. At most one of
// each is under way; meanwhile newer ones replace each other where
// they come from. At the client a [lobby.UpdateSlot] does the same, so that a client who
// does not read delays nobody. Both ends send heartbeats all the time, whatever else
// is sent, and an end that receives nothing for long takes the connection for cut.
package remote
