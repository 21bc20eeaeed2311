// Package budget says who may do how much of what: what people do is counted for
// each person and for each address, and refused with a sentence where it is more
// than anybody needs. It knows nothing of what is done.
//
// People can be made at will, since a guest needs nothing to be one; addresses
// cannot. So whatever is bounded for a person is bounded for an address too.
package budget

import (
	"net/netip"
	"strings"
	"sync"
	"time"

	"parlor/prose"
)

// Config is how a budget is made. The zero value suits a server.
type Config struct {
	// AllPublic lets private networks do no more than any other address, as where
	// everybody comes through a proxy or as in a test of the limits.
	AllPublic bool
	// Refused is told of each refusal, by its kind's name with _ for blanks, and of
	// the address that is charged, which may be zero; nil is nobody. It waits for
	// nothing.
	Refused func(address netip.Addr, what string)
}

// Who does something, as far as that is known.
type Who struct {
	// Person is an identity. Empty is somebody who is not known yet: only the
	// address is charged.
	Person string
	// Address is where they are. The zero address is one that nobody knows, such
	// as a test's: only the person is charged, as one on a private network.
	Address netip.Addr
	// New is a person of whom little is known yet. On a private network that makes
	// no difference.
	New bool
	// Guest is a person who came without a key.
	Guest bool
}

// Refusal is the answer where somebody does more than they may. It is a sentence
// for them.
type Refusal struct {
	Kind Kind
	Text prose.Text
}

// Error is the sentence in English.
func (r *Refusal) Error() string { return r.Text.String() }

// Unwrap gives [prose.Reason] the sentence.
func (r *Refusal) Unwrap() error { return &prose.Refusal{Text: r.Text} }

// scope is whom a bucket belongs to.
type scope int

const (
	byPerson scope = iota
	byHost
	bySite
	byNetwork
	scopes // how many there are
)

// String is the scope for an operator.
func (s scope) String() string { return [...]string{"person", "address", "site", "network"}[s] }

// Budget counts. Its methods may be called from any goroutine.
type Budget struct {
	config Config
	rows   []row

	penalties penalties

	mu      sync.Mutex
	shelves [][scopes]*shelf // by kind
	tallies []*Tally
	wires   [wires]uint64 // refusals
	flows   map[netip.Prefix]*flow
	shares  bool // others are told what is spent
}

// New is a budget of which nothing is spent.
func New(config Config) *Budget {
	b := &Budget{config: config, rows: table(), flows: map[netip.Prefix]*flow{}, penalties: newPenalties()}
	for _, one := range b.rows {
		site, network := times(one.host, siteFactor), times(one.host, networkFactor)
		b.shelves = append(b.shelves, [scopes]*shelf{
			byPerson:  newShelf(one.person, one.host),
			byHost:    newShelf(one.host, one.host),
			bySite:    newShelf(site, site),
			byNetwork: newShelf(network, network),
		})
	}
	return b
}

// IsPrivate reports whether an address may do as much as those of private networks.
func (b *Budget) IsPrivate(address netip.Addr) bool { return b.classOf(address) == private }

// classOf is what an address may do; one that nobody knows is taken for a
// private one.
func (b *Budget) classOf(address netip.Addr) class {
	if !address.IsValid() || !b.config.AllPublic && isPrivate(address) {
		return private
	}
	return public
}

// Ask returns a *Refusal where somebody may not do something now, and nil where
// they may. It costs nothing.
func (b *Budget) Ask(kind Kind, who Who) error {
	b.mu.Lock()
	err := b.ask(kind, who, time.Now())
	b.mu.Unlock()
	return b.told(kind, who, err)
}

// told tells of a refusal, without a lock, and makes the address pay for it where
// it is one that nobody comes to by mistake.
func (b *Budget) told(kind Kind, who Who, err error) error {
	if failing := b.rows[kind].failing; err != nil && failing != 0 {
		b.Fail(failing, who.Address)
	}
	if err != nil && b.config.Refused != nil {
		b.config.Refused(who.Address, strings.ReplaceAll(b.rows[kind].name, " ", "_"))
	}
	return err
}

// Charge counts something that was done, whether it was allowed or not: many who
// asked at the same moment are in debt afterwards, and gained nothing by it.
func (b *Budget) Charge(kind Kind, who Who) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.charge(kind, who, time.Now())
}

// Spend is Ask, and Charge where the answer is nil: what is refused costs
// nothing.
func (b *Budget) Spend(kind Kind, who Who) error {
	b.mu.Lock()
	now := time.Now()
	err := b.ask(kind, who, now)
	if err == nil {
		b.charge(kind, who, now)
	}
	b.mu.Unlock()
	return b.told(kind, who, err)
}

func (b *Budget) ask(kind Kind, who Who, now time.Time) error {
	for at, whose := range b.owners(kind, who) {
		if s := b.shelves[kind][at]; s.bounds(whose) && !s.has(whose, now) {
			s.refused++
			text := b.rows[kind].address
			if scope(at) == byPerson {
				text = b.rows[kind].yourself
			}
			return &Refusal{kind, text}
		}
	}
	return nil
}

func (b *Budget) charge(kind Kind, who Who, now time.Time) {
	for at, whose := range b.owners(kind, who) {
		if s := b.shelves[kind][at]; s.bounds(whose) {
			s.take(whose, now, b.shares && !b.rows[kind].apart)
		}
	}
}

// owners are whose buckets somebody is charged for a kind, by scope; the zero one is
// nobody.
func (b *Budget) owners(kind Kind, who Who) [scopes]owner {
	var all [scopes]owner
	class := b.classOf(who.Address)
	if who.Guest || !b.rows[kind].guests {
		for _, one := range reaches(who.Address) {
			all[one.scope] = owner{class: class, address: one.part}
		}
	}
	if who.New && class == public {
		class = newcomer
	}
	if who.Person != "" {
		all[byPerson] = owner{class: class, person: who.Person}
	}
	return all
}
