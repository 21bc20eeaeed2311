// Package collector sets how often garbage is collected: seldom on a small
// server, and on a large one so often that it holds little more than it needs,
// unless it has much to do for longer.
package collector

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// Garbage that piles up between two collections: so many bytes, or where a part
// of what is in use is more, that part in percent. Of 1,000 people who do nothing
// each takes some 145 KB with both, and 165 KB where twice as much piles up.
const (
	garbage = 16 << 20
	least   = 12
)

// While much is made for longer, as many play, collecting so often would take a
// large part of the processors: then as much may pile up as is made in a span, but
// no more than is in use.
const (
	span  = 4 * time.Second
	most  = 100
	after = 10 * time.Second // that much is made; that many come at once does not take so long
	// calm is how long little has been made, or no collection has come, when the server is
	// taken to be at rest again. In a moment in which nobody moves it is in play: else the
	// next moves would meet collections all the time, until it has been for long enough.
	calm = time.Minute
	// glance is the least time from which is told how much is made.
	glance = span / 16
)

// Follow has the program collect by what is in use, from each collection to the
// next, until stop is called. An operator who has set GOGC has decided
// otherwise: then it does nothing. GOMEMLIMIT counts in either case.
func Follow(getenv func(string) string) (stop func()) {
	if getenv("GOGC") != "" {
		return func() {}
	}
	f := &follower{before: debug.SetGCPercent(100)}
	f.watch()
	return f.stop
}

// follower sets the percentage until it has stopped.
type follower struct {
	before  int // as it was, and will be
	mutex   sync.Mutex
	stopped bool
	effort  effort
	rest    *time.Timer // while much is made: until that seems to have ended; nil before
}

// watch sets the percentage after the next collection, and watches on: what
// nobody refers to is cleaned up once after each.
func (f *follower) watch() {
	gone := &struct{ _ [2]*byte }{}
	runtime.AddCleanup(gone, (*follower).collected, f)
}

func (f *follower) collected() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.stopped {
		return
	}
	now := measured()
	debug.SetGCPercent(f.effort.percent(now, time.Now()))
	if f.effort.lasts {
		f.awaitRest()
	}
	f.watch()
}

// awaitRest has less pile up again where the next collection does not come soon.
// The caller holds mutex. Nothing ticks: at rest the timer has run out, and nobody
// sets it again.
func (f *follower) awaitRest() {
	if f.rest != nil {
		f.rest.Reset(calm)
		return
	}
	f.rest = time.AfterFunc(calm, func() {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		if !f.stopped {
			f.effort = effort{}
			debug.SetGCPercent(percent(measured().inUse))
		}
	})
}

func (f *follower) stop() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.stopped {
		return
	}
	f.stopped = true
	if f.rest != nil {
		f.rest.Stop()
	}
	debug.SetGCPercent(f.before)
}

// measure is what is known after a collection.
type measure struct {
	inUse uint64 // bytes that it has found in use, with stacks and variables: the percentage is one of all of these
	made  uint64 // bytes since the program began
}

func measured() (m measure) {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}, {Name: "/gc/heap/allocs:bytes"},
	}
	metrics.Read(samples)
	for _, one := range samples[:3] {
		m.inUse += one.Value.Uint64()
	}
	m.made = samples[3].Value.Uint64()
	return m
}

// effort is how much is made, from collection to collection.
type effort struct {
	at    time.Time // when that was last looked at; zero before
	made  uint64    // until then
	since time.Time // when it began to be much; zero while it is not
	low   time.Time // when it began to be little again; zero before, and while it is not
	lasts bool      // it has been much for longer, and not little for long
	whole int       // percent that was made in a span when it was much last
}

// percent is how much garbage may pile up after a collection, at a time.
func (e *effort) percent(m measure, now time.Time) int {
	e.look(m, now)
	if !e.lasts {
		return percent(m.inUse)
	}
	return max(percent(m.inUse), min(most, e.whole))
}

// look notes how much has been made since the last time.
func (e *effort) look(m measure, now time.Time) {
	passed := now.Sub(e.at)
	switch {
	case e.at.IsZero():
		e.at, e.made = now, m.made
		return
	case passed < glance:
		return
	}
	inUse := max(1<<20, m.inUse)
	whole := int(100 * float64(m.made-e.made) * (float64(span) / float64(passed)) / float64(inUse))
	e.at, e.made = now, m.made
	if whole <= percent(inUse) {
		e.since = time.Time{}
		if e.low.IsZero() {
			e.low = now.Add(-passed)
		}
		e.lasts = e.lasts && now.Sub(e.low) < calm // a moment in which nobody moves is no rest
		return
	}
	e.whole, e.low = max(whole, e.whole/2), time.Time{} // some of that time nobody may have moved
	if e.since.IsZero() {
		e.since = now.Add(-passed)
	}
	e.lasts = e.lasts || now.Sub(e.since) >= after
}

// percent is how much garbage may pile up beside so many bytes in use, at rest.
func percent(inUse uint64) int {
	return max(least, int(100*garbage/float64(max(1<<20, inUse))))
}
