package local_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/kodeknacker"
	"parlor/lobby"
	"parlor/lobby/local"
)

// waiting returns anna, whose opponent bo is to move and has disconnected.
func waiting(t *testing.T, l *local.Lobby, plan lobby.Plan) (anna *person, bo *person) {
	t.Helper()
	plan.Game, plan.Seats, plan.Options = "davinci", 2, engine.Options{"rounds": "1"}
	anna = seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
	session := enter(t, l, "bo")
	bo = seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
	give(t, anna, lobby.Start{})
	give(t, anna, lobby.Play{Action: "deal"})
	session.Close()
	synctest.Wait()
	anna.look()
	return anna, bo
}

// give performs an operation that must succeed.
func give(t *testing.T, p *person, do lobby.RoomOp) {
	t.Helper()
	if err := lobby.Perform(t.Context(), p, do); err != nil {
		t.Fatalf("%T: %v", do, err)
	}
	synctest.Wait()
	for p.look() {
		continue
	}
}

// refuses performs an operation that must be refused with these words.
func refuses(t *testing.T, p *person, do lobby.RoomOp, words string) {
	t.Helper()
	if err := lobby.Perform(t.Context(), p, do); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%T is answered with %v, not %q", do, err, words)
	}
}

// TestAddSubstitute adds a bot for a player who has been away for a minute. It plays until
// they return.
func TestAddSubstitute(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, _ := waiting(t, l, lobby.Plan{})
		if from := time.Until(anna.now.Seats[1].SubstituteFrom); from != time.Minute {
			t.Errorf("a bot can play in %v", from)
		}
		refuses(t, anna, lobby.AddSubstitute{Seat: 1}, "a little longer: 1 minute")
		refuses(t, anna, lobby.AddSubstitute{Seat: 0}, "is not waiting for")
		refuses(t, anna, lobby.AddSubstitute{Seat: 7}, "no seat 8")
		time.Sleep(time.Minute)
		give(t, anna, lobby.AddSubstitute{Seat: 1})
		time.Sleep(time.Minute)
		for anna.look() {
			continue
		}
		if bo := anna.now.Seats[1]; !bo.BotPlays || bo.Name != "bo" || !strings.Contains(anna.notes(), "anna let a bot play for bo until they return.") {
			t.Errorf("bo has %+v, and it is told that %q", bo, anna.notes())
		}
		if len(anna.now.Match.ToMove) == 1 && anna.now.Match.ToMove[0] == 1 {
			t.Error("the bot does not play")
		}
		back := enter(t, l, "bo")
		handle, err := lobby.Ask(context.Background(), back, lobby.Return{})
		if err != nil {
			t.Fatal("the seat of bo is gone")
		}
		seated(t)(handle, nil)
		synctest.Wait()
		if anna.look(); anna.now.Seats[1].BotPlays || !anna.now.Seats[1].Away.IsZero() {
			t.Errorf("bo is back with %+v", anna.now.Seats[1])
		}
	})
}

// TestClaimWin claims the win after five minutes, in rated matches, too.
func TestClaimWin(t *testing.T) {
	for name, plan := range map[string]lobby.Plan{"not rated": {}, "rated": {Rated: true}, "a clock that waits": {Clock: time.Minute, Absent: lobby.AbsentWait}} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				anna, _ := waiting(t, open(t, local.Config{}), plan)
				if plan.Rated != anna.now.Seats[1].SubstituteFrom.IsZero() {
					t.Errorf("a bot can play at %v", anna.now.Seats[1].SubstituteFrom)
				}
				time.Sleep(5*time.Minute - time.Second)
				refuses(t, anna, lobby.ClaimWin{Seat: 1}, "a little longer: 1 second")
				time.Sleep(time.Second)
				give(t, anna, lobby.ClaimWin{Seat: 1})
				if anna.now.Stage != engine.Over || len(anna.now.Match.Winners) != 1 || anna.now.Match.Winners[0] != 0 || !anna.now.Seats[1].Left {
					t.Errorf("the match is %+v", anna.now.Match)
				}
				if want := "anna claimed a forfeit. bo was away for too long and forfeited."; !strings.Contains(anna.notes(), want) {
					t.Errorf("it is told that %q", anna.notes())
				}
			})
		})
	}
}

// TestCloseRoomByLastPlayer closes a room whose match is unrated and whose other players
// are absent.
func TestCloseRoomByLastPlayer(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _ := waiting(t, open(t, local.Config{}), lobby.Plan{})
		refuses(t, anna, lobby.CloseRoom{}, "has waited for a player long enough")
		time.Sleep(5 * time.Minute)
		if err := lobby.Perform(t.Context(), anna, lobby.CloseRoom{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		for anna.look() {
			continue
		}
		if err := anna.Ended(); err == nil || !strings.Contains(err.Error(), "does not count") {
			t.Errorf("anna is told %v", err)
		}
		rated, _ := waiting(t, open(t, local.Config{}), lobby.Plan{Rated: true})
		time.Sleep(5 * time.Minute)
		refuses(t, rated, lobby.CloseRoom{}, "is rated")
	})
}

// TestRoomSettingsPreventClaim refuses claims if a bot plays for absent players, in
// correspondence matches, during a pause, and while another player is to move.
func TestRoomSettingsPreventClaim(t *testing.T) {
	in(t, func(t *testing.T) {
		for _, plan := range []lobby.Plan{{Absent: lobby.AbsentBot}, {Clock: 24 * time.Hour}} {
			anna, _ := waiting(t, open(t, local.Config{}), plan)
			if bo := anna.now.Seats[1]; !bo.SubstituteFrom.IsZero() || !bo.ClaimFrom.IsZero() {
				t.Errorf("%+v: %+v", plan, bo)
			}
		}
		anna, _ := waiting(t, open(t, local.Config{}), lobby.Plan{})
		give(t, anna, lobby.Pause{Pause: true})
		if bo := anna.now.Seats[1]; !bo.SubstituteFrom.IsZero() || !bo.ClaimFrom.IsZero() {
			t.Errorf("in a pause: %+v", bo)
		}
	})
}

// TestAddedSubstituteSurvivesRestart: the bot plays on until the player returns.
func TestAddedSubstituteSurvivesRestart(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, _ := waiting(t, open(t, local.Config{Journal: book}), lobby.Plan{})
		time.Sleep(time.Minute)
		if err := lobby.Perform(t.Context(), anna, lobby.AddSubstitute{Seat: 1}); err != nil {
			t.Fatal(err)
		}
		left := book.crash() // before the bot has moved
		l := open(t, local.Config{Journal: left})
		if n, err := l.Restore(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		again := back(t, l, "anna")
		time.Sleep(time.Minute)
		for again.look() {
			continue
		}
		if bo := again.now.Seats[1]; !bo.BotPlays || !bo.SubstituteFrom.IsZero() {
			t.Errorf("after the restart, bo has %+v", bo)
		}
		if len(again.now.Match.ToMove) == 1 && again.now.Match.ToMove[0] == 1 {
			t.Error("after the restart, the bot does not play")
		}
		bo := back(t, l, "bo")
		synctest.Wait()
		if again.look(); again.now.Seats[1].BotPlays {
			t.Errorf("bo is back with %+v", again.now.Seats[1])
		}
		if header := left.header(bo.now.Code); strings.Contains(header, `"lent":true`) {
			t.Errorf("a bot is lent to who is back: %s", header)
		}
	})
}

// TestClaimSurvivesRestart checks the claim in all updates and in the stored match.
func TestClaimSurvivesRestart(t *testing.T) {
	in(t, func(t *testing.T) {
		book, all := newMemJournal(), []engine.Game{kodeknacker.Rules().Game()}
		l := open(t, local.Config{Games: all, Journal: book})
		plan := lobby.Plan{Game: "kodeknacker", Options: engine.Options{"rounds": "2"}}
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
		session := enter(t, l, "bo")
		bo := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		give(t, anna, lobby.Start{})
		for _, one := range []*person{anna, bo} {
			give(t, one, lobby.Play{Action: "code rrrrr"})
		}
		for _, one := range []*person{anna, bo} {
			give(t, one, lobby.Play{Action: "guess rrrrr"})
		}
		session.Close()
		synctest.Wait()
		time.Sleep(5 * time.Minute)
		give(t, anna, lobby.ClaimWin{Seat: 1})
		book = book.crash()
		l = open(t, local.Config{Games: all, Journal: book})
		if n, err := l.Restore(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		anna = back(t, l, "anna")
		if seats := anna.now.Seats; !seats[1].Claimed || !seats[1].Left || seats[0].Claimed {
			t.Errorf("after the restart, the seats are %+v", seats)
		}
		give(t, anna, lobby.SetReady{Ready: true})
		if anna.look(); anna.now.Stage != engine.Over {
			t.Fatalf("the match is %+v", anna.now.Match)
		}
		kept := book.only(t)
		if at := kept.Players[1].Claimed; at != 2 || kept.Players[0].Claimed != 0 {
			t.Errorf("the players are %+v", kept.Players)
		}
		game, _ := lobby.FindGame(all, "kodeknacker")
		steps, err := game.Steps(kept.Record)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, step := range steps {
			for _, one := range kept.ClaimedAt(step) {
				told = append(told, fmt.Sprint(step.Round, " ", step.Move.Seat, ": ", one))
			}
		}
		if want := []string{"2 2: bo was away for too long and forfeited."}; !slices.Equal(told, want) {
			t.Errorf("a replay tells %q, want %q", told, want)
		}
	})
}

// TestDefaultClockNeedsTwoPeople: the default clock does not run for one person among bots;
// a chosen clock does.
func TestDefaultClockNeedsTwoPeople(t *testing.T) {
	in(t, func(t *testing.T) {
		for _, usual := range []bool{true, false} {
			l := open(t, local.Config{})
			plan := lobby.QuickPlan("davinci")
			plan.Usual, plan.Seats, plan.Options = usual, 3, engine.Options{"rounds": "1"}
			anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
			give(t, anna, lobby.AddBot{Level: engine.FirstBot})
			give(t, anna, lobby.Start{})
			if due := anna.now.Seats[0].Deadline; due.IsZero() != usual {
				t.Errorf("with a bot, the usual clock (%t) ends at %v", usual, due)
			}
			time.Sleep(10 * time.Minute)
			moved := false
			for anna.look() {
				moved = moved || slices.ContainsFunc(anna.now.Events, func(e engine.Event) bool { return e.About() == 0 })
			}
			if moved == usual {
				t.Errorf("ten minutes later, with the usual clock (%t), anna has moved: %t", usual, moved)
			}
		}
		l := open(t, local.Config{})
		plan := lobby.QuickPlan("davinci")
		plan.Seats = 3
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		give(t, anna, lobby.AddBot{Level: engine.FirstBot})
		give(t, anna, lobby.Start{})
		if due := time.Until(anna.now.Seats[0].Deadline); due != 2*time.Minute {
			t.Errorf("with somebody else, the clock ends in %v", due)
		}
	})
}
