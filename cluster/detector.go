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
	// meetTime is how long a node may take for its first answer before it is missed: it may be starting.
	meetTime = 3 * time.Second
	// minReturnTime is how long a missed node must answer each ping before it counts as present again, so that a slow
	// node does not gain and lose rooms repeatedly. The time doubles with each miss, up to maxReturnTime.
	minReturnTime = 5 * time.Second
	maxReturnTime = time.Minute
)

// detector detects which nodes answer this one.
type detector struct {
	*lifecycle
	*connections
	watches map[string]watch // by name; used by the membership goroutine only
	news    chan struct{}    // capacity 1: there is something new to decide or publish

	mu      sync.Mutex       // guards the fields below
	misses  map[string]int64 // Member.Since of the nodes that do not answer, by name
	reached map[string]int64 // of those that do
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

// keepPinging pings another node until ctx ends.
func (d *detector) keepPinging(ctx context.Context, other Member) {
	defer d.note(other, false, false)
	began, since := time.Now(), time.Time{} // since when each ping was answered; zero if the last one was not
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
			if silent++; !missed && silent >= maxMissed && (met || other.Joins && time.Since(began) >= meetTime) {
				missed = true
				d.log.Warn("node does not answer", "node", other.Name, "err", causeOf(err))
				d.note(other, false, true)
			}
		default:
			if since.IsZero() {
				since = time.Now()
			}
			switch {
			case !missed && !met:
				d.note(other, true, false)
			case missed && (!met || time.Since(since) >= back):
				if missed = false; met {
					back = min(2*back, maxReturnTime)
				}
				d.log.Info("node answers again", "node", other.Name)
				d.note(other, true, false)
			}
			met, silent = true, 0
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

// note records whether another node answers, and whether it is missed.
func (d *detector) note(other Member, reached, missed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.reached, other.Name)
	delete(d.misses, other.Name)
	if reached {
		d.reached[other.Name] = other.Since
	}
	if missed {
		d.misses[other.Name] = other.Since
	}
	d.changed()
}

// answering returns the nodes that answer, and those that are missed.
func (d *detector) answering() (reached, misses map[string]int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.reached), maps.Clone(d.misses)
}

// changed reports that there is something new.
func (d *detector) changed() {
	select {
	case d.news <- struct{}{}:
	default:
	}
}
