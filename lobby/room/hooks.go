package room

import (
	"log/slog"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// outside sends the callbacks to the lobby through the outbox, in order with all other
// effects.
type outside struct {
	Hooks
	out *outbox
}

// Release implements Hooks.
func (o outside) Release(id, room string) { o.out.emit(func() { o.Hooks.Release(id, room) }) }

// Describe implements Hooks.
func (o outside) Describe(room string, info Info) {
	o.out.emit(func() { o.Hooks.Describe(room, info) })
}

// Closed implements Hooks.
func (o outside) Closed(room string) { o.out.emit(func() { o.Hooks.Closed(room) }) }

// Hooks are the callbacks of a room to its lobby. They are called from the room's goroutines and
// must not wait for a room.
type Hooks interface {
	// Check returns the completed plan, or an error if it cannot be played. name is that of
	// the person who wants it.
	Check(plan lobby.Plan, name string) (lobby.Plan, error)
	// Titled returns id if the plan's title is made from the name, else "".
	Titled(plan lobby.Plan, id, name string) string
	// Hold records that a person has a seat in a room. It fails if they have too many.
	Hold(id, room string) error
	// Release undoes Hold.
	Release(id, room string)
	// Taken reports whether a folded name belongs to a person who is connected or has a
	// seat.
	Taken(folded string) bool
	// Present reports whether a person has a session on the server.
	Present(id string) bool
	// Describe publishes the info of a room in the lobby.
	Describe(room string, info Info)
	// Closed removes a room from the lobby.
	Closed(room string)
	// Stops returns the deadline of a running drain, or zero.
	Stops() time.Time
}

// Config configures a room. It never changes.
type Config struct {
	Code       string
	Game       engine.Game
	Made       time.Time
	Hooks      Hooks
	Settings   []lobby.Setting     // the settings that a host may choose
	Limits     lobby.Limits        // without zero fields
	Journal    lobby.Journal       // nil if rooms are not stored
	Seed       func() engine.Seed  // returns the seed of a match, or the secret of one with a record
	Records    *lobby.RecordConfig // nil if matches have no record of format 2
	BotLimiter *BotLimiter         // shared by all rooms of a lobby
	Log        *slog.Logger        // hidden information is never logged
	Thought    func(late bool)     // optional; called for each visible move of a bot
	Seen       func(lobby.Glance)  // optional; called with the public state of a table at a game night; must not block
	Go         func(func())        // runs a function in a goroutine that the shutdown of the lobby waits for
}
