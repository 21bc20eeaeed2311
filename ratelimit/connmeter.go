package ratelimit

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// ConnLimit is a kind of message limited per connection. A correct client needs only a few of each.
type ConnLimit int

// The messages counted per connection.
const (
	// Requests are global requests, such as keep-alives.
	Requests ConnLimit = iota
	// Channels are opened or requested channels.
	Channels
	// Questions are channel requests, such as environment variables and window sizes.
	Questions
	// Exchanges are key exchanges: the first one and each rekeying.
	Exchanges

	connLimits // the number of limits
)

// connRow is the name of a limit for operators and its rates for public and private addresses.
type connRow struct {
	name            string
	public, private Rate
}

// connTable returns the limits of one connection. They are generous enough that a client beyond one can be cut off.
func connTable() [connLimits]connRow {
	return [connLimits]connRow{
		Requests:  {"global requests", Rate{60, time.Second}, Rate{10_000, time.Second / 1000}},
		Channels:  {"channels", Rate{100, time.Second / 4}, Rate{10_000, time.Second / 1000}},
		Questions: {"requests on channels", Rate{1500, time.Second / 60}, Rate{100_000, time.Second / 10_000}},
		Exchanges: {"key exchanges", Rate{6, time.Minute}, Rate{100, time.Second}},
	}
}

// The read rates of one connection and of all connections of one address, in bytes per second. Faster input is
// delayed.
const (
	lineBytes, lineBytesBurst = 64 << 10, 64 << 10
	hostBytes, hostBytesBurst = 512 << 10, 2 << 20
	// privateBytes multiplies the read rates on a private network.
	privateBytes = 64
)

const (
	// The key presses per second that all sessions of one address may process, sustained and at once.
	hostKeys, hostKeysBurst = 1000, 4000
	// The read rate of a connection on hold. A key that repeats sends about fifty bytes forty times a second.
	heldBytes, heldBytesBurst = 2 << 10, 8 << 10
)

// ConnMeter counts what one connection has sent. Its methods may be called concurrently.
type ConnMeter struct {
	budget  *Limiter
	address netip.Addr
	bytes   *rate.Limiter
	flow    *flow
	held    *rate.Limiter // bytes while on hold
	holds   atomic.Int32  // sessions that put it on hold
	taken   atomic.Int64  // bytes processed by its sessions since the last read

	mu    sync.Mutex
	sent  [connLimits]*rate.Limiter
	ended bool
}

// flow meters the bytes and keys of all connections of one address.
type flow struct {
	bytes, keys *rate.Limiter
	lines       int // guarded by the limiter's lock
}

// NewConn returns the meter of a new connection from address. The caller must close it.
func (b *Limiter) NewConn(address netip.Addr) *ConnMeter {
	l := &ConnMeter{budget: b, address: address}
	isPrivate, factor := b.IsPrivate(address), 1
	if isPrivate {
		factor = privateBytes
	}
	for i, row := range connTable() {
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

// Allow counts a message and reports whether it is within the limit. If not, the connection must be cut off.
func (l *ConnMeter) Allow(what ConnLimit) bool {
	if l.sent[what].Allow() {
		return true
	}
	l.budget.mu.Lock()
	defer l.budget.mu.Unlock()
	l.budget.overLimit[what]++
	return false
}

// Read counts n bytes read and returns how long to wait before reading more.
func (l *ConnMeter) Read(n int) time.Duration {
	now := time.Now()
	longest := max(wait(l.bytes, n, now), wait(l.flow.bytes, n, now))
	if taken := int(l.taken.Swap(0)); l.holds.Load() > 0 {
		longest = max(longest, wait(l.held, max(0, n-taken), now))
	}
	return longest
}

// Press counts a key press and returns how long the session must wait before the next. All sessions of an address
// share the rate.
func (l *ConnMeter) Press() time.Duration { return wait(l.flow.keys, 1, time.Now()) }

// Hold reduces the read rate while a session of the connection processes no input, because arriving
// data is buffered in memory. Release ends that.
func (l *ConnMeter) Hold() { l.holds.Add(1) }

// Release undoes Hold.
func (l *ConnMeter) Release() { l.holds.Add(-1) }

// Take counts n bytes processed by a session. A connection on hold may then read n more bytes.
func (l *ConnMeter) Take(n int) { l.taken.Add(int64(n)) }

// wait takes n tokens from a bucket and returns how long it takes to refill the deficit.
func wait(bucket *rate.Limiter, n int, now time.Time) (longest time.Duration) {
	for n > 0 {
		part := min(n, bucket.Burst())
		longest = bucket.ReserveN(now, part).DelayFrom(now)
		n -= part
	}
	return longest
}

// Close releases the meter.
func (l *ConnMeter) Close() {
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
