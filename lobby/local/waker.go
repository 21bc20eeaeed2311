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
	// wakers is how many rooms a clock brings back at once: that many are due
	// at a start must not hold people up.
	wakers = 4
	// wakeAgain is how long after a failure of the journal a clock tries again.
	wakeAgain = 5 * time.Second
	// wakeLatest is how long nobody looks which rooms are due: the clock of the
	// machine may be set.
	wakeLatest = time.Hour
)

// What people are told of a room that does not come back.
var (
	errNotBack = prose.Refuse("That room cannot be brought back just now. Try again in a moment.")
	errLost    = prose.Refuse("That room could not be brought back when the server started. Its operator has been told.")
)

// waker brings rooms back from the journal, when a client or a clock needs them.
type waker struct {
	config   *Config
	life     *life
	registry *registry
	opener   *opener
	queue    *wakeQueue
	clocks   sync.Once
	sooner   chan struct{} // one slot: other rooms may be due than those that the clocks know of
}

// awake is a room as it runs. One that sleeps is brought back, once for all who
// ask; nobody else waits for it.
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

// claim returns a room that runs, or else the waking of one that is being brought back
// from now on.
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

// bringBack lets a room run that slept, and tells those who wait for it.
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
	g.holds.takeAll(r.Holders(), p.code)
	w.opener.begin(r)
	if !g.ends.IsZero() {
		r.Drain()
	}
	if g.stopped {
		r.Halt(lobby.ErrStopping)
	}
}

// load makes a room of what the journal has of it. One that cannot be brought back
// is quarantined and named in the log.
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
	w.config.Log.Error("a room could not be brought back and was set aside", "room", p.code, "err", err)
	void := room.GiveUp(config, games, entries, p.header)
	if err := journal.SetAside(ctx, p.code, err.Error(), void); err != nil {
		return nil, w.notBack(ctx, p.code, err)
	}
	w.opener.Closed(p.code)
	return nil, errLost
}

// notBack tells the operator why the journal does not give a room back.
func (w *waker) notBack(ctx context.Context, code string, err error) error {
	if ctx.Err() != nil {
		return lobby.ErrStopping
	}
	w.config.Log.Error("a room cannot be brought back just now", "room", code, "err", err)
	return &lobby.Fault{Told: errNotBack, Cause: err}
}

// wake brings a room back, and waits for nothing. The log says why one does not come.
func (w *waker) wake(p *roomSlot) {
	w.life.work.Go(func() { _, _ = w.awake(w.life.running, p) })
}

// startClocks brings back rooms as their time comes; more than once does no more.
func (w *waker) startClocks() {
	w.clocks.Do(func() {
		w.registry.mu.Lock()
		defer w.registry.mu.Unlock()
		if !w.registry.stopped { // else Close waits for what there is already
			w.life.work.Go(func() { w.runClocks(w.life.running) })
		}
	})
}

// lookSooner has the clocks look again which rooms are due.
func (w *waker) lookSooner() {
	select {
	case w.sooner <- struct{}{}:
	default:
	}
}

// runClocks brings back the rooms whose time has come, few at once.
func (w *waker) runClocks(ctx context.Context) {
	again := make(chan due, wakers)
	free := wakers
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-w.sooner:
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
		timer.Reset(w.queue.untilNext(wakeLatest))
	}
}

// wakeDue brings a room back and waits until it has settled. It returns when that
// is to be tried again; a zero moment is never.
func (w *waker) wakeDue(ctx context.Context, p *roomSlot) due {
	r, err := w.awake(ctx, p)
	switch {
	case err == nil:
		_ = r.Settled(ctx) // a room that has closed has settled, too
	case ctx.Err() == nil && w.registry.sleeps(p):
		return due{time.Now().Add(wakeAgain), p}
	}
	return due{}
}

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
	free := make(chan struct{}, restorers)
	var (
		work sync.WaitGroup
		mu   sync.Mutex // guards the two below
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
