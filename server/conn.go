package server

import (
	"bytes"
	"crypto/rand"
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"

	"parlor/ratelimit"
)

// maxSessions is how many session channels one connection may have open.
const maxSessions = 4

// closing is how long one more waits: a client that has just closed one is right
// to open the next, though the first may not be counted out yet.
const closing = time.Second

// greetingTime is how long a client may take until it has sent its half of the
// exchange of keys, which each does by itself as soon as it is connected. What takes
// people their time, fingerprints and passphrases, comes later.
const greetingTime = 20 * time.Second

// How an exchange of keys is told from all else for which the server draws random
// bytes on a connection: by how many it draws at once. A proposal takes 16, and what
// fills a packet up is less than 32; a key that is used once takes at least that,
// and one in a group of numbers as many bytes as they have.
const (
	exchangeDraws = 32
	costlyDraws   = 256
)

// clientConn is one connection. It gives its place back when it closes, and closes
// when no session runs on it for too long.
type clientConn struct {
	net.Conn
	gate     *gate
	address  netip.Addr
	sent     *ratelimit.ConnMeter
	since    time.Time
	gone     chan struct{} // closed with the line
	channels chan struct{} // holds one for each channel for sessions
	ask      sync.Once     // starts keepAlive
	spoke    atomic.Bool   // the client has sent its version
	begun    atomic.Bool   // the client has sent its half of an exchange of keys
	late     atomic.Bool   // the time to log in is over
	computes atomic.Bool   // holds a turn of the gate's booth
	mute     *time.Timer   // closes the line unless an exchange has begun

	// The gate's lock guards what follows.
	proven, closed bool
	excused        bool        // the server closes it, and not for what was done on it
	asked          bool        // for proofs of the host keys
	running        int         // sessions
	vacant         *time.Timer // closes the line; nil while sessions run
}

type clientConnKey struct{}

// wrapConn puts the line where clientConnOf finds it.
func wrapConn(ctx ssh.Context, conn net.Conn) net.Conn {
	ctx.SetValue(clientConnKey{}, conn)
	return conn
}

// clientConnOf is the connection of a context: every connection has passed the gate.
func clientConnOf(ctx ssh.Context) *clientConn { return ctx.Value(clientConnKey{}).(*clientConn) }

// Read notes when the client has sent its version, which is a line of text. Of a
// client that sends more than anybody types it reads slowly.
func (l *clientConn) Read(data []byte) (int, error) {
	n, err := l.Conn.Read(data)
	if !l.spoke.Load() && bytes.IndexByte(data[:n], '\n') >= 0 {
		l.spoke.Store(true)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		l.late.Store(true)
	}
	if wait := l.sent.Read(n); wait > 0 {
		select {
		case <-time.After(wait):
		case <-l.gone:
		}
	}
	return n, err
}

// Write gives back the turn of an exchange of keys: its answer comes first.
func (l *clientConn) Write(data []byte) (int, error) {
	l.computed()
	return l.Conn.Write(data)
}

// closeMute closes the line unless an exchange of keys has begun.
func (l *clientConn) closeMute() {
	if !l.begun.Load() {
		l.gate.noted.Note(l.address, WhySilent)
		_ = l.Close()
	}
}

// sends counts something that the client sends, and cuts the line where that is a
// flood.
func (l *clientConn) sends(what ratelimit.ConnLimit) bool {
	if l.sent.Allow(what) {
		return true
	}
	l.gate.mu.Lock()
	first := !l.closed
	l.gate.mu.Unlock()
	if first {
		l.gate.noted.Note(l.address, WhyFlood)
		l.gate.spends.Penalize(ratelimit.Flood, l.address)
		_ = l.Close()
	}
	return false
}

// proved notes that somebody has authenticated.
func (l *clientConn) proved() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.closed || l.proven {
		return
	}
	l.prove()
	l.rest()
}

// prove gives the place among those who wait back. The caller holds the lock.
func (l *clientConn) prove() {
	l.proven = true
	delete(l.gate.waiting, l)
	l.gate.half.Release(l.address)
}

// rest gives the line some time to begin a session. The caller holds the lock.
func (l *clientConn) rest() {
	l.vacant = time.AfterFunc(l.gate.limits.Vacant, func() { _ = l.Close() })
}

// open counts a channel for a session, and says whether there may be one more.
func (l *clientConn) open() bool {
	select {
	case l.channels <- struct{}{}:
		return true
	default:
	}
	patience := time.NewTimer(closing)
	defer patience.Stop()
	select {
	case l.channels <- struct{}{}:
		return true
	case <-l.gone:
	case <-patience.C:
	}
	return false
}

// shut undoes open.
func (l *clientConn) shut() { <-l.channels }

// begin counts a session that runs: what keeps the line its place is not a
// channel that somebody opened, but that something is done on it.
func (l *clientConn) begin() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	l.running++
	if l.vacant != nil {
		l.vacant.Stop()
		l.vacant = nil
	}
}

// end undoes begin.
func (l *clientConn) end() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.running--; l.running == 0 && !l.closed {
		l.rest()
	}
}

// Close gives the place back, once.
func (l *clientConn) Close() error {
	l.gate.mu.Lock()
	if !l.closed {
		l.leave()
	}
	l.gate.mu.Unlock()
	return l.Conn.Close()
}

// leave gives the place back. The caller holds the lock.
func (l *clientConn) leave() {
	l.closed = true
	close(l.gone)
	l.computed()
	l.sent.Close()
	l.mute.Stop()
	delete(l.gate.lines, l)
	l.gate.hosts.Release(l.address)
	if !l.proven {
		l.prove()
		l.fail()
	}
	if l.vacant != nil {
		l.vacant.Stop()
	}
}

// fail makes the address pay for a line on which nobody logged in.
func (l *clientConn) fail() {
	switch {
	case l.excused:
	case !l.begun.Load() && time.Since(l.since) >= greetingTime:
		l.gate.spends.Penalize(ratelimit.Silent, l.address)
	case l.late.Load():
		l.gate.spends.Penalize(ratelimit.Late, l.address)
	default:
		l.gate.spends.Penalize(ratelimit.Unfinished, l.address)
	}
}

// asks reports whether a client asks for proofs for the first time.
func (l *clientConn) asks() bool {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.asked {
		return false
	}
	l.asked = true
	return true
}

// exchanges notes that the client has sent its half of an exchange of keys, which
// the server now works out. What costs much waits for its turn.
func (l *clientConn) exchanges(costly bool) error {
	l.begun.Store(true)
	l.mute.Stop()
	if !l.sends(ratelimit.Exchanges) {
		return net.ErrClosed
	}
	if costly && !l.computes.Load() {
		if !l.gate.booth.enter(ratelimit.Network(l.address), l.gone) {
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
func (l *clientConn) computed() {
	if l.computes.CompareAndSwap(true, false) {
		l.gate.booth.leave()
	}
}

// kexDetector is the source of random bytes of a connection. Through it the server notices the
// start of each key exchange, also of a later one, which the library does not report.
type kexDetector struct{ line *clientConn }

// Read draws random bytes.
func (e kexDetector) Read(data []byte) (int, error) {
	if len(data) >= exchangeDraws {
		if err := e.line.exchanges(len(data) >= costlyDraws); err != nil {
			return 0, err
		}
	}
	return rand.Read(data)
}
