package budget

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Wire is something that a client sends on one connection whatever it is used for.
// A client that is well needs a few of each.
type Wire int

// What is counted on a connection.
const (
	// Requests are global ones, such as whether the server is still there.
	Requests Wire = iota
	// Channels are those that were opened, or asked for.
	Channels
	// Questions are requests on channels: variables of the environment, sizes of
	// the window, and whatever else.
	Questions
	// Exchanges are those of keys: the first one, and each that a client asks for.
	Exchanges

	wires // how many there are
)

// wireRow is a kind's name for the operator and what a connection may send of it,
// from a public address and from a private one.
type wireRow struct {
	name            string
	public, private Rate
}

// wireTable is what one connection may send. Whoever sends more is cut off: no
// client does by mistake.
func wireTable() [wires]wireRow {
	return [wires]wireRow{
		Requests:  {"global requests", Rate{60, time.Second}, Rate{10_000, time.Second / 1000}},
		Channels:  {"channels", Rate{100, time.Second / 4}, Rate{10_000, time.Second / 1000}},
		Questions: {"requests on channels", Rate{1500, time.Second / 60}, Rate{100_000, time.Second / 10_000}},
		Exchanges: {"key exchanges", Rate{6, time.Minute}, Rate{100, time.Second}},
	}
}

// Bytes that are read, of one connection and of all of one address: what comes
// faster waits. Nobody types as fast, and nothing is uploaded.
const (
	lineBytes, lineBytesBurst = 64 << 10, 64 << 10
	hostBytes, hostBytesBurst = 512 << 10, 2 << 20
	// privateBytes is how many times as much that is on a private network.
	privateBytes = 64
)

const (
	// Keys a second that all sessions of one address may press for long, and at once.
	// A school types less.
	hostKeys, hostKeysBurst = 1000, 4000
	// heldBytes are the bytes a second of a connection on hold, and at once. A key that
	// is held down sends some fifty bytes forty times a second.
	heldBytes, heldBytesBurst = 2 << 10, 8 << 10
)

// Line is what one connection has sent. Its methods may be called from any
// goroutine.
type Line struct {
	budget  *Budget
	address netip.Addr
	bytes   *rate.Limiter
	flow    *flow
	held    *rate.Limiter // bytes while it is on hold
	holds   atomic.Int32  // sessions on it that have it on hold
	taken   atomic.Int64  // bytes that its sessions have taken since the last read

	mu    sync.Mutex
	sent  [wires]*rate.Limiter
	ended bool
}

// flow is the bytes and the keys of all connections of one address.
type flow struct {
	bytes, keys *rate.Limiter
	lines       int // guarded by the budget's lock
}

// Line is a new connection from an address, to be closed.
func (b *Budget) Line(address netip.Addr) *Line {
	l := &Line{budget: b, address: address}
	isPrivate, factor := b.IsPrivate(address), 1
	if isPrivate {
		factor = privateBytes
	}
	for i, row := range wireTable() {
		rate := row.public
		if isPrivate {
			rate = row.private
		}
		l.sent[i] = rate.limiter()
	}
	l.bytes = rate.NewLimiter(rate.Limit(lineBytes*factor), lineBytesBurst*factor)
	l.held = rate.NewLimiter(heldBytes, heldBytesBurst)
	b.mu.Lock()
	defer b.mu.Unlock()
	host := Host(address)
	if b.flows[host] == nil {
		b.flows[host] = &flow{
			bytes: rate.NewLimiter(rate.Limit(hostBytes*factor), hostBytesBurst*factor),
			keys:  rate.NewLimiter(rate.Limit(hostKeys*factor), hostKeysBurst*factor),
		}
	}
	l.flow = b.flows[host]
	l.flow.lines++
	return l
}

// Sends reports whether a connection may send something once more, and counts it.
// Where it may not it floods, and is to be cut off.
func (l *Line) Sends(what Wire) bool {
	if l.sent[what].Allow() {
		return true
	}
	l.budget.mu.Lock()
	defer l.budget.mu.Unlock()
	l.budget.wires[what]++
	return false
}

// Read counts bytes that were read, and returns for how long nothing more is to be
// read.
func (l *Line) Read(n int) time.Duration {
	now := time.Now()
	longest := max(wait(l.bytes, n, now), wait(l.flow.bytes, n, now))
	if taken := int(l.taken.Swap(0)); l.holds.Load() > 0 {
		longest = max(longest, wait(l.held, max(0, n-taken), now))
	}
	return longest
}

// Press counts a key that was pressed in a session, and returns how long that session
// is to wait before it takes the next: all sessions of the address share what it may.
func (l *Line) Press() time.Duration { return wait(l.flow.keys, 1, time.Now()) }

// Hold has little be read of a connection while one of its sessions takes nothing:
// what comes meanwhile is kept in memory. Release ends that.
func (l *Line) Hold() { l.holds.Add(1) }

// Release undoes Hold.
func (l *Line) Release() { l.holds.Add(-1) }

// Take counts bytes that a session has taken: of a connection on hold as many more are
// read.
func (l *Line) Take(n int) { l.taken.Add(int64(n)) }

// wait takes so many from a bucket, and returns how long it takes until there are
// as many in it.
func wait(bucket *rate.Limiter, n int, now time.Time) (longest time.Duration) {
	for n > 0 {
		part := min(n, bucket.Burst())
		longest = bucket.ReserveN(now, part).DelayFrom(now)
		n -= part
	}
	return longest
}

// Close forgets the connection.
func (l *Line) Close() {
	l.mu.Lock()
	ended := l.ended
	l.ended = true
	l.mu.Unlock()
	if ended {
		return
	}
	l.budget.mu.Lock()
	defer l.budget.mu.Unlock()
	if l.flow.lines--; l.flow.lines == 0 {
		delete(l.budget.flows, Host(l.address))
	}
}
