package ratelimit

import (
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func TestRepeatedOffensesBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		b.Penalize(Silent, street())
		if b.Bars(street()) {
			t.Error("one silent connection is enough")
		}
		b.Penalize(Silent, street())
		if !b.Bars(street()) || b.Bars(netip.MustParseAddr("203.0.113.8")) {
			t.Error("after two an address is let in, or its neighbour is not")
		}
		time.Sleep(20 * time.Second)
		if b.Bars(street()) {
			t.Error("it is not let in when its time is over")
		}
	})
}

func TestRareOffensesDoNotBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		for range 1000 { // like a program that probes whether the server is up
			b.Penalize(Unfinished, street())
			if b.Bars(street()) {
				t.Fatal("it is not let in")
			}
			time.Sleep(5 * time.Second)
		}
	})
}

// TestPenaltiesGrow checks that each penalty doubles up to a limit and that an hour without one resets it.
func TestPenaltiesGrow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		barred := func() time.Duration {
			b.Penalize(Flood, street())
			began := time.Now()
			for b.Bars(street()) {
				time.Sleep(time.Second)
			}
			return time.Since(began)
		}
		for _, want := range []time.Duration{90 * time.Second, 3 * time.Minute, 6 * time.Minute, mostPenalty, mostPenalty} {
			if got := barred(); got != want {
				t.Errorf("a penalty takes %v, not %v", got, want)
			}
		}
		time.Sleep(penaltyMemory)
		if got := barred(); got != 90*time.Second {
			t.Errorf("an hour later a penalty takes %v", got)
		}
	})
}

func TestPenaltiesOfNetworks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		for i := range 6 {
			b.Penalize(Silent, netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i<<8)))
		}
		for address, want := range map[string]bool{"2001:db8:1:ffff::1": true, "2001:db8:2::1": false} {
			if b.Bars(netip.MustParseAddr(address)) != want {
				t.Errorf("%s is kept out: %v", address, !want)
			}
		}
		for i := range 3 {
			b.Penalize(Silent, netip.MustParseAddr(fmt.Sprintf("2001:db8:9:10%x::1", i)))
		}
		for address, want := range map[string]bool{"2001:db8:9:1ff::1": true, "2001:db8:9:200::1": false} {
			if b.Bars(netip.MustParseAddr(address)) != want {
				t.Errorf("%s is kept out: %v", address, !want)
			}
		}
	})
}

func TestPrivateNetworksHaveNoPenalties(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		for range 100 {
			b.Penalize(Flood, office())
			b.Penalize(Flood, netip.Addr{})
		}
		if b.Bars(office()) || b.Bars(netip.Addr{}) || len(b.penalties.owed) != 0 {
			t.Error("they do")
		}
	})
}

// TestPenaltiesStayFew checks that memory stays bounded and that a barred address stays barred.
func TestPenaltiesStayFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		b.Penalize(Flood, street())
		for i := range 10 * maxPenalties {
			b.Penalize(Flood, netip.AddrFrom4([4]byte{9, byte(i >> 16), byte(i >> 8), byte(i)}))
		}
		if len(b.penalties.owed) != maxPenalties || !b.Bars(street()) {
			t.Errorf("%d are remembered", len(b.penalties.owed))
		}
		time.Sleep(mostPenalty)
		b.Penalize(Flood, office().Next())
		b.Penalize(Flood, netip.MustParseAddr("198.51.100.1"))
		if len(b.penalties.owed) != 1 {
			t.Errorf("%d are remembered when they are over", len(b.penalties.owed))
		}
	})
}
