// Package collector sets how often garbage is collected: seldom on a small
// server, and on a large one so often that it holds little more than it needs.
package collector

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Garbage that piles up between two collections: so many bytes, or where a part
// of what is in use is more, that part in percent. Of 1,000 people who do nothing
// each takes some 145 KB with both, and 165 KB where twice as much piles up.
const (
	garbage = 16 << 20
	least   = 12
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
	if !f.stopped {
		debug.SetGCPercent(percent(inUse()))
		f.watch()
	}
}

func (f *follower) stop() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if !f.stopped {
		f.stopped = true
		debug.SetGCPercent(f.before)
	}
}

// inUse is how many bytes the last collection has found in use, with stacks and
// variables: the percentage is one of all of these.
func inUse() (all uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}}
	metrics.Read(samples)
	for _, one := range samples {
		all += one.Value.Uint64()
	}
	return all
}

// percent is how much garbage may pile up beside so many bytes in use.
func percent(inUse uint64) int {
	return max(least, int(100*garbage/float64(max(1<<20, inUse))))
}
