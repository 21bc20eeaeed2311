package ratelimit

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

// Newcomers is the subject of a ban on everyone the server does not know yet.
const Newcomers = "newcomers"

const (
	// maxBans bounds the number of bans in force. A new ban beyond it is refused; no ban is dropped to make room.
	maxBans = 10_000
	// maxBan is the longest duration of a ban.
	maxBan = 366 * 24 * time.Hour
	// maxBanNote is the maximum length of a note in bytes.
	maxBanNote = 200
	// leastBits4 and leastBits6 are the shortest prefixes that can be banned.
	leastBits4, leastBits6 = 8, 16
)

// ErrBanned is returned to a banned person.
var ErrBanned = prose.Refuse("The operator of this server has banned you for now.")

// ErrNewcomers is returned to a first-time visitor while newcomers are banned.
var ErrNewcomers = prose.Refuse("This server is not accepting new players right now. If you have played here before, use the same key or return line.")

// Ban bars a person or an address until a point in time.
type Ban struct {
	Who         string // in the form that ParseSubject returns
	Made, Until time.Time
	Note        string // reason, for the operator only
}

// BanStore persists bans. Its methods may be called concurrently.
type BanStore interface {
	// Bans returns all stored bans, including expired ones.
	Bans(ctx context.Context) ([]Ban, error)
	// SaveBan stores ban, replacing an earlier one of the same subject.
	SaveBan(ctx context.Context, ban Ban) error
	// DeleteBan deletes the ban of a subject, if there is one.
	DeleteBan(ctx context.Context, who string) error
	// DeleteExpiredBans deletes the bans that have expired at the given time.
	DeleteExpiredBans(ctx context.Context, over time.Time) error
}

// BanList is the list of bans in force. Its methods may be called concurrently. A nil BanList bans nothing.
type BanList struct {
	keeper BanStore
	change sync.Mutex // held while a ban is written

	mu    sync.RWMutex // guards the fields below
	all   map[string]Ban
	bits4 map[int]int // number of banned networks by prefix length
	bits6 map[int]int
	next  time.Time // no ban expires earlier; zero if there are none
}

// LoadBans returns the bans in store and deletes expired ones from it. If store is nil, bans are kept in memory only.
func LoadBans(ctx context.Context, keeper BanStore) (*BanList, error) {
	b := &BanList{keeper: keeper, all: map[string]Ban{}, bits4: map[int]int{}, bits6: map[int]int{}}
	if keeper == nil {
		return b, nil
	}
	if err := b.Reload(ctx); err != nil {
		return nil, err
	}
	return b, b.dropExpired(ctx)
}

// Reload replaces the bans in force by those in the store, which another process may have changed.
func (b *BanList) Reload(ctx context.Context) error {
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

// ParseSubject parses the subject of a ban in the form that operators write: a key fingerprint
// ("SHA256:…", optionally prefixed with "key:"), a guest identity ("guest:…"), an address, a
// network, or "newcomers". An IPv6 address stands for its /64.
func ParseSubject(text string) (string, error) {
	key, hash := strings.TrimPrefix(text, "key:"), strings.TrimPrefix(text, "guest:")
	switch {
	case text == Newcomers:
		return text, nil
	case strings.HasPrefix(key, "SHA256:"):
		sum, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(key, "SHA256:"))
		if err != nil || len(sum) != 32 {
			return "", errors.New("that is not the whole fingerprint of a key")
		}
		return "key:SHA256:" + base64.RawStdEncoding.EncodeToString(sum), nil // the form that ssh prints
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

// Add bans a subject, as returned by ParseSubject, for the given duration.
func (b *BanList) Add(ctx context.Context, who string, lasts time.Duration, note string) (Ban, error) {
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
	if err := b.dropExpired(ctx); err != nil {
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
		if err := b.keeper.SaveBan(ctx, ban); err != nil {
			return Ban{}, err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(ban)
	return ban, nil
}

// Lift removes the ban of a subject and reports whether there was one.
func (b *BanList) Lift(ctx context.Context, who string) (bool, error) {
	b.change.Lock()
	defer b.change.Unlock()
	b.mu.RLock()
	ban, there := b.all[who]
	b.mu.RUnlock()
	if !there {
		return false, nil
	}
	if b.keeper != nil {
		if err := b.keeper.DeleteBan(ctx, who); err != nil {
			return false, err
		}
	}
	b.forget([]string{who})
	return ban.Until.After(time.Now()), nil
}

// List returns the bans in force, ordered by expiry.
func (b *BanList) List() []Ban {
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

// Contains reports whether any of the identities, or Newcomers, is banned.
func (b *BanList) Contains(ids ...string) bool {
	if b == nil {
		return false
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	now := time.Now()
	return slices.ContainsFunc(ids, func(id string) bool { return b.all[id].Until.After(now) })
}

// ContainsAddress reports whether address or a network that contains it is banned.
func (b *BanList) ContainsAddress(address netip.Addr) bool {
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
		// Prefix cannot fail: bits is a prefix length of the address's family.
		if network, _ := address.Prefix(bits); b.all[network.String()].Until.After(now) {
			return true
		}
	}
	return false
}

// put adds or replaces a ban in memory. The caller holds mu.
func (b *BanList) put(ban Ban) {
	if _, already := b.all[ban.Who]; !already {
		b.count(ban.Who, 1)
	}
	b.all[ban.Who] = ban
	b.noteExpiry(ban)
}

// noteExpiry updates the time of the next expiry. The caller holds mu.
func (b *BanList) noteExpiry(ban Ban) {
	if b.next.IsZero() || ban.Until.Before(b.next) {
		b.next = ban.Until
	}
}

// count adds n to the number of banned networks with the prefix length of subject. The caller holds mu.
func (b *BanList) count(who string, n int) {
	network, err := netip.ParsePrefix(who)
	if err != nil {
		return // a person or Newcomers
	}
	lengths := b.bits4
	if network.Addr().Is6() {
		lengths = b.bits6
	}
	if lengths[network.Bits()] += n; lengths[network.Bits()] == 0 {
		delete(lengths, network.Bits())
	}
}

// dropExpired deletes expired bans from memory and from the store.
func (b *BanList) dropExpired(ctx context.Context) error {
	now := time.Now()
	subjects := b.expired(now)
	if b.keeper != nil && len(subjects) > 0 {
		if err := b.keeper.DeleteExpiredBans(ctx, now); err != nil {
			return err
		}
	}
	b.forget(subjects)
	return nil
}

// expired returns the subjects of the bans that have expired at the given time.
func (b *BanList) expired(now time.Time) (subjects []string) {
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
		b.noteExpiry(ban)
	}
	return subjects
}

// forget removes bans from memory.
func (b *BanList) forget(subjects []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, who := range subjects {
		b.count(who, -1)
		delete(b.all, who)
	}
}
