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

// versionTime is how long a client's version may be on its way: whose has not come
// by then is dropped before others.
const versionTime = 2 * time.Second

// Why connections are refused. They are sentences of plain ASCII, as clients
// expect them.
var (
	errFull        = prose.Refuse("This server is full. Try again later.")
	errManyFromYou = prose.Refuse("Too many connections from your address are open. Close some, or try again later.")
	errPenalty     = prose.Refuse("Too many connections from your address have failed lately. Try again in some minutes.")
	errManyHalf    = prose.Refuse("Too many connections from your address have not logged in yet. Try again in a moment.")
)

// gate is a listener that refuses connections beyond the limits at once, before
// anything is computed for them.
//
// Connections on which nobody has said yet who they are cost nothing to make, so
// those of an attacker must not shut others out. As with OpenSSH's MaxStartups,
// some are dropped at random once there are many, and the more the more there
// are; but it is not the newest that is dropped: it is one of those who have said
// nothing for a while, and among these, or where there are none, one of the network
// that has most of them.
type gate struct {
	net.Listener
	limits Limits
	spends *ratelimit.Limiter
	bans   *ratelimit.BanList
	noted  *Refusals
	booth  *kexLimiter
	hosts  *ratelimit.Counter // connections
	half   *ratelimit.Counter // those on which nobody has authenticated
	random func() float64     // from 0 to below 1

	mu      sync.Mutex // guards what follows, and the state of every line
	lines   map[*clientConn]struct{}
	waiting map[*clientConn]struct{} // on which nobody has authenticated
	leaving map[net.Conn]struct{}
	closed  bool
}

func newGate(listener net.Listener, limits Limits, spends *ratelimit.Limiter, bans *ratelimit.BanList, noted *Refusals) *gate {
	return &gate{
		Listener: listener, limits: limits, spends: spends, bans: bans, noted: noted, booth: newKexLimiter(), random: rand.Float64,
		hosts: spends.NewCounter("connections", ratelimit.Quota{Public: limits.ConnectionsPerHost, Private: limits.ConnectionsPerLocal}),
		half:  spends.NewCounter("unauthenticated connections", ratelimit.Quota{Public: max(1, limits.Unauthenticated*2/5), Private: limits.Unauthenticated}),
		lines: map[*clientConn]struct{}{}, waiting: map[*clientConn]struct{}{}, leaving: map[net.Conn]struct{}{},
	}
}

// Accept returns the next connection that is within the limits, as a *line.
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

// admit is enter for those who may come at all now.
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

// whyRefused is the word for what admit says; empty where the rate limit has reported it.
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

// addressOf is the address of the other end; the zero one where it has none.
func addressOf(addr net.Addr) netip.Addr {
	port, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Addr{}
	}
	return port.Addr().Unmap().WithZone("")
}

// enter counts a connection, or says why it is refused. Where too many wait, one
// of those has lost its place to it, and is to be closed.
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

// pressure is how likely it is that one who waits is dropped for a newcomer: it
// grows from 0.3, when half of all places are taken, to 1 when all are.
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

// victim is one of those who wait: of those who have had the time to say something
// and have not, or else of all, one of the network that has most of them, and of
// these rather one that says nothing. Who has only just come says nothing either.
// The caller holds the lock, and some wait.
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

// count is how many connections there are, and on how many of these nobody has
// authenticated.
func (g *gate) count() (all, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.lines), len(g.waiting)
}

// cutBanned closes the connections on which nobody has authenticated whose address
// is banned by now. On others sessions end, and no new one begins.
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

// refuse tells somebody why they cannot come in, and closes the connection. It
// does not wait.
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
