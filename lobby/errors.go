package lobby

import (
	"log/slog"

	"parlor/engine"
	"parlor/prose"
)

// ErrStopping is told to everybody when the lobby closes.
var ErrStopping = prose.Refuse("The server is stopping. Come back in a moment.")

// ErrMoved is why a hold ends on a room that goes on in another process, and why
// one is not found in a process that does not have it, or not yet: whoever asks where
// it is now finds it.
var ErrMoved = prose.Refuse("This room is moving to another machine. Try again in a moment.")

// ErrNoMatch is why nobody returns to a match.
var ErrNoMatch = prose.Refuse("No match of yours is under way.")

// ErrNoAnswer is why an order came back before the room had answered: it may
// still be done, and only the updates tell whether it was.
var ErrNoAnswer = prose.Refuse("The room did not answer in time. It may still do what you asked.")

// ErrNameTaken is why somebody cannot be called as they have chosen: somebody else is.
var ErrNameTaken = prose.Refuse("That is the name of somebody here, or looks like it. Choose another.")

// ErrForgotten is why the sessions and holds end of somebody who had everything
// about them deleted.
var ErrForgotten = prose.Refuse("Everything about you has been deleted.")

// ErrPaused is why nothing can be played, but for a resignation.
var ErrPaused = engine.Refuse(engine.NotLegal, "The match is paused. It goes on when a player says so.")

// ErrNotAsked is why an order came back that nobody has got: it was given too late.
var ErrNotAsked = prose.Refuse("The room could not be asked in time. Nothing has changed: try again.")

// NotAsked is ErrNotAsked, caused by what ended the waiting.
func NotAsked(cause error) error { return &Fault{ErrNotAsked, cause} }

// NoAnswer is ErrNoAnswer, caused by what ended the waiting.
func NoAnswer(cause error) error { return &Fault{ErrNoAnswer, cause} }

// LeaveFirst says which tables somebody has to leave before something is done.
func LeaveFirst(seats []string) error {
	return prose.Refuse("You have a seat in {rooms}. Leave there first.", prose.List(prose.Literals(seats)))
}

// Fault is a failure that people are told of in another way than the operator. It
// reads as Told, a log writes both down, and it is both to whoever asks with
// errors.Is or errors.As.
type Fault struct { //nolint:errname // it is called as shortly as engine.Refusal
	Told  error // a sentence for everybody
	Cause error
}

// Error is what people are told.
func (f *Fault) Error() string { return f.Told.Error() }

// Unwrap is what the fault is.
func (f *Fault) Unwrap() []error { return []error{f.Told, f.Cause} }

// LogValue is what a log says of it.
func (f *Fault) LogValue() slog.Value {
	return slog.StringValue(f.Told.Error() + " (" + f.Cause.Error() + ")")
}

// ErrTooSlow is why a hold ends whose reader has not taken an update for so long
// that more ends of matches would wait than a Box keeps.
var ErrTooSlow = prose.Refuse("Too many matches ended here without being read, so your place was given up.")

// ErrUnknown is the answer where nothing is known under that ID.
var ErrUnknown = prose.Refuse("Nothing is known by that name.")

// ErrGameNight is why nobody sits down in the room of a code: a game night has it, and
// Attend comes in.
var ErrGameNight = prose.Refuse("That is the code of a game night, not of a room.")

// ErrOtherGameNight is why somebody does not come to a game night who takes part in another.
var ErrOtherGameNight = prose.Refuse("You take part in another game night. Leave that one first.")

// Errors of a Journal.
var (
	ErrSequence  = prose.Refuse("The room has gone on elsewhere.")
	ErrClaimed   = prose.Refuse("Another server has this room.")
	ErrUndecided = prose.Refuse("It is not known yet whether that was written.")
	ErrNoRoom    = prose.Refuse("The server's disk is full: nothing can be played until there is room again.")
)
