package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

const (
	// maxWakes bounds the rooms that timers load at once, so that many due rooms at a start
	// do not delay people.
	maxWakes = 4
	// wakeRetry is the delay before a room is loaded again after a failure of the journal.
	wakeRetry = 5 * time.Second
	// maxWakeWait bounds the time between two checks of the queue, as the system clock may
	// be set.
	maxWakeWait = time.Hour
)

// Errors for a room that cannot be loaded.
var (
	errNotBack = prose.Refuse("That room could not be restored. Try again in a moment.")
	errLost    = prose.Refuse("That room could not be restored when the server started. The operator has been told.")
)

// waker loads sleeping rooms from the journal when a client or a timer needs them.
type waker struct {
	config   *Config
	life     *life
	registry *registry
	opener   *opener
	queue    *wakeQueue
	clocks   sync.Once
	recheck  chan struct{} // one slot: signals that the queue has changed
}

// awake returns the running room. A sleeping room is loaded, once for all waiting callers.
func (w *waker) awake(ctx context.Context, p *roomSlot) (*room.Room, error) {
	r, back, err := w.claim(p)
	if back == nil {
		return r, err
	}
	select {
	case <-back.done:
		return back.room, back.err
	case <-ctx.Done():
		return nil, lobby.NotAsked(ctx.Err())
	}
}

// lookPublic returns the public view of a room that allows spectators, without what
// only those in the room may know.
func (w *waker) lookPublic(ctx context.Context, p *roomSlot) (lobby.Update, error) {
	r, err := w.awake(ctx, p)
	if err != nil {
		return lobby.Update{}, err
	}
	seen, err := r.Look(ctx, nil)
	if err == nil && seen.Plan.Unwatched {
		return lobby.Update{}, prose.Refuse("That room allows no watchers.")
	}
	seen.Code, seen.Watchers, seen.Notes = "", nil, nil
	return seen, err
}

// claim returns the running room. If it is not running, claim returns its loading, which it starts
// if necessary.
func (w *waker) claim(p *roomSlot) (*room.Room, *waking, error) {
	w.registry.mu.Lock()
	defer w.registry.mu.Unlock()
	switch {
	case p.room != nil || p.waking != nil:
		return p.room, p.waking, nil
	case p.moves:
		return nil, nil, lobby.ErrMoved
	case w.registry.stopped:
		return nil, nil, lobby.ErrStopping
	}
	back := &waking{done: make(chan struct{})}
	p.waking = back
	w.life.work.Go(func() { w.bringBack(w.life.running, p, back) })
	return nil, back, nil
}

// bringBack loads a room, starts it, and wakes the callers that wait for it.
func (w *waker) bringBack(ctx context.Context, p *roomSlot, back *waking) {
	defer close(back.done)
	r, err := w.load(ctx, p)
	g := w.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.moves {
		r, err = nil, lobby.ErrMoved
	}
	p.waking, back.room, back.err = nil, r, err
	if r == nil {
		return
	}
	p.room, p.sleeper = r, nil
	g.seats.takeAll(r.Holders(), p.code)
	w.opener.begin(r)
	if !g.ends.IsZero() {
		r.Drain()
	}
	if g.stopped {
		r.Stop(lobby.ErrStopping)
	}
}

// load restores a room from the journal. A room that cannot be restored is quarantined and
// logged.
func (w *waker) load(ctx context.Context, p *roomSlot) (*room.Room, error) {
	config, games, journal := w.opener.room(p.code), w.config.Games, w.config.Journal
	entries, err := journal.Load(ctx, p.code)
	if err != nil {
		return nil, w.notBack(ctx, p.code, err)
	}
	r, err := room.Restore(config, games, entries, p.header)
	if err == nil {
		return r, nil
	}
	w.config.Log.Error("cannot restore a room; quarantined", "room", p.code, "err", err)
	void := room.VoidMatch(config, games, entries, p.header)
	if err := journal.SetAside(ctx, p.code, err.Error(), void); err != nil {
		return nil, w.notBack(ctx, p.code, err)
	}
	w.opener.Closed(p.code)
	return nil, errLost
}

// notBack logs an error of the journal and returns the error for players.
func (w *waker) notBack(ctx context.Context, code string, err error) error {
	if ctx.Err() != nil {
		return lobby.ErrStopping
	}
	w.config.Log.Error("cannot restore a room yet", "room", code, "err", err)
	return &lobby.Fault{Told: errNotBack, Cause: err}
}

// wake loads a room in the background. Failures are logged.
func (w *waker) wake(p *roomSlot) {
	w.life.work.Go(func() { _, _ = w.awake(w.life.running, p) })
}

// startClocks starts loading rooms when they are due. Further calls have no effect.
func (w *waker) startClocks() {
	w.clocks.Do(func() {
		w.registry.mu.Lock()
		defer w.registry.mu.Unlock()
		if !w.registry.stopped { // once stopped, Close may be waiting on work already
			w.life.work.Go(func() { w.runClocks(w.life.running) })
		}
	})
}

// recheckClocks signals that the queue has changed.
func (w *waker) recheckClocks() {
	select {
	case w.recheck <- struct{}{}:
	default:
	}
}

// runClocks loads rooms when they are due, at most maxWakes at once.
func (w *waker) runClocks(ctx context.Context) {
	again := make(chan wakeup, maxWakes)
	free := maxWakes
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-w.recheck:
		case one := <-again:
			free++
			w.queue.put(one)
		}
		for free > 0 {
			p := w.queue.next()
			if p == nil {
				break
			}
			if w.registry.sleeps(p) {
				free--
				w.life.work.Go(func() { again <- w.wakeDue(ctx, p) })
			}
		}
		timer.Reset(w.queue.untilNext(maxWakeWait))
	}
}

// wakeDue loads a room and waits until it has settled. It returns when to try again, or the
// zero wakeup.
func (w *waker) wakeDue(ctx context.Context, p *roomSlot) wakeup {
	r, err := w.awake(ctx, p)
	switch {
	case err == nil:
		_ = r.Settled(ctx) // an error means that the room has closed, which is settled, too
	case ctx.Err() == nil && w.registry.sleeps(p):
		return wakeup{time.Now().Add(wakeRetry), p}
	}
	return wakeup{}
}

// maxRestores bounds the rooms that are restored at the same time. Concurrent journal writes share an fsync.
const maxRestores = 64

// skipNewer returns the headers of the rooms that this version of the program can run. The
// others are recorded as waiting.
func (w *waker) skipNewer(headers map[string]lobby.Header) map[string]lobby.Header {
	known := map[string]lobby.Header{}
	for code, header := range headers {
		if why := room.Newer(w.config.Games, header); header.Data != nil && why != nil {
			w.config.Log.Warn("room needs a newer server version", "room", code, "err", why)
			w.registry.waitForNewer(code)
			continue
		}
		known[code] = header
	}
	return known
}

// restore restores rooms and returns their number.
func (w *waker) restore(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	free := make(chan struct{}, maxRestores)
	var (
		work sync.WaitGroup
		mu   sync.Mutex // guards the two variables below
		n    int
		errs error
	)
	for _, code := range slices.Sorted(maps.Keys(headers)) {
		free <- struct{}{}
		work.Go(func() {
			back, err := w.restoreRoom(ctx, code, headers[code])
			<-free
			mu.Lock()
			defer mu.Unlock()
			if back {
				n++
			}
			errs = errors.Join(errs, err)
		})
	}
	work.Wait()
	return n, errs
}

// restoreRoom adds a room as sleeping, or runs it if its header is incomplete. It returns
// errors of the journal only; errors of the room itself are logged.
func (w *waker) restoreRoom(ctx context.Context, code string, header lobby.Header) (bool, error) {
	p := &roomSlot{code: code, roomState: roomState{header: header}}
	if header.Data != nil {
		sleeper, err := room.ReadHeader(w.opener.room(code), w.config.Games, header)
		if err == nil {
			w.letSleep(p, sleeper)
			return true, nil
		}
		w.config.Log.Warn("room restored eagerly, because its header is incomplete", "room", code, "err", err)
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
	// When the room answers, the lobby knows its info. If it closes at once, it is not
	// counted.
	return r.Settled(ctx) == nil, nil
}

// letSleep adds a sleeping room with the info of its header.
func (w *waker) letSleep(p *roomSlot, sleeper room.Sleeper) {
	p.sleeper = &sleeper
	p.header.Data = []byte{} // free the memory: only whether there is data is needed from here on
	w.registry.restored(p)
	w.queue.put(wakeup{sleeper.Wake, p})
	w.opener.Describe(p.code, sleeper.Info)
}
