package budget

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"parlor/prose"
)

// Newcomers is the subject of a ban that keeps out everybody of whom the server
// knows nothing yet.
const Newcomers = "newcomers"

const (
	// maxBans bounds how many bans hold at once. Nobody is let in again because
	// somebody else is kept out: one more than these is refused.
	maxBans = 10_000
	// maxBan is how long a ban can hold.
	maxBan = 366 * 24 * time.Hour
	// maxBanNote bounds the bytes of a note.
	maxBanNote = 200
	// leastBits4 and leastBits6 are the widest networks that can be banned; to keep
	// out more than that there are [Newcomers].
	leastBits4, leastBits6 = 8, 16
)

// ErrBanned is what somebody is told who is kept out.
var ErrBanned = prose.Refuse("The operator of this server has banned you for now.")

// ErrNewcomers is what somebody is told who comes for the first time while
// newcomers are kept out.
var ErrNewcomers = prose.Refuse("This server takes in nobody new just now. If you have been here before, come with the key or the line that you had then.")

// Ban keeps somebody out, or an address, for a time.
type Ban struct {
	Who         string // as ReadSubject returns it
	Made, Until time.Time
	Note        string // why, for the operator alone
}

// Keeper keeps bans beyond the process. Its methods may be called from any
// goroutine.
type Keeper interface {
	// Bans are all that were kept and not dropped, also those that are over.
	Bans(ctx context.Context) ([]Ban, error)
	// KeepBan keeps a ban in place of another of the same subject.
	KeepBan(ctx context.Context, ban Ban) error
	// LiftBan forgets that of a subject, where there is one.
	LiftBan(ctx context.Context, who string) error
	// DropBans forgets those that are over at a moment.
	DropBans(ctx context.Context, over time.Time) error
}

// Bans are those who may do nothing. Methods may be called from any goroutine; on
// nil nobody is banned.
type Bans struct {
	keeper Keeper
	change sync.Mutex // held while a ban is written

	mu    sync.RWMutex // guards what follows
	all   map[string]Ban
	bits4 map[int]int // how many networks of so many bits are banned
	bits6 map[int]int
	next  time.Time // no ban is over before; zero while there is none
}

// LoadBans are the bans that a keeper has; nil keeps none beyond the process.
// Those that are over are forgotten for good.
func LoadBans(ctx context.Context, keeper Keeper) (*Bans, error) {
	b := &Bans{keeper: keeper, all: map[string]Ban{}, bits4: map[int]int{}, bits6: map[int]int{}}
	if keeper == nil {
		return b, nil
	}
	if err := b.Read(ctx); err != nil {
		return nil, err
	}
	return b, b.dropOver(ctx)
}

// Read has those bans hold that the keeper has now, and no others: somebody else may have
// changed them.
func (b *Bans) Read(ctx context.Context) error {
	b.change.Lock()
	defer b.change.Unlock()
	kept, err := b.keeper.Bans(ctx)
	if err != nil {
		return fmt.Errorf("the bans cannot be read: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all, b.bits4, b.bits6, b.next = map[string]Ban{}, map[int]int{}, map[int]int{}, time.Time{}
	for _, ban := range kept {
		b.put(ban)
	}
	return nil
}

// ReadSubject reads who is to be banned, as an operator writes it: the
// fingerprint of a key ("SHA256:…", also with "key:" before it), the identity of
// a guest ("guest:…"), an address, a network, or "newcomers". An address of IPv6
// is its /64, which one household has.
func ReadSubject(text string) (string, error) {
	key, hash := strings.TrimPrefix(text, "key:"), strings.TrimPrefix(text, "guest:")
	switch {
	case text == Newcomers:
		return text, nil
	case strings.HasPrefix(key, "SHA256:"):
		sum, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(key, "SHA256:"))
		if err != nil || len(sum) != 32 {
			return "", errors.New("that is not the whole fingerprint of a key")
		}
		return "key:SHA256:" + base64.RawStdEncoding.EncodeToString(sum), nil // as ssh writes it
	case hash != text:
		sum, err := hex.DecodeString(hash)
		if err != nil || len(sum) != 32 {
			return "", errors.New("that is not the whole identity of a guest")
		}
		return "guest:" + hex.EncodeToString(sum), nil
	}
	if address, err := netip.ParseAddr(text); err == nil {
		return Host(address).String(), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return "", errors.New("it is not understood who that is: name a key by its fingerprint (SHA256:…), a guest (guest:…), an address, or a network such as 198.51.100.0/24")
	}
	if least := map[bool]int{true: leastBits4, false: leastBits6}[network.Addr().Is4()]; network.Bits() < least || network.Addr().Is4In6() {
		return "", fmt.Errorf("%s is too large to be banned: a network has at least /%d, or /%d of IPv6", network, leastBits4, leastBits6)
	}
	return network.Masked().String(), nil
}

// Add keeps somebody out, as ReadSubject returned them, from now on for so long.
func (b *Bans) Add(ctx context.Context, who string, lasts time.Duration, note string) (Ban, error) {
	now := time.Now().UTC()
	ban := Ban{Who: who, Made: now, Until: now.Add(lasts), Note: note}
	switch {
	case lasts <= 0 || lasts > maxBan:
		return Ban{}, errors.New("a ban lasts for some time, and at most 8784h, which is a year")
	case len(note) > maxBanNote:
		return Ban{}, fmt.Errorf("a note has at most %d bytes", maxBanNote)
	}
	b.change.Lock()
	defer b.change.Unlock()
	if err := b.dropOver(ctx); err != nil {
		return Ban{}, err
	}
	b.mu.RLock()
	_, already := b.all[who]
	full := !already && len(b.all) >= maxBans
	b.mu.RUnlock()
	if full {
		return Ban{}, fmt.Errorf("%d bans hold already, which is the most; lift some, or ban a whole network", maxBans)
	}
	if b.keeper != nil {
		if err := b.keeper.KeepBan(ctx, ban); err != nil {
			return Ban{}, err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(ban)
	return ban, nil
}

// Lift undoes Add, and reports whether there was anything to undo.
func (b *Bans) Lift(ctx context.Context, who string) (bool, error) {
	b.change.Lock()
	defer b.change.Unlock()
	b.mu.RLock()
	ban, there := b.all[who]
	b.mu.RUnlock()
	if !there {
		return false, nil
	}
	if b.keeper != nil {
		if err := b.keeper.LiftBan(ctx, who); err != nil {
			return false, err
		}
	}
	b.forget([]string{who})
	return ban.Until.After(time.Now()), nil
}

// List is the bans that hold, those that end first before the others.
func (b *Bans) List() []Ban {
	if b == nil {
		return nil
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	now, list := time.Now(), []Ban{}
	for _, ban := range b.all {
		if ban.Until.After(now) {
			list = append(list, ban)
		}
	}
	slices.SortFunc(list, func(one, other Ban) int {
		if order := one.Until.Compare(other.Until); order != 0 {
			return order
		}
		return strings.Compare(one.Who, other.Who)
	})
	return list
}

// Bans reports whether one of some identities is banned, or Newcomers.
func (b *Bans) Bans(ids ...string) bool {
	if b == nil {
		return false
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	now := time.Now()
	return slices.ContainsFunc(ids, func(id string) bool { return b.all[id].Until.After(now) })
}

// BansAddress reports whether an address is banned, or a network that it is in.
func (b *Bans) BansAddress(address netip.Addr) bool {
	if b == nil || !address.IsValid() {
		return false
	}
	address = address.Unmap().WithZone("")
	b.mu.RLock()
	defer b.mu.RUnlock()
	lengths := b.bits4
	if address.Is6() {
		lengths = b.bits6
	}
	now := time.Now()
	for bits := range lengths {
		// The address has so many bits.
		if network, _ := address.Prefix(bits); b.all[network.String()].Until.After(now) {
			return true
		}
	}
	return false
}

// put has a ban hold. The caller holds mu.
func (b *Bans) put(ban Ban) {
	if _, already := b.all[ban.Who]; !already {
		b.count(ban.Who, 1)
	}
	b.all[ban.Who] = ban
	b.willEnd(ban)
}

// willEnd notes when a ban is over. The caller holds mu.
func (b *Bans) willEnd(ban Ban) {
	if b.next.IsZero() || ban.Until.Before(b.next) {
		b.next = ban.Until
	}
}

// count changes how many networks of a length are banned. The caller holds mu.
func (b *Bans) count(who string, n int) {
	network, err := netip.ParsePrefix(who)
	if err != nil {
		return // a person, or newcomers
	}
	lengths := b.bits4
	if network.Addr().Is6() {
		lengths = b.bits6
	}
	if lengths[network.Bits()] += n; lengths[network.Bits()] == 0 {
		delete(lengths, network.Bits())
	}
}

// dropOver forgets the bans that are over.
func (b *Bans) dropOver(ctx context.Context) error {
	now := time.Now()
	subjects := b.over(now)
	if b.keeper != nil && len(subjects) > 0 {
		if err := b.keeper.DropBans(ctx, now); err != nil {
			return err
		}
	}
	b.forget(subjects)
	return nil
}

// over are the subjects of bans that are at a moment.
func (b *Bans) over(now time.Time) (subjects []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next.After(now) {
		return nil
	}
	b.next = time.Time{}
	for who, ban := range b.all {
		if !ban.Until.After(now) {
			subjects = append(subjects, who)
			b.next = now // until they are dropped
			continue
		}
		b.willEnd(ban)
	}
	return subjects
}

// forget has bans hold no longer.
func (b *Bans) forget(subjects []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, who := range subjects {
		b.count(who, -1)
		delete(b.all, who)
	}
}
