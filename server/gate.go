package server

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"charm.land/ssh"
)

// maxSessions is how many session channels one connection may have open.
const maxSessions = 4

// gate is a listener that closes connections beyond the limits at once, before
// anything is computed for them.
type gate struct {
	net.Listener
	limits Limits

	mu      sync.Mutex // guards what follows, and the state of every line
	lines   map[*line]struct{}
	hosts   map[netip.Prefix]int
	waiting int // lines on which nobody has authenticated
}

func newGate(listener net.Listener, limits Limits) *gate {
	return &gate{
		Listener: listener, limits: limits,
		lines: map[*line]struct{}{}, hosts: map[netip.Prefix]int{},
	}
}

// Accept answers the next connection that is within the limits, as a *line.
func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l := g.enter(conn); l != nil {
			return l, nil
		}
		_ = conn.Close()
	}
}

// hostOf is the address that a limit counts: an IPv4 address, or an IPv6 /64,
// which one household has.
func hostOf(addr net.Addr) netip.Prefix {
	port, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Prefix{}
	}
	ip, bits := port.Addr().Unmap(), 64
	if ip.Is4() {
		bits = 32
	}
	prefix, err := ip.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}

// enter is nil for a connection too many.
func (g *gate) enter(conn net.Conn) *line {
	host := hostOf(conn.RemoteAddr())
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.lines) >= g.limits.Connections || g.hosts[host] >= g.limits.ConnectionsPerHost ||
		g.waiting >= g.limits.Unauthenticated {
		return nil
	}
	l := &line{Conn: conn, gate: g, host: host}
	g.lines[l] = struct{}{}
	g.hosts[host]++
	g.waiting++
	return l
}

// cut closes every connection.
func (g *gate) cut() {
	g.mu.Lock()
	var lines []*line
	for l := range g.lines {
		lines = append(lines, l)
	}
	g.mu.Unlock()
	for _, l := range lines {
		_ = l.Close()
	}
}

// line is one connection. It gives its place back when it closes, and closes
// when it has no session for too long.
type line struct {
	net.Conn
	gate *gate
	host netip.Prefix
	ask  sync.Once // starts keepAlive

	// The gate's lock guards what follows.
	proven, closed bool
	sessions       int
	vacant         *time.Timer // closes the line; nil while there are sessions
}

type lineKey struct{}

// keepLine puts the line where lineOf finds it.
func keepLine(ctx ssh.Context, conn net.Conn) net.Conn {
	ctx.SetValue(lineKey{}, conn)
	return conn
}

// lineOf is the connection of a context: every connection has passed the gate.
func lineOf(ctx ssh.Context) *line { return ctx.Value(lineKey{}).(*line) }

// proved notes that somebody has authenticated.
func (l *line) proved() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.closed || l.proven {
		return
	}
	l.proven = true
	l.gate.waiting--
	l.rest()
}

// rest gives the line some time to begin a session. The caller holds the lock.
func (l *line) rest() {
	l.vacant = time.AfterFunc(l.gate.limits.Handshake, func() { _ = l.Close() })
}

// begin counts a session, and says whether there may be one more.
func (l *line) begin() bool {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.closed || l.sessions == maxSessions {
		return false
	}
	l.sessions++
	if l.vacant != nil {
		l.vacant.Stop()
		l.vacant = nil
	}
	return true
}

// end undoes begin.
func (l *line) end() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.sessions--; l.sessions == 0 && !l.closed {
		l.rest()
	}
}

// Close gives the place back, once.
func (l *line) Close() error {
	l.gate.mu.Lock()
	if !l.closed {
		l.leave()
	}
	l.gate.mu.Unlock()
	return l.Conn.Close()
}

func (l *line) leave() {
	g := l.gate
	l.closed = true
	delete(g.lines, l)
	if g.hosts[l.host]--; g.hosts[l.host] == 0 {
		delete(g.hosts, l.host)
	}
	if !l.proven {
		g.waiting--
	}
	if l.vacant != nil {
		l.vacant.Stop()
	}
}
