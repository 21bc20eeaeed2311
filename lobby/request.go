package lobby

import (
	"context"
	"crypto/rand"
)

// RequestID is the idempotency key of a request. A caller that does not know whether a
// request was done repeats it under the same ID, and a room does it once. So does a lobby if
// the operation is Operation.Once. Requests with an empty ID are done each time.
type RequestID string

// Request is what is asked of a session, a room or a game night.
type Request struct {
	ID RequestID
	Op any // a value of the type of one of Operations
}

// NewRequest returns a request under an ID that no other has.
func NewRequest(op any) Request { return Request{RequestID(rand.Text()), op} }

// Doer does requests: a session, a handle, or a decorator of one.
type Doer interface {
	// Do does a request. The answer has the type that the operation Returns; beside
	// an error it may be nil.
	Do(ctx context.Context, request Request) (any, error)
}
