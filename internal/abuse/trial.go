package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// happens has a row happen to a server with fresh data.
func (a *abuse) happens(r row) (o outcome, err error) {
	ctx := context.Background()
	h := &house{keys: a.keys, flags: a.flags}
	if !r.local {
		h.flags = append(h.flags[:len(h.flags):len(h.flags)], "--all-public=true")
	}
	if h.dir, err = os.MkdirTemp("", "parlor-abuse-"); err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, h.stop(), os.RemoveAll(h.dir)) }()
	o.row = r
	if r.fat {
		if err := a.fatten(ctx, h); err != nil {
			return o, err
		}
	}
	if _, err := h.start(); err != nil {
		return o, err
	}
	if o.startBefore, err = a.restarts(h); err != nil {
		return o, err
	}
	o.raid = r.raid(a.sizes, h.addr)
	if err := a.attacked(ctx, h, &o); err != nil {
		return o, err
	}
	o.startAfter, err = a.restarts(h)
	return o, err
}

// startsTimed is how often a start is measured: the machine may do something else.
const startsTimed = 3

// restarts stops and starts a server some times, where that is measured, and returns
// how long the fastest start took.
func (a *abuse) restarts(h *house) (fastest time.Duration, err error) {
	if !a.again {
		return 0, nil
	}
	for range startsTimed {
		if err := h.stop(); err != nil {
			return 0, err
		}
		took, err := h.start()
		if err != nil {
			return 0, err
		}
		if fastest == 0 || took < fastest {
			fastest = took
		}
	}
	return fastest, nil
}

// attacked lets innocents come, leaves them in peace for a while, and then not.
func (a *abuse) attacked(ctx context.Context, h *house, o *outcome) error {
	people, err := come(ctx, h.addr, a.pace)
	if err != nil {
		return err
	}
	defer people.leave()
	if o.row.rehearsed && !a.full {
		if err := a.rehearse(o.raid); err != nil {
			return err
		}
	}
	over, cancel := context.WithTimeout(ctx, a.quiet)
	defer cancel()
	if err := watch(ctx, h, people, &o.quiet, over.Done(), func(reading) {}); err != nil {
		return err
	}
	if o.before, err = h.atRest(ctx); err != nil {
		return err
	}
	s, err := attack(o.raid, a.polite, a.log)
	if err != nil {
		return err
	}
	profiled := a.profile(ctx, h, o)
	watched := watch(ctx, h, people, &o.under, s.ended, func(now reading) {
		if o.back == 0 && o.follow(now) {
			s.end()
		}
	})
	if o.spoils, err = s.wait(); err != nil {
		return errors.Join(watched, err)
	}
	if err := errors.Join(watched, profiled()); err != nil {
		return err
	}
	o.logged = int64(len(h.logged()))
	return a.recovered(ctx, h, o)
}

// rehearsal is how long one attacker alone has done something before all do.
const rehearsal = 5 * time.Second

// rehearse has one attacker do what all will do.
func (a *abuse) rehearse(r raid) error {
	r.Addresses, r.Each, r.Span = 1, 1, rehearsal
	s, err := attack(r, a.polite, a.log)
	if err != nil {
		return err
	}
	_, err = s.wait()
	return err
}

// readPace is how often a server is asked how it is.
const readPace = time.Second / 2

// watch has innocents write into a window until over, and until there is something in
// it, and tells how the server is meanwhile.
func watch(ctx context.Context, h *house, people *innocents, to *window, over <-chan struct{}, tell func(reading)) error {
	before, err := h.disk()
	if err != nil {
		return err
	}
	began, last := time.Now(), reading{}
	first, err := h.read(ctx)
	if err != nil {
		return err
	}
	people.opens(to)
	defer people.opens(nil)
	for watching := true; watching; {
		select {
		case <-time.After(readPace):
		case <-over:
			watching = people.owe(to) && time.Since(began) < startLimit
			time.Sleep(readPace / 10)
		}
		if last, err = h.read(ctx); err != nil {
			return err
		}
		people.note(func(w *window) { w.peaked(last) })
		tell(last)
	}
	people.opens(nil)
	to.span = time.Since(began)
	to.processor = (last.processor - first.processor) / to.span.Seconds()
	after, err := h.disk()
	to.grew = after - before
	return err
}

// atRest is a reading after a collection.
func (h *house) atRest(ctx context.Context) (reading, error) {
	if err := h.collect(ctx); err != nil {
		return reading{}, err
	}
	return h.read(ctx)
}

// recoverLimit is how long it may take until memory is back.
const recoverLimit = time.Minute

// recovered waits until the server has forgotten the attack.
func (a *abuse) recovered(ctx context.Context, h *house, o *outcome) (err error) {
	for began := time.Now(); ; time.Sleep(readPace) {
		if o.after, err = h.atRest(ctx); err != nil {
			return err
		}
		if o.rest = time.Since(began); o.memoryIsBack(o.after) || o.rest > recoverLimit {
			return nil
		}
	}
}

// profile has a profile of the server's time written, where they are wanted, and
// returns what waits for it.
func (a *abuse) profile(ctx context.Context, h *house, o *outcome) (wait func() error) {
	if a.profiles == "" {
		return func() error { return nil }
	}
	done := make(chan error, 1)
	go func() {
		text, err := h.profile(ctx, fmt.Sprintf("profile?seconds=%d", max(1, int(o.raid.Span.Seconds()/2))))
		if err == nil {
			err = os.WriteFile(filepath.Join(a.profiles, o.row.name+".cpu"), []byte(text), 0o600)
		}
		done <- err
	}()
	return func() error { return <-done }
}
