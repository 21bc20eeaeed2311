package local

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// place is a room of the lobby. One that was brought back from the journal sleeps
// until somebody or a clock needs it: the lobby shows what its header says.
type place struct {
	lobby *Lobby
	code  string
	// number is by what an operator names the room; no other room of this process
	// has it.
	number uint64
	from   netip.Addr // where it was made; zero where nobody knows

	// The registry's mu guards what follows.
	quiet   time.Time     // since when nobody is connected; zero while somebody is
	room    *room.Room    // nil while it sleeps
	sleeper *room.Sleeper // nil once it runs, and where its header could not be read
	header  lobby.Header  // of one that has not run yet
	waking  *waking       // nil unless it is being brought back
	moves   bool          // another process goes on with it
}

// waking is a room that is being brought back, for all who wait for it.
type waking struct {
	done chan struct{} // closed when it is known how that ended
	room *room.Room
	err  error
}

// What people are told of a room that does not come back.
var (
	errNotBack = prose.Refuse("That room cannot be brought back just now. Try again in a moment.")
	errLost    = prose.Refuse("That room could not be brought back when the server started. Its operator has been told.")
)

// Admit asks for a place in the room, as room.Room does.
func (p *place) Admit(ctx context.Context, guest room.Guest, how room.Entrance) (lobby.Handle, error) {
	r, err := p.awake(ctx)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, guest, how)
}

// Look is what a person would be shown.
func (p *place) Look(ctx context.Context, guest room.Guest) (lobby.Update, error) {
	r, err := p.awake(ctx)
	if err != nil {
		return lobby.Update{}, err
	}
	return r.Look(ctx, guest)
}

// Disown takes people out of what the room has of them. A room that sleeps and
// does not name them goes on sleeping; of one that is lost the entries that are
// kept for the operator go with the account.
func (p *place) Disown(ctx context.Context, ids []string) error {
	p.lobby.registry.mu.Lock()
	spared := p.sleeper != nil && !slices.ContainsFunc(ids, p.sleeper.Mentions)
	p.lobby.registry.mu.Unlock()
	if spared {
		return nil
	}
	r, err := p.awake(ctx)
	switch {
	case errors.Is(err, errLost):
		return nil
	case err != nil:
		return err
	}
	return r.Disown(ctx, ids)
}

// Rename calls somebody who is in the room, or holds a seat there, by another
// name.
func (p *place) Rename(ctx context.Context, id, name string) error {
	r, err := p.awake(ctx)
	switch {
	case errors.Is(err, errLost):
		return nil
	case err != nil:
		return err
	}
	return r.Rename(ctx, id, name)
}

// meet tells the room, if it runs, that somebody has come to the server or gone from it.
func (p *place) meet(id string) {
	p.lobby.registry.mu.Lock()
	r := p.room
	p.lobby.registry.mu.Unlock()
	if r != nil {
		r.Meet(id)
	}
}

// awake is the room as it runs. One that sleeps is brought back, once for all who
// ask; nobody else waits for it.
func (p *place) awake(ctx context.Context) (*room.Room, error) {
	p.lobby.registry.mu.Lock()
	r, w := p.room, p.waking
	if r == nil && w == nil {
		if why := p.unwakeable(); why != nil {
			p.lobby.registry.mu.Unlock()
			return nil, why
		}
		w = &waking{done: make(chan struct{})}
		p.waking = w
		p.lobby.wake(p, w)
	}
	p.lobby.registry.mu.Unlock()
	if r != nil {
		return r, nil
	}
	select {
	case <-w.done:
		return w.room, w.err
	case <-ctx.Done():
		return nil, lobby.NotAsked(ctx.Err())
	}
}

// unwakeable is why a room is not brought back here any more; nil while it is. The
// caller holds the registry's mu.
func (p *place) unwakeable() error {
	switch {
	case p.moves:
		return lobby.ErrMoved
	case p.lobby.registry.stopped:
		return lobby.ErrStopping
	}
	return nil
}

// bringBack lets a room run that slept, and tells those who wait for it.
func (l *Lobby) bringBack(ctx context.Context, p *place, w *waking) {
	defer close(w.done)
	r, err := l.load(ctx, p)
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	if p.moves {
		r, err = nil, lobby.ErrMoved
	}
	p.waking, w.room, w.err = nil, r, err
	if r == nil {
		return
	}
	p.room, p.sleeper = r, nil
	l.registry.holdSeats(r.Holders(), p.code)
	l.begin(r)
	if !l.registry.ends.IsZero() {
		r.Drain()
	}
	if l.registry.stopped {
		r.Halt(lobby.ErrStopping)
	}
}

// load makes a room of what the journal has of it. One that cannot be brought back
// is set aside and named in the log.
func (l *Lobby) load(ctx context.Context, p *place) (*room.Room, error) {
	entries, err := l.journal.Load(ctx, p.code)
	if err != nil {
		return nil, l.notBack(ctx, p.code, err)
	}
	r, err := room.Restore(l.room(p.code), l.games, entries, p.header)
	if err == nil {
		return r, nil
	}
	l.log.Error("a room could not be brought back and was set aside", "room", p.code, "err", err)
	void := room.GiveUp(l.room(p.code), l.games, entries, p.header)
	if err := l.journal.SetAside(ctx, p.code, err.Error(), void); err != nil {
		return nil, l.notBack(ctx, p.code, err)
	}
	l.forget(p.code)
	return nil, errLost
}

// notBack tells the operator why the journal does not give a room back.
func (l *Lobby) notBack(ctx context.Context, code string, err error) error {
	if ctx.Err() != nil {
		return lobby.ErrStopping
	}
	l.log.Error("a room cannot be brought back just now", "room", code, "err", err)
	return &lobby.Fault{Told: errNotBack, Cause: err}
}
