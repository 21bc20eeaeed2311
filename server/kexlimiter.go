package server

import (
	"net/netip"
	"runtime"
	"slices"
	"sync"
)

// kexLimiter limits the number of concurrent costly key exchanges, so that clients asking for many do not take the
// CPUs from players. Waiting networks take turns.
type kexLimiter struct {
	mu      sync.Mutex
	free    int
	waiting map[netip.Prefix][]chan struct{} // in order of arrival
	turns   []netip.Prefix                   // networks with waiters, in turn order
}

func newKexLimiter() *kexLimiter {
	return &kexLimiter{free: max(1, runtime.GOMAXPROCS(0)/4), waiting: map[netip.Prefix][]chan struct{}{}}
}

// enter waits for a turn. It reports false if gone is closed first.
func (b *kexLimiter) enter(network netip.Prefix, gone <-chan struct{}) bool {
	b.mu.Lock()
	if b.free > 0 {
		b.free--
		b.mu.Unlock()
		return true
	}
	turn := make(chan struct{})
	if len(b.waiting[network]) == 0 {
		b.turns = append(b.turns, network)
	}
	b.waiting[network] = append(b.waiting[network], turn)
	b.mu.Unlock()
	select {
	case <-turn:
		return true
	case <-gone:
	}
	b.mu.Lock()
	at := slices.Index(b.waiting[network], turn)
	if at >= 0 {
		b.waiting[network] = slices.Delete(b.waiting[network], at, at+1)
		if len(b.waiting[network]) == 0 {
			b.drop(network)
		}
	}
	b.mu.Unlock()
	if at < 0 {
		b.leave() // the turn came at the same time
	}
	return false
}

// leave passes the turn to the next network.
func (b *kexLimiter) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.turns) == 0 {
		b.free++
		return
	}
	network := b.turns[0]
	all := b.waiting[network]
	close(all[0])
	b.waiting[network] = all[1:]
	b.drop(network)
	if len(all) > 1 {
		b.turns = append(b.turns, network)
		b.waiting[network] = all[1:]
	}
}

// drop removes a network from the turn order. The caller holds the lock.
func (b *kexLimiter) drop(network netip.Prefix) {
	delete(b.waiting, network)
	b.turns = slices.DeleteFunc(b.turns, func(other netip.Prefix) bool { return other == network })
}
