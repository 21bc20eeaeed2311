package local_test

import (
	"slices"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestLookAtMatch checks that a public match looks to everybody as it does to a spectator who
// follows no player, byte by byte, also to its players and to those who see a shared hand, at
// once or some moves late.
func TestLookAtMatch(t *testing.T) {
	for _, game := range games() {
		for name, delay := range map[string]int{"at once": 0, "some moves late": 2} {
			t.Run(game.Name+" "+name, func(t *testing.T) {
				l := lobbytest.Open(t, local.New(local.Config{Games: games()}))
				anna, bo, cy, dee := lobbytest.Enter(t, l, "anna"), lobbytest.Enter(t, l, "bo"), lobbytest.Enter(t, l, "cy"), lobbytest.Enter(t, l, "dee")
				host := ask(t, anna, lobby.Create{Plan: lobby.Plan{Game: game.Name, Seats: 2, Public: true, EyesDelay: delay}})
				room := (<-host.Updates()).Code
				seats := []lobby.Handle{host, ask(t, bo, lobby.Join{Code: room})}
				if found := ask(t, cy, lobby.FindMatch{}); found != "" {
					t.Errorf("the match %s is found before it begins", found)
				}
				if _, err := lobby.Ask(t.Context(), cy, lobby.LookAtMatch{Code: room}); err == nil {
					t.Error("a room without a match is shown")
				}
				check(t, lobby.Perform(t.Context(), host, lobby.ShowEyes{Show: true}))
				check(t, lobby.Perform(t.Context(), ask(t, dee, lobby.Watch{Code: room}), lobby.Follow{Seat: 0}))
				check(t, lobby.Perform(t.Context(), host, lobby.Start{}))
				for range 12 {
					for _, seat := range seats {
						playFirst(t, seat)
						want := publicOf(t, ask(t, cy, lobby.Look{Code: room}))
						for name, one := range map[string]lobby.Session{"anna": anna, "bo": bo, "cy": cy, "dee": dee} {
							if found := ask(t, one, lobby.FindMatch{}); found != room {
								t.Errorf("%s finds %q, and %s is played", name, found, room)
							}
							if got := publicOf(t, ask(t, one, lobby.LookAtMatch{Code: room})); got != want {
								t.Fatalf("%s sees\n%s\nand a spectator\n%s", name, got, want)
							}
						}
					}
				}
			})
		}
	}
}

// TestMatchesThatAreNotShown checks that neither strangers nor the people in the room are
// shown a match that is not public or allows no spectators, and that none is found that
// lasts days or without a connected player.
func TestMatchesThatAreNotShown(t *testing.T) {
	const shown, notFound = "", "it is not found"
	for name, one := range map[string]struct {
		plan lobby.Plan
		gone bool
		want string
	}{
		"public":         {lobby.Plan{Public: true}, false, shown},
		"private":        {lobby.Plan{}, false, "No public match is being played"},
		"unwatched":      {lobby.Plan{Public: true, Unwatched: true}, false, "allows no watchers"},
		"correspondence": {lobby.Plan{Public: true, Clock: 24 * time.Hour}, false, notFound},
		"nobody there":   {lobby.Plan{Public: true}, true, notFound},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				l := open(t, local.Config{})
				one.plan.Game, one.plan.Seats = "davinci", 2
				sessions := []lobby.Session{enter(t, l, "anna"), enter(t, l, "bo"), enter(t, l, "cy")}
				anna := seated(t)(lobby.Ask(t.Context(), sessions[0], lobby.Create{Plan: one.plan}))
				bo := seated(t)(lobby.Ask(t.Context(), sessions[1], lobby.Join{Code: anna.now.Code}))
				check(t, lobby.Perform(t.Context(), anna, lobby.Start{}))
				if one.gone {
					anna.Close()
					bo.Close()
				}
				time.Sleep(time.Second)
				for _, session := range sessions {
					if found := ask(t, session, lobby.FindMatch{}); (found == anna.now.Code) != (one.want == shown) {
						t.Errorf("found is %q", found)
					}
					_, err := lobby.Ask(t.Context(), session, lobby.LookAtMatch{Code: anna.now.Code})
					if refused := !slices.Contains([]string{shown, notFound}, one.want); refused {
						anna.refused(err, one.want)
					} else {
						check(t, err)
					}
				}
			})
		})
	}
}

// TestSleepingMatch checks that looking at a match loads no sleeping room.
func TestSleepingMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		journal := newMemJournal()
		l := open(t, local.Config{Journal: journal})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		check(t, lobby.Perform(t.Context(), anna, lobby.Start{}))
		check(t, l.Close(t.Context()))
		again := open(t, local.Config{Journal: journal})
		_, err := again.Restore(t.Context())
		check(t, err)
		cy := enter(t, again, "cy")
		_, err = lobby.Ask(t.Context(), cy, lobby.LookAtMatch{Code: anna.now.Code})
		anna.refused(err, "No public match is being played")
		if seen := ask(t, cy, lobby.Look{Code: anna.now.Code}); seen.Stage != engine.Playing {
			t.Errorf("the match is at the stage %s", seen.Stage)
		}
	})
}

// TestRoomToWatch checks that a match with people who are there comes before a newer one that lasts
// days, which is watched if there is no other.
func TestRoomToWatch(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		gus := enter(t, l, "gus")
		play := func(plan lobby.Plan, host, guest string) (code string) {
			plan.Game, plan.Seats, plan.Public = "davinci", 2, true
			anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, host), lobby.Create{Plan: plan}))
			seated(t)(lobby.Ask(t.Context(), enter(t, l, guest), lobby.Join{Code: anna.now.Code}))
			check(t, lobby.Perform(t.Context(), anna, lobby.Start{}))
			time.Sleep(time.Second)
			return anna.now.Code
		}
		live := ""
		for _, one := range []struct {
			plan        lobby.Plan
			host, guest string
		}{{lobby.Plan{Clock: 72 * time.Hour}, "anna", "bo"}, {lobby.Plan{}, "cy", "dee"}, {lobby.Plan{Clock: 72 * time.Hour}, "eve", "fay"}} {
			code := play(one.plan, one.host, one.guest)
			if one.plan.Clock == 0 || live == "" {
				live = code
			}
			if found, err := lobby.RoomToWatch(t.Context(), gus); err != nil || found != live {
				t.Errorf("the room to watch is %q (%v), want %q", found, err, live)
			}
		}
		if found, err := lobby.RoomToWatch(t.Context(), enter(t, l, "cy")); err != nil || found == live {
			t.Errorf("cy, who plays there, is to watch %q (%v)", found, err)
		}
	})
}
