package local

import (
	"net/netip"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// roomSlot is a room of a registry. One that was brought back from the journal sleeps
// until a client or a clock needs it: the lobby shows what its header says.
type roomSlot struct {
	code   string
	number uint64     // by what an operator names the room; no other room of this process has it
	from   netip.Addr // where it was opened; zero if that is not known
	roomState
}

// roomState is what changes of a room; it is a part of the registry.
type roomState struct {
	quiet   time.Time     // since when nobody is connected; zero while a client is
	room    *room.Room    // nil while it sleeps
	sleeper *room.Sleeper // nil once it runs, and where its header could not be read
	header  lobby.Header  // of one that has not run yet
	waking  *waking       // nil unless it is being brought back
	moves   bool          // another process goes on with it
}

// waking is a room that is being brought back, for all who wait for it.
type waking struct {
	done chan struct{} // closed when it is known how that ended
	room *room.Room
	err  error
}
