package ratelimit

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// The nodes of a cluster exchange their heaviest usage with [Limiter.HotUsage] and [Limiter.ApplyUsage], so that a
// limit holds for the cluster and not for each node. Messages are bounded in size, and none is sent while usage is
// low.

// Usage is the number of tokens taken from a bucket at a node, or a penalty given there.
type Usage struct {
	What    string       `json:"what"`             // name of a Kind, or penaltyName
	Class   string       `json:"class,omitempty"`  // one of trustNames; empty for a penalty
	Person  string       `json:"person,omitempty"` // the owner, if a person
	Address netip.Prefix `json:"address,omitzero"` // the owner, if an address or network
	N       int          `json:"n"`                // tokens taken; for a penalty, remaining seconds
}

// SameAs reports whether two usages belong to one bucket or one penalty.
func (s Usage) SameAs(other Usage) bool {
	s.N, other.N = 0, 0
	return s == other
}

// Plus merges two usages of one bucket. Of two penalties it returns the later one.
func (s Usage) Plus(later Usage) Usage {
	if s.What == penaltyName {
		return later
	}
	s.N += later.N
	return s
}

// penaltyName is the value of What for a penalty.
const penaltyName = "penalties"

// trustNames returns the wire names of the trust levels.
func trustNames() [trustLevels]string {
	return [trustLevels]string{public: "public", private: "private", newcomer: "newcomer"}
}

const (
	// hotPart is the fraction of a full bucket, 1/hotPart, that must be taken here or missing in
	// total before the usage is sent to other nodes.
	hotPart = 4
	// usageMemory is how long taken tokens count toward that fraction, even if the bucket has refilled.
	usageMemory = time.Minute
	// maxName is the maximum length of a shared name in bytes.
	maxName = 256
)

// bucket is a token bucket with the usage not yet shared.
type bucket struct {
	*rate.Limiter
	own  int // taken here and not yet shared
	last time.Time
	hot  bool // listed in bucketSet.hot
}

// note records a token taken here, to be shared.
func (s *bucketSet) note(o owner, from *bucket, now time.Time) {
	if len(o.person) > maxName {
		return
	}
	from.own++
	from.last = now
	if !from.hot && (from.own >= s.hotAt(o.trust) || from.TokensAt(now) <= float64(s.rates[o.trust].Burst-s.hotAt(o.trust))) {
		from.hot = true
		s.hot = append(s.hot, o)
	}
}

// hotAt returns how many tokens must be taken or missing before the bucket is shared.
func (s *bucketSet) hotAt(c trust) int { return (s.rates[c].Burst + hotPart - 1) / hotPart }

// hottest calls each for the buckets to be shared, and unlists those that no longer are.
func (s *bucketSet) hottest(each func(o owner, part float64)) {
	s.hot = slices.DeleteFunc(s.hot, func(o owner) bool {
		from := s.buckets[o]
		if from == nil || !from.hot {
			return true
		}
		if from.own == 0 {
			from.hot = false
			return true
		}
		each(o, float64(from.own)/float64(s.rates[o.trust].Burst))
		return false
	})
}

// candidate is a bucket that may be shared.
type candidate struct {
	kind  Kind
	scope int
	owner owner
	part  float64 // taken fraction of a full bucket
}

// HotUsage returns at most the given number of usages to share, those with the largest fraction first; the rest
// follow on later calls. The first call starts the accounting, so a caller must keep calling.
func (b *Limiter) HotUsage(most int) []Usage {
	now := time.Now()
	told := b.penalties.hot(most/2, now)
	b.mu.Lock()
	b.sharing = true
	var all []candidate
	for kind, shelves := range b.sets {
		for scope, s := range shelves {
			s.hottest(func(o owner, part float64) { all = append(all, candidate{Kind(kind), scope, o, part}) })
		}
	}
	b.mu.Unlock()
	slices.SortFunc(all, func(one, other candidate) int { return cmp.Compare(other.part, one.part) }) // without the lock
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range all[:min(len(all), most-len(told))] {
		from := b.sets[one.kind][one.scope].buckets[one.owner]
		if from == nil || from.own == 0 {
			continue
		}
		told = append(told, Usage{
			What: b.rows[one.kind].wire(), Class: trustNames()[one.owner.trust], Person: one.owner.person, Address: one.owner.address, N: from.own,
		})
		from.own = 0
	}
	return told
}

// ApplyUsage charges usage reported by other nodes to the buckets of this node. It applies at most most entries. It never
// puts a subject further into debt than one full bucket, and ignores entries it does not understand.
func (b *Limiter) ApplyUsage(spent []Usage, most int) {
	now := time.Now()
	for _, one := range spent[:min(len(spent), most)] {
		if one.What == penaltyName {
			b.applyPenalty(one, now)
			continue
		}
		if s, o := b.find(one); s != nil {
			b.mu.Lock()
			s.apply(o, one.N, now)
			b.mu.Unlock()
		}
	}
}

// find returns the bucket owner of a usage and its set, or nil if it names none.
func (b *Limiter) find(one Usage) (*bucketSet, owner) {
	kind := slices.IndexFunc(b.rows, func(r row) bool { return r.wire() == one.What })
	names := trustNames()
	of := slices.Index(names[:], one.Class)
	if kind < 0 || of < 0 || b.rows[kind].apart || len(one.Person) > maxName || one.Person != "" && one.Address.IsValid() {
		return nil, owner{}
	}
	scope := byPerson
	if one.Person == "" {
		var is bool
		if scope, is = scopeOf(one.Address); !is {
			return nil, owner{}
		}
	}
	return b.sets[kind][scope], owner{trust: trust(of), person: one.Person, address: one.Address}
}

// scopeOf returns the scope of a block by its prefix length.
func scopeOf(part netip.Prefix) (scope, bool) {
	for _, one := range blocks(part.Addr()) {
		if one.part == part {
			return one.scope, true
		}
	}
	return 0, false
}

// apply takes remote usage from a bucket. Overflow buckets are never charged for it.
func (s *bucketSet) apply(o owner, n int, now time.Time) {
	if !s.bounds(o) {
		return
	}
	from := s.bucket(o, now)
	if from == nil {
		return
	}
	wait(from.Limiter, min(n, int(from.TokensAt(now))+s.rates[o.trust].Burst), now)
}

// hot returns at most the given number of penalties that have begun or grown since they were last shared.
func (p *penalties) hot(most int, now time.Time) (told []Usage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.grown == nil {
		p.grown = map[netip.Prefix]struct{}{}
	}
	for part := range p.grown {
		if len(told) == most {
			break
		}
		delete(p.grown, part)
		if owed := p.owed[part]; owed != nil && owed.barred && now.Before(owed.until) {
			told = append(told, Usage{What: penaltyName, Address: part, N: int(owed.until.Sub(now).Seconds()) + 1})
		}
	}
	return told
}

// applyPenalty bars an address that is barred at another node.
func (b *Limiter) applyPenalty(one Usage, now time.Time) {
	if _, is := scopeOf(one.Address); !is || one.N <= 0 || b.IsPrivate(one.Address.Addr()) {
		return
	}
	p := &b.penalties
	p.mu.Lock()
	defer p.mu.Unlock()
	if owed := p.of(one.Address, now); owed != nil {
		owed.extend(now.Add(min(time.Duration(min(one.N, int(mostPenalty/time.Second)))*time.Second, mostPenalty)))
	}
}

// extend makes a penalty last at least until the given time.
func (o *penalty) extend(until time.Time) {
	if until.After(o.until) {
		o.until = until
	}
	o.barred, o.doublings = true, max(o.doublings, 1)
}
