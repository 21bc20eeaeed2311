package ratelimit

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// mostShared is the maximum number of usages in one exchange.
const mostShared = 64

// passOn sends the usage of one node to another through its JSON encoding.
func passOn(t *testing.T, from, to *Limiter) []Usage {
	t.Helper()
	data, err := json.Marshal(from.HotUsage(mostShared))
	if err != nil {
		t.Fatal(err)
	}
	var told []Usage
	if err := json.Unmarshal(data, &told); err != nil {
		t.Fatal(err)
	}
	to.ApplyUsage(told, mostShared)
	return told
}

// two returns two nodes that have begun to share usage.
func two(t *testing.T) (a, b *Limiter) {
	t.Helper()
	a, b = New(Config{}), New(Config{})
	for _, one := range []*Limiter{a, b} {
		if told := one.HotUsage(mostShared); len(told) != 0 {
			t.Errorf("at first it tells %+v", told)
		}
	}
	return a, b
}

// spend performs an action until it is refused and returns how often it succeeded.
func spend(b *Limiter, kind Kind, who Subject) (times int) {
	for b.Allow(kind, who) == nil {
		times++
	}
	return times
}

// TestUsageElsewhereCounts checks that remote usage is charged once and that its bucket refills.
func TestUsageElsewhereCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := two(t)
		anna := Subject{Person: "key:anna", Address: street()}
		for range 4 {
			a.Charge(Codes, anna)
		}
		if b.Check(Codes, anna) != nil {
			t.Error("it is refused before anything was told")
		}
		if told := passOn(t, a, b); len(told) != 2 {
			t.Errorf("it is told %+v", told)
		}
		if told := a.HotUsage(mostShared); len(told) != 0 {
			t.Errorf("it is told once more: %+v", told)
		}
		if told := b.HotUsage(mostShared); len(told) != 0 {
			t.Errorf("what was heard is told: %+v", told)
		}
		if b.Check(Codes, anna) == nil {
			t.Error("it is spent at a, and there is as much at b")
		}
		if err := b.Check(Codes, Subject{Person: "key:bo", Address: street()}); err != nil {
			t.Errorf("somebody else at the same address: %v", err)
		}
		time.Sleep(5 * time.Second)
		if err := b.Allow(Codes, anna); err != nil {
			t.Errorf("it does not come back: %v", err)
		}
		if a.Check(Codes, anna) != nil {
			t.Error("it does not come back at a")
		}
		passOn(t, b, a)
		if a.Check(Codes, anna) == nil {
			t.Error("it is spent at b, and there is as much at a")
		}
	})
}

// TestTwoNodesShareALimit checks that alternating between two nodes gains nothing beyond the initial burst.
func TestTwoNodesShareALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for kind, who := range map[Kind]Subject{
			Codes: {Person: "key:anna", Address: street()}, Chat: {Person: "key:anna", Address: street(), New: true},
			Rooms: {Person: "key:bo", Address: netip.MustParseAddr("2001:db8::7")}, Connections: {Address: street()},
		} {
			a, b := two(t)
			var rate Rate
			if who.Person == "" {
				rate = table()[kind].host[public]
			} else if rate = table()[kind].person[public]; who.New {
				rate = table()[kind].person[newcomer]
			}
			const long = 600
			done := 0
			for range long {
				done += spend(a, kind, who) + spend(b, kind, who)
				passOn(t, a, b)
				passOn(t, b, a)
				time.Sleep(time.Second)
			}
			one := rate.Burst + int(long*time.Second/rate.Every)
			if most := one + rate.Burst + one/10; done > most || done < one/2 {
				t.Errorf("%v: %d times in all, and at one %d", table()[kind].name, done, one)
			}
		}
	})
}

// TestSlowUsageIsShared checks that usage too slow to empty a bucket at either node is shared, too.
func TestSlowUsageIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := two(t)
		bo := Subject{Address: street()}
		told := 0
		for range 60 {
			if a.Allow(Codes, bo) != nil {
				t.Fatal("it is refused at a")
			}
			time.Sleep(5 * time.Second) // the bucket is full again
			_ = a.Allow(Codes, Subject{Address: street().Next()})
			for _, one := range passOn(t, a, b) {
				if one.Address == Host(street()) {
					told += one.N
				}
			}
		}
		if told < 55 {
			t.Errorf("of 60 codes others are told of %d", told)
		}
	})
}

// TestLowUsageIsNotShared checks that low usage and orders of a room are not shared: a move that no one else sees must
// not cause a message.
func TestLowUsageIsNotShared(t *testing.T) {
	a, _ := two(t)
	anna := Subject{Person: "key:anna", Address: street()}
	for kind := range table() {
		if Kind(kind) != Codes && Kind(kind) != Exports && Kind(kind) != Reports {
			a.Charge(Kind(kind), anna)
		}
	}
	for range 10_000 {
		a.Charge(RoomRequests, anna)
	}
	if told := a.HotUsage(mostShared); len(told) != 0 {
		t.Errorf("it is told %+v", told)
	}
}

// TestSharedUsageIsBounded checks that the heaviest usage is shared first and the rest later.
func TestSharedUsageIsBounded(t *testing.T) {
	a, b := two(t)
	for i := range 100 {
		for range 3 + i%3 {
			a.Charge(Names, Subject{Person: fmt.Sprint("key:", i), Address: netip.AddrFrom4([4]byte{203, 0, 113, byte(i)})})
		}
	}
	for range 5 {
		a.Charge(Names, Subject{Person: "key:" + strings.Repeat("long", 100), Address: street()})
	}
	told := a.HotUsage(mostShared)
	least := slices.MinFunc(told, func(one, other Usage) int { return one.N - other.N })
	if len(told) != mostShared || least.N != 4 && least.N != 3 || told[0].N != 5 {
		t.Errorf("%d are told, with %+v", len(told), least)
	}
	if data, err := json.Marshal(told); err != nil || len(data) > 16<<10 {
		t.Errorf("that is %d bytes (%v)", len(data), err)
	}
	if rest := a.HotUsage(mostShared); len(rest) != 100-mostShared {
		t.Errorf("then %d are told", len(rest))
	}
	b.ApplyUsage(append(told, Usage{What: "names", Class: "public", Person: "key:more", N: 5}), mostShared)
	if b.Check(Names, Subject{Person: "key:more", Address: street()}) != nil {
		t.Error("more is heard than can be told")
	}
}

// TestDebtIsBounded checks that remote usage cannot bar a subject for long.
func TestDebtIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		anna := Subject{Person: "key:anna", Address: street()}
		for range 100 {
			b.ApplyUsage([]Usage{{What: "talk", Class: "public", Person: "key:anna", N: 1 << 40}}, mostShared)
		}
		if b.Check(Chat, anna) == nil {
			t.Error("it has no effect")
		}
		time.Sleep(7 * time.Second)
		if err := b.Check(Chat, anna); err != nil {
			t.Errorf("anna waits for longer than a full bucket takes: %v", err)
		}
	})
}

// TestMalformedUsageIsIgnored checks that malformed usage is ignored.
func TestMalformedUsageIsIgnored(t *testing.T) {
	b := New(Config{})
	host := Host(street())
	b.ApplyUsage([]Usage{
		{},
		{What: "moons", Class: "public", Person: "key:anna", N: 9},
		{What: "talk", Class: "royal", Person: "key:anna", N: 9},
		{What: "talk", Class: "public", N: 9},
		{What: "talk", Class: "public", Person: "key:anna", Address: host, N: 9},
		{What: "talk", Class: "public", Person: strings.Repeat("x", maxName+1), N: 9},
		{What: "talk", Class: "public", Person: "key:anna", N: -9},
		{What: "orders", Class: "public", Person: "key:anna", N: 100},
		{What: "connections opened", Class: "public", Person: "key:anna", N: 9},
		{What: "talk", Class: "public", Address: netip.MustParsePrefix("0.0.0.0/0"), N: 1 << 20},
		{What: penaltyName, Address: netip.MustParsePrefix("198.51.100.0/24"), N: 60},
		{What: penaltyName, N: 60},
		{What: penaltyName, Address: host, N: -60},
		{What: penaltyName, Address: netip.MustParsePrefix("127.0.0.1/32"), N: 60},
	}, mostShared)
	for kind := range table() {
		if err := b.Check(Kind(kind), Subject{Person: "key:anna", Address: street()}); err != nil {
			t.Errorf("%s: %v", table()[kind].name, err)
		}
	}
	if b.Bars(street()) || b.Bars(netip.MustParseAddr("127.0.0.1")) {
		t.Error("an address is barred")
	}
}

// TestPenaltiesAreShared checks that a penalty lasts equally long at another node.
func TestPenaltiesAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := two(t)
		a.Penalize(Late, street())
		if told := passOn(t, a, b); len(told) != 0 {
			t.Errorf("a penalty that bars nobody is told: %+v", told)
		}
		a.Penalize(Flood, street())
		if told := passOn(t, a, b); len(told) != 1 {
			t.Errorf("it is told %+v", told)
		}
		if told := a.HotUsage(mostShared); len(told) != 0 {
			t.Errorf("it is told once more: %+v", told)
		}
		if !a.Bars(street()) || !b.Bars(street()) || b.Bars(street().Next()) {
			t.Error("the address is let in, or another one is not")
		}
		time.Sleep(102 * time.Second)
		if a.Bars(street()) || b.Bars(street()) {
			t.Error("it has not ended")
		}
	})
}

// TestUnsharedUsageExpires checks that usage not yet shared does not keep buckets alive for long.
func TestUnsharedUsageExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := two(t)
		charge := func(i int) {
			a.Charge(Names, Subject{Person: fmt.Sprint("key:", i), Address: street()})
		}
		for i := range 2 * maxBuckets {
			charge(i)
		}
		s := a.sets[Names][byPerson]
		if len(s.buckets) != maxBuckets {
			t.Errorf("%d buckets", len(s.buckets))
		}
		time.Sleep(50 * time.Second) // all are full
		charge(-1)
		if len(s.buckets) != 1 {
			t.Errorf("%d buckets where there was no place", len(s.buckets))
		}
		charge(-2)
		time.Sleep(30 * time.Second)
		charge(-3)
		if len(s.buckets) != 3 {
			t.Errorf("%d buckets where there is", len(s.buckets))
		}
		time.Sleep(2 * time.Minute)
		charge(-4)
		if len(s.buckets) != 1 || len(s.hot) != 0 {
			t.Errorf("%d buckets after all, %d hot", len(s.buckets), len(s.hot))
		}
	})
}

// TestTheLastTokenIsShared checks that the last token of a nearly empty bucket is shared.
func TestTheLastTokenIsShared(t *testing.T) {
	a, b := two(t)
	anna := Subject{Person: "key:anna", Address: street()}
	for range 4 {
		a.Charge(Links, anna)
	}
	passOn(t, a, b)
	b.Charge(Links, anna)
	passOn(t, b, a)
	if a.Check(Links, anna) == nil || b.Check(Links, anna) == nil {
		t.Error("the fifth of five is not told")
	}
}

// TestUsagePlus checks that Plus adds usage and keeps the later penalty.
func TestUsagePlus(t *testing.T) {
	talk := Usage{What: "talk", Class: "public", Person: "key:anna", N: 2}
	names := talk
	names.What = "names"
	if !talk.SameAs(talk.Plus(talk)) || talk.SameAs(names) || talk.Plus(talk).N != 4 {
		t.Errorf("twice %+v is %+v", talk, talk.Plus(talk))
	}
	short := Usage{What: penaltyName, Address: Host(street()), N: 20}
	long := short
	long.N = 90
	if !short.SameAs(long) || short.Plus(long).N != 90 {
		t.Errorf("both penalties are %+v", short.Plus(long))
	}
}
