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
