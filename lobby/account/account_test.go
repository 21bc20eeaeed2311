package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/lobbytest"
	"parlor/ratelimit"
)

// TestWritesAreOrdered: changes of several sessions, a deletion and later changes wait for
// a writer that starts late and is stopped at once.
func TestWritesAreOrdered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &lobbytest.MemStore{}
		h := &fakeLobby{t: t, here: map[string]string{}, seats: map[string][]string{}, sessions: map[string][]*account.Visitor{}}
		people := account.New(account.Config{Lobby: h, Accounts: kept, RateLimits: ratelimit.New(ratelimit.Config{}), NameCells: 16})
		h.people = people
		one, other, bo := h.enter("anna"), h.enter("anna"), h.enter("bo")
		lobby.Send(t.Context(), one, lobby.SaveSettings{Settings: []byte("1")})
		lobby.Send(t.Context(), other, lobby.SaveSettings{Settings: []byte("2")})
		lobby.Send(t.Context(), bo, lobby.SaveSettings{Settings: []byte("3")})
		forgotten := make(chan error, 1)
		go func() { forgotten <- bo.Forget(t.Context()) }()
		synctest.Wait()
		lobby.Send(t.Context(), bo, lobby.SaveSettings{Settings: []byte("4")}) // from a session that ends
		must(t, bo.Rename(t.Context(), "bob"))
		lobby.Send(t.Context(), one, lobby.SaveSettings{Settings: []byte("5")})
		lobby.Send(t.Context(), h.enter("anna"), lobby.SaveSettings{Settings: []byte("6")})
		stopping := make(chan struct{})
		close(stopping)
		people.Run(stopping)
		must(t, <-forgotten)
		if len(kept.People) != 1 || kept.People[0].ID != "key:anna" || string(kept.People[0].Settings) != "6" {
			t.Errorf("what is kept is %+v", kept.People)
		}
		if again := h.come(lobby.Identity{ID: "key:bo"}); wished(again) != "player" {
			t.Errorf("who was forgotten is called %q", wished(again))
		}
	})
}

// TestNothingIsDeletedWhileRoomsNameThem: not if the person has a seat, nor if a room does
// not answer.
func TestNothingIsDeletedWhileRoomsNameThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &lobbytest.MemStore{People: []lobby.Account{{ID: "key:anna", IDs: []string{"key:anna", "key:ann"}}}}
		h := open(t, account.Config{Accounts: kept})
		anna := h.enter("anna")
		h.seats["key:anna"] = []string{"AAAAAA", "CCCCCC"}
		refused(t, anna.Forget(t.Context()), "You have a seat in AAAAAA, CCCCCC. Leave first.")
		h.seats, h.err = nil, errors.New("a room still uses your name")
		refused(t, anna.Forget(t.Context()), "still uses your name")
		if anna.KeepsNothing() || h.here["key:anna"] == "" || len(kept.People) != 1 {
			t.Errorf("here are %v, and kept are %+v", h.here, kept.People)
		}
		h.disowned, h.err = nil, nil
		must(t, anna.Forget(t.Context()))
		slices.Sort(h.disowned)
		if ids := slices.Compact(h.disowned); !slices.Equal(ids, []string{"key:ann", "key:anna"}) || !anna.KeepsNothing() || len(kept.People) != 0 {
			t.Errorf("rooms let go of %v, and kept are %+v", ids, kept.People)
		}
	})
}

func TestLinkCodeExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &lobbytest.MemStore{}
		h := open(t, account.Config{Accounts: kept})
		anna, bo := h.enter("anna"), h.enter("bo")
		offer := func() string {
			offer, err := lobby.Ask(t.Context(), anna, lobby.OfferLink{})
			must(t, err)
			if time.Until(offer.Until) != 10*time.Minute {
				t.Errorf("it holds until %v", offer.Until)
			}
			return offer.Code
		}
		const gone = "That code does not exist or has expired"
		old, code := offer(), offer()
		refused(t, bo.Link(t.Context(), old), gone)
		h.seats["key:bo"] = []string{"AAAAAA"}
		refused(t, bo.Link(t.Context(), code), "You have a seat in AAAAAA")
		h.seats = nil
		time.Sleep(10*time.Minute + time.Second)
		refused(t, bo.Link(t.Context(), code), gone)
		code = offer()
		must(t, bo.Link(t.Context(), code))
		refused(t, h.enter("cy").Link(t.Context(), code), gone)
		if len(kept.People) != 1 || !slices.Equal(kept.People[0].IDs, []string{"key:anna", "key:bo"}) || kept.People[0].Name != "anna" {
			t.Errorf("what is kept is %+v", kept.People)
		}
	})
}

func TestOfferLinkIsRateLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, account.Config{Accounts: &lobbytest.MemStore{}})
		shown := 0
		for i := range 300 {
			err := lobby.Perform(t.Context(), h.enterFrom(street, fmt.Sprint("guest", i)), lobby.OfferLink{})
			var refusal *ratelimit.Refusal
			switch {
			case err == nil:
				shown++
			case !errors.As(err, &refusal) || refusal.Kind != ratelimit.Links || !strings.Contains(err.Error(), "Wait a"):
				t.Errorf("the answer is %v", err)
			}
		}
		if shown != 60 {
			t.Errorf("%d codes to link were shown at once", shown)
		}
		if err := lobby.Perform(t.Context(), h.enter("bo"), lobby.OfferLink{}); err != nil {
			t.Errorf("elsewhere: %v", err)
		}
	})
}

// takenNames is a store in which another node has just given away a name.
type takenNames struct {
	*lobbytest.MemStore
	taken string
}

// Save implements lobby.Accounts.
func (e *takenNames) Save(ctx context.Context, account lobby.Account) error {
	if account.Name == e.taken {
		return lobby.ErrNameTaken
	}
	return e.MemStore.Save(ctx, account)
}

// TestNameTakenMeanwhile: if the name was given away at another node, Rename fails, and the
// person has the old name at the next visit.
func TestNameTakenMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, account.Config{Accounts: &takenNames{&lobbytest.MemStore{}, "Grizzly"}})
		anna := h.enter("anna")
		err := anna.Rename(t.Context(), "Grizzly")
		refused(t, err, "Grizzly is the name of a player here, or too much like one. Choose another one. If you are that player, connect again with your key or, as a guest, with the line that you were shown, which has NAME+CODE in it.")
		if !errors.Is(err, lobby.ErrNameTaken) || wished(anna) != "anna" {
			t.Errorf("after %v anna is %s", err, wished(anna))
		}
		must(t, anna.Rename(t.Context(), "Polar"))
		if wished(anna) != "Polar" {
			t.Errorf("anna is %s", wished(anna))
		}
	})
}
