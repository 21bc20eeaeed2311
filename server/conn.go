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

// maxSessions bounds the session channels of a connection.
const maxSessions = 4

// closing is how long an additional channel waits: a client that has just closed a channel may open
// the next before the server has noticed.
const closing = time.Second

// greetingTime is how long a client may take to begin the key exchange, which needs no action of the user.
// Fingerprints and passphrases come later.
const greetingTime = 20 * time.Second

// These sizes distinguish key exchanges from other uses of random bytes. A KEXINIT cookie takes 16
// and packet padding less than 32. An ephemeral key takes at least 32, and a finite-field key as
// many as its group.
const (
	exchangeDraws = 32
	costlyDraws   = 256
)

// clientConn is a connection. It releases its place when closed, and closes when no session runs on it for too long.
type clientConn struct {
	net.Conn
	gate     *gate
	address  netip.Addr
	sent     *ratelimit.ConnMeter
	since    time.Time
	gone     chan struct{} // closed with the connection
	channels chan struct{} // a slot for each session channel
	ask      sync.Once     // starts keepAlive once
	spoke    atomic.Bool   // the client has sent its version
	begun    atomic.Bool   // the client has begun a key exchange
	late     atomic.Bool   // the login deadline has passed
	computes atomic.Bool   // holds a turn of the gate's kexLimiter
	mute     *time.Timer   // closes the connection unless a key exchange has begun

	// Guarded by the gate's lock:
	proven, closed bool
	excused        bool        // closed by the server through no fault of the client
	asked          bool        // the client has asked for proofs of the host keys
	running        int         // running sessions
	vacant         *time.Timer // closes the connection; nil while sessions run
}

type clientConnKey struct{}

// wrapConn stores the connection in ctx for clientConnOf.
func wrapConn(ctx ssh.Context, conn net.Conn) net.Conn {
	ctx.SetValue(clientConnKey{}, conn)
	return conn
}

// clientConnOf returns the connection of a context. All connections come from the gate.
func clientConnOf(ctx ssh.Context) *clientConn { return ctx.Value(clientConnKey{}).(*clientConn) }

// Read records when the client has sent its version line. It slows down clients that send more than a person types.
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

// Write ends the turn of a key exchange, whose result is written first.
func (l *clientConn) Write(data []byte) (int, error) {
	l.computed()
	return l.Conn.Write(data)
}

// closeMute closes the connection unless a key exchange has begun.
func (l *clientConn) closeMute() {
	if !l.begun.Load() {
		l.gate.noted.Note(l.address, WhySilent)
		_ = l.Close()
	}
}

// sends counts a message of the client and cuts the connection if there were too many.
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

// proved records a successful authentication.
func (l *clientConn) proved() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.closed || l.proven {
		return
	}
	l.prove()
	l.rest()
}

// prove releases the unauthenticated place. The caller holds the lock.
func (l *clientConn) prove() {
	l.proven = true
	delete(l.gate.waiting, l)
	l.gate.half.Release(l.address)
}

// rest starts the timeout for beginning a session. The caller holds the lock.
func (l *clientConn) rest() {
	l.vacant = time.AfterFunc(l.gate.limits.Vacant, func() { _ = l.Close() })
}

// open reserves a session channel and reports whether that was possible.
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

// begin counts a running session. Only running sessions keep a connection open, not open channels.
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

// Close closes the connection and releases its place once.
func (l *clientConn) Close() error {
	l.gate.mu.Lock()
	if !l.closed {
		l.leave()
	}
	l.gate.mu.Unlock()
	return l.Conn.Close()
}

// leave releases the place. The caller holds the lock.
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

// fail penalizes the address for a connection without a login.
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

// asks reports whether the client requests proofs for the first time.
func (l *clientConn) asks() bool {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.asked {
		return false
	}
	l.asked = true
	return true
}

// exchanges records a key exchange, which the server now computes. A costly one waits for its turn.
func (l *clientConn) exchanges(costly bool) error {
	l.begun.Store(true)
	l.mute.Stop()
	if !l.sends(ratelimit.Exchanges) {
		return net.ErrClosed
	}
	if costly && !l.computes.Load() {
		if !l.gate.kex.enter(ratelimit.Network(l.address), l.gone) {
			return net.ErrClosed
		}
		l.computes.Store(true)
		select {
		case <-l.gone: // the last write may not have been seen
			l.computed()
			return net.ErrClosed
		default:
		}
	}
	return nil
}

// computed gives back the connection's turn to compute a key exchange, if it holds one.
func (l *clientConn) computed() {
	if l.computes.CompareAndSwap(true, false) {
		l.gate.kex.leave()
	}
}

// kexDetector is the random source of a connection. Through it the server notices each key exchange, including
// rekeying, which the library does not report.
type kexDetector struct{ line *clientConn }

// Read implements io.Reader.
func (e kexDetector) Read(data []byte) (int, error) {
	if len(data) >= exchangeDraws {
		if err := e.line.exchanges(len(data) >= costlyDraws); err != nil {
			return 0, err
		}
	}
	return rand.Read(data)
}
