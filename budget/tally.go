package budget

import (
	"net/netip"
	"sync"
)

// Cap is how many of something an address may hold at once. A whole IPv6 /56 may
// hold twice as many, and a /48 four times.
type Cap struct{ Public, Private int }

// Tally counts what each address holds. What a zero address holds is not
// counted. Its methods may be called from any goroutine.
type Tally struct {
	budget *Budget
	name   string
	most   [classes]int

	mu      sync.Mutex
	held    map[netip.Prefix]int // hosts, and of IPv6 what these are part of
	refused uint64
}

// Tally is a new count of something, by whose name an operator knows it.
func (b *Budget) Tally(name string, most Cap) *Tally {
	t := &Tally{budget: b, name: name, most: [classes]int{most.Public, most.Private}, held: map[netip.Prefix]int{}}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tallies = append(b.tallies, t)
	return t
}

// Take reports whether an address may hold one more, and counts it if so.
func (t *Tally) Take(address netip.Addr) bool { return t.TakeMany(address, 1) }

// TakeMany is Take of so many, or of none.
func (t *Tally) TakeMany(address netip.Addr, n int) bool {
	if !address.IsValid() {
		return true
	}
	most := t.most[t.budget.classOf(address)]
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range reaches(address) {
		if t.held[one.part]+n > most*one.factor {
			t.refused++
			return false
		}
	}
	t.add(address, n)
	return true
}

// Give undoes Take.
func (t *Tally) Give(address netip.Addr) { t.GiveMany(address, 1) }

// GiveMany undoes TakeMany.
func (t *Tally) GiveMany(address netip.Addr, n int) {
	if !address.IsValid() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(address, -n)
}

// add changes the counts of all that an address is part of. The caller holds mu.
func (t *Tally) add(address netip.Addr, n int) {
	for _, one := range reaches(address) {
		if t.held[one.part] += n; t.held[one.part] == 0 {
			delete(t.held, one.part)
		}
	}
}
