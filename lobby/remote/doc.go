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
// # Requests that are repeated
//
// From version 5 on, the frame of a request to a session has the ID of the request in id, if
// its operation is done once ([lobby.Operation].Once): to make or to find a room, to open a
// game night, to challenge, to invite, to chat in the lobby and to report. If the connection is lost
// before the answer, the client asks again over another one under the same ID, and the lobby
// at the other end does it once, or opens again what it has opened. Requests to rooms have
// an ID in their body since version 3.
//
// Also from version 5 on, the fault of a call or an operation that the server does not know has
// the name not_supported, which is [ErrNotSupported] at the client. Frames to an end of
// version 4 have neither, and are as they were.
//
// # Updates and pages
//
// Updates of handles and pages of sessions are sent as they are delivered at the server,
// one for one: no frame goes to a client that is shown nothing new. At most one of
// each is under way; meanwhile newer ones replace each other where
// they come from. At the client a [lobby.UpdateSlot] does the same, so that a client who
// does not read delays nobody. Both ends send heartbeats all the time, whatever else
// is sent, and an end that receives nothing for long takes the connection for cut.
package remote
