package cluster

import (
	"context"
	"maps"
	"sync"
	"time"
)

// Nodes ask each other all the time whether they are there. One that does not answer is
// missed, and the others are told so: who is missed by most has no rooms any more, long
// before its lease ends. That only decides who is to have rooms. Who may write them the
// journal decides, so a node that was missed by mistake loses nothing but some time.
const (
	// pingPace is how long a node waits before it pings another one again, pingTime how long
	// an answer may take, and maxMissed how many answers in a row are missing before it is
	// missed.
	// A connection to one that starts, or is missed already, has all its time.
	pingPace  = 200 * time.Millisecond
	pingTime  = 300 * time.Millisecond
	maxMissed = 3
	// minReturnTime is how long a node that was missed has to answer each ping before it is
	// missed no more: so one that is slow does not get its rooms, and lose them, time
	// after time. It is twice as long each time, and maxReturnTime at most.
	minReturnTime = 5 * time.Second
	maxReturnTime = time.Minute
)

// detector tells the others which nodes do not answer this one.
type detector struct {
	*lifecycle
	*connections
	*membership
	watches map[string]watch // by name; for the goroutine that follows the membership
	missing chan struct{}    // one slot: misses have changed

	mu     sync.Mutex
	misses map[string]int64 // nodes that do not answer this one, each with its Member.Since
}

// watch is how a node sees whether another one answers, in one stay of that.
type watch struct {
	since int64
	stop  context.CancelFunc
	done  chan struct{}
}

// watchAll watches all nodes that live, and no others. It is for the goroutine
// that follows the membership.
func (d *detector) watchAll(living map[string]Member) {
	var ending []watch
	for name, one := range d.watches {
		if member, lives := living[name]; !lives || member.Since != one.since {
			one.stop()
			ending = append(ending, one)
			delete(d.watches, name)
		}
	}
	for _, one := range ending {
		<-one.done
	}
	for name, member := range living {
		if _, watched := d.watches[name]; watched || name == d.self {
			continue
		}
		ctx, stop := context.WithCancel(d.running)
		one := watch{member.Since, stop, make(chan struct{})}
		d.watches[name] = one
		d.work.Go(func() {
			defer close(one.done)
			defer stop()
			d.keepPinging(ctx, member)
		})
	}
}

// keepPinging pings another node until ctx ends. It is missed only once
// it has answered: one that starts does not yet.
func (d *detector) keepPinging(ctx context.Context, other Member) {
	defer d.miss(other, false)
	var since time.Time // it has answered each time; zero where it has not
	met, missed, silent, back := false, false, 0, minReturnTime
	for ctx.Err() == nil {
		connects := dialTime
		if met && !missed {
			connects = pingTime
		}
		switch err := d.ping(ctx, other.Name, connects); {
		case ctx.Err() != nil:
			return
		case err != nil:
			since = time.Time{}
			if silent++; met && !missed && silent >= maxMissed {
				missed = true
				d.log.Warn("another node does not answer", "node", other.Name, "err", err)
				d.miss(other, true)
			}
		default:
			met, silent = true, 0
			if since.IsZero() {
				since = time.Now()
			}
			if missed && time.Since(since) >= back {
				missed, back = false, min(2*back, maxReturnTime)
				d.log.Info("another node answers again", "node", other.Name)
				d.miss(other, false)
			}
		}
		pause(ctx, pingPace)
	}
}

// ping pings another node once, and connects to it if that has
// to be.
func (d *detector) ping(ctx context.Context, name string, connects time.Duration) error {
	connecting, stop := context.WithTimeout(ctx, connects)
	at, err := d.lobbyAt(connecting, name)
	stop()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, pingTime)
	defer cancel()
	return at.Ping(ctx)
}

// miss notes whether another node is missed.
func (d *detector) miss(other Member, missed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, before := d.misses[other.Name]; before == missed {
		return
	}
	if missed {
		d.misses[other.Name] = other.Since
	} else {
		delete(d.misses, other.Name)
	}
	d.changed()
}

// changed has it told which nodes do not answer.
func (d *detector) changed() {
	select {
	case d.missing <- struct{}{}:
	default:
	}
}

// run tells the others whom this node misses, each time that has changed, until the
// node closes. What cannot be told in one stay is not told in the next one.
func (d *detector) run() {
	for {
		select {
		case <-d.missing:
		case <-d.running.Done():
			return
		}
		stay := d.current()
		d.mu.Lock()
		misses := maps.Clone(d.misses)
		d.mu.Unlock()
		ctx, cancel := context.WithTimeout(d.running, callTime)
		err := stay.Miss(ctx, misses)
		cancel()
		if err != nil {
			d.log.Debug("the others cannot be told which nodes do not answer", "err", err)
			if pause(d.running, tryPace) && d.current() == stay {
				d.changed()
			}
		}
	}
}
