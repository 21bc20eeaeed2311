package ratelimit

import (
	"net/netip"
	"sync"
	"time"
)

// Offense is behavior that only attackers and broken clients show.
type Offense int

// The offenses. Each has a row in offenseTable.
const (
	_ Offense = iota
	// Unfinished is a connection that the client closed before logging in, as scanners do.
	Unfinished
	// Silent is a connection that did not begin a key exchange in time.
	Silent
	// Late is a connection on which no user logged in before the deadline.
	Late
	// Hasty is a connection opened although the limit was reached.
	Hasty
	// Guess is a code tried in spite of a refusal for too many wrong codes.
	Guess
	// Flood is a connection that was cut off for sending too much.
	Flood

	offenses // the number of offenses
)

// offenseRow describes an offense to operators and holds how long the first offense bars the address.
type offenseRow struct {
	told string
	cost time.Duration
}

// offenseTable returns the offenses with their costs. It follows OpenSSH's PerSourcePenalties for
// the offenses that OpenSSH has as well.
func offenseTable() [offenses]offenseRow {
	return [offenses]offenseRow{
		Unfinished: {"a connection is closed before anybody has logged in", time.Second},
		Silent:     {"a connection does not begin a key exchange in time", 10 * time.Second},
		Late:       {"nobody logs in on a connection in time", 10 * time.Second},
		Hasty:      {"a connection comes although too many have come", time.Second},
		Guess:      {"a code is tried by somebody who was told to wait", time.Second},
		Flood:      {"a connection is cut off because it floods", 90 * time.Second},
	}
}

const (
	// leastPenalty is the accumulated penalty from which an address is barred. A rare offense stays below it.
	leastPenalty = 15 * time.Second
	// mostPenalty is the longest penalty.
	mostPenalty = 10 * time.Minute
	// mostDoublings bounds how often the cost of an offense doubles. It doubles each time the address was barred
	// before.
	mostDoublings = 5
	// penaltyMemory is how long after its end a penalty still increases the next one.
	penaltyMemory = time.Hour
	// maxPenalties bounds the number of remembered penalties.
	maxPenalties = 4096
)

// penalty is the penalty of one address or network.
type penalty struct {
	until     time.Time // when the penalty ends
	barred    bool      // the penalty has reached leastPenalty
	doublings int
}

// penalties holds the penalties of addresses and IPv6 networks.
type penalties struct {
	mu     sync.Mutex
	swept  time.Time
	owed   map[netip.Prefix]*penalty
	barred uint64                    // number of refused connections
	grown  map[netip.Prefix]struct{} // to be sent to other nodes; nil while usage is not shared
}

func newPenalties() penalties { return penalties{owed: map[netip.Prefix]*penalty{}} }

func (p *penalties) count() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.barred
}

// Penalize adds the cost of an offense to the penalty of address. Private addresses are exempt: one may be the router
// of many users.
func (b *Limiter) Penalize(what Offense, address netip.Addr) {
	if b.IsPrivate(address) {
		return
	}
	p, now := &b.penalties, time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range blocks(address) {
		if owed := p.of(one.part, now); owed != nil {
			owed.grow(offenseTable()[what].cost, leastPenalty*time.Duration(one.factor), now)
			if owed.barred && p.grown != nil && len(p.grown) < maxPenalties {
				p.grown[one.part] = struct{}{}
			}
		}
	}
}

// Bars reports whether address is barred by a penalty, and counts the refusal.
func (b *Limiter) Bars(address netip.Addr) bool {
	p, now := &b.penalties, time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range blocks(address) {
		if owed := p.owed[one.part]; owed != nil && owed.barred && now.Before(owed.until) {
			p.barred++
			return true
		}
	}
	return false
}

// of returns the penalty of an address block, and adds one if it has none. It returns nil if
// there are too many other penalties. The caller must hold the lock.
func (p *penalties) of(part netip.Prefix, now time.Time) *penalty {
	if owed := p.owed[part]; owed != nil {
		return owed
	}
	if len(p.owed) >= maxPenalties && now.Sub(p.swept) >= sweepPace {
		p.swept = now
		p.sweep(now)
	}
	if len(p.owed) >= maxPenalties {
		return nil
	}
	p.owed[part] = &penalty{}
	return p.owed[part]
}

// sweep drops penalties whose memory has passed and, if there are none, those that have ended.
func (p *penalties) sweep(now time.Time) {
	for _, memory := range []time.Duration{penaltyMemory, 0} {
		for part, owed := range p.owed {
			if now.Sub(owed.until) >= memory {
				delete(p.owed, part)
			}
		}
		if len(p.owed) < maxPenalties {
			return
		}
	}
}

// grow adds cost to a penalty. Once it reaches least, the address is barred until the penalty ends.
func (o *penalty) grow(cost, least time.Duration, now time.Time) {
	switch gone := now.Sub(o.until); {
	case gone >= penaltyMemory:
		*o = penalty{until: now}
	case gone >= 0:
		o.until, o.barred = now, false
	}
	o.until = o.until.Add(cost << o.doublings)
	if limit := now.Add(mostPenalty); o.until.After(limit) {
		o.until = limit
	}
	if !o.barred && o.until.Sub(now) >= least {
		o.barred = true
		o.doublings = min(o.doublings+1, mostDoublings)
	}
}
