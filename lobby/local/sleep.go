package local

import (
	"context"
	"time"
)

const (
	// wakers is how many rooms a clock brings back at once: that so many are due
	// at a start must not hold people up.
	wakers = 4
	// wakeAgain is how long after a failure of the journal a clock tries again.
	wakeAgain = 5 * time.Second
	// wakeLatest is how long nobody looks which rooms are due: the clock of the
	// machine may be set.
	wakeLatest = time.Hour
)

// keepClocks brings back the rooms whose time has come, few at once.
func (l *Lobby) keepClocks(ctx context.Context) {
	again := make(chan due, wakers)
	free := wakers
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-l.sooner:
		case one := <-again:
			free++
			l.registry.mu.Lock()
			l.registry.sleepUntil(one.at, one.place)
			l.registry.mu.Unlock()
		}
		for free > 0 {
			p := l.registry.nextDue()
			if p == nil {
				break
			}
			free--
			l.work.Go(func() { again <- l.wakeDue(ctx, p) })
		}
		timer.Reset(l.registry.untilDue())
	}
}

// wakeDue brings a room back and waits until it has settled. It returns when that
// is to be tried again; a zero moment is never.
func (l *Lobby) wakeDue(ctx context.Context, p *place) due {
	r, err := p.awake(ctx)
	switch {
	case err == nil:
		_ = r.Settled(ctx) // a room that has closed has settled, too
		return due{}
	case ctx.Err() == nil && l.registry.sleeps(p):
		return due{time.Now().Add(wakeAgain), p}
	}
	return due{}
}

// closeSleepers closes the rooms that sleep where no round is played, as it ends
// those that run. The journal keeps them for the next start.
func (l *Lobby) closeSleepers() {
	for _, code := range l.registry.betweenMatches() {
		l.forget(code)
	}
}
