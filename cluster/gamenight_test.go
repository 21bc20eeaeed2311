package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
	"parlor/engine"
	"parlor/lobby"
)

// attendee is a player's handle of a game night, with the updates shown.
type attendee struct {
	t *testing.T
	lobby.Session
	lobby.GameNightHandle
	name string
	at   *node
	now  lobby.GameNightUpdate
	seat *seat // seat at a table; nil if there is none
}

// attends joins the game night with the given code for a player at a node, or opens one.
func attends(t *testing.T, at *node, name, code string) *attendee {
	t.Helper()
	one := &attendee{t: t, Session: at.enter(t, name), name: name, at: at}
	var err error
	if code == "" {
		one.GameNightHandle, err = lobby.Ask(t.Context(), one.Session, lobby.OpenGameNight{Plan: lobby.GameNightPlan{Games: []string{"davinci"}, Seats: 2, Rounds: 1}})
	} else {
		one.GameNightHandle, err = lobby.Ask(t.Context(), one.Session, lobby.JoinGameNight{Code: code})
	}
	if err != nil {
		t.Fatalf("%s at %s: %v", name, at.name, err)
	}
	return one.sees(func(u lobby.GameNightUpdate) bool { return u.Code != "" })
}

// sees waits for a wanted update.
func (a *attendee) sees(wanted func(lobby.GameNightUpdate) bool) *attendee {
	a.t.Helper()
	for late := time.After(5 * time.Minute); !wanted(a.now); {
		select {
		case update, open := <-a.Updates():
			if !open {
				a.t.Fatalf("%s's hold ended: %v", a.name, a.GameNightHandle.Ended())
			}
			a.now = update
		case <-late:
			a.t.Fatalf("%s is not shown that, but %+v", a.name, a.now)
		}
	}
	return a
}

// does waits until the named player is in the given state.
func (a *attendee) does(name, state string) *attendee {
	a.t.Helper()
	return a.sees(func(u lobby.GameNightUpdate) bool { return !u.Moving && person(u, name).State == state })
}

func (a *attendee) gives(do lobby.NightOp) {
	a.t.Helper()
	if err := lobby.Perform(a.t.Context(), a.GameNightHandle, do); err != nil {
		a.t.Fatalf("%s, %+v: %v", a.name, do, err)
	}
}

func person(u lobby.GameNightUpdate, name string) lobby.GameNightPerson {
	at := slices.IndexFunc(u.People, func(p lobby.GameNightPerson) bool { return p.Name == name })
	if at < 0 {
		return lobby.GameNightPerson{}
	}
	return u.People[at]
}

// comes takes the seat at the table to which the player was called.
func (a *attendee) comes() {
	a.t.Helper()
	table, called := a.does(a.name, lobby.GameNightCalled).now.Table()
	if !called {
		a.t.Fatalf("%s is called nowhere: %+v", a.name, a.now)
	}
	a.seat = seated(a.t)(lobby.Ask(a.t.Context(), a.Session, lobby.Join{Code: table.Code}))
}

// plays ends a match of two players by a resignation of the loser.
func plays(winner, loser *attendee) {
	winner.t.Helper()
	for _, one := range []*attendee{winner, loser} {
		one.seat.is(func(u lobby.Update) bool { return u.Stage == engine.Playing && !u.Moving })
	}
	loser.seat.do(lobby.Play{Action: engine.Resign})
	for _, one := range []*attendee{winner, loser} {
		one.seat.is(func(u lobby.Update) bool { return u.Stage == engine.Over })
		one.seat.do(lobby.Leave{})
		one.seat = nil
	}
}

// standAt waits until all have seen the given number of matches, and checks that all see the same standings.
func standAt(t *testing.T, played int, all ...*attendee) {
	t.Helper()
	sums := map[string]string{}
	for _, one := range all {
		one.sees(func(u lobby.GameNightUpdate) bool { return u.Played >= played && !u.Moving })
		points, matches := 0, 0
		for _, p := range one.now.People {
			points, matches = points+p.Points, matches+p.Matches
		}
		if one.now.Played != played || points != 100*played || matches != 2*played {
			t.Errorf("%s sees %d matches, with %d points of %d players: %+v", one.name, one.now.Played, points, matches, one.now.People)
		}
		sums[fmt.Sprint(points, matches)] = one.name
	}
	if len(sums) != 1 {
		t.Errorf("it stands differently for people at different nodes: %v", sums)
	}
}

// sit seats two players who are called to the same table.
func sit(t *testing.T, all ...*attendee) (one, other *attendee) {
	t.Helper()
	for {
		at := map[int]*attendee{}
		for _, a := range all {
			synctest.Wait()
			select {
			case update, open := <-a.Updates():
				if open {
					a.now = update
				}
			default:
			}
			p := person(a.now, a.name)
			if p.State != lobby.GameNightCalled || a.now.Moving {
				continue
			}
			if first := at[p.Table]; first != nil {
				first.comes()
				a.comes()
				return first, a
			}
			at[p.Table] = a
		}
		time.Sleep(time.Second)
	}
}

// rounds plays the given number of matches.
func rounds(t *testing.T, times int, all ...*attendee) {
	t.Helper()
	for range times {
		one, other := sit(t, all...)
		played := one.now.Played
		plays(one, other)
		standAt(t, played+1, all...)
	}
}

// TestAGameNightOfAllNodes checks that players of every node can take part, play at tables and host.
func TestAGameNightOfAllNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		anna := attends(t, a, "anna", "")
		code := anna.now.Code
		if !c.Has(t.Context(), lobby.Identity{ID: "key:cy", Name: "cy"}, code) {
			t.Error("the code of the night leads nowhere at another node")
		}
		bo, cy := attends(t, b, "bo", code), attends(t, c, "cy", code)
		for _, one := range []*attendee{anna, bo, cy} {
			if at, err := lobby.Ask(t.Context(), one.Session, lobby.CurrentGameNight{}); err != nil || at != code {
				t.Errorf("%s takes part in %q (%v)", one.name, at, err)
			}
		}
		if _, err := lobby.Ask(t.Context(), c.enter(t, "bo"), lobby.OpenGameNight{Plan: lobby.GameNightPlan{}}); !errors.Is(err, lobby.ErrOtherGameNight) {
			t.Errorf("to open another night while in one is answered with %v", err)
		}
		if _, err := lobby.Ask(t.Context(), cy.Session, lobby.Join{Code: code}); !errors.Is(err, lobby.ErrGameNight) {
			t.Errorf("to sit down at a night is answered with %v", err)
		}
		board, err := lobby.Ask(t.Context(), c.enter(t, "dan"), lobby.WatchGameNight{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		anna.gives(lobby.BeginGameNight{})
		rounds(t, 3, anna, bo, cy)
		if shown := <-board.Updates(); shown.You != -1 || shown.Chat != nil {
			t.Errorf("the board shows %+v", shown)
		}
		cy.gives(lobby.SayAtGameNight{Text: "hello"})
		bo.sees(func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 1 })
		anna.gives(lobby.HandOverGameNight{To: "bo"})
		bo.sees(func(u lobby.GameNightUpdate) bool { return u.Host })
		bo.gives(lobby.PauseGameNight{})
		cy.sees(func(u lobby.GameNightUpdate) bool { return u.Stage == lobby.GameNightPaused })
		if export, err := lobby.Ask(t.Context(), cy.Session, lobby.ExportData{Before: ""}); err != nil || len(export.GameNights) != 1 || export.GameNights[0].GameNight != code {
			t.Errorf("cy's export tells of the nights %+v (%v)", export.GameNights, err)
		}
		if err := lobby.Perform(t.Context(), c.enter(t, "dan"), lobby.DeleteAccount{}); err != nil {
			t.Error(err)
		}
		cy.GameNightHandle.Close()
		anna.does("cy", lobby.GameNightAway)
		bo.gives(lobby.KickFromGameNight{Name: "anna"})
		anna.ends("kicked you")
		bo.gives(lobby.EndGameNight{})
		bo.sees(func(u lobby.GameNightUpdate) bool { return u.Stage == lobby.GameNightOver })
		if at, err := lobby.Ask(t.Context(), cy.Session, lobby.CurrentGameNight{}); err != nil || at != "" {
			t.Errorf("after it has ended, cy takes part in %q (%v)", at, err)
		}
		synctest.Wait() // until the room of a canceled table is closed
		if err := lobby.Perform(t.Context(), cy.Session, lobby.DeleteAccount{}); err != nil {
			t.Error(err)
		}
		bo.sees(func(u lobby.GameNightUpdate) bool {
			return person(u, "cy").Name == "" && person(u, lobby.Forgotten).Matches > 0
		})
	})
}

// ends waits until the handle has ended with the given reason.
func (a *attendee) ends(why string) {
	a.t.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case _, open := <-a.Updates():
			if !open {
				if got := fmt.Sprint(a.GameNightHandle.Ended()); !strings.Contains(got, why) {
					a.t.Errorf("%s's hold ended: %s", a.name, got)
				}
				return
			}
		case <-late:
			a.t.Fatalf("%s's hold does not end", a.name)
		}
	}
}

// TestAnUnreachableGameNight checks that chat is not repeated after a partition.
func TestAnUnreachableGameNight(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		w.start(t, "c")
		anna := attends(t, a, "anna", "")
		bo := attends(t, b, "bo", anna.now.Code)
		anna.gives(lobby.SayAtGameNight{Text: "before"})
		bo.sees(func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 1 })
		w.part("b", "a")
		bo.sees(func(u lobby.GameNightUpdate) bool { return u.Moving })
		w.join("b", "a")
		bo.sees(func(u lobby.GameNightUpdate) bool { return !u.Moving })
		anna.gives(lobby.SayAtGameNight{Text: "after"})
		bo.sees(func(u lobby.GameNightUpdate) bool {
			return len(u.Chat) == 2 && u.Chat[0].ID == 1 && u.Chat[1].ID == 2
		})
	})
}

// TestTheNodeOfAGameNightDies checks that a night fails over in the middle of a match, and that each match counts
// once, even if it ended meanwhile.
func TestTheNodeOfAGameNightDies(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		anna := attends(t, a, "anna", "")
		code := anna.now.Code
		bo, cy, dan := attends(t, b, "bo", code), attends(t, c, "cy", code), attends(t, c, "dan", code)
		anna.gives(lobby.HandOverGameNight{To: "bo"})
		bo.sees(func(u lobby.GameNightUpdate) bool { return u.Host })
		anna.gives(lobby.LeaveGameNight{})
		bo.gives(lobby.BeginGameNight{})
		rounds(t, 3, bo, cy, dan)
		cy.gives(lobby.SayAtGameNight{Text: "before"})
		bo.sees(func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 1 })

		one, other := sit(t, bo, cy, dan)
		for _, player := range []*attendee{one, other} {
			player.seat.is(func(u lobby.Update) bool { return u.Stage == engine.Playing })
		}
		w.cutOff("a") // before the other nodes notice
		for _, a := range []*attendee{bo, cy, dan} {
			a.sees(func(u lobby.GameNightUpdate) bool { return u.Moving })
		}
		time.AfterFunc(2*time.Second, func() { w.forget("a") })
		bo.gives(lobby.PauseGameNight{}) // waits until the night is back
		plays(one, other)
		standAt(t, 4, bo, cy, dan)
		if !bo.now.Host || bo.now.Stage != lobby.GameNightPaused {
			t.Errorf("after its node has died, the host sees %+v", bo.now)
		}
		cy.gives(lobby.SayAtGameNight{Text: "after"})
		bo.sees(func(u lobby.GameNightUpdate) bool {
			return len(u.Chat) == 1 && u.Chat[0].Text == "after" && u.Chat[0].ID == 2
		})
		bo.gives(lobby.BeginGameNight{})
		rounds(t, 3, bo, cy, dan)

		// Another node knows that the player takes part, and opens no second night.
		w.back("a")
		back := attends(t, a, "anna", code)
		rounds(t, 4, back, bo, cy, dan)
	})
}

// TestAGameNightIsHandedOver checks that a night moves from a node that stops and to nodes that join.
func TestAGameNightIsHandedOver(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna := attends(t, a, "anna", "")
		bo, cy := attends(t, b, "bo", anna.now.Code), attends(t, b, "cy", anna.now.Code)
		anna.gives(lobby.BeginGameNight{})
		rounds(t, 2, anna, bo, cy)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if !a.HandOver(ctx, time.Now().Add(time.Minute)) {
			t.Fatal("the node does not give its rooms away")
		}
		rounds(t, 2, anna, bo, cy) // anna is still at the stopping node
		for n := range 4 {         // some of these become owners of its shard
			w.start(t, fmt.Sprint("new", n))
			rounds(t, 1, anna, bo, cy)
		}
	})
}

// TestANightOutlivesAllNodes checks that a night continues after a restart of all nodes.
func TestANightOutlivesAllNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a := w.start(t, "a")
		anna := attends(t, a, "anna", "")
		code := anna.now.Code
		bo := attends(t, a, "bo", code)
		anna.gives(lobby.BeginGameNight{})
		rounds(t, 2, anna, bo)
		w.isolate("a")
		b := w.start(t, "b")
		again, other := attends(t, b, "anna", code), attends(t, b, "bo", code)
		standAt(t, 2, again, other)
		if !again.now.Host {
			t.Errorf("the host sees %+v", again.now)
		}
		rounds(t, 2, again, other)
		w.mu.Lock()
		defer w.mu.Unlock()
		if n := len(w.nights); n != 1 {
			t.Errorf("%d nights are kept", n)
		}
	})
}

// TestNewCodeInShardOf checks that the codes are in the same shard and vary.
func TestNewCodeInShardOf(t *testing.T) {
	code := lobby.NewCode()
	one, other := cluster.NewCodeInShardOf(code), cluster.NewCodeInShardOf(code)
	if cluster.ShardOf(one) != cluster.ShardOf(code) || cluster.ShardOf(other) != cluster.ShardOf(code) || one == other {
		t.Errorf("beside %s are %s and %s", code, one, other)
	}
}
