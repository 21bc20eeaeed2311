package local

import (
	"container/heap"
	"context"
	"time"

	"parlor/engine"
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

// due is a room that a clock brings back.
type due struct {
	at    time.Time
	place *place
}

// dues are what clocks bring back, the earliest first, as package heap has it.
type dues []due

func (d dues) Len() int           { return len(d) }
func (d dues) Less(i, j int) bool { return d[i].at.Before(d[j].at) }
func (d dues) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }

// Push implements heap.Interface.
func (d *dues) Push(one any) { *d = append(*d, one.(due)) } //nolint:forcetypeassert // nothing else is pushed

// Pop implements heap.Interface.
func (d *dues) Pop() any {
	last := len(*d) - 1
	one := (*d)[last]
	(*d)[last] = due{}
	*d = (*d)[:last]
	return one
}

// sleepUntil has a clock bring a room back; a zero moment is never. The caller
// holds mu.
func (l *Lobby) sleepUntil(at time.Time, p *place) {
	if !at.IsZero() {
		heap.Push(&l.dues, due{at, p})
	}
}

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
			l.mu.Lock()
			l.sleepUntil(one.at, one.place)
			l.mu.Unlock()
		}
		for free > 0 {
			p := l.nextDue()
			if p == nil {
				break
			}
			free--
			l.work.Go(func() { again <- l.wakeDue(ctx, p) })
		}
		timer.Reset(l.untilDue())
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
	case ctx.Err() == nil && l.sleeps(p):
		return due{time.Now().Add(wakeAgain), p}
	}
	return due{}
}

// closeSleepers closes the rooms that sleep where no round is played, as it ends
// those that run. The journal keeps them for the next start.
func (l *Lobby) closeSleepers() {
	l.mu.Lock()
	var codes []string
	for code, p := range l.rooms {
		if p.sleeper != nil && p.waking == nil && p.sleeper.Info.Line.Stage != engine.Playing {
			codes = append(codes, code)
		}
	}
	l.mu.Unlock()
	for _, code := range codes {
		l.forget(code)
	}
}

// sleeps reports whether a room is still to be brought back.
func (l *Lobby) sleeps(p *place) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rooms[p.code] == p && p.room == nil
}

// nextDue takes a room whose time has come, nil for none.
func (l *Lobby) nextDue() *place {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for len(l.dues) > 0 && !l.dues[0].at.After(now) {
		p := heap.Pop(&l.dues).(due).place //nolint:forcetypeassert // nothing else is pushed
		if l.rooms[p.code] == p && p.room == nil {
			return p
		}
	}
	return nil
}

// untilDue is how long to wait for the next room whose time comes.
func (l *Lobby) untilDue() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.dues) == 0 {
		return wakeLatest
	}
	return min(wakeLatest, time.Until(l.dues[0].at))
}
