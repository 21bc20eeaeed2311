package cluster

import (
	"context"
	"maps"
	"time"
)

// A node that the others cannot reach, as its certificate has expired or its address is wrong, must not have rooms. So
// a node has none before it has joined: once it and another node have reached each other. A node that is alone joins
// at once. If no node has joined that could have rooms, one whose own certificate is valid joins after a while, and
// any other one later, so that the cluster is never without a node that serves.
const (
	// fitWait is how long a node with a valid certificate waits for another node before it joins while no other can
	// have rooms, and unfitWait how long any other node does.
	fitWait   = 2 * time.Second
	unfitWait = 6 * time.Second
	// admissionPace is the interval at which a node decides again.
	admissionPace = 500 * time.Millisecond
)

// admission decides when this node joins, and publishes that and which nodes it reaches and misses.
type admission struct {
	*lifecycle
	*placement
	*membership
	detector *detector
}

// standing is what a node publishes of itself and of the others.
type standing struct {
	joined, unfit   bool
	reached, misses map[string]int64
}

func (s standing) equal(other standing) bool {
	return s.joined == other.joined && s.unfit == other.unfit && maps.Equal(s.reached, other.reached) && maps.Equal(s.misses, other.misses)
}

// run publishes the standing of this node whenever it changes, until the node closes.
func (a *admission) run() {
	ticks := time.NewTicker(admissionPace)
	defer ticks.Stop()
	var (
		stay      Stay
		began     time.Time // of the stay
		published standing  // during the stay
	)
	for {
		select {
		case <-a.detector.news:
		case <-ticks.C:
		case <-a.running.Done():
			return
		}
		if now := a.current(); now != stay {
			stay, began, published = now, time.Now(), standing{}
		}
		next := a.decide(published, time.Since(began))
		if next.equal(published) {
			continue
		}
		ctx, cancel := context.WithTimeout(a.running, callTime)
		err := stay.Update(ctx, func(own *Member) {
			own.Joined, own.Unfit, own.Reached, own.Misses = next.joined, next.unfit, next.reached, next.misses
		})
		cancel()
		if err != nil {
			a.log.Debug("the others cannot be told which nodes do not answer", "err", err)
			if pause(a.running, tryPace) && a.current() == stay {
				a.detector.changed()
			}
			continue
		}
		if next.joined && !published.joined {
			a.log.Info("this node has joined", "node", a.self)
		}
		published = next
	}
}

// decide returns the standing of this node after a time of its stay.
func (a *admission) decide(published standing, stayed time.Duration) standing {
	members := a.listed()
	own, listed := members[a.self]
	if !listed {
		return published
	}
	next := standing{joined: published.joined}
	next.reached, next.misses = a.detector.answering()
	unfit := a.unfit()
	if next.unfit = unfit != nil && len(members) > 1 && len(next.reached) == 0; next.unfit && !published.unfit {
		a.log.Error("the others refuse the certificate of this node, which gives its rooms to them", "node", a.self, "err", unfit)
	}
	next.joined = next.joined || joins(own, members, next, stayed)
	return next
}

// unfit returns why others would refuse the certificate of this node, or nil.
func (a *admission) unfit() error {
	if a.config.Fit == nil {
		return nil
	}
	return a.config.Fit()
}

// joins reports whether a node joins.
func joins(own Member, members map[string]Member, now standing, stayed time.Duration) bool {
	served, servedWell := false, false // by a node that has joined
	for name, other := range members {
		switch {
		case name == own.Name:
			continue
		case !other.Joins:
			return true
		case now.reached[name] == other.Since && other.Reached[own.Name] == own.Since && !now.unfit:
			return true
		case other.Joined && !other.Leaving:
			served, servedWell = true, servedWell || !other.Unfit
		}
	}
	switch {
	case len(members) == 1:
		return true
	case now.unfit:
		return !served && stayed >= unfitWait
	}
	return !servedWell && stayed >= fitWait
}

// listed returns the live nodes by name.
func (p *placement) listed() map[string]Member {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.members
}
