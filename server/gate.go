package server

import (
	"net"
	"net/netip"
	"sync"
)

// gate is a listener that closes connections beyond the limits at once, before
// anything is computed for them.
type gate struct {
	net.Listener
	limits Limits

	mu    sync.Mutex
	all   int
	hosts map[netip.Prefix]int
}

func newGate(listener net.Listener, limits Limits) *gate {
	return &gate{Listener: listener, limits: limits, hosts: map[netip.Prefix]int{}}
}

// Accept answers the next connection that is within the limits.
func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host := hostOf(conn.RemoteAddr())
		if g.enter(host) {
			return &gated{Conn: conn, leave: sync.OnceFunc(func() { g.leave(host) })}, nil
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

func (g *gate) enter(host netip.Prefix) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all >= g.limits.Connections || g.hosts[host] >= g.limits.ConnectionsPerHost {
		return false
	}
	g.all++
	g.hosts[host]++
	return true
}

func (g *gate) leave(host netip.Prefix) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.hosts[host]--; g.hosts[host] == 0 {
		delete(g.hosts, host)
	}
}

// gated is a connection that gives its place back when it closes.
type gated struct {
	net.Conn
	leave func()
}

func (c *gated) Close() error {
	c.leave()
	return c.Conn.Close()
}
