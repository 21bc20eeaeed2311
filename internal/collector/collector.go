// Package collector tunes the garbage collector: few cycles on a small server, and on a large one a heap little
// larger than the live data, unless the server is busy for longer.
package collector

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// The garbage allowed between two GC cycles: a number of bytes or, if more, a percentage of the live heap. With both,
// each of 1,000 idle people takes about 145 KB, and 165 KB with twice as much garbage.
const (
	garbage = 16 << 20
	least   = 12
)

// If the allocation rate is high for longer, such frequent cycles would take a large part of the CPUs. Then as much
// garbage is allowed as is allocated in a span, up to the live heap.
const (
	span  = 4 * time.Second
	most  = 100
	after = 10 * time.Second // high allocation for this long; arrivals of many people take less
	// calm is how long the rate must be low, or no cycle happen, before the server counts as idle.
	// A pause between moves must not count as idle; otherwise the next moves would have frequent
	// cycles until the rate had been high for long enough again.
	calm = time.Minute
	// glance is the shortest time over which the rate is measured.
	glance = span / 16
)

// Follow adjusts GOGC after each GC cycle until stop is called. If the operator has set GOGC, it does nothing.
// GOMEMLIMIT applies in either case.
func Follow(getenv func(string) string) (stop func()) {
	if getenv("GOGC") != "" {
		return func() {}
	}
	f := &follower{before: debug.SetGCPercent(100)}
	f.watch()
	return f.stop
}

// follower adjusts the percentage until stopped.
type follower struct {
	before  int // original percentage, restored at the end
	mutex   sync.Mutex
	stopped bool
	effort  effort
	rest    *time.Timer // while the rate is high: until it seems to have ended; nil before
}

// watch adjusts the percentage after the next cycle and then watches again, by a cleanup of an unreachable object.
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

// awaitRest lowers the percentage if the next cycle does not come soon. The caller holds mutex. When idle, the timer
// has expired and nothing ticks.
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

// measure holds the memory figures after a cycle.
type measure struct {
	inUse uint64 // live heap with stacks and globals, to which the percentage applies
	made  uint64 // bytes allocated since the start
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

// effort tracks the allocation rate from cycle to cycle.
type effort struct {
	at    time.Time // time of the last measurement; zero before
	made  uint64    // allocated until then
	since time.Time // since when the rate has been high; zero if it is not
	low   time.Time // since when the rate has been low again; zero if it is not
	lasts bool      // high for longer and not low for long
	whole int       // percentage allocated in a span at the last high rate
}

// percent returns the garbage allowed after a cycle, as a percentage.
func (e *effort) percent(m measure, now time.Time) int {
	e.look(m, now)
	if !e.lasts {
		return percent(m.inUse)
	}
	return max(percent(m.inUse), min(most, e.whole))
}

// look measures the rate since the last call.
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
		e.lasts = e.lasts && now.Sub(e.low) < calm // a pause between moves is not idle
		return
	}
	e.whole, e.low = max(whole, e.whole/2), time.Time{} // part of that time may have been a pause
	if e.since.IsZero() {
		e.since = now.Add(-passed)
	}
	e.lasts = e.lasts || now.Sub(e.since) >= after
}

// percent returns the percentage for an idle server with the given live heap.
func percent(inUse uint64) int {
	return max(least, int(100*garbage/float64(max(1<<20, inUse))))
}
