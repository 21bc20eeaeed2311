package server

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"

	"parlor/budget"
	"parlor/prose"
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
	spends *budget.Budget
	bans   *budget.Bans
	noted  *Refusals
	booth  *booth
	hosts  *budget.Tally  // connections
	half   *budget.Tally  // those on which nobody has authenticated
	random func() float64 // from 0 to below 1

	mu      sync.Mutex // guards what follows, and the state of every line
	lines   map[*line]struct{}
	waiting map[*line]struct{} // on which nobody has authenticated
	leaving map[net.Conn]struct{}
	closed  bool
}

func newGate(listener net.Listener, limits Limits, spends *budget.Budget, bans *budget.Bans, noted *Refusals) *gate {
	return &gate{
		Listener: listener, limits: limits, spends: spends, bans: bans, noted: noted, booth: newBooth(), random: rand.Float64,
		hosts: spends.Tally("connections", budget.Cap{Public: limits.ConnectionsPerHost, Private: limits.ConnectionsPerLocal}),
		half:  spends.Tally("unauthenticated connections", budget.Cap{Public: max(1, limits.Unauthenticated*2/5), Private: limits.Unauthenticated}),
		lines: map[*line]struct{}{}, waiting: map[*line]struct{}{}, leaving: map[net.Conn]struct{}{},
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
func (g *gate) admit(conn net.Conn) (l, dropped *line, refusal error) {
	address := addressOf(conn.RemoteAddr())
	if g.spends.Bars(address) {
		return nil, nil, errPenalty
	}
	if err := g.spends.Spend(budget.Connections, budget.Who{Address: address}); err != nil {
		return nil, nil, err
	}
	return g.enter(conn)
}

// whyRefused is the word for what admit says; empty where the budget has said it.
func whyRefused(refusal error) string {
	switch {
	case errors.As(refusal, new(*budget.Refusal)):
		return ""
	case errors.Is(refusal, errPenalty):
		return WhyPenalty
	case errors.Is(refusal, budget.ErrBanned):
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
func (g *gate) enter(conn net.Conn) (l, dropped *line, refusal error) {
	address := addressOf(conn.RemoteAddr())
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.bans.BansAddress(address):
		return nil, nil, budget.ErrBanned
	case len(g.lines) >= g.limits.Connections:
		return nil, nil, errFull
	case !g.hosts.Take(address):
		return nil, nil, errManyFromYou
	case !g.half.Take(address):
		g.hosts.Give(address)
		return nil, nil, errManyHalf
	}
	if g.random() < g.pressure() {
		dropped = g.victim()
		dropped.excused = true
		dropped.leave()
	}
	l = &line{Conn: conn, gate: g, address: address, sent: g.spends.Line(address), gone: make(chan struct{}), channels: make(chan struct{}, maxSessions), since: time.Now()}
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
func (g *gate) victim() *line {
	mute, all := make([]*line, 0, len(g.waiting)), make([]*line, 0, len(g.waiting))
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
		network := budget.Network(l.address)
		held[network]++
		most = max(most, held[network])
	}
	var worst, silent []*line
	for _, l := range all {
		if held[budget.Network(l.address)] < most {
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
	var banned []*line
	for l := range g.waiting {
		if g.bans.BansAddress(l.address) {
			l.excused = true
			banned = append(banned, l)
		}
	}
	g.mu.Unlock()
	for _, l := range banned {
		_ = l.Close()
	}
}

// line is one connection. It gives its place back when it closes, and closes
// when no session runs on it for too long.
type line struct {
	net.Conn
	gate     *gate
	address  netip.Addr
	sent     *budget.Line
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

type lineKey struct{}

// keepLine puts the line where lineOf finds it.
func keepLine(ctx ssh.Context, conn net.Conn) net.Conn {
	ctx.SetValue(lineKey{}, conn)
	return conn
}

// lineOf is the connection of a context: every connection has passed the gate.
func lineOf(ctx ssh.Context) *line { return ctx.Value(lineKey{}).(*line) }

// Read notes when the client has sent its version, which is a line of text. Of a
// client that sends more than anybody types it reads slowly.
func (l *line) Read(data []byte) (int, error) {
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
func (l *line) Write(data []byte) (int, error) {
	l.computed()
	return l.Conn.Write(data)
}

// closeMute closes the line unless an exchange of keys has begun.
func (l *line) closeMute() {
	if !l.begun.Load() {
		l.gate.noted.Note(l.address, WhySilent)
		_ = l.Close()
	}
}

// sends counts something that the client sends, and cuts the line where that is a
// flood.
func (l *line) sends(what budget.Wire) bool {
	if l.sent.Sends(what) {
		return true
	}
	l.gate.mu.Lock()
	first := !l.closed
	l.gate.mu.Unlock()
	if first {
		l.gate.noted.Note(l.address, WhyFlood)
		l.gate.spends.Fail(budget.Flood, l.address)
		_ = l.Close()
	}
	return false
}

// proved notes that somebody has authenticated.
func (l *line) proved() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.closed || l.proven {
		return
	}
	l.prove()
	l.rest()
}

// prove gives the place among those who wait back. The caller holds the lock.
func (l *line) prove() {
	l.proven = true
	delete(l.gate.waiting, l)
	l.gate.half.Give(l.address)
}

// rest gives the line some time to begin a session. The caller holds the lock.
func (l *line) rest() {
	l.vacant = time.AfterFunc(l.gate.limits.Vacant, func() { _ = l.Close() })
}

// open counts a channel for a session, and says whether there may be one more.
func (l *line) open() bool {
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
func (l *line) shut() { <-l.channels }

// begin counts a session that runs: what keeps the line its place is not a
// channel that somebody opened, but that something is done on it.
func (l *line) begin() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	l.running++
	if l.vacant != nil {
		l.vacant.Stop()
		l.vacant = nil
	}
}

// end undoes begin.
func (l *line) end() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	if l.running--; l.running == 0 && !l.closed {
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

// leave gives the place back. The caller holds the lock.
func (l *line) leave() {
	l.closed = true
	close(l.gone)
	l.computed()
	l.sent.Close()
	l.mute.Stop()
	delete(l.gate.lines, l)
	l.gate.hosts.Give(l.address)
	if !l.proven {
		l.prove()
		l.fail()
	}
	if l.vacant != nil {
		l.vacant.Stop()
	}
}

// fail makes the address pay for a line on which nobody logged in.
func (l *line) fail() {
	switch {
	case l.excused:
	case !l.begun.Load() && time.Since(l.since) >= greetingTime:
		l.gate.spends.Fail(budget.Silent, l.address)
	case l.late.Load():
		l.gate.spends.Fail(budget.Late, l.address)
	default:
		l.gate.spends.Fail(budget.Unfinished, l.address)
	}
}
