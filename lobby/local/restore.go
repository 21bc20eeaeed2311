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

// skipNewer returns the headers of the rooms that this program can go on with. The
// others wait for a newer one.
func (w *waker) skipNewer(headers map[string]lobby.Header) map[string]lobby.Header {
	known := map[string]lobby.Header{}
	for code, header := range headers {
		if why := room.Newer(w.config.Games, header); header.Data != nil && why != nil {
			w.config.Log.Warn("a room waits for a newer program", "room", code, "err", why)
			w.registry.waitForNewer(code)
			continue
		}
		known[code] = header
	}
	return known
}

// restore brings rooms back, and returns how many.
func (w *waker) restore(ctx context.Context, headers map[string]lobby.Header) (int, error) {
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
				back, err := w.restoreRoom(ctx, code, headers[code])
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
func (w *waker) restoreRoom(ctx context.Context, code string, header lobby.Header) (bool, error) {
	p := &roomSlot{code: code, roomState: roomState{header: header}}
	if header.Data != nil {
		sleeper, err := room.Read(w.opener.room(code), w.config.Games, header)
		if err == nil {
			w.letSleep(p, sleeper)
			return true, nil
		}
		w.config.Log.Warn("a room is started at once, because its header does not say enough", "room", code, "err", err)
	}
	w.registry.restored(p)
	r, err := w.awake(ctx, p)
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
func (w *waker) letSleep(p *roomSlot, sleeper room.Sleeper) {
	p.sleeper = &sleeper
	p.header.Data = []byte{} // that it has one is all that is asked for still
	w.registry.restored(p)
	w.queue.put(due{sleeper.Wake, p})
	w.opener.Describe(p.code, sleeper.Info)
}
