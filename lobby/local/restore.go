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

// restorers is how many rooms are read at once: entries of many rooms share a
// flush of the disk.
const restorers = 64

// Restore brings back the rooms of the journal, and returns how many. It is called
// once, before anybody enters. A room whose header says enough sleeps until
// somebody or a clock needs it. One that cannot be brought back is set aside and
// named in the log, and costs no other.
func (l *Lobby) Restore(ctx context.Context) (int, error) {
	if l.journal == nil {
		return 0, nil
	}
	headers, err := l.journal.Headers(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading the list of rooms: %w", err)
	}
	nights, err := l.restoreGameNights(ctx)
	if err != nil {
		return 0, err
	}
	n, err := l.restoreAll(ctx, headers)
	l.resumeGameNights(ctx, nights)
	l.clocks()
	return n, err
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

// restoreRoom lets one room sleep, or run where its header does not say enough.
// Its error is the journal's: what is wrong with the room itself is logged.
func (l *Lobby) restoreRoom(ctx context.Context, code string, header lobby.Header) (bool, error) {
	p := &place{lobby: l, code: code, header: header}
	if header.Data != nil {
		sleeper, err := room.Read(l.room(code), l.games, header)
		if err == nil {
			l.letSleep(p, sleeper)
			return true, nil
		}
		l.log.Warn("a room is started at once, because its header does not say enough", "room", code, "err", err)
	}
	l.registry.mu.Lock()
	l.registry.put(p)
	l.registry.mu.Unlock()
	r, err := p.awake(ctx)
	var fault *lobby.Fault
	switch {
	case errors.Is(err, errLost):
		return false, nil
	case errors.As(err, &fault):
		return false, fmt.Errorf("bringing room %s back: %w", code, fault.Cause)
	case err != nil:
		return false, fmt.Errorf("bringing room %s back: %w", code, err)
	}
	// Once it answers, the lobby knows of it; one that closes at once is gone.
	return r.Settled(ctx) == nil, nil
}

// letSleep shows a room as its header has it.
func (l *Lobby) letSleep(p *place, sleeper room.Sleeper) {
	p.sleeper = &sleeper
	p.header.Data = []byte{} // that it has one is all that is asked for still
	l.registry.mu.Lock()
	l.registry.put(p)
	l.registry.holdSeats(sleeper.Holders(), p.code)
	l.registry.sleepUntil(sleeper.Wake, p)
	l.registry.mu.Unlock()
	l.describe(p.code, sleeper.Info)
}
