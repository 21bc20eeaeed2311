package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"parlor/lobby"
	"parlor/lobby/room"
)

// restorers is how many rooms are brought back at once: claims of many rooms
// share a flush of the disk.
const restorers = 64

// Restore brings back the rooms of the journal, and answers how many. It is
// called once, before anybody enters. A room that cannot be brought back is set
// aside and named in the log, and costs no other.
func (l *Lobby) Restore(ctx context.Context) (int, error) {
	if l.journal == nil {
		return 0, nil
	}
	headers, err := l.journal.Headers(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading which rooms there are: %w", err)
	}
	return l.restoreAll(ctx, headers)
}

func (l *Lobby) restoreAll(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	queue := make(chan string)
	var (
		work sync.WaitGroup
		mu   sync.Mutex // guards the two below
		n    int
		errs error
	)
	for range min(restorers, len(headers)) {
		work.Go(func() {
			for code := range queue {
				back, err := l.restoreRoom(ctx, code, headers[code])
				mu.Lock()
				if back {
					n++
				}
				errs = errors.Join(errs, err)
				mu.Unlock()
			}
		})
	}
	for _, code := range slices.Sorted(maps.Keys(headers)) {
		queue <- code
	}
	close(queue)
	work.Wait()
	return n, errs
}

// restoreRoom brings one room back. Its error is the journal's: what is wrong
// with the room itself is logged.
func (l *Lobby) restoreRoom(ctx context.Context, code string, header lobby.Header) (bool, error) {
	entries, err := l.journal.Load(ctx, code)
	if err != nil {
		return false, fmt.Errorf("loading room %s: %w", code, err)
	}
	r, err := room.Restore(l.room(code), l.games, entries, header)
	if err != nil {
		l.log.Error("a room could not be brought back and was set aside", "room", code, "err", err)
		if err := l.journal.SetAside(ctx, code, err.Error()); err != nil {
			return false, fmt.Errorf("setting room %s aside: %w", code, err)
		}
		return false, nil
	}
	l.mu.Lock()
	l.rooms[code] = r
	for _, id := range r.Holders() {
		l.holds.take(id, code)
	}
	l.begin(r)
	l.mu.Unlock()
	// Once it answers, the hall knows of it; one that closes at once is gone.
	return r.Settled(ctx) == nil, nil
}
