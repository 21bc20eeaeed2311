package lobby

import (
	"context"
	"crypto/rand"
)

// RequestID is the idempotency key of a request. A caller that does not know whether a
// request was done repeats it with the same ID, and a room does it once. A lobby does the
// same for operations that are Operation.Once. Requests with an empty ID are always done.
type RequestID string

// Request is a request to a session, a room or a game night.
type Request struct {
	ID RequestID
	Op any // a value of the type of one of Operations
}

// NewRequest returns a request with a unique ID.
func NewRequest(op any) Request { return Request{RequestID(rand.Text()), op} }

// Doer performs requests: a session, a handle, or a decorator of one.
type Doer interface {
	// Do performs a request. The answer has the type that the operation Returns; it may be
	// nil if there is an error.
	Do(ctx context.Context, request Request) (any, error)
}
