package budget

import (
	"maps"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets bounds a shelf. All shelves together take some 35 MB when each is
// full.
const maxBuckets = 4096

// sweepPace is how often a shelf is looked through for full buckets.
const sweepPace = time.Second

// owner is whose a bucket is. Somebody who comes from a private network and from
// elsewhere has two.
type owner struct {
	class   class
	person  string
	address netip.Prefix
}

// shelf has the buckets of one kind and scope: only those that are not full,
// since a full one is as good as none.
type shelf struct {
	rates   [classes]Rate
	buckets map[owner]*bucket
	// crowd are the buckets that all share who come while there are too many
	// others: nobody's own is emptied or forgotten for them.
	crowd   [classes]*rate.Limiter
	swept   time.Time
	refused uint64
	hot     []owner // whose buckets others are to be told of
}

func newShelf(rates, crowd [classes]Rate) *shelf {
	s := &shelf{rates: rates, buckets: map[owner]*bucket{}}
	for i, rate := range crowd {
		s.crowd[i] = rate.limiter()
	}
	return s
}

// bounds reports whether there is anybody to be charged, and a bound for them.
func (s *shelf) bounds(o owner) bool { return o != (owner{}) && s.rates[o.class].Burst > 0 }

// has reports whether there is something left for somebody.
func (s *shelf) has(o owner, now time.Time) bool {
	if bucket := s.buckets[o]; bucket != nil {
		return bucket.TokensAt(now) >= 1
	}
	return !s.isFull(now) || s.crowd[o.class].TokensAt(now) >= 1
}

// take takes one from somebody's bucket, also where none is left, and notes it for others
// where they are to be told.
func (s *shelf) take(o owner, now time.Time, tell bool) {
	from := s.bucket(o, now)
	if from == nil {
		s.crowd[o.class].ReserveN(now, 1)
		return
	}
	from.ReserveN(now, 1)
	if tell {
		s.note(o, from, now)
	}
}

// bucket is somebody's; nil where there are too many others.
func (s *shelf) bucket(o owner, now time.Time) *bucket {
	if s.buckets[o] == nil && !s.isFull(now) {
		s.buckets[o] = &bucket{Limiter: s.rates[o.class].limiter()}
	}
	return s.buckets[o]
}

// isFull reports whether there is no place for another bucket, and forgets those
// that are full again, now and then. While there is place, those of which others are to be
// told if more is taken stay for a while.
func (s *shelf) isFull(now time.Time) bool {
	if now.Sub(s.swept) >= sweepPace {
		s.swept = now
		crowded := len(s.buckets) >= maxBuckets
		maps.DeleteFunc(s.buckets, func(o owner, one *bucket) bool {
			told := one.own == 0 || now.Sub(one.last) >= spentMemory
			return one.TokensAt(now) >= float64(s.rates[o.class].Burst) && (told || crowded)
		})
	}
	return len(s.buckets) >= maxBuckets
}
