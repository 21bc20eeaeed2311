package ratelimit

import (
	"net/netip"
	"sync"
)

// Quota is the number of resources that one address may hold at once. An IPv6 /56 may hold twice as many, and a /48
// four times as many.
type Quota struct{ Public, Private int }

// Counter counts the resources that each address holds. Resources of the zero address are not counted. Its methods
// may be called concurrently.
type Counter struct {
	limiter *Limiter
	name    string
	most    [trustLevels]int

	mu      sync.Mutex
	held    map[netip.Prefix]int // by host and, for IPv6, by its networks
	refused uint64
}

// NewCounter returns a Counter with the given name for operators and the quota most.
func (b *Limiter) NewCounter(name string, most Quota) *Counter {
	t := &Counter{limiter: b, name: name, most: [trustLevels]int{most.Public, most.Private}, held: map[netip.Prefix]int{}}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counters = append(b.counters, t)
	return t
}

// Acquire counts one more resource of address, and reports whether the quota allows it.
func (t *Counter) Acquire(address netip.Addr) bool { return t.AcquireN(address, 1) }

// AcquireN is like Acquire, for n resources: it acquires all of them or none.
func (t *Counter) AcquireN(address netip.Addr, n int) bool {
	if !address.IsValid() {
		return true
	}
	most := t.most[t.limiter.trustOf(address)]
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range blocks(address) {
		if t.held[one.part]+n > most*one.factor {
			t.refused++
			return false
		}
	}
	t.add(address, n)
	return true
}

// Release undoes Acquire.
func (t *Counter) Release(address netip.Addr) { t.ReleaseN(address, 1) }

// ReleaseN undoes AcquireN.
func (t *Counter) ReleaseN(address netip.Addr, n int) {
	if !address.IsValid() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(address, -n)
}

// add adds n to the counts of address and of the networks that contain it. The caller holds mu.
func (t *Counter) add(address netip.Addr, n int) {
	for _, one := range blocks(address) {
		if t.held[one.part] += n; t.held[one.part] == 0 {
			delete(t.held, one.part)
		}
	}
}
