// Package ratelimit limits what people and addresses may do. Each action is counted per person and per address, and
// refused with a sentence for the reader once a limit is reached. The package does not know what the actions are.
//
// Guest identities are free to create and addresses are not, so each limit on a person has one on the address as
// well.
package ratelimit

import (
	"net/netip"
	"strings"
	"sync"
	"time"

	"parlor/prose"
)

// Config configures a [Limiter]. The zero value suits a server.
type Config struct {
	// AllPublic gives private networks no higher limits than public addresses. Use it behind a proxy and in tests of
	// the limits.
	AllPublic bool
	// Refused, if not nil, is called for each refusal with the key of its kind, blanks replaced by underscores, and
	// the charged address, which may be zero. It must not block.
	Refused func(address netip.Addr, what string)
}

// Subject is who performs an action, as far as that is known.
type Subject struct {
	// Person is an identity. If it is empty, only the address is charged.
	Person string
	// Address is the client's address. If it is zero, only the person is charged, at the limits of a private network.
	Address netip.Addr
	// New marks a person that the server has known only briefly. It has no effect on a private network.
	New bool
	// Guest marks a person without a key.
	Guest bool
}

// Refusal is the error for an action beyond a limit. Its text is for the person refused.
type Refusal struct {
	Kind Kind
	Text prose.Text
}

// Error returns the text in English.
func (r *Refusal) Error() string { return r.Text.String() }

// Unwrap returns the text as a [prose.Refusal], for [prose.Reason].
func (r *Refusal) Unwrap() error { return &prose.Refusal{Text: r.Text} }

// scope is the kind of owner of a bucket.
type scope int

const (
	byPerson scope = iota
	byHost
	bySite
	byNetwork
	scopes // the number of scopes
)

// String returns the name of the scope for operators.
func (s scope) String() string { return [...]string{"person", "address", "site", "network"}[s] }

// Limiter counts actions in token buckets. Its methods may be called concurrently.
type Limiter struct {
	config Config
	rows   []row

	penalties penalties

	mu        sync.Mutex
	sets      [][scopes]*bucketSet // indexed by Kind
	counters  []*Counter
	overLimit [connLimits]uint64 // refusals
	flows     map[netip.Prefix]*flow
	sharing   bool // set once usage is shared with other nodes
}

// New returns a Limiter with full buckets.
func New(config Config) *Limiter {
	b := &Limiter{config: config, rows: table(), flows: map[netip.Prefix]*flow{}, penalties: newPenalties()}
	for _, one := range b.rows {
		site, network := times(one.host, siteFactor), times(one.host, networkFactor)
		b.sets = append(b.sets, [scopes]*bucketSet{
			byPerson:  newBucketSet(one.person, one.host),
			byHost:    newBucketSet(one.host, one.host),
			bySite:    newBucketSet(site, site),
			byNetwork: newBucketSet(network, network),
		})
	}
	return b
}

// IsPrivate reports whether address has the limits of a private network.
func (b *Limiter) IsPrivate(address netip.Addr) bool { return b.trustOf(address) == private }

// trustOf returns the trust of an address. An unknown address counts as private.
func (b *Limiter) trustOf(address netip.Addr) trust {
	if !address.IsValid() || !b.config.AllPublic && isPrivate(address) {
		return private
	}
	return public
}

// Check returns a *Refusal if the subject may not perform an action now, and nil otherwise. It charges nothing.
func (b *Limiter) Check(kind Kind, who Subject) error {
	b.mu.Lock()
	err := b.check(kind, who, time.Now())
	b.mu.Unlock()
	return b.refuse(kind, who, err)
}

// refuse reports a refusal to the configured callback and penalizes the address if the kind is an offense. The caller
// must not hold the lock.
func (b *Limiter) refuse(kind Kind, who Subject, err error) error {
	if failing := b.rows[kind].offense; err != nil && failing != 0 {
		b.Penalize(failing, who.Address)
	}
	if err != nil && b.config.Refused != nil {
		b.config.Refused(who.Address, strings.ReplaceAll(b.rows[kind].wire(), " ", "_"))
	}
	return err
}

// Charge charges the subject for an action, even beyond the limit: concurrent callers that all passed Check end up in
// debt.
func (b *Limiter) Charge(kind Kind, who Subject) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.charge(kind, who, time.Now())
}

// Allow calls Check, and then Charge if Check returned nil. A refused action costs nothing.
func (b *Limiter) Allow(kind Kind, who Subject) error {
	b.mu.Lock()
	now := time.Now()
	err := b.check(kind, who, now)
	if err == nil {
		b.charge(kind, who, now)
	}
	b.mu.Unlock()
	return b.refuse(kind, who, err)
}

func (b *Limiter) check(kind Kind, who Subject, now time.Time) error {
	for at, whose := range b.owners(kind, who) {
		if s := b.sets[kind][at]; s.bounds(whose) && !s.has(whose, now) {
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

func (b *Limiter) charge(kind Kind, who Subject, now time.Time) {
	for at, whose := range b.owners(kind, who) {
		if s := b.sets[kind][at]; s.bounds(whose) {
			s.take(whose, now, b.sharing && !b.rows[kind].apart)
		}
	}
}

// owners returns the bucket owners charged for an action, by scope. A zero owner is not charged.
func (b *Limiter) owners(kind Kind, who Subject) [scopes]owner {
	var all [scopes]owner
	class := b.trustOf(who.Address)
	if who.Guest || !b.rows[kind].guests {
		for _, one := range blocks(who.Address) {
			all[one.scope] = owner{trust: class, address: one.part}
		}
	}
	if who.New && class == public {
		class = newcomer
	}
	if who.Person != "" {
		all[byPerson] = owner{trust: class, person: who.Person}
	}
	return all
}
