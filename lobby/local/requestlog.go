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
	// requestTime is for how long a request is remembered at least, unless maxRequests others
	// are done in that time.
	requestTime = 5 * time.Minute
	maxRequests = 4096
)

// requestLog remembers requests of sessions that were done, so that one that is repeated
// under its ID is not done again: of each a hash, and the code of the room or game night that
// it has opened. The rate limits of the operations bound how many one player adds.
type requestLog struct {
	mu      sync.Mutex                   // guards what follows
	running map[requestKey]chan struct{} // closed when the request has ended
	recent  map[requestKey]string        // the code; empty for none
	older   map[requestKey]string        // those before recent
	since   time.Time                    // when the first of recent was done
}

func newRequestLog() *requestLog {
	return &requestLog{running: map[requestKey]chan struct{}{}, recent: map[requestKey]string{}}
}

// requestKey is a hash of a player, the kind of an operation and the ID of the request.
type requestKey [16]byte

func keyOf(player, kind string, id lobby.RequestID) requestKey {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", player, kind, id))
	return requestKey(sum[:])
}

// begin reports whether a request was done, with its code, and waits for that while it is
// under way. If it was not, the caller does it and then calls end.
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

// end notes that a request has ended, and whether it was done.
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

// expire forgets what is old or too much. The caller holds mu.
func (l *requestLog) expire() {
	switch age := time.Since(l.since); {
	case age >= 2*requestTime:
		l.recent, l.older = map[requestKey]string{}, nil
	case age >= requestTime, len(l.recent) >= maxRequests:
		l.recent, l.older = map[requestKey]string{}, l.recent
		l.since = time.Now()
	}
}
