package ratelimit

import (
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/prose"
)

// street is a public address.
func street() netip.Addr { return netip.MustParseAddr("203.0.113.7") }
func office() netip.Addr { return netip.MustParseAddr("192.168.1.20") }

// spent returns how many of the tries succeed at once.
func spent(b *Limiter, kind Kind, tries int, who func(i int) Subject) int {
	n := 0
	for i := range tries {
		if b.Allow(kind, who(i)) == nil {
			n++
		}
	}
	return n
}

func always(who Subject) func(int) Subject { return func(int) Subject { return who } }

// guests returns a new guest on each call, all from one address.
func guests(address netip.Addr) func(int) Subject {
	return func(i int) Subject { return Subject{Person: fmt.Sprint("guest:", i), Address: address, Guest: true} }
}

// TestEveryKindIsBounded checks each limit of the table for a person, for an address with many persons, and for both
// after their buckets have refilled.
func TestEveryKindIsBounded(t *testing.T) {
	for kind, row := range table() {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for class, address := range map[trust]netip.Addr{public: street(), private: office()} {
					b, kind := New(Config{}), Kind(kind)
					person, host := row.person[class], row.host[class]
					if person == (Rate{}) {
						person = host // only the address is charged
					}
					anna := always(Subject{Person: "key:anna", Address: address})
					if got := spent(b, kind, 2*person.Burst, anna); got != person.Burst {
						t.Errorf("a person may %d times at once, not %d", got, person.Burst)
					}
					time.Sleep(3*person.Every + time.Microsecond) // plus what rounding loses
					if got := spent(b, kind, 10, anna); got != 3 {
						t.Errorf("later a person may %d times, not 3", got)
					}
					time.Sleep(time.Hour)
					if got := spent(b, kind, 2*host.Burst, guests(address)); got != host.Burst {
						t.Errorf("new guests of one address may %d times at once, not %d", got, host.Burst)
					}
					time.Sleep(4*host.Every + time.Microsecond)
					if got := spent(b, kind, 10, guests(address)); got != 4 {
						t.Errorf("later new guests of one address may %d times, not 4", got)
					}
					if row.guests {
						if err := b.Allow(kind, anna(0)); err != nil {
							t.Errorf("somebody with a key there: %v", err)
						}
					} else if err := b.Allow(kind, anna(0)); err == nil || err.Error() != row.address.String() {
						t.Errorf("the answer to the others there is %v", err)
					}
					if err := b.Allow(kind, Subject{Person: "key:anna", Address: netip.MustParseAddr("198.51.100.1")}); err != nil {
						t.Errorf("at another address: %v", err)
					}
				}
			})
		})
	}
}

// TestNewcomersHaveLowerLimits checks that newcomers chat more slowly, with or without a key, except on a private network.
func TestNewcomersHaveLowerLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rates := table()[Chat].person
		for _, c := range []struct {
			who  Subject
			want int
		}{
			{Subject{Person: "key:new", Address: street(), New: true}, rates[newcomer].Burst},
			{Subject{Person: "key:known", Address: street()}, rates[public].Burst},
			{Subject{Person: "key:near", Address: office(), New: true}, rates[private].Burst},
		} {
			if got := spent(New(Config{}), Chat, 100, always(c.who)); got != c.want {
				t.Errorf("%+v may say %d things at once, not %d", c.who, got, c.want)
			}
		}
		for _, row := range table() {
			if row.person[newcomer].Burst > row.person[public].Burst || row.person[newcomer].Every < row.person[public].Every {
				t.Errorf("%s: newcomers may more than others", row.name)
			}
		}
	})
}

func TestOnePersonDoesNotUseAnAddressUp(t *testing.T) {
	for _, row := range table() {
		for class := range trustLevels {
			if person, host := row.person[class], row.host[class]; person != (Rate{}) && (host.Burst < 3*person.Burst || 2*host.Every > person.Every) {
				t.Errorf("%s: an address may %v, and one person %v of it", row.name, host, person)
			}
		}
	}
}

func TestARefusalCostsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		anna, bo := Subject{Person: "key:anna", Address: street()}, Subject{Person: "key:bo", Address: street()}
		for range 100_000 {
			_ = b.Allow(Chat, anna)
			_ = b.Check(Chat, bo)
		}
		if err := b.Allow(Chat, bo); err != nil {
			t.Errorf("what somebody else was refused: %v", err)
		}
		time.Sleep(table()[Chat].person[public].Every)
		if err := b.Allow(Chat, anna); err != nil {
			t.Errorf("after a moment: %v", err)
		}
	})
}

// TestConcurrentRequestsPay checks that concurrent requests are all paid for afterwards.
func TestConcurrentRequestsPay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, eve := New(Config{}), Subject{Person: "key:eve", Address: street()}
		rate := table()[Codes].person[public]
		for range rate.Burst + 10 {
			if err := b.Check(Codes, eve); err != nil {
				t.Fatal(err)
			}
		}
		for range rate.Burst + 10 {
			b.Charge(Codes, eve)
		}
		time.Sleep(10 * rate.Every)
		if b.Check(Codes, eve) == nil {
			t.Error("ten codes too many cost nothing")
		}
		time.Sleep(rate.Every)
		if err := b.Check(Codes, eve); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatCountsAsOneAddress(t *testing.T) {
	for _, c := range []struct {
		one, other              string
		sameHost, sameNetwork   bool
		onePrivate, bothPrivate bool
	}{
		{"203.0.113.7", "203.0.113.7", true, true, false, false},
		{"203.0.113.7", "203.0.113.8", false, false, false, false},
		{"203.0.113.7", "::ffff:203.0.113.7", true, true, false, false},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true, true, false, false},
		{"2001:db8:1:2::1", "2001:db8:1:3::1", false, true, false, false},
		{"2001:db8:1:2::1", "2001:db8:2:2::1", false, false, false, false},
		{"127.0.0.1", "::1", false, false, true, true},
		{"10.1.2.3", "fd00::1", false, false, true, true},
		{"100.64.0.1", "fe80::1%eth0", false, false, true, true},
		{"172.16.0.1", "172.32.0.1", false, false, true, false},
		{"192.168.0.1", "100.128.0.1", false, false, true, false},
	} {
		one, other := netip.MustParseAddr(c.one), netip.MustParseAddr(c.other)
		if got := Host(one) == Host(other); got != c.sameHost {
			t.Errorf("%s and %s are one address: %v", one, other, got)
		}
		if got := Network(one) == Network(other); got != c.sameNetwork {
			t.Errorf("%s and %s are one network: %v", one, other, got)
		}
		if isPrivate(one) != c.onePrivate || isPrivate(other) != c.bothPrivate {
			t.Errorf("private: %s %v, %s %v", one, isPrivate(one), other, isPrivate(other))
		}
	}
	if isPrivate(netip.Addr{}) || Host(netip.Addr{}).IsValid() || Network(netip.Addr{}).IsValid() {
		t.Error("no address is one")
	}
}

// TestAnIPv6NetworkIsBoundedToo checks the limits of a /56, with 256 hosts, and a /48, with 65,536.
func TestAnIPv6NetworkIsBoundedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		most := table()[Codes].host[public].Burst * networkFactor
		roam := func(i int) Subject {
			return Subject{Person: fmt.Sprint("guest:", i), Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i%256<<8))}
		}
		if got := spent(b, Codes, 2*most, roam); got != most {
			t.Errorf("a whole network may %d times, not %d", got, most)
		}
		within := func(i int) Subject {
			return Subject{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:3:7%02x::1", i%256))}
		}
		if got := spent(b, Codes, 2*most, within); got != most/networkFactor*siteFactor {
			t.Errorf("a /56 may %d times", got)
		}
		if err := b.Allow(Codes, Subject{Person: "key:anna", Address: netip.MustParseAddr("2001:db8:2::1")}); err != nil {
			t.Errorf("another network: %v", err)
		}
		tally := b.NewCounter("things", Quota{Public: 3, Private: 9})
		held := 0
		for i := range 100 {
			if tally.Acquire(roam(i).Address) {
				held++
			}
		}
		if held != 3*networkFactor {
			t.Errorf("a whole network holds %d", held)
		}
	})
}

func TestPrivateNetworksCanBeLikeAllOthers(t *testing.T) {
	b := New(Config{AllPublic: true})
	most := table()[RoomRequests].host[public].Burst
	synctest.Test(t, func(t *testing.T) {
		if got := spent(b, RoomRequests, 10*most, guests(office())); got != most {
			t.Errorf("a private address may %d times at once, not %d", got, most)
		}
	})
	tally := b.NewCounter("things", Quota{Public: 1, Private: 9})
	if !tally.Acquire(office()) || tally.Acquire(office()) {
		t.Error("a private address holds as many as a private one may")
	}
}

func TestUnknownSubjectsAreNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{AllPublic: true})
		crowd := func(i int) Subject { return Subject{Person: fmt.Sprint("guest:", i%1000)} }
		if got := spent(b, RoomRequests, 200_000, crowd); got != 200_000 {
			t.Errorf("people without an address may %d times", got)
		}
		burst := table()[Codes].host[public].Burst
		if got := spent(b, Codes, 10*burst, always(Subject{Address: street()})); got != burst {
			t.Errorf("an address without a person may %d times, not %d", got, burst)
		}
	})
	tally := New(Config{}).NewCounter("things", Quota{1, 1})
	for range 10 {
		if !tally.Acquire(netip.Addr{}) {
			t.Fatal("no address has a bound")
		}
	}
	tally.Release(netip.Addr{})
}

// TestMemoryIsBounded checks that memory stays bounded under many subjects, that no bucket is dropped before it is
// full, and that latecomers share an overflow bucket.
func TestMemoryIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		crowd := func(i int) Subject { return Subject{Person: fmt.Sprint("guest:", i)} }
		eve := always(Subject{Person: "key:eve"})
		spent(b, Codes, 5, eve)
		spent(b, Codes, 10*maxBuckets, crowd)
		shelf := b.sets[Codes][byPerson]
		if len(shelf.buckets) != maxBuckets {
			t.Errorf("there are %d buckets", len(shelf.buckets))
		}
		if got := spent(b, Codes, 10, eve); got != 0 {
			t.Errorf("by many others somebody got %d more tries", got)
		}
		if got := spent(b, Codes, 3, crowd); got != 3 {
			t.Errorf("somebody of before may %d times", got)
		}
		if b.Allow(Codes, Subject{Person: "key:late"}) == nil {
			t.Error("those who share a bucket have no bound")
		}
		time.Sleep(time.Hour)
		if err := b.Allow(Codes, Subject{Person: "key:late"}); err != nil || len(shelf.buckets) != 1 {
			t.Errorf("an hour later: %v, with %d buckets", err, len(shelf.buckets))
		}
	})
}

func TestCounter(t *testing.T) {
	b := New(Config{})
	tally := b.NewCounter("things", Quota{Public: 2, Private: 4})
	for address, most := range map[netip.Addr]int{street(): 2, office(): 4, netip.MustParseAddr("2001:db8::1"): 2} {
		for range most {
			if !tally.Acquire(address) {
				t.Fatalf("%s may not hold %d", address, most)
			}
		}
		if tally.Acquire(address) {
			t.Errorf("%s holds more than %d", address, most)
		}
		tally.Release(address)
		if !tally.Acquire(address) {
			t.Errorf("%s has given one back and gets none", address)
		}
		for range most {
			tally.Release(address)
		}
	}
	if !tally.AcquireN(office(), 3) || tally.AcquireN(office(), 2) || !tally.AcquireN(office(), 1) {
		t.Error("of many at once it takes a part, or too much")
	}
	tally.ReleaseN(office(), 4)
	if len(tally.held) != 0 {
		t.Errorf("what nobody holds is remembered: %v", tally.held)
	}
}

func TestRefusalsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Config{})
		tally := b.NewCounter("things", Quota{1, 1})
		tally.Acquire(street())
		tally.Acquire(street())
		spent(b, Chat, 8, always(Subject{Person: "key:anna", Address: street()}))
		spent(b, Chat, 57, guests(street()))
		roam := func(i int) Subject {
			return Subject{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i<<8))}
		}
		spent(b, Links, 60*networkFactor+7, roam)
		got := slices.DeleteFunc(b.Refused(), func(one Refused) bool { return one.Count == 0 })
		want := []Refused{{"chat", "talk", "person", 2}, {"chat", "talk", "address", 3}, {"links", "links", "network", 7}, {"things", "things", "address", 1}}
		if !slices.Equal(got, want) {
			t.Errorf("refused were %v, not %v", got, want)
		}
	})
}

func TestRefusalsAreSentences(t *testing.T) {
	for _, row := range table() {
		for _, text := range []prose.Text{row.yourself, row.address} {
			if !text.IsZero() && !strings.Contains(text.String(), "Wait a ") {
				t.Errorf("%s: %q does not say what to do", row.name, text)
			}
		}
	}
}

// formatRate returns a rate as docs/limits.md writes it.
func formatRate(r Rate) string {
	switch {
	case r == Rate{}:
		return "–"
	case r.Every > time.Second:
		return fmt.Sprintf("%d, then one in %g seconds", r.Burst, r.Every.Seconds())
	}
	return fmt.Sprintf("%d, then %d a second", r.Burst, time.Second/r.Every)
}

// TestThePagesForOperatorsHaveTheTables holds the tables of docs/limits.md to what is
// allowed, and the log of docs/operate.md to the names of the limits.
func TestThePagesForOperatorsHaveTheTables(t *testing.T) {
	page, err := os.ReadFile("../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	operate, err := os.ReadFile("../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range table() {
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", row.name, formatRate(row.person[newcomer]),
			formatRate(row.person[public]), formatRate(row.host[public]), formatRate(row.person[private]), formatRate(row.host[private])))
	}
	for _, row := range connTable() {
		lines = append(lines, fmt.Sprintf("| %s | %s | %s |", row.name, formatRate(row.public), formatRate(row.private)))
	}
	costs := offenseTable()
	for _, row := range costs[1:] {
		lines = append(lines, fmt.Sprintf("| %s | %d s |", row.told, row.cost/time.Second))
	}
	for _, line := range lines {
		if !strings.Contains(string(page), line+"\n") {
			t.Errorf("the page lacks the row\n%s", line)
		}
	}
	_, log, _ := strings.Cut(string(operate), "\n## The log\n")
	for _, row := range table() {
		if why := "`" + strings.ReplaceAll(row.wire(), " ", "_") + "`"; !strings.Contains(log, why) {
			t.Errorf("the page does not say that the log calls it %s", why)
		}
	}
}
