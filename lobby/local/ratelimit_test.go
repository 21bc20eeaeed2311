package local_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/ratelimit"
)

// Addresses of clients.
const (
	street  = "203.0.113.7"
	village = "198.51.100.9"
	office  = "192.168.1.20"
)

// from returns a session from an address. It ends with the test.
func from(t *testing.T, l *local.Lobby, address, name string) lobby.Session {
	t.Helper()
	v, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name, Address: netip.MustParseAddr(address)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// guest returns a session of a new guest.
func guest(t *testing.T, l *local.Lobby, address string, n int) lobby.Session {
	t.Helper()
	return from(t, l, address, fmt.Sprint("guest", n))
}

// wantRefusal fails the test unless the budget refused kind.
func wantRefusal(t *testing.T, err error, kind ratelimit.Kind) {
	t.Helper()
	var refusal *ratelimit.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != kind || !strings.Contains(err.Error(), "Wait a") {
		t.Errorf("the answer is %v", err)
	}
}

func TestOrdersAreRateLimited(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		eve := seated(t)(lobby.Ask(t.Context(), from(t, l, street, "eve"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}))
		bo := seated(t)(lobby.Ask(t.Context(), from(t, l, village, "bo"), lobby.Join{Code: eve.now.Code}))
		toggle := func(p *person, times int) (done int) {
			for i := range times {
				if err := lobby.Perform(t.Context(), p, lobby.Follow{Seat: engine.Seat(i % 2)}); errors.As(err, new(*ratelimit.Refusal)) {
					wantRefusal(t, err, ratelimit.RoomRequests)
				} else {
					done++ // the room has answered
				}
			}
			return done
		}
		if done := toggle(eve, 5000); done != 100 {
			t.Errorf("%d of 5000 orders at once were done", done)
		}
		if done := toggle(bo, 50); done != 50 {
			t.Errorf("by somebody else's orders, %d of 50 were done", done)
		}
		// Another session of the same person.
		_, err := lobby.Ask(t.Context(), from(t, l, street, "eve"), lobby.Look{Code: eve.now.Code})
		wantRefusal(t, err, ratelimit.RoomRequests)
		_, err = lobby.Ask(t.Context(), from(t, l, street, "eve"), lobby.Join{Code: eve.now.Code})
		wantRefusal(t, err, ratelimit.RoomRequests)
		_, err = lobby.Ask(t.Context(), from(t, l, street, "eve"), lobby.QuickPlay{Plan: lobby.Plan{}})
		wantRefusal(t, err, ratelimit.RoomRequests)
		time.Sleep(time.Second)
		if done := toggle(eve, 5000); done != 20 {
			t.Errorf("%d orders were done in a second", done)
		}
		if err := lobby.Perform(t.Context(), eve, lobby.Leave{}); err != nil {
			t.Errorf("somebody who is refused cannot leave: %v", err)
		}
	})
}

// TestRoomChangesAreRateLimited: changes are written to the journal, so their limit is
// lower than that of moves.
func TestRoomChangesAreRateLimited(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		eve := seated(t)(lobby.Ask(t.Context(), from(t, l, street, "eve"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}))
		toggle := func(times int) (done int) {
			for i := range times {
				time.Sleep(time.Second / 15) // slow enough for the limit on orders
				if err := lobby.Perform(t.Context(), eve, lobby.SetReady{Ready: i%2 == 0}); err == nil {
					done++
				} else {
					wantRefusal(t, err, ratelimit.Changes)
				}
			}
			return done
		}
		if done := toggle(15 * 20); done < 59 || done > 61 {
			t.Errorf("a table was changed %d times in 20 seconds", done)
		}
		for _, do := range []lobby.RoomOp{lobby.Say{Text: "hello"}, lobby.Follow{}, lobby.ListLegal{}} {
			if err := lobby.Perform(t.Context(), eve, do); errors.As(err, new(*ratelimit.Refusal)) {
				t.Errorf("%T is refused as a change: %v", do, err)
			}
		}
	})
}

// TestNewGuestsShareRateLimit: as guests are free to create, their address has a limit,
// too, which is enough for several players.
func TestNewGuestsShareRateLimit(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		bo := seated(t)(lobby.Ask(t.Context(), from(t, l, village, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}))
		done := 0
		for i := range 100 {
			session := guest(t, l, street, i)
			for range 100 {
				if _, err := lobby.Ask(t.Context(), session, lobby.Look{Code: bo.now.Code}); err == nil {
					done++
				}
			}
		}
		if done != 1000 {
			t.Errorf("an address gave %d orders at once", done)
		}
		if _, err := lobby.Ask(t.Context(), from(t, l, village, "ann"), lobby.Look{Code: bo.now.Code}); err != nil {
			t.Errorf("elsewhere: %v", err)
		}
	})
}

// TestProgramsInPrivateNetworkPlayFast: a thousand orders at once are allowed.
func TestProgramsInPrivateNetworkPlayFast(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		fast := seated(t)(lobby.Ask(t.Context(), from(t, l, office, "fast"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}))
		for i := range 10_000 {
			if err := lobby.Perform(t.Context(), fast, lobby.SetReady{Ready: i%2 == 0}); err != nil {
				t.Fatalf("order %d: %v", i, err)
			}
		}
	})
}

func TestChatLimitAcrossSessions(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		said := 0
		for i := range 100 {
			session := from(t, l, street, "eve")
			if err := lobby.Perform(t.Context(), session, lobby.SayInLobby{Text: fmt.Sprint("buy tiles ", i)}); err == nil {
				said++
			} else {
				wantRefusal(t, err, ratelimit.LobbyChat)
			}
			session.Close()
		}
		if said != 6 {
			t.Errorf("one person said %d things at once, a visit each", said)
		}
		said = 0
		for i := range 300 {
			session, err := l.Enter(t.Context(), lobby.Identity{
				ID: fmt.Sprint("guest:", i), Guest: true, Name: "gus", Address: netip.MustParseAddr(street),
			})
			if err != nil {
				t.Fatal(err)
			}
			if lobby.Perform(t.Context(), session, lobby.SayInLobby{Text: "buy tiles"}) == nil {
				said++
			}
			session.Close()
		}
		if said != 30 {
			t.Errorf("new guests of that address said %d things at once", said)
		}
		if err := lobby.Perform(t.Context(), from(t, l, street, "ann"), lobby.SayInLobby{Text: "hello"}); err != nil {
			t.Errorf("somebody with a key at that address: %v", err)
		}
		bo := from(t, l, village, "bo")
		if err := lobby.Perform(t.Context(), bo, lobby.SayInLobby{Text: "hello"}); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		time.Sleep(time.Second)
		eve := from(t, l, street, "eve")
		table := seated(t)(lobby.Ask(t.Context(), eve, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		if err := lobby.Perform(t.Context(), table, lobby.Say{Text: "hello"}); err != nil {
			t.Errorf("a second later: %v", err)
		}
		wantRefusal(t, lobby.Perform(t.Context(), eve, lobby.SayInLobby{Text: "hello"}), ratelimit.LobbyChat) // the lobby chat allows one message in three seconds
		time.Sleep(2 * time.Second)
		if err := lobby.Perform(t.Context(), eve, lobby.SayInLobby{Text: "hello"}); err != nil {
			t.Errorf("three seconds later: %v", err)
		}
	})
}

func TestWrongCodesAreChargedPerPerson(t *testing.T) {
	in(t, func(t *testing.T) {
		known := &lobbytest.MemStore{People: []lobby.Account{{ID: "key:anna", IDs: []string{"key:anna"}}}}
		l := open(t, local.Config{Accounts: known})
		anna := from(t, l, village, "anna")
		code := seated(t)(lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})).now.Code
		offer, err := lobby.Ask(t.Context(), anna, lobby.OfferLink{})
		if err != nil {
			t.Fatal(err)
		}
		eve := from(t, l, street, "eve")
		for range 4 {
			if _, err := lobby.Ask(t.Context(), eve, lobby.Look{Code: "QQQQQQ"}); err == nil || !strings.Contains(err.Error(), "no room") {
				t.Errorf("a wrong code: %v", err)
			}
		}
		// A limited client does not learn whether a code is right.
		for _, try := range []string{"QQQQQQ", code} {
			_, err := lobby.Ask(t.Context(), eve, lobby.Look{Code: try})
			wantRefusal(t, err, ratelimit.Codes)
		}
		wantRefusal(t, lobby.Perform(t.Context(), eve, lobby.LinkKey{Code: offer.Code}), ratelimit.Codes)
		if l.Has(t.Context(), lobby.Identity{ID: "key:eve", Address: netip.MustParseAddr(street)}, code) {
			t.Error("who is slowed down is told that there is a room")
		}
		// One person does not use up the limit of their address.
		if _, err := lobby.Ask(t.Context(), from(t, l, street, "colleague"), lobby.Look{Code: code}); err != nil {
			t.Errorf("a colleague: %v", err)
		}
		for i := range 500 {
			session := guest(t, l, street, i)
			_, _ = lobby.Ask(t.Context(), session, lobby.Look{Code: "QQQQQQ"})
			_ = lobby.Perform(t.Context(), session, lobby.LinkKey{Code: "QQQQQQ"})
			session.Close()
		}
		_, err = lobby.Ask(t.Context(), from(t, l, street, "late"), lobby.Look{Code: code})
		wantRefusal(t, err, ratelimit.Codes)
		if _, err := lobby.Ask(t.Context(), from(t, l, village, "bo"), lobby.Look{Code: code}); err != nil {
			t.Errorf("a right code, elsewhere: %v", err)
		}
		if !l.Has(t.Context(), lobby.Identity{ID: "key:cy", Address: netip.MustParseAddr(village)}, code) {
			t.Error("a right code in place of a user name, elsewhere, is none")
		}
		if err := lobby.Perform(t.Context(), from(t, l, village, "laptop"), lobby.LinkKey{Code: offer.Code}); err != nil {
			t.Errorf("a right code to link, elsewhere: %v", err)
		}
		time.Sleep(5 * time.Second)
		if _, err := lobby.Ask(t.Context(), eve, lobby.Look{Code: code}); err != nil {
			t.Errorf("five seconds later: %v", err)
		}
	})
}

// TestGuessingRoomCodesIsSlow checks the promised limit: guests of one address, a new one
// for each attempt, for ten minutes.
func TestGuessingRoomCodesIsSlow(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		tried := 0
		for i := range 6000 {
			time.Sleep(time.Second / 10)
			who := lobby.Identity{ID: fmt.Sprint("guest:", i), Address: netip.MustParseAddr(street)}
			session, err := l.Enter(t.Context(), who)
			if err != nil {
				t.Fatal(err)
			}
			var refusal *ratelimit.Refusal
			if _, err := lobby.Ask(t.Context(), session, lobby.Look{Code: "QQQQQQ"}); !errors.As(err, &refusal) {
				tried++
			}
			session.Close()
		}
		if tried > 12+600*2/5+1 {
			t.Errorf("%d codes were tried in ten minutes", tried)
		}
	})
}

// TestOneAddressCannotTakeAllRooms: neither a public address nor one in the private network
// can, with any number of guests.
func TestOneAddressCannotTakeAllRooms(t *testing.T) {
	for address, most := range map[string]int{street: 40, office: 400} {
		in(t, func(t *testing.T) {
			l := open(t, local.Config{})
			var held []*person
			for i := range 600 {
				handle, err := lobby.Ask(t.Context(), guest(t, l, address, i), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}})
				if err == nil {
					held = append(held, seated(t)(handle, nil))
				} else if !strings.Contains(err.Error(), "your address") {
					t.Fatal(err)
				}
			}
			if len(held) != most {
				t.Errorf("%s has made %d rooms", address, len(held))
			}
			if _, err := lobby.Ask(t.Context(), from(t, l, village, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil {
				t.Errorf("elsewhere: %v", err)
			}
			if err := lobby.Perform(t.Context(), held[0], lobby.Leave{}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			time.Sleep(time.Hour) // connected people keep their rooms
			if _, err := lobby.Ask(t.Context(), from(t, l, address, "ann"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil {
				t.Errorf("after one has closed: %v", err)
			}
		})
	}
}

func TestOpeningRoomsIsRateLimited(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		made := 0
		eve := from(t, l, street, "eve")
		for range 100 {
			handle, err := lobby.Ask(t.Context(), eve, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
			if err != nil {
				wantRefusal(t, err, ratelimit.Rooms)
				continue
			}
			made++
			if err := lobby.Perform(t.Context(), handle, lobby.Leave{}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if made != 10 {
			t.Errorf("%d rooms were made and left at once", made)
		}
	})
}

// TestLobbyKnows: an account, a seat, also after a restart, or a finished match make a
// person known.
func TestLobbyKnows(t *testing.T) {
	in(t, func(t *testing.T) {
		known, book := &lobbytest.MemStore{People: []lobby.Account{{ID: "key:account", IDs: []string{"key:account"}}}}, newMemJournal()
		first := local.New(local.Config{Games: games(), Journal: book, Accounts: known})
		v, err := first.Enter(context.Background(), lobby.Identity{ID: "guest:seated", Name: "gus", Guest: true})
		if err != nil {
			t.Fatal(err)
		}
		seated(t)(lobby.Ask(t.Context(), v, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		left := book.crash()
		if err := first.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		l := open(t, local.Config{Journal: left, Accounts: known, History: &lobbytest.MemStore{Played: []lobby.Finished{{ID: "M", Players: []lobby.Player{{ID: "key:played"}}}}}})
		if n, err := l.Restore(t.Context()); n != 1 || err != nil {
			t.Fatalf("%d rooms came back, %v", n, err)
		}
		for id, want := range map[string]bool{"key:account": true, "guest:seated": true, "key:played": true, "guest:nobody": false} {
			if got, err := l.Knows(t.Context(), id); got != want || err != nil {
				t.Errorf("%s is known: %v, %v", id, got, err)
			}
		}
	})
}

func TestOneAddressDoesNotTakeAllGameNights(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		var held []lobby.GameNightHandle
		for i := range 8 {
			handle, err := lobby.Ask(t.Context(), guest(t, l, street, i), lobby.OpenGameNight{})
			if err == nil {
				held = append(held, handle)
			} else if !strings.Contains(err.Error(), "your address") {
				t.Fatal(err)
			}
		}
		if len(held) != 5 {
			t.Errorf("one address has opened %d game nights", len(held))
		}
		if _, err := lobby.Ask(t.Context(), from(t, l, village, "bo"), lobby.OpenGameNight{}); err != nil {
			t.Errorf("elsewhere: %v", err)
		}
		if err := lobby.Perform(t.Context(), held[0], lobby.EndGameNight{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour) // for the rate limit of opening rooms
		if _, err := lobby.Ask(t.Context(), from(t, l, street, "ann"), lobby.OpenGameNight{}); err != nil {
			t.Errorf("after one is over: %v", err)
		}
	})
}
