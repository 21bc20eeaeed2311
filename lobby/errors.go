package lobby

import (
	"log/slog"

	"parlor/engine"
	"parlor/prose"
)

// ErrStopping is returned when the server stops.
var ErrStopping = prose.Refuse("The server is stopping. Come back in a moment.")

// ErrMoved ends a handle to a room that continues in another process. It is also returned by a
// process that does not have a room, or does not have it yet. The caller should look up the room
// again.
var ErrMoved = prose.Refuse("This room is moving to another node. Try again in a moment.")

// ErrNoMatch is returned by Return if the player has no running match.
var ErrNoMatch = prose.Refuse("You have no match in play.")

// ErrNoAnswer is returned if a request ends before the room has answered. The request may still be
// executed; the updates show whether it was.
var ErrNoAnswer = prose.Refuse("The room did not respond in time. Your request may still be carried out.")

// ErrNameTaken is returned if another person has the chosen name.
var ErrNameTaken = prose.Refuse("That is the name of a player here, or too much like one. Choose another.")

// ErrForgotten ends the sessions and handles of a person who has deleted their account.
var ErrForgotten = prose.Refuse("Everything about you has been deleted.")

// ErrPaused is returned for all actions except resigning during a pause.
var ErrPaused = engine.Refuse(engine.NotLegal, "The match is paused. It goes on when a player says so.")

// ErrNotAsked is returned if a request ended before it reached the room. It has no effect.
var ErrNotAsked = prose.Refuse("The room did not respond. Nothing has changed; try again.")

// NotAsked returns ErrNotAsked with the cause for which the wait ended.
func NotAsked(cause error) error { return &Fault{ErrNotAsked, cause} }

// NoAnswer returns ErrNoAnswer with the cause for which the wait ended.
func NoAnswer(cause error) error { return &Fault{ErrNoAnswer, cause} }

// LeaveFirst returns the error that names the rooms a player has to leave first.
func LeaveFirst(seats []string) error {
	return prose.Refuse("You have a seat in {rooms}. Leave first.", prose.List(prose.Literals(seats)))
}

// Fault is an error with separate texts for players and for the log. It reads as Told, is
// logged with Cause, and matches both with errors.Is and errors.As.
type Fault struct { //nolint:errname // it is called as shortly as engine.Refusal
	Told  error // a sentence for players
	Cause error
}

// Error returns the text for players.
func (f *Fault) Error() string { return f.Told.Error() }

// Unwrap returns both errors.
func (f *Fault) Unwrap() []error { return []error{f.Told, f.Cause} }

// LogValue implements slog.LogValuer.
func (f *Fault) LogValue() slog.Value {
	return slog.StringValue(f.Told.Error() + " (" + f.Cause.Error() + ")")
}

// ErrTooSlow ends a handle whose reader has not taken updates for too many ends of matches.
var ErrTooSlow = prose.Refuse("Too many matches ended here before you read their results, so you lost your place.")

// ErrUnknown is returned if an ID or name is not known.
var ErrUnknown = prose.Refuse("There is no data with that name.")

// ErrGameNight is returned by Join if the code belongs to a game night.
var ErrGameNight = prose.Refuse("That is the code of a game night, not of a room.")

// ErrOtherGameNight is returned if the player takes part in another game night.
var ErrOtherGameNight = prose.Refuse("You are taking part in another game night. Leave that one first.")

// Errors of a Journal.
var (
	ErrSequence  = prose.Refuse("The room has moved to another node.")
	ErrClaimed   = prose.Refuse("This room is on another server.")
	ErrUndecided = prose.Refuse("Not sure yet whether that was saved. Checking…")
	ErrNoRoom    = prose.Refuse("The server's disk is full. Play is suspended until space is freed.")
)
