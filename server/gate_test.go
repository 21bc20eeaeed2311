package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/ratelimit"
)

// caller is a connection from a given address.
type caller struct {
	net.Conn
	from netip.Addr
}

func (c caller) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(c.from, 40000))
}

// call returns a connection to the gate and the client's end of it.
func call(t *testing.T, from string) (caller, net.Conn) {
	t.Helper()
	server, client := net.Pipe()
	t.Cleanup(func() { _, _ = server.Close(), client.Close() })
	return caller{server, netip.MustParseAddr(from)}, client
}

// quiet returns a gate with fixed random numbers.
func quiet(t *testing.T, limits Limits) *gate {
	t.Helper()
	g := newGate(nil, limits.withDefaults(), ratelimit.New(ratelimit.Config{}), nil, NewRefusals(slog.New(slog.DiscardHandler)))
	g.random = rand.New(rand.NewPCG(1, 2)).Float64
	t.Cleanup(g.cut)
	return g
}

// enters lets a connection in and closes the one that lost its place.
func enters(t *testing.T, g *gate, from string) (*clientConn, error) {
	t.Helper()
	conn, _ := call(t, from)
	l, dropped, err := g.enter(conn)
	if dropped != nil {
		_ = dropped.Conn.Close()
	}
	return l, err
}

// speaks sends a client's version.
func (l *clientConn) speaks(t *testing.T) {
	t.Helper()
	was := l.Conn
	l.Conn = caller{&said{Conn: was, text: strings.NewReader("SSH-2.0-test\r\n")}, l.address}
	if _, err := l.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	l.Conn = was
}

type said struct {
	net.Conn
	text io.Reader
}

func (s *said) Read(data []byte) (int, error) { return s.text.Read(data) }

// TestSilentConnectionsShutNoOneOut checks that a new client can log in while addresses hold as many connections as
// they can and reopen dropped ones.
func TestSilentConnectionsShutNoOneOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		flood := func() {
			for host := range 30 {
				for range 20 {
					_, _ = enters(t, g, fmt.Sprintf("203.0.113.%d", host))
				}
			}
		}
		for range 5 {
			flood()
			if len(g.waiting) > g.limits.Unauthenticated || len(g.lines) != len(g.waiting) {
				t.Fatalf("%d wait, of %d", len(g.waiting), len(g.lines))
			}
			gus, err := enters(t, g, "198.51.100.9")
			if err != nil {
				t.Fatal(err)
			}
			gus.speaks(t)
			flood()
			if gus.closed {
				t.Error("somebody who has spoken lost the place to those who say nothing")
			}
			_ = gus.Close()
		}
	})
}

// TestWhoHoldsMostIsDropped checks the choice among connections that have all sent a version, where an IPv6 network
// counts as one.
func TestWhoHoldsMostIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		var honest []*clientConn
		for i := range 40 {
			l, err := enters(t, g, fmt.Sprintf("198.51.100.%d", i))
			if err != nil {
				t.Fatal(err)
			}
			l.speaks(t)
			honest = append(honest, l)
		}
		for i := range 2000 {
			if l, err := enters(t, g, fmt.Sprintf("2001:db8:1:%x::1", i)); err == nil {
				l.speaks(t)
			}
		}
		for _, l := range honest {
			if l.closed {
				t.Error("somebody lost the place to a network that holds more")
			}
		}
		if len(g.waiting) > g.limits.Unauthenticated {
			t.Errorf("%d wait", len(g.waiting))
		}
	})
}

// TestWhoHasJustComeIsNotDropped checks that a new connection survives while others send versions only and reopen.
func TestWhoHasJustComeIsNotDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		flood := func() {
			for host := range 10 {
				for range 40 {
					if l, err := enters(t, g, fmt.Sprintf("203.0.113.%d", host)); err == nil {
						l.speaks(t)
					}
				}
			}
		}
		for range 5 {
			flood()
			gus, err := enters(t, g, "198.51.100.9")
			if err != nil {
				t.Fatal(err)
			}
			flood()
			if gus.closed {
				t.Error("somebody who has just come lost the place to a network that holds many")
			}
			time.Sleep(versionTime)
			flood()
			if !gus.closed {
				t.Error("who says nothing for a while keeps the place")
			}
		}
	})
}

func TestDroppingBeginsEarlyAndGrows(t *testing.T) {
	g := quiet(t, Limits{Unauthenticated: 200})
	for waiting, want := range map[int]float64{0: 0, 100: 0, 101: 0.3, 150: 0.65, 199: 0.993, 200: 1, 300: 1} {
		clear(g.waiting)
		for range waiting {
			g.waiting[&clientConn{}] = struct{}{}
		}
		if got := g.pressure(); got < want-0.01 || got > want+0.01 {
			t.Errorf("where %d wait, one is dropped with %v, not %v", waiting, got, want)
		}
	}
	clear(g.waiting)
}

// TestAGameNightIsNotDropped checks 60 people of one address who are all comparing fingerprints.
func TestAGameNightIsNotDropped(t *testing.T) {
	for _, from := range []string{"203.0.113.7", "192.168.1.1", "2001:db8::1"} {
		synctest.Test(t, func(t *testing.T) {
			g := quiet(t, Limits{})
			for i := range 60 {
				l, err := enters(t, g, from)
				if err != nil {
					t.Fatalf("person %d from %s: %v", i+1, from, err)
				}
				l.speaks(t)
				if err := l.exchanges(false); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Minute)
			if len(g.waiting) != 60 {
				t.Errorf("%d of 60 wait", len(g.waiting))
			}
		})
	}
}

func TestOneAddressIsBoundedAndTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for from, most := range map[string]int{"203.0.113.7": 80, "10.0.0.1": 200} {
			g := quiet(t, Limits{})
			for i := range most {
				if _, err := enters(t, g, from); err != nil {
					t.Fatalf("connection %d of %s: %v", i+1, from, err)
				}
			}
			for range 5 {
				if _, err := enters(t, g, from); !errors.Is(err, errManyHalf) && len(g.waiting) == most {
					t.Errorf("another of %s: %v", from, err)
				}
			}
		}
		for from, most := range map[string]int{"203.0.113.7": 100, "10.0.0.1": 250, "2001:db8::1": 100} {
			g := quiet(t, Limits{})
			for i := range most {
				l, err := enters(t, g, from)
				if err != nil {
					t.Fatalf("connection %d of %s: %v", i+1, from, err)
				}
				l.proved()
				l.begin()
			}
			if _, err := enters(t, g, from); !errors.Is(err, errManyFromYou) {
				t.Errorf("another of %s: %v", from, err)
			}
		}
	})
}

// TestWhoSaysNothingIsClosedSoon checks the deadline for beginning a key exchange.
func TestWhoSaysNothingIsClosedSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		silent, err := enters(t, g, "203.0.113.7")
		if err != nil {
			t.Fatal(err)
		}
		reading, err := enters(t, g, "203.0.113.7")
		if err != nil {
			t.Fatal(err)
		}
		reading.speaks(t)
		if err := reading.exchanges(false); err != nil {
			t.Fatal(err)
		}
		stuck, err := enters(t, g, "203.0.113.7")
		if err != nil {
			t.Fatal(err)
		}
		stuck.speaks(t) // its version only
		time.Sleep(greetingTime - time.Second)
		g.mu.Lock()
		waiting := len(g.waiting)
		g.mu.Unlock()
		if waiting != 3 {
			t.Errorf("%d wait after less than the time to say something", waiting)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		g.mu.Lock()
		defer g.mu.Unlock()
		if !silent.closed || !stuck.closed || reading.closed {
			t.Errorf("closed: who says nothing %v, who begins no exchange of keys %v, who reads %v", silent.closed, stuck.closed, reading.closed)
		}
	})
}

// TestPlacesAreGivenBack checks that no place leaks, whatever happens to connections.
func TestPlacesAreGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{Unauthenticated: 20})
		dice := rand.New(rand.NewPCG(3, 4))
		for i := range 2000 {
			l, err := enters(t, g, fmt.Sprintf("203.0.113.%d", i%7))
			if err != nil {
				continue
			}
			for range dice.IntN(5) {
				switch dice.IntN(5) {
				case 0:
					l.speaks(t)
				case 1:
					l.proved()
				case 2:
					_ = l.Close()
				case 3:
					if l.open() {
						l.begin()
						l.end()
						l.shut()
					}
				default:
					time.Sleep(time.Second)
				}
			}
		}
		g.cut()
		if len(g.lines)+len(g.waiting) != 0 {
			t.Errorf("%d lines are left, %d wait", len(g.lines), len(g.waiting))
		}
		for range 20 {
			l, err := enters(t, g, "198.51.100.1")
			if err != nil {
				t.Fatal(err)
			}
			l.proved()
		}
		for host := range 7 {
			for range 100 {
				if l, err := enters(t, g, fmt.Sprintf("203.0.113.%d", host)); err != nil {
					t.Fatalf("a place is lost: %v", err)
				} else {
					l.proved()
				}
			}
		}
	})
}

// TestARefusalWaitsForNoOne checks that clients that do not read the reason are closed, and that the number of
// farewells is bounded.
func TestARefusalWaitsForNoOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		deaf := make([]net.Conn, 3*maxLeaving)
		for i := range deaf {
			conn, client := call(t, "203.0.113.7")
			g.refuse(conn, errFull)
			deaf[i] = client
		}
		synctest.Wait()
		leaving := func() int {
			g.mu.Lock()
			defer g.mu.Unlock()
			return len(g.leaving)
		}
		if n := leaving(); n != maxLeaving {
			t.Errorf("%d are told at once", n)
		}
		time.Sleep(lastWord + time.Second)
		synctest.Wait()
		if n := leaving(); n != 0 {
			t.Errorf("%d who do not listen are still told", n)
		}
		conn, client := call(t, "203.0.113.7")
		g.refuse(conn, errFull)
		text, err := io.ReadAll(client)
		if err != nil || !bytes.HasPrefix(text, []byte("SSH-2.0-parlor\r\n")) || !bytes.Contains(text, []byte("This server is full")) {
			t.Errorf("told: %q, %v", text, err)
		}
		packet := text[len("SSH-2.0-parlor\r\n"):]
		if len(packet)%block != 0 || packet[4] < leastPadding {
			t.Errorf("a packet of %d bytes, padded by %d", len(packet), packet[4])
		}
	})
}

// TestCostlyExchangesTakeTurns checks that few are computed at a time and that networks take turns.
func TestCostlyExchangesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		g.kex.free = 1
		order := make(chan string, 100)
		asks := func(from string) *clientConn {
			l, err := enters(t, g, from)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				if err := l.exchanges(true); err == nil {
					order <- from
				}
			}()
			synctest.Wait()
			return l
		}
		var lines []*clientConn
		for range 20 {
			lines = append(lines, asks("203.0.113.7"))
		}
		gus := asks("198.51.100.9")
		_ = lines[1].Close() // while it waits
		synctest.Wait()
		lines[0].computed()
		synctest.Wait()
		lines[2].computed() // which has the turn now
		synctest.Wait()
		if one, two, three := <-order, <-order, <-order; one != "203.0.113.7" || two != one || three != "198.51.100.9" {
			t.Errorf("the order is %s, %s, %s", one, two, three)
		}
		_ = gus.Close() // ends the turn
		for _, l := range lines {
			_ = l.Close()
		}
		synctest.Wait()
		if g.kex.free != 1 || len(g.kex.waiting)+len(g.kex.turns) != 0 {
			t.Errorf("%d turns are free, %d networks wait", g.kex.free, len(g.kex.turns))
		}
	})
}

// TestTooManyConnectionsAreRefused checks the rate limit and its penalty.
func TestTooManyConnectionsAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := quiet(t, Limits{})
		in := 0
		for range 300 {
			conn, _ := call(t, "203.0.113.7")
			l, _, refusal := g.admit(conn)
			if refusal == nil {
				in++
				l.proved()
				_ = l.Close()
			}
		}
		if in != 200 {
			t.Errorf("%d get in", in)
		}
		if conn, _ := call(t, "203.0.113.7"); !g.spends.Bars(addressOf(conn.RemoteAddr())) {
			t.Error("who goes on is let in again at once")
		}
		conn, _ := call(t, "198.51.100.9")
		if _, _, refusal := g.admit(conn); refusal != nil {
			t.Errorf("somebody else: %v", refusal)
		}
	})
}
