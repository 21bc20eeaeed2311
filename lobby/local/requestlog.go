package local

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"

	"parlor/lobby"
)

const (
	// requestTime is the minimum time for which a request is remembered, unless more than
	// maxRequests follow it.
	requestTime = 5 * time.Minute
	maxRequests = 4096
)

// requestLog remembers completed requests, so that a request repeated with the same ID is
// not done again. It stores a hash of each, and the code of the room or game night that it
// opened. The rate limits of the operations bound how many one player adds.
type requestLog struct {
	mu      sync.Mutex                   // guards the fields below
	running map[requestKey]chan struct{} // closed when the request has ended
	recent  map[requestKey]string        // the code, or "" if none was opened
	older   map[requestKey]string        // the generation before recent
	since   time.Time                    // the time of the first request in recent
}

func newRequestLog() *requestLog {
	return &requestLog{running: map[requestKey]chan struct{}{}, recent: map[requestKey]string{}}
}

// requestKey is a hash of a player, the kind of an operation and a request ID.
type requestKey [16]byte

func keyOf(player, kind string, id lobby.RequestID) requestKey {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", player, kind, id))
	return requestKey(sum[:])
}

// begin reports whether a request was done, and the code that it opened. It waits while the
// same request is running. If done is false, the caller must do the request and call end.
func (l *requestLog) begin(ctx context.Context, key requestKey) (code string, done bool, err error) {
	for {
		l.mu.Lock()
		l.expire()
		if code, done = l.recent[key]; !done {
			code, done = l.older[key]
		}
		running := l.running[key]
		if !done && running == nil {
			l.running[key] = make(chan struct{})
		}
		l.mu.Unlock()
		if done || running == nil {
			return code, done, nil
		}
		select {
		case <-running:
		case <-ctx.Done():
			return "", false, lobby.NoAnswer(ctx.Err())
		}
	}
}

// end records that a request has ended, and whether it was performed.
func (l *requestLog) end(key requestKey, code string, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.running[key])
	delete(l.running, key)
	if !done {
		return
	}
	l.expire()
	if len(l.recent) == 0 {
		l.since = time.Now()
	}
	l.recent[key] = code
}

// expire drops old generations. The caller holds mu.
func (l *requestLog) expire() {
	switch age := time.Since(l.since); {
	case age >= 2*requestTime:
		l.recent, l.older = map[requestKey]string{}, nil
	case age >= requestTime, len(l.recent) >= maxRequests:
		l.recent, l.older = map[requestKey]string{}, l.recent
		l.since = time.Now()
	}
}
