package server

import (
	"crypto/rand"
	"net"
	"net/netip"
	"runtime"
	"slices"
	"sync"

	"parlor/budget"
)

// How an exchange of keys is told from all else for which the server draws random
// bytes on a connection: by how many it draws at once. A proposal takes 16, and what
// fills a packet up is less than 32; a key that is used once takes at least that,
// and one in a group of numbers as many bytes as they have.
const (
	exchangeDraws = 32
	costlyDraws   = 256
)

// entropy is where a connection's random bytes come from. With it an exchange of
// keys is seen as it begins, also one that a client asks for later, of which the
// library tells nobody.
type entropy struct{ line *line }

// Read draws random bytes.
func (e entropy) Read(data []byte) (int, error) {
	if len(data) >= exchangeDraws {
		if err := e.line.exchanges(len(data) >= costlyDraws); err != nil {
			return 0, err
		}
	}
	return rand.Read(data)
}

// exchanges notes that the client has sent its half of an exchange of keys, which
// the server now works out. What costs much waits for its turn.
func (l *line) exchanges(costly bool) error {
	l.begun.Store(true)
	l.mute.Stop()
	if !l.sends(budget.Exchanges) {
		return net.ErrClosed
	}
	if costly && !l.computes.Load() {
		if !l.gate.booth.enter(budget.Network(l.address), l.gone) {
			return net.ErrClosed
		}
		l.computes.Store(true)
		select {
		case <-l.gone: // and may have seen nothing of it
			l.computed()
			return net.ErrClosed
		default:
		}
	}
	return nil
}

// computed gives the turn back.
func (l *line) computed() {
	if l.computes.CompareAndSwap(true, false) {
		l.gate.booth.leave()
	}
}

// booth is where costly exchanges of keys are worked out: a few at a time, so that
// whoever asks for them does not take the processors from those who play, and by
// turns of the networks that wait.
type booth struct {
	mu      sync.Mutex
	free    int
	waiting map[netip.Prefix][]chan struct{} // in order
	turns   []netip.Prefix                   // of those who wait, in order
}

func newBooth() *booth {
	return &booth{free: max(1, runtime.GOMAXPROCS(0)/4), waiting: map[netip.Prefix][]chan struct{}{}}
}

// enter waits for a turn, and reports whether there was one before gone was closed.
func (b *booth) enter(network netip.Prefix, gone <-chan struct{}) bool {
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
		b.leave() // the turn came at the same moment
	}
	return false
}

// leave gives the turn to the next network.
func (b *booth) leave() {
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

// drop takes a network's turn away. The caller holds the lock.
func (b *booth) drop(network netip.Prefix) {
	delete(b.waiting, network)
	b.turns = slices.DeleteFunc(b.turns, func(other netip.Prefix) bool { return other == network })
}
