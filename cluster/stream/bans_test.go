package stream_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlor/cluster/stream"
	"parlor/ratelimit"
	"parlor/store"
)

// bans loads the bans of a node, as its server does.
func (n *node) bans() *ratelimit.BanList {
	n.t.Helper()
	bans, err := ratelimit.LoadBans(n.t.Context(), n.Bans)
	must(n.t, err)
	n.Bans.Follow(bans.Reload)
	return bans
}

func ban(t *testing.T, bans *ratelimit.BanList, who string, lasts time.Duration) {
	t.Helper()
	_, err := bans.Add(t.Context(), who, lasts, "too loud")
	must(t, err)
}

// TestABanHoldsAtAllNodes checks that a ban is in force at its node, at the others, and at one that was down, and can
// be lifted at any of them.
func TestABanHoldsAtAllNodes(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	off := start(t, p, "c", t.TempDir())
	off.stop()
	here, there := a.bans(), b.bans()
	ban(t, here, "key:ann", time.Hour)
	ban(t, here, "198.51.100.0/24", time.Hour)
	ban(t, there, ratelimit.Newcomers, time.Hour)
	ban(t, here, "key:short", time.Nanosecond)
	if !here.Contains("key:ann") {
		t.Error("it does not hold where it was made")
	}
	holds := func(bans *ratelimit.BanList, who ...string) func() bool {
		return func() bool {
			var list []string
			for _, one := range bans.List() {
				if one.Note != "too loud" || one.Until.Sub(one.Made) != time.Hour {
					t.Errorf("a ban is %+v", one)
				}
				list = append(list, one.Who)
			}
			return len(list) == len(who) && bans.Contains(who...) == (len(who) > 0)
		}
	}
	all := []string{"key:ann", "198.51.100.0/24", ratelimit.Newcomers}
	a.sees("all bans", holds(here, all...))
	b.sees("all bans", holds(there, all...))
	if !reflect.DeepEqual(here.List(), there.List()) {
		t.Errorf("at b the bans are %+v, and at a %+v", there.List(), here.List())
	}
	c := start(t, p, "c", off.dir)
	late := c.bans()
	c.sees("all bans", holds(late, all...))
	for _, who := range all {
		if lifted, err := late.Lift(t.Context(), who); err != nil || !lifted {
			t.Errorf("%s is not lifted: %v", who, err)
		}
	}
	for _, one := range []struct {
		*node
		bans *ratelimit.BanList
	}{{a, here}, {b, there}, {c, late}} {
		one.sees("no bans", holds(one.bans))
	}
	ban(t, there, "key:ann", time.Hour) // a second time
	c.sees("the ban", holds(late, "key:ann"))
}

// TestBansWaitForNodesOfBefore checks that bans stay local while a node runs that does not support their changes.
func TestBansWaitForNodesOfBefore(t *testing.T) {
	p := newMemLog()
	p.know(1)
	alone := t.TempDir()
	kept, err := store.Open(alone, nil)
	must(t, err)
	was, err := ratelimit.LoadBans(t.Context(), kept.Bans) // like a single node before
	must(t, err)
	ban(t, was, "key:old", time.Hour)
	must(t, kept.Close())
	a, b := start(t, p, "a", alone), start(t, p, "b", t.TempDir())
	here, there := a.bans(), b.bans()
	ban(t, here, "key:ann", time.Hour)
	ban(t, here, "key:bo", time.Hour)
	if lifted, err := here.Lift(t.Context(), "key:bo"); err != nil || !lifted {
		t.Errorf("it is not lifted: %v", err)
	}
	must(t, a.Accounts.Save(t.Context(), account("key:cy", "Cy")))
	b.follows(p)
	if !here.Contains("key:ann") || here.Contains("key:bo") || there.Contains("key:ann") || p.length() != 1 {
		t.Errorf("the bans are %+v and %+v, after %d changes", here.List(), there.List(), p.length())
	}
	p.know(stream.Version)
	ban(t, here, "key:dan", time.Hour) // which wakes the announcer
	b.sees("three bans", func() bool {
		return there.Contains("key:old") && there.Contains("key:ann") && there.Contains("key:dan") && len(there.List()) == 3
	})

	// Earlier changes are unchanged, so a node of the earlier version can read them.
	for i, line := range p.lines {
		var change stream.Change
		must(t, json.Unmarshal(line, &change))
		if want := map[bool]int{true: 2, false: 1}[change.Ban != nil]; change.Version != want {
			t.Errorf("change %d has version %d: %s", i+1, change.Version, line)
		}
	}
}

// TestABanHoldsWhereTheLogDoesNotAnswer checks that a ban is in force locally at once and elsewhere when the log
// answers, and that it cannot be lifted in between.
func TestABanHoldsWhereTheLogDoesNotAnswer(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	here, there := a.bans(), b.bans()
	var lost atomic.Bool
	lost.Store(true)
	p.mu.Lock()
	p.lose = func() (bool, bool) { return lost.Load(), false }
	p.mu.Unlock()
	ban(t, here, "key:ann", time.Hour)
	if !here.Contains("key:ann") {
		t.Error("it does not hold where it was made")
	}
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if lifted, err := here.Lift(short, "key:ann"); err == nil || lifted || !here.Contains("key:ann") {
		t.Errorf("it is lifted where nobody can be told: %v", err)
	}
	lost.Store(false)
	b.sees("the ban", func() bool { return there.Contains("key:ann") })
}

// TestBansAreReadAgain checks the retry after a failed reload.
func TestBansAreReadAgain(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	var tries atomic.Int32
	b.Bans.Follow(func(context.Context) error {
		if tries.Add(1) == 1 {
			return errors.New("the disk is busy")
		}
		return nil
	})
	must(t, a.Bans.SaveBan(t.Context(), ratelimit.Ban{Who: "key:ann", Made: time.Now(), Until: time.Now().Add(time.Hour)}))
	b.sees("another try", func() bool { return tries.Load() == 2 })
}

// TestABackupBringsBans checks that a backup includes bans, which are not announced again.
func TestABackupBringsBans(t *testing.T) {
	p := newMemLog()
	a := start(t, p, "a", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	here := a.bans()
	ban(t, here, "key:bo", time.Hour)
	a.sees("the change", func() bool { return p.length() == 2 })
	a.follows(p)
	file, dir := filepath.Join(t.TempDir(), "backup"), t.TempDir()
	must(t, a.kept.Backup(t.Context(), file))
	must(t, store.Restore(file, dir))
	b := start(t, p, "b", dir)
	there := b.bans()
	if !there.Contains("key:bo") {
		t.Errorf("the bans are %+v", there.List())
	}
	must(t, b.Accounts.Save(t.Context(), account("key:cy", "Cy")))
	a.follows(p)
	if p.length() != 3 || strings.Contains(string(p.lines[2]), "ban") {
		t.Errorf("%d changes, the last %s", p.length(), p.lines[2])
	}
}
