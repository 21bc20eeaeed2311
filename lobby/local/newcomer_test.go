package local_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/ratelimit"
)

// said returns how many messages a person may send at once.
func said(v lobby.Session) (n int) {
	for range 100 {
		if lobby.Perform(context.Background(), v, lobby.SayInLobby{Text: "hello"}) == nil {
			n++
		}
	}
	return n
}

// TestNewcomersHaveLowerLimits until a day has passed and a match is finished, with or
// without a key. There are no newcomers in private networks or without a store.
func TestNewcomersHaveLowerLimits(t *testing.T) {
	in(t, func(t *testing.T) {
		now := time.Now()
		kept := &lobbytest.MemStore{
			People: []lobby.Account{
				{ID: "key:regular", IDs: []string{"key:regular"}, Made: now.Add(-25 * time.Hour), Seen: now},
				{ID: "key:idle", IDs: []string{"key:idle"}, Made: now.Add(-25 * time.Hour), Seen: now},
			},
			Played: []lobby.Finished{
				{ID: "M1", Ended: now, Players: []lobby.Player{{ID: "key:regular"}, {ID: "key:fresh"}}},
				{ID: "M0", Ended: now.Add(-25 * time.Hour), Players: []lobby.Player{{ID: "guest:old"}}},
			},
		}
		l := open(t, local.Config{Accounts: kept, History: kept})
		for _, c := range []struct {
			id, address string
			isNew       bool
		}{
			{"key:regular", street, false},
			{"key:idle", street, true},
			{"key:fresh", street, true},
			{"key:nobody", street, true},
			{"guest:nobody", street, true},
			{"guest:old", village, false},
			{"guest:near", office, false},
		} {
			who := lobby.Identity{ID: c.id, Guest: strings.HasPrefix(c.id, "guest:"), Address: netip.MustParseAddr(c.address)}
			v, err := l.Enter(context.Background(), who)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(v.Close)
			want := map[bool]int{true: 3, false: 6}[c.isNew]
			if got := said(v); got != want {
				t.Errorf("%s says %d things at once, not %d", c.id, got, want)
			}
			first := seated(t)(lobby.Ask(t.Context(), v, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
			_, err = lobby.Ask(t.Context(), v, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
			if (err != nil) != c.isNew || c.isNew && !strings.Contains(err.Error(), "one seat at a time") {
				t.Errorf("a second room of %s: %v", c.id, err)
			}
			if c.isNew {
				if err := lobby.Perform(t.Context(), first, lobby.Leave{}); err != nil {
					t.Fatal(err)
				}
				seated(t)(lobby.Ask(t.Context(), v, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
			}
		}
	})
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		if got := said(from(t, l, street, "anybody")); got != 6 {
			t.Errorf("where nobody is remembered, somebody says %d things", got)
		}
	})
}

// TestNewcomerStatusEnds while the person is connected, who then may take a second seat.
func TestNewcomerStatusEnds(t *testing.T) {
	in(t, func(t *testing.T) {
		kept := &lobbytest.MemStore{Played: []lobby.Finished{{ID: "M1", Ended: time.Now(), Players: []lobby.Player{{ID: "key:anna"}}}}}
		l := open(t, local.Config{Accounts: kept, History: kept})
		anna := from(t, l, street, "anna")
		seated(t)(lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		table := seated(t)(lobby.Ask(t.Context(), from(t, l, office, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}))
		if _, err := lobby.Ask(t.Context(), anna, lobby.Join{Code: table.now.Code}); err == nil {
			t.Error("a newcomer has two seats")
		} else if errors.As(err, new(*ratelimit.Refusal)) {
			t.Error(err)
		}
		time.Sleep(25 * time.Hour)
		seated(t)(lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	})
}
