package budget

import (
	"net/netip"
	"sync"
	"time"
)

// Failing is something that only those do who are up to no good, or whose program
// is broken.
type Failing int

// What addresses are made to pay for. Each has a row in the table below.
const (
	_ Failing = iota
	// Unfinished is a connection that its client closed before anybody had logged
	// in, as one who looks for servers does.
	Unfinished
	// Silent is a connection that did not begin an exchange of keys in time.
	Silent
	// Late is a connection on which nobody logged in within the time there is.
	Late
	// Hasty is a connection that came although there had been too many.
	Hasty
	// Guess is a code that somebody tried who had been told to wait.
	Guess
	// Flood is a connection that was cut off.
	Flood

	failings // how many there are
)

// failingRow is what an operator is told of something that fails, and for how long
// the address is not let in for it the first time.
type failingRow struct {
	told string
	cost time.Duration
}

// failingTable is as OpenSSH's PerSourcePenalties where that has the same.
func failingTable() [failings]failingRow {
	return [failings]failingRow{
		Unfinished: {"a connection is closed before anybody has logged in", time.Second},
		Silent:     {"a connection does not begin a key exchange in time", 10 * time.Second},
		Late:       {"nobody logs in on a connection in time", 10 * time.Second},
		Hasty:      {"a connection comes although too many have come", time.Second},
		Guess:      {"a code is tried by somebody who was told to wait", time.Second},
		Flood:      {"a connection is cut off because it floods", 90 * time.Second},
	}
}

const (
	// leastPenalty is what has to have come together before an address is not let
	// in: whoever fails now and then never is.
	leastPenalty = 15 * time.Second
	// mostPenalty is how long at most it is not.
	mostPenalty = 10 * time.Minute
	// mostDoublings is how often at most what a failing costs doubles, each time that
	// the address was not let in before.
	mostDoublings = 5
	// penaltyMemory is how long after its end a penalty makes the next one worse.
	penaltyMemory = time.Hour
	// maxPenalties bounds those that are remembered.
	maxPenalties = 4096
)

// penalty is what an address has to pay.
type penalty struct {
	until     time.Time // it is over then
	barred    bool      // it is so much that the address is not let in
	doublings int
}

// penalties are those of addresses, and of IPv6 networks, which may fail some
// times as often.
type penalties struct {
	mu     sync.Mutex
	swept  time.Time
	owed   map[netip.Prefix]*penalty
	barred uint64                    // times that somebody was not let in
	grown  map[netip.Prefix]struct{} // of which others are to be told; nil where nobody tells them
}

func newPenalties() penalties { return penalties{owed: map[netip.Prefix]*penalty{}} }

func (p *penalties) count() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.barred
}

// Fail makes an address pay for something. Those of private networks never do: they
// may be everybody's router.
func (b *Budget) Fail(what Failing, address netip.Addr) {
	if b.IsPrivate(address) {
		return
	}
	p, now := &b.penalties, time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range reaches(address) {
		if owed := p.of(one.part, now); owed != nil {
			owed.grow(failingTable()[what].cost, leastPenalty*time.Duration(one.factor), now)
			if owed.barred && p.grown != nil && len(p.grown) < maxPenalties {
				p.grown[one.part] = struct{}{}
			}
		}
	}
}

// Bars reports whether an address is not let in because of what failed, and counts
// it.
func (b *Budget) Bars(address netip.Addr) bool {
	p, now := &b.penalties, time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range reaches(address) {
		if owed := p.owed[one.part]; owed != nil && owed.barred && now.Before(owed.until) {
			p.barred++
			return true
		}
	}
	return false
}

// of is what an address owes; nil where too many others do. The caller holds the
// lock.
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

// sweep forgets what was paid: at first what is long over, and where nothing is,
// what is over.
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

// grow adds to a penalty. From so much on the address is not let in until it is
// over.
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
