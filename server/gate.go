package server

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"time"

	"parlor/prose"
	"parlor/ratelimit"
)

// versionTime is how long a client may take to send its version line. Connections without a version
// line after that time are dropped first.
const versionTime = 2 * time.Second

// The reasons for refusing connections, in plain ASCII as clients expect.
var (
	errFull        = prose.Refuse("This server is full. Try again later.")
	errManyFromYou = prose.Refuse("Too many open connections from your address. Close some, or try again later.")
	errPenalty     = prose.Refuse("Too many failed connections from your address. Try again in a few minutes.")
	errManyHalf    = prose.Refuse("Too many connections from your address are still logging in. Try again in a moment.")
)

// gate is a listener that refuses connections beyond the limits before any computation.
// Unauthenticated connections are free to open, so those of an attacker must not exclude others. As
// with OpenSSH's MaxStartups, connections are dropped at random with a probability that grows with
// their number. Unlike MaxStartups, the gate does not drop the newest connection but one that has
// been silent for a while, or any if none has, from the network with the most connections.
type gate struct {
	net.Listener
	limits Limits
	spends *ratelimit.Limiter
	bans   *ratelimit.BanList
	noted  *Refusals
	kex    *kexLimiter
	hosts  *ratelimit.Counter // connections
	half   *ratelimit.Counter // unauthenticated connections
	random func() float64     // in [0, 1)

	mu      sync.Mutex // guards waiting and the state of every connection
	lines   map[*clientConn]struct{}
	waiting map[*clientConn]struct{} // unauthenticated
	leaving map[net.Conn]struct{}
	closed  bool
}

func newGate(listener net.Listener, limits Limits, spends *ratelimit.Limiter, bans *ratelimit.BanList, noted *Refusals) *gate {
	return &gate{
		Listener: listener, limits: limits, spends: spends, bans: bans, noted: noted, kex: newKexLimiter(), random: rand.Float64,
		hosts: spends.NewCounter("connections", ratelimit.Quota{Public: limits.ConnectionsPerHost, Private: limits.ConnectionsPerLocal}),
		half:  spends.NewCounter("unauthenticated connections", ratelimit.Quota{Public: max(1, limits.Unauthenticated*2/5), Private: limits.Unauthenticated}),
		lines: map[*clientConn]struct{}{}, waiting: map[*clientConn]struct{}{}, leaving: map[net.Conn]struct{}{},
	}
}

// Accept returns the next connection within the limits, as a *clientConn.
func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		l, dropped, refusal := g.admit(conn)
		if dropped != nil {
			g.noted.Note(dropped.address, WhyDropped)
			_ = dropped.Conn.Close()
		}
		if refusal == nil {
			return l, nil
		}
		if why := whyRefused(refusal); why != "" {
			g.noted.Note(addressOf(conn.RemoteAddr()), why)
		}
		g.refuse(conn, refusal)
	}
}

// admit is like enter, but first refuses an address that is barred or opens connections too fast.
func (g *gate) admit(conn net.Conn) (l, dropped *clientConn, refusal error) {
	address := addressOf(conn.RemoteAddr())
	if g.spends.Bars(address) {
		return nil, nil, errPenalty
	}
	if err := g.spends.Allow(ratelimit.Connections, ratelimit.Subject{Address: address}); err != nil {
		return nil, nil, err
	}
	return g.enter(conn)
}

// whyRefused returns the reason in the words of the log, or "" if the rate limit has reported it.
func whyRefused(refusal error) string {
	switch {
	case errors.As(refusal, new(*ratelimit.Refusal)):
		return ""
	case errors.Is(refusal, errPenalty):
		return WhyPenalty
	case errors.Is(refusal, ratelimit.ErrBanned):
		return WhyBanned
	case errors.Is(refusal, errFull):
		return WhyFull
	case errors.Is(refusal, errManyFromYou):
		return WhyConnections
	}
	return WhyWaiting
}

// addressOf returns the address of the other end, or the zero address.
func addressOf(addr net.Addr) netip.Addr {
	port, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Addr{}
	}
	return port.Addr().Unmap().WithZone("")
}

// enter counts a connection or returns why it is refused. It may return an unauthenticated connection that lost its
// place, which the caller must close.
func (g *gate) enter(conn net.Conn) (l, dropped *clientConn, refusal error) {
	address := addressOf(conn.RemoteAddr())
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.bans.ContainsAddress(address):
		return nil, nil, ratelimit.ErrBanned
	case len(g.lines) >= g.limits.Connections:
		return nil, nil, errFull
	case !g.hosts.Acquire(address):
		return nil, nil, errManyFromYou
	case !g.half.Acquire(address):
		g.hosts.Release(address)
		return nil, nil, errManyHalf
	}
	if g.random() < g.pressure() {
		dropped = g.victim()
		dropped.excused = true
		dropped.leave()
	}
	l = &clientConn{Conn: conn, gate: g, address: address, sent: g.spends.NewConn(address), gone: make(chan struct{}), channels: make(chan struct{}, maxSessions), since: time.Now()}
	l.mute = time.AfterFunc(greetingTime, l.closeMute)
	g.lines[l], g.waiting[l] = struct{}{}, struct{}{}
	return l, dropped, nil
}

// pressure returns the probability with which a connection is dropped for a new one. It grows from 0.3 when half of
// the places are taken to 1 when all are.
func (g *gate) pressure() float64 {
	waiting, most := len(g.waiting), g.limits.Unauthenticated
	begin := most/2 + 1
	switch {
	case waiting >= most:
		return 1
	case waiting < begin:
		return 0
	}
	return 0.3 + 0.7*float64(waiting-begin)/float64(most-begin)
}

// victim returns an unauthenticated connection to drop, from the network with the most such
// connections: one that was silent for too long or, if there is none, any, preferably one that is
// silent. The caller holds the lock, and there is at least one connection.
func (g *gate) victim() *clientConn {
	mute, all := make([]*clientConn, 0, len(g.waiting)), make([]*clientConn, 0, len(g.waiting))
	now := time.Now()
	for l := range g.waiting {
		all = append(all, l)
		if !l.spoke.Load() && now.Sub(l.since) >= versionTime {
			mute = append(mute, l)
		}
	}
	if len(mute) > 0 {
		all = mute
	}
	held, most := make(map[netip.Prefix]int, len(all)), 0
	for _, l := range all {
		network := ratelimit.Network(l.address)
		held[network]++
		most = max(most, held[network])
	}
	var worst, silent []*clientConn
	for _, l := range all {
		if held[ratelimit.Network(l.address)] < most {
			continue
		}
		worst = append(worst, l)
		if !l.spoke.Load() {
			silent = append(silent, l)
		}
	}
	if len(silent) > 0 {
		worst = silent
	}
	return worst[int(g.random()*float64(len(worst)))]
}

// cut closes every connection.
func (g *gate) cut() {
	g.mu.Lock()
	g.closed = true
	var all []net.Conn
	for l := range g.lines {
		l.excused = true
		all = append(all, l)
	}
	for conn := range g.leaving {
		all = append(all, conn)
	}
	g.mu.Unlock()
	for _, conn := range all {
		_ = conn.Close()
	}
}

// count returns the number of connections and of unauthenticated ones.
func (g *gate) count() (all, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.lines), len(g.waiting)
}

// cutBanned closes unauthenticated connections of banned addresses. On the others, sessions end and none begins.
func (g *gate) cutBanned() {
	g.mu.Lock()
	var banned []*clientConn
	for l := range g.waiting {
		if g.bans.ContainsAddress(l.address) {
			l.excused = true
			banned = append(banned, l)
		}
	}
	g.mu.Unlock()
	for _, l := range banned {
		_ = l.Close()
	}
}

// refuse sends a reason and closes the connection, without waiting.
func (g *gate) refuse(conn net.Conn, why error) {
	g.mu.Lock()
	told := !g.closed && len(g.leaving) < maxLeaving
	if told {
		g.leaving[conn] = struct{}{}
	}
	g.mu.Unlock()
	if !told {
		_ = conn.Close()
		return
	}
	go func() {
		sendFarewell(conn, why)
		g.mu.Lock()
		delete(g.leaving, conn)
		g.mu.Unlock()
	}()
}
