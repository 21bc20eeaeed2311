package lobby

import "errors"

// ErrStopping is told to everybody when the lobby closes.
var ErrStopping = errors.New("the server is stopping; come back in a moment")

// ErrNoAnswer is why an order came back before the room had answered: it may
// still be done, and only the updates tell whether it was.
var ErrNoAnswer = errors.New("the room did not answer in time; it may still do what was asked for")

// ErrForgotten is why the visits and holds end of somebody who had everything
// about them deleted.
var ErrForgotten = errors.New("everything about you is deleted")

// NoAnswer is ErrNoAnswer to whoever reads it, and also what ended the waiting to
// whoever asks with errors.Is.
func NoAnswer(why error) error { return unanswered{ErrNoAnswer, why} }

type unanswered struct {
	error
	why error
}

func (u unanswered) Unwrap() []error { return []error{u.error, u.why} }

// ErrTooSlow is why a hold ends whose reader has not taken an update for so long
// that more ends of matches would wait than a Box keeps.
var ErrTooSlow = errors.New("you were told of so many ends of matches without reading them that your place was given up")
