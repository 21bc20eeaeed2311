package ratelimit

import (
	"maps"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets bounds a bucketSet. All sets together take about 35 MB when full.
const maxBuckets = 4096

// sweepPace is the minimum interval between sweeps for full buckets.
const sweepPace = time.Second

// owner identifies a bucket. A person on a private network has another bucket than on a public one.
type owner struct {
	trust   trust
	person  string
	address netip.Prefix
}

// bucketSet holds the buckets of one kind and scope. A full bucket equals a missing one, so only the others are kept.
type bucketSet struct {
	rates   [trustLevels]Rate
	buckets map[owner]*bucket
	// overflow are the buckets shared by latecomers while there are too many others, so that no existing bucket is
	// dropped for them.
	overflow [trustLevels]*rate.Limiter
	swept    time.Time
	refused  uint64
	hot      []owner // owners of buckets to share
}

func newBucketSet(rates, crowd [trustLevels]Rate) *bucketSet {
	s := &bucketSet{rates: rates, buckets: map[owner]*bucket{}}
	for i, rate := range crowd {
		s.overflow[i] = rate.limiter()
	}
	return s
}

// bounds reports whether o names an owner and has a limit here.
func (s *bucketSet) bounds(o owner) bool { return o != (owner{}) && s.rates[o.trust].Burst > 0 }

// has reports whether o has a token left.
func (s *bucketSet) has(o owner, now time.Time) bool {
	if bucket := s.buckets[o]; bucket != nil {
		return bucket.TokensAt(now) >= 1
	}
	return !s.isFull(now) || s.overflow[o.trust].TokensAt(now) >= 1
}

// take takes a token, even from an empty bucket, and records it if share is set.
func (s *bucketSet) take(o owner, now time.Time, tell bool) {
	from := s.bucket(o, now)
	if from == nil {
		s.overflow[o.trust].ReserveN(now, 1)
		return
	}
	from.ReserveN(now, 1)
	if tell {
		s.note(o, from, now)
	}
}

// bucket returns the bucket of o, creating it if needed, or nil if the set is full.
func (s *bucketSet) bucket(o owner, now time.Time) *bucket {
	if s.buckets[o] == nil && !s.isFull(now) {
		s.buckets[o] = &bucket{Limiter: s.rates[o.trust].limiter()}
	}
	return s.buckets[o]
}

// isFull reports whether there is no room for another bucket. It sweeps full buckets at most once per sweepPace;
// those with recent usage stay while there is room.
func (s *bucketSet) isFull(now time.Time) bool {
	if now.Sub(s.swept) >= sweepPace {
		s.swept = now
		crowded := len(s.buckets) >= maxBuckets
		maps.DeleteFunc(s.buckets, func(o owner, one *bucket) bool {
			told := one.own == 0 || now.Sub(one.last) >= usageMemory
			return one.TokensAt(now) >= float64(s.rates[o.trust].Burst) && (told || crowded)
		})
	}
	return len(s.buckets) >= maxBuckets
}
