package cluster

import (
	"context"
	"maps"
	"sync"
	"time"
)

// Nodes ping each other all the time. A node that does not answer is missed, and the membership
// list names both nodes. A node missed by a majority gets no rooms, long before its lease ends.
// This decides only where rooms are to be; the journal's fencing decides which node may write them,
// so a false suspicion costs some time and no data.
const (
	// pingPace is the pause between pings, pingTime the time allowed for an answer, and maxMissed the number of
	// missing answers in a row before a node is missed. Connecting to a node that starts or is missed may take
	// longer.
	pingPace  = 200 * time.Millisecond
	pingTime  = 300 * time.Millisecond
	maxMissed = 3
	// minReturnTime is how long a missed node must answer each ping before it counts as present again, so that a slow
	// node does not gain and lose rooms repeatedly. The time doubles with each miss, up to maxReturnTime.
	minReturnTime = 5 * time.Second
	maxReturnTime = time.Minute
)

// detector detects which nodes do not answer this one, and publishes them to the other nodes.
type detector struct {
	*lifecycle
	*connections
	*membership
	watches map[string]watch // by name; used by the membership goroutine only
	missing chan struct{}    // capacity 1: misses has changed

	mu     sync.Mutex
	misses map[string]int64 // Member.Since of the nodes that do not answer, by name
}

// watch is the state of one stay of another node.
type watch struct {
	since int64
	stop  context.CancelFunc
	done  chan struct{}
}

// watchAll starts and stops watches so that all live nodes are watched. Only the membership goroutine calls it.
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

// keepPinging pings another node until ctx ends. A node is not missed before its first answer, as it may be starting.
func (d *detector) keepPinging(ctx context.Context, other Member) {
	defer d.miss(other, false)
	var since time.Time // since when each ping was answered; zero if the last one was not
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

// ping pings another node once, connecting if needed.
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

// miss records whether another node is missed.
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

// changed schedules publishing the misses.
func (d *detector) changed() {
	select {
	case d.missing <- struct{}{}:
	default:
	}
}

// run publishes the misses of this node whenever they change, until the node closes. Misses that
// could not be published during a stay are dropped with that stay.
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
