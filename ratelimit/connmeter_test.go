package ratelimit

import (
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatAConnectionSendsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		for what, row := range connTable() {
			for address, rate := range map[netip.Addr]Rate{street(): row.public, office(): row.private} {
				l := b.NewConn(address)
				sends := func(tries int) (n int) {
					for range tries {
						if l.Allow(ConnLimit(what)) {
							n++
						}
					}
					return n
				}
				if got := sends(2 * rate.Burst); got != rate.Burst {
					t.Errorf("%s: %d at once, not %d", row.name, got, rate.Burst)
				}
				time.Sleep(2*rate.Every + time.Microsecond)
				if got := sends(10); got != 2 {
					t.Errorf("%s: later %d, not 2", row.name, got)
				}
				l.Close()
			}
		}
		if !slices.ContainsFunc(b.Refused(), func(r Refused) bool {
			return r.What == "global requests" && r.By == "connection" && r.Count > 60
		}) {
			t.Errorf("refused were %v", b.Refused())
		}
	})
}

// TestReadRates checks the read rate of a connection and of an address.
func TestReadRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		read := func(l *ConnMeter, n int) time.Duration {
			began := time.Now()
			for range n / (32 << 10) {
				time.Sleep(l.Read(32 << 10))
			}
			return time.Since(began)
		}
		one := b.NewConn(street())
		if took := read(one, lineBytesBurst); took != 0 {
			t.Errorf("a paste takes %v", took)
		}
		if took := read(one, 10*lineBytes); took < 9*time.Second || took > 11*time.Second {
			t.Errorf("10 seconds of bytes take %v", took)
		}
		var lines []*ConnMeter
		for range 100 {
			l := b.NewConn(street())
			lines = append(lines, l)
			l.Read(lineBytesBurst)
		}
		last := b.NewConn(street())
		if wait := last.Read(1); wait < 5*time.Second {
			t.Errorf("of 100 connections of one address another one waits %v", wait)
		}
		if other := b.NewConn(netip.MustParseAddr("198.51.100.1")); other.Read(lineBytesBurst) != 0 {
			t.Error("another address waits")
		} else {
			other.Close()
		}
		for _, l := range append(lines, one, last) {
			l.Close()
			l.Close()
		}
		if len(b.flows) != 0 {
			t.Errorf("%d addresses without a connection are remembered", len(b.flows))
		}
	})
}

// TestAConnectionOnHoldIsReadSlowly checks that a connection on hold is read little faster than its sessions process
// input.
func TestAConnectionOnHoldIsReadSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{}).NewConn(street())
		defer l.Close()
		read := func(taken int) (all int) {
			for began := time.Now(); time.Since(began) < time.Minute; all += 1 << 10 {
				time.Sleep(l.Read(1 << 10))
				l.Take(taken)
			}
			return all
		}
		l.Hold()
		if got := read(0); got > heldBytesBurst+61*heldBytes {
			t.Errorf("of a connection on hold %d bytes are read in a minute", got)
		}
		if got := read(512); got < 110*heldBytes || got > 130*heldBytes {
			t.Errorf("where its sessions take half of it, %d bytes are read in a minute", got)
		}
		l.Release()
		if got := read(0); got < 59*lineBytes {
			t.Errorf("later %d bytes are read in a minute", got)
		}
	})
}

// TestKeysOfAnAddress checks that connections of an address share its key rate.
func TestKeysOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		one, two, other := b.NewConn(street()), b.NewConn(street()), b.NewConn(netip.MustParseAddr("198.51.100.1"))
		for range hostKeysBurst / 2 {
			if one.Press()+two.Press() > 0 {
				t.Fatal("there are fewer keys")
			}
		}
		if one.Press() == 0 || two.Press() == 0 || other.Press() > 0 {
			t.Error("keys are not those of an address")
		}
	})
}
