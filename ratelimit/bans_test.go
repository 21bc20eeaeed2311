package ratelimit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// memoryBans is a BanStore in memory, for a simulated restart.
type memoryBans struct {
	kept map[string]Ban
	full bool
}

func (d *memoryBans) Bans(context.Context) (all []Ban, err error) {
	for _, ban := range d.kept {
		all = append(all, ban)
	}
	return all, nil
}

func (d *memoryBans) SaveBan(_ context.Context, ban Ban) error {
	if d.full {
		return errors.New("the disk is full")
	}
	d.kept[ban.Who] = ban
	return nil
}

func (d *memoryBans) DeleteBan(_ context.Context, who string) error {
	delete(d.kept, who)
	return nil
}

func (d *memoryBans) DeleteExpiredBans(_ context.Context, over time.Time) error {
	maps.DeleteFunc(d.kept, func(_ string, ban Ban) bool { return !ban.Until.After(over) })
	return nil
}

func TestSubjects(t *testing.T) {
	key := "SHA256:" + strings.Repeat("A", 43)
	guest := "guest:" + strings.Repeat("0f", 32)
	for text, want := range map[string]string{
		key: "key:" + key, "key:" + key: "key:" + key, guest: guest, Newcomers: Newcomers,
		"203.0.113.7": "203.0.113.7/32", "::ffff:203.0.113.7": "203.0.113.7/32", "2001:db8:1:2::9": "2001:db8:1:2::/64",
		"198.51.100.7/24": "198.51.100.0/24", "2001:db8::1/48": "2001:db8::/48", "10.0.0.0/8": "10.0.0.0/8",
	} {
		if got, err := ParseSubject(text); got != want || err != nil {
			t.Errorf("%s is %q (%v), not %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "anna", "SHA256:short", "guest:1234", "0.0.0.0/0", "8.0.0.0/7", "2000::/3", "::ffff:1.2.3.4/120", "MD5:00:11"} {
		if got, err := ParseSubject(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func TestABanHoldsForItsTimeAndOverARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &memoryBans{kept: map[string]Ban{}}
		b := load(t, kept)
		for _, who := range []string{"198.51.100.0/24", "2001:db8::/48", "key:anna", Newcomers} {
			if _, err := b.Add(t.Context(), who, time.Hour, "too loud"); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			for address, want := range map[string]bool{
				"198.51.100.9": true, "::ffff:198.51.100.9": true, "198.51.101.9": false, "2001:db8::9": true, "2001:db8:1::9": false,
			} {
				if b.ContainsAddress(netip.MustParseAddr(address)) != want {
					t.Errorf("%s is banned: %v", address, !want)
				}
			}
			if !b.Contains("key:bo", "key:anna") || b.Contains("key:bo") || !b.Contains(Newcomers) || len(b.List()) != 4 {
				t.Errorf("banned are %+v", b.List())
			}
			b = load(t, kept)
		}
		if lifted, err := b.Lift(t.Context(), "key:anna"); !lifted || err != nil || b.Contains("key:anna") || len(kept.kept) != 3 {
			t.Errorf("lifted %v (%v), %d are kept", lifted, err, len(kept.kept))
		}
		if lifted, err := b.Lift(t.Context(), "key:anna"); lifted || err != nil {
			t.Errorf("lifted twice: %v, %v", lifted, err)
		}
		time.Sleep(time.Hour)
		if b.ContainsAddress(netip.MustParseAddr("198.51.100.9")) || b.Contains(Newcomers) || len(b.List()) != 0 {
			t.Error("a ban goes on when its time is over")
		}
		if load(t, kept); len(kept.kept) != 0 {
			t.Errorf("%d are kept for good", len(kept.kept))
		}
	})
}

func TestBansAreBounded(t *testing.T) {
	b := load(t, nil)
	for i := range maxBans {
		if _, err := b.Add(t.Context(), fmt.Sprint("key:", i), time.Hour, ""); err != nil {
			t.Fatal(i, err)
		}
	}
	if _, err := b.Add(t.Context(), "key:more", time.Hour, ""); err == nil {
		t.Error("there is no bound")
	}
	if _, err := b.Add(t.Context(), "key:1", 2*time.Hour, ""); err != nil {
		t.Errorf("a ban cannot be made longer: %v", err)
	}
	for _, lasts := range []time.Duration{0, -time.Hour, 400 * 24 * time.Hour} {
		if _, err := b.Add(t.Context(), "key:1", lasts, ""); err == nil {
			t.Errorf("a ban of %v", lasts)
		}
	}
}

func TestABanThatCannotBeKeptDoesNotHold(t *testing.T) {
	b := load(t, &memoryBans{kept: map[string]Ban{}, full: true})
	if _, err := b.Add(t.Context(), "key:anna", time.Hour, ""); err == nil || b.Contains("key:anna") {
		t.Errorf("it holds: %v", err)
	}
	var none *BanList
	if none.Contains("key:anna") || none.ContainsAddress(street()) || none.List() != nil {
		t.Error("no bans ban")
	}
}

func load(t *testing.T, keeper BanStore) *BanList {
	t.Helper()
	b, err := LoadBans(t.Context(), keeper)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
