package budget

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

// mostTold is how much is told at once.
const mostTold = 64

// passOn has one process tell another one what was spent, by what goes between them.
func passOn(t *testing.T, from, to *Budget) []Spending {
	t.Helper()
	data, err := json.Marshal(from.Told(mostTold))
	if err != nil {
		t.Fatal(err)
	}
	var told []Spending
	if err := json.Unmarshal(data, &told); err != nil {
		t.Fatal(err)
	}
	to.Hear(told, mostTold)
	return told
}

// two are processes that have begun to tell each other.
func two(t *testing.T) (a, b *Budget) {
	t.Helper()
	a, b = New(Config{}), New(Config{})
	for _, one := range []*Budget{a, b} {
		if told := one.Told(mostTold); len(told) != 0 {
			t.Errorf("at first it tells %+v", told)
		}
	}
	return a, b
}

// spend spends something until it is refused, and returns how often it was not.
func spend(b *Budget, kind Kind, who Who) (times int) {
	for b.Spend(kind, who) == nil {
		times++
	}
	return times
}

// TestWhatIsSpentElsewhere is taken from what somebody has here, once, and comes back as it
// does where it was spent.
func TestWhatIsSpentElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := two(t)
		anna := Who{Person: "key:anna", Address: street()}
		for range 4 {
			a.Charge(Codes, anna)
		}
		if b.Ask(Codes, anna) != nil {
			t.Error("it is refused before anything was told")
		}
		if told := passOn(t, a, b); len(told) != 2 {
			t.Errorf("it is told %+v", told)
		}
		if told := a.Told(mostTold); len(told) != 0 {
			t.Errorf("it is told once more: %+v", told)
		}
		if told := b.Told(mostTold); len(told) != 0 {
			t.Errorf("what was heard is told: %+v", told)
		}
		if b.Ask(Codes, anna) == nil {
			t.Error("it is spent at a, and there is as much at b")
		}
		if err := b.Ask(Codes, Who{Person: "key:bo", Address: street()}); err != nil {
			t.Errorf("somebody else at the same address: %v", err)
		}
		time.Sleep(5 * time.Second)
		if err := b.Spend(Codes, anna); err != nil {
			t.Errorf("it does not come back: %v", err)
		}
		if a.Ask(Codes, anna) != nil {
			t.Error("it does not come back at a")
		}
		passOn(t, b, a)
		if a.Ask(Codes, anna) == nil {
			t.Error("it is spent at b, and there is as much at a")
		}
	})
}

// TestNobodyHasMoreAtTwo: who asks at two processes in turn, for long, is let do what they
// may do at one, but for what they had at the beginning.
func TestNobodyHasMoreAtTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for kind, who := range map[Kind]Who{
			Codes: {Person: "key:anna", Address: street()}, Talk: {Person: "key:anna", Address: street(), New: true},
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

// TestSlowlyIsToldToo: whoever asks at each of two so seldom that nothing is missing there
// in between gains nothing by it.
func TestSlowlyIsToldToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := two(t)
		bo := Who{Address: street()}
		told := 0
		for range 60 {
			if a.Spend(Codes, bo) != nil {
				t.Fatal("it is refused at a")
			}
			time.Sleep(5 * time.Second) // the bucket is full again
			_ = a.Spend(Codes, Who{Address: street().Next()})
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

// TestALittleIsNotTold, and what is done at a table never is: a move that nobody else sees
// makes no message.
func TestALittleIsNotTold(t *testing.T) {
	a, _ := two(t)
	anna := Who{Person: "key:anna", Address: street()}
	for kind := range table() {
		if Kind(kind) != Codes && Kind(kind) != Exports && Kind(kind) != Reports {
			a.Charge(Kind(kind), anna)
		}
	}
	for range 10_000 {
		a.Charge(Orders, anna)
	}
	if told := a.Told(mostTold); len(told) != 0 {
		t.Errorf("it is told %+v", told)
	}
}

// TestWhatIsToldIsBounded: the most used first, and the rest afterwards.
func TestWhatIsToldIsBounded(t *testing.T) {
	a, b := two(t)
	for i := range 100 {
		for range 3 + i%3 {
			a.Charge(Names, Who{Person: fmt.Sprint("key:", i), Address: netip.AddrFrom4([4]byte{203, 0, 113, byte(i)})})
		}
	}
	for range 5 {
		a.Charge(Names, Who{Person: "key:" + strings.Repeat("long", 100), Address: street()})
	}
	told := a.Told(mostTold)
	least := slices.MinFunc(told, func(one, other Spending) int { return one.N - other.N })
	if len(told) != mostTold || least.N != 4 && least.N != 3 || told[0].N != 5 {
		t.Errorf("%d are told, with %+v", len(told), least)
	}
	if data, err := json.Marshal(told); err != nil || len(data) > 16<<10 {
		t.Errorf("that is %d bytes (%v)", len(data), err)
	}
	if rest := a.Told(mostTold); len(rest) != 100-mostTold {
		t.Errorf("then %d are told", len(rest))
	}
	b.Hear(append(told, Spending{What: "names", Class: "public", Person: "key:more", N: 5}), mostTold)
	if b.Ask(Names, Who{Person: "key:more", Address: street()}) != nil {
		t.Error("more is heard than can be told")
	}
}

// TestNobodyOwesMuch: whatever others say, somebody can do something again after a while.
func TestNobodyOwesMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		anna := Who{Person: "key:anna", Address: street()}
		for range 100 {
			b.Hear([]Spending{{What: "talk", Class: "public", Person: "key:anna", N: 1 << 40}}, mostTold)
		}
		if b.Ask(Talk, anna) == nil {
			t.Error("it has no effect")
		}
		time.Sleep(7 * time.Second)
		if err := b.Ask(Talk, anna); err != nil {
			t.Errorf("anna waits for longer than a full bucket takes: %v", err)
		}
	})
}

// TestWhatMakesNoSense is passed over.
func TestWhatMakesNoSense(t *testing.T) {
	b := New(Config{})
	host := Host(street())
	b.Hear([]Spending{
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
	}, mostTold)
	for kind := range table() {
		if err := b.Ask(Kind(kind), Who{Person: "key:anna", Address: street()}); err != nil {
			t.Errorf("%s: %v", table()[kind].name, err)
		}
	}
	if b.Bars(street()) || b.Bars(netip.MustParseAddr("127.0.0.1")) {
		t.Error("an address is barred")
	}
}

// TestAPenaltyHoldsElsewhere, for as long as where it was given.
func TestAPenaltyHoldsElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := two(t)
		a.Fail(Late, street())
		if told := passOn(t, a, b); len(told) != 0 {
			t.Errorf("a penalty that bars nobody is told: %+v", told)
		}
		a.Fail(Flood, street())
		if told := passOn(t, a, b); len(told) != 1 {
			t.Errorf("it is told %+v", told)
		}
		if told := a.Told(mostTold); len(told) != 0 {
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

// TestWhoHasGoneIsForgotten: what others were not told of keeps no buckets for long.
func TestWhoHasGoneIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := two(t)
		charge := func(i int) {
			a.Charge(Names, Who{Person: fmt.Sprint("key:", i), Address: street()})
		}
		for i := range 2 * maxBuckets {
			charge(i)
		}
		s := a.shelves[Names][byPerson]
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

// TestTheLastOneIsToldToo: where much is missing already, the least that is taken counts.
func TestTheLastOneIsToldToo(t *testing.T) {
	a, b := two(t)
	anna := Who{Person: "key:anna", Address: street()}
	for range 4 {
		a.Charge(Links, anna)
	}
	passOn(t, a, b)
	b.Charge(Links, anna)
	passOn(t, b, a)
	if a.Ask(Links, anna) == nil || b.Ask(Links, anna) == nil {
		t.Error("the fifth of five is not told")
	}
}

// TestTwoSpendingsAsOne: of one bucket both count, and of a penalty what it is now.
func TestTwoSpendingsAsOne(t *testing.T) {
	talk := Spending{What: "talk", Class: "public", Person: "key:anna", N: 2}
	names := talk
	names.What = "names"
	if !talk.SameAs(talk.Plus(talk)) || talk.SameAs(names) || talk.Plus(talk).N != 4 {
		t.Errorf("twice %+v is %+v", talk, talk.Plus(talk))
	}
	short := Spending{What: penaltyName, Address: Host(street()), N: 20}
	long := short
	long.N = 90
	if !short.SameAs(long) || short.Plus(long).N != 90 {
		t.Errorf("both penalties are %+v", short.Plus(long))
	}
}
