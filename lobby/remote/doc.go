// Package remote provides the interface of the lobby over a connection: [Serve] serves a
// lobby at one end, and [Connect] returns that lobby at the other end.
//
// One connection carries the sessions of many players, and the server trusts the client for
// their identities. So both ends must have authenticated each other before.
//
// # Wire format
//
// Both ends begin with a line that states their version of the protocol. Then they send
// frames: a four-byte big-endian length, and JSON. A frame that is too long or cannot be
// parsed ends the connection, with a message to the other end. An error inside a frame ends
// only the request or stream that it belongs to.
//
// The client numbers its requests. A session or a handle has the number of the request that
// opened it, to which later requests refer. Ending a number cancels its request, and closes
// the session or handle that it has opened or still opens. So a handle that is opened too
// late is closed as after a disconnect.
//
// # Repeated requests
//
// Since version 5, the frame of a request to a session has the ID of the request in id, if
// its operation is done once ([lobby.Operation].Once). If the connection is lost before the
// answer, the client repeats the request over another connection with the same ID, and the
// lobby at the other end does it once, or opens again what it opened. Requests to rooms
// have an ID in their body since version 3.
//
// Also since version 5, the fault of an unknown call or operation has the name
// not_supported, which is [ErrNotSupported] at the client. Frames to an end of version 4
// have neither.
//
// # Updates and pages
//
// Updates of handles and pages of sessions are forwarded as they are delivered at the
// server: a client that is shown nothing new receives no frame. At most one of each is in
// transit; meanwhile newer ones replace each other at the source. At the client a
// [lobby.UpdateSlot] does the same, so that a slow client delays no other. Both ends send
// heartbeats continuously, independent of other frames, and an end that receives nothing
// for the timeout closes the connection.
package remote
