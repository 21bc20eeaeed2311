package budget

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// Several processes that are one server tell each other what is spent most, as [Budget.Told]
// and [Budget.Hear] have it, so that nobody has as much at each of them. What is told is bounded, and
// nothing is as long as little is spent.

// Spending is what was taken from somebody's bucket at one process, or a penalty that an
// address has there.
type Spending struct {
	What    string       `json:"what"`             // name of a Kind, or penaltyName
	Class   string       `json:"class,omitempty"`  // one of classNames; of a penalty none
	Person  string       `json:"person,omitempty"` // whose it is, or
	Address netip.Prefix `json:"address,omitzero"` // of which address or network
	N       int          `json:"n"`                // how often; of a penalty, for how many seconds more
}

// SameAs reports whether two are of one bucket, or penalties of one address.
func (s Spending) SameAs(other Spending) bool {
	s.N, other.N = 0, 0
	return s == other
}

// Plus is two of one bucket as one; of two penalties the later one.
func (s Spending) Plus(later Spending) Spending {
	if s.What == penaltyName {
		return later
	}
	s.N += later.N
	return s
}

// penaltyName stands for a kind where a penalty is told.
const penaltyName = "penalties"

// classNames are those of classes, on the wire.
func classNames() [classes]string {
	return [classes]string{public: "public", private: "private", newcomer: "newcomer"}
}

const (
	// hotPart is which part of a full bucket has to be taken here, or missing by what was
	// taken anywhere, before others are told.
	hotPart = 4
	// spentMemory is for how long after somebody has taken something it counts for that,
	// also where their bucket is full again.
	spentMemory = time.Minute
	// maxName bounds whom others are told of, in bytes.
	maxName = 256
)

// bucket is somebody's, with what others are to be told of it.
type bucket struct {
	*rate.Limiter
	own  int // taken here, of which others have not been told
	last time.Time
	hot  bool // it is on the shelf's list
}

// note notes that something was taken here, for others to be told.
func (s *shelf) note(o owner, from *bucket, now time.Time) {
	if len(o.person) > maxName {
		return
	}
	from.own++
	from.last = now
	if !from.hot && (from.own >= s.hotAt(o.class) || from.TokensAt(now) <= float64(s.rates[o.class].Burst-s.hotAt(o.class))) {
		from.hot = true
		s.hot = append(s.hot, o)
	}
}

// hotAt is how much has to be taken from a bucket, or missing in it, before others are told.
func (s *shelf) hotAt(c class) int { return (s.rates[c].Burst + hotPart - 1) / hotPart }

// hottest are the buckets of which others are to be told; those that are not any more come
// off the list.
func (s *shelf) hottest(each func(o owner, part float64)) {
	s.hot = slices.DeleteFunc(s.hot, func(o owner) bool {
		from := s.buckets[o]
		if from == nil || !from.hot {
			return true
		}
		if from.own == 0 {
			from.hot = false
			return true
		}
		each(o, float64(from.own)/float64(s.rates[o.class].Burst))
		return false
	})
}

// candidate is a bucket that others may be told of.
type candidate struct {
	kind  Kind
	scope int
	owner owner
	part  float64 // of a full bucket, that was taken
}

// Told is what others are to be told that was spent here, so many buckets at most, those of
// which most was taken first. What is not among them is told the next time. From the first
// call on it is counted what to tell, so whoever calls it goes on with that.
func (b *Budget) Told(most int) []Spending {
	now := time.Now()
	told := b.penalties.told(most/2, now)
	b.mu.Lock()
	b.shares = true
	var all []candidate
	for kind, shelves := range b.shelves {
		for scope, s := range shelves {
			s.hottest(func(o owner, part float64) { all = append(all, candidate{Kind(kind), scope, o, part}) })
		}
	}
	b.mu.Unlock()
	slices.SortFunc(all, func(one, other candidate) int { return cmp.Compare(other.part, one.part) }) // without the lock
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range all[:min(len(all), most-len(told))] {
		from := b.shelves[one.kind][one.scope].buckets[one.owner]
		if from == nil || from.own == 0 {
			continue
		}
		told = append(told, Spending{
			What: b.rows[one.kind].name, Class: classNames()[one.owner.class], Person: one.owner.person, Address: one.owner.address, N: from.own,
		})
		from.own = 0
	}
	return told
}

// Hear takes from the buckets here what was spent elsewhere, from so many at most. Nobody
// comes to owe more than a full bucket by it, and what is not understood is passed over.
func (b *Budget) Hear(spent []Spending, most int) {
	now := time.Now()
	for _, one := range spent[:min(len(spent), most)] {
		if one.What == penaltyName {
			b.hearPenalty(one, now)
			continue
		}
		if s, o := b.find(one); s != nil {
			b.mu.Lock()
			s.hear(o, one.N, now)
			b.mu.Unlock()
		}
	}
}

// find is whose bucket a spending is about, and the shelf where that is; nil for nobody's.
func (b *Budget) find(one Spending) (*shelf, owner) {
	kind := slices.IndexFunc(b.rows, func(r row) bool { return r.name == one.What })
	names := classNames()
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
	return b.shelves[kind][scope], owner{class: class(of), person: one.Person, address: one.Address}
}

// scopeOf is what a part of the net is that counts as one.
func scopeOf(part netip.Prefix) (scope, bool) {
	for _, one := range reaches(part.Addr()) {
		if one.part == part {
			return one.scope, true
		}
	}
	return 0, false
}

// hear takes from a bucket what was spent elsewhere. Those that share a bucket, because
// there are too many, share only what is spent here.
func (s *shelf) hear(o owner, n int, now time.Time) {
	if !s.bounds(o) {
		return
	}
	from := s.bucket(o, now)
	if from == nil {
		return
	}
	wait(from.Limiter, min(n, int(from.TokensAt(now))+s.rates[o.class].Burst), now)
}

// told are penalties that have begun or grown since they were told, so many at most.
func (p *penalties) told(most int, now time.Time) (told []Spending) {
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
			told = append(told, Spending{What: penaltyName, Address: part, N: int(owed.until.Sub(now).Seconds()) + 1})
		}
	}
	return told
}

// hearPenalty does not let an address in that another process does not.
func (b *Budget) hearPenalty(one Spending, now time.Time) {
	if _, is := scopeOf(one.Address); !is || one.N <= 0 || b.IsPrivate(one.Address.Addr()) {
		return
	}
	p := &b.penalties
	p.mu.Lock()
	defer p.mu.Unlock()
	if owed := p.of(one.Address, now); owed != nil {
		owed.last(now.Add(min(time.Duration(min(one.N, int(mostPenalty/time.Second)))*time.Second, mostPenalty)))
	}
}

// last has a penalty last until a moment, at least.
func (o *penalty) last(until time.Time) {
	if until.After(o.until) {
		o.until = until
	}
	o.barred, o.doublings = true, max(o.doublings, 1)
}
