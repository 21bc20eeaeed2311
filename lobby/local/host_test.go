package local_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

func TestKickAndBan(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "cups", Seats: 3}}))
		session := enter(t, l, "bo")
		bo := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Kick{Name: "cy", KeepOut: false}), "Only the host")
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Kick{Name: "ANNA", KeepOut: false}), "That is you")
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Kick{Name: "zoe\x1b", KeepOut: true}), "Nobody called zoe is here")
		for _, name := range []string{"Bo", "cy"} {
			if err := lobby.Perform(t.Context(), anna, lobby.Kick{Name: name, KeepOut: false}); err != nil {
				t.Fatal(err)
			}
		}
		for bo.look() || cy.look() {
			continue
		}
		for _, gone := range []*person{bo, cy} {
			if err := gone.Ended(); err == nil || !strings.Contains(err.Error(), "kicked you") {
				t.Errorf("told %v", err)
			}
		}
		seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code})) // not banned yet
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Kick{Name: "bo", KeepOut: true}); err != nil {
			t.Fatal(err)
		}
		if anna.look(); anna.now.Stage != engine.Playing || anna.now.Seats[1].Kind != lobby.SeatBot {
			t.Errorf("no bot plays on for somebody sent away: %s, %+v", anna.now.Stage, anna.now.Seats)
		}
		for _, again := range []lobby.Returns[lobby.Handle]{lobby.Join{Code: anna.now.Code}, lobby.Watch{Code: anna.now.Code}} {
			_, err := lobby.Ask(t.Context(), session, again)
			anna.refused(err, "has banned you")
		}
	})
}

// TestKickDoesNotDecideMatch: a bot takes the seat of a kicked player, on any turn.
// The hand stays hidden, and the result counts for no one, also after a crash.
func TestKickDoesNotDecideMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		config := local.Config{Journal: book, Games: []engine.Game{cupsGame(cupsCaller, nil)}, Limits: lobby.Limits{BotPace: time.Second}}
		l := open(t, config)
		people := table(t, l, lobby.Plan{Options: engine.Options{"first": "2"}}, "anna", "bo", "*")
		anna, bo := people[0], people[1]
		if err := lobby.Perform(t.Context(), bo, lobby.ShowEyes{Show: true}); err != nil {
			t.Fatal(err)
		}
		dan := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Watch{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), dan, lobby.Follow{Seat: 1}); err != nil {
			t.Fatal(err)
		}
		anna.look()
		before := anna.now
		if err := lobby.Perform(t.Context(), anna, lobby.Kick{Name: "bo", KeepOut: false}); err != nil {
			t.Fatal(err)
		}
		if anna.look(); anna.now.Stage != engine.Playing || !reflect.DeepEqual(anna.now.Match, before.Match) || len(anna.now.Events) > 0 {
			t.Errorf("sending away is seen on the table: %+v", anna.now.Match)
		}
		if seat := anna.now.Seats[1]; seat.Kind != lobby.SeatBot || seat.Name != "Lodestar" || seat.Level != engine.FirstBot || seat.Left || seat.Eyes || seat.Guest {
			t.Errorf("on the seat is %+v", seat)
		}
		if note := anna.now.Notes[len(anna.now.Notes)-1].Text.String(); note != "The host kicked bo. The bot Lodestar plays on." {
			t.Errorf("it is told that %q", note)
		}
		dan.look()
		if dan.now.Follows != engine.Watcher {
			t.Error("a watcher still sees with the eyes of somebody who is gone")
		}
		left := book.crash()
		config.Journal = left
		l = open(t, config)
		if _, err := l.Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		anna = back(t, l, "anna")
		for range 20 {
			time.Sleep(2 * time.Second)
			anna.look()
			if anna.now.Stage == engine.Over {
				break
			}
			if slices.Contains(anna.now.Match.ToMove, anna.now.You) {
				anna.do("call 1")
			}
		}
		match := left.only(t)
		if player := match.Players[1]; player.ID != "" || player.Level != engine.FirstBot || player.Name != "Lodestar" {
			t.Errorf("the match is remembered as %+v", match.Players)
		}
	})
}

func TestHandOverAndSwap(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "cups", Seats: 3}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Swap{One: 0, Other: 1}), "Only the host")
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Swap{One: 0, Other: 3}), "no seat 4")
		anna.refused(lobby.Perform(t.Context(), anna, lobby.HandOver{To: 2}), "cannot be the host")
		if err := lobby.Perform(t.Context(), anna, lobby.Swap{One: 2, Other: 0}); err != nil {
			t.Fatal(err)
		}
		if anna.look(); anna.now.You != 2 || anna.now.Seats[0].Kind != lobby.SeatEmpty || !anna.now.Host {
			t.Fatalf("%+v", anna.now)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.HandOver{To: 1}); err != nil {
			t.Fatal(err)
		}
		anna.look()
		if bo.look(); !bo.now.Host || anna.now.Host {
			t.Error("the role did not pass")
		}
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Start{}), "Only the host")
		if err := lobby.Perform(t.Context(), bo, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Swap{One: 0, Other: 1}), "Not during")
		if err := lobby.Perform(t.Context(), bo, lobby.HandOver{To: 1}); err != nil { // also during a match; seats have moved up
			t.Fatal(err)
		}
		if anna.look(); !anna.now.Host || anna.now.You != 1 {
			t.Errorf("%+v", anna.now.Seats)
		}
	})
}

func TestPauseStopsClocksAndBots(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{BotPace: time.Second}, cupsCaller)
		people := table(t, l, lobby.Plan{Clock: 30 * time.Second, Options: engine.Options{"goal": "1000000"}}, "anna", "bo", "*")
		anna, bo := people[0], people[1]
		time.Sleep(10 * time.Second)
		pause := func(p *person, want bool) {
			t.Helper()
			if err := lobby.Perform(t.Context(), p, lobby.Pause{Pause: want}); err != nil {
				t.Fatal(err)
			}
		}
		pause(anna, true)
		if bo.look(); !bo.now.Paused.IsZero() || !bo.now.Seats[0].Pausing {
			t.Fatal("one who asks for a pause does not make one")
		}
		pause(bo, true)
		if bo.look(); bo.now.Paused.IsZero() || !bo.now.Seats[0].Deadline.IsZero() {
			t.Fatalf("%+v", bo.now)
		}
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Play{Action: "call 1"}), "paused")
		time.Sleep(time.Hour)
		calls := len(anna.cups().Calls)
		pause(bo, false)
		if anna.look(); !anna.now.Paused.IsZero() || anna.now.Seats[1].Pausing {
			t.Fatal("it is still paused")
		}
		if left := time.Until(anna.now.Seats[0].Deadline); left != 20*time.Second {
			t.Errorf("%v are left of the 20 seconds", left)
		}
		anna.do("call 1")
		bo.do("call 1")
		pause(anna, true)
		pause(bo, true)
		time.Sleep(time.Minute)
		if got := len(anna.cups().Calls); got != calls+2 {
			t.Errorf("%d calls, so the bot played on in a pause", got-calls)
		}
		pause(anna, false)
		time.Sleep(2 * time.Second)
		if got := len(anna.cups().Calls); got != calls+3 {
			t.Errorf("%d calls, so the bot does not go on", got-calls)
		}
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		cy.refused(lobby.Perform(t.Context(), cy, lobby.Pause{Pause: true}), "watching")
	})
}

// cupsCaller is a bot that always calls.
func cupsCaller(cupsView, engine.Level, *rand.Rand) engine.Action { return "call 2" }

func TestAbsentSetting(t *testing.T) {
	for _, row := range []struct {
		absent string
		clock  time.Duration
		after  time.Duration
		calls  int
		who    string
	}{
		{lobby.AbsentClock, 30 * time.Second, 31 * time.Second, 1, "clock"},
		{lobby.AbsentWait, 30 * time.Second, time.Hour, 0, "nobody"},
		{lobby.AbsentBot, time.Hour, 119 * time.Second, 0, "nobody yet"},
		{lobby.AbsentBot, time.Hour, 123 * time.Second, 1, "bot"},
	} {
		in(t, func(t *testing.T) {
			l := cupsLobby(t, lobby.Limits{RoomIdle: 24 * time.Hour}, cupsCaller)
			host := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{
				Game: "cups", Seats: 2, Clock: row.clock, Absent: row.absent, Options: engine.Options{"first": "2", "goal": "1000000"},
			}}))
			session := enter(t, l, "anna")
			anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: host.now.Code}))
			if err := lobby.Perform(t.Context(), host, lobby.Start{}); err != nil {
				t.Fatal(err)
			}
			anna.look()
			session.Close()
			time.Sleep(row.after)
			if calls := host.cups().Calls; len(calls) != row.calls {
				t.Errorf("%s, %v: %d calls by the %s", row.absent, row.after, len(calls), row.who)
			}
			if bot := host.now.Seats[1].BotPlays; bot != (row.who == "bot") {
				t.Errorf("%s: a bot stands in: %v", row.absent, bot)
			}
			if row.absent == lobby.AbsentWait {
				anna = seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Join{Code: host.now.Code}))
				if left := time.Until(anna.now.Seats[1].Deadline); left != 30*time.Second {
					t.Errorf("back, and %v are left", left)
				}
			}
		})
	}
}

func TestHostStartsNextGame(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		people := table(t, l, lobby.Plan{Options: engine.Options{"rounds": "2"}}, "anna", "bo")
		people[1].do(engine.Resign)
		people[1].refused(lobby.Perform(t.Context(), people[1], lobby.Start{}), "Only the host")
		if err := lobby.Perform(t.Context(), people[0], lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		if people[1].look(); people[1].now.Match.Round != 2 {
			t.Errorf("round %d", people[1].now.Match.Round)
		}
	})
}

func TestSharedHand(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{EyesDelay: 2, Options: engine.Options{"first": "1"}})
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		cy.refused(lobby.Perform(t.Context(), cy, lobby.Follow{Seat: 0}), "does not share")
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Follow{Seat: 1}), "Only spectators")
		cy.refused(lobby.Perform(t.Context(), cy, lobby.Follow{Seat: 7}), "no seat 8")
		cy.refused(lobby.Perform(t.Context(), cy, lobby.ShowEyes{Show: true}), "watching")
		anna.do(davinci.Deal)
		bo.do(davinci.Deal)
		if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.ShowEyes{Show: true}), lobby.Perform(t.Context(), cy, lobby.Follow{Seat: 0})); err != nil {
			t.Fatal(err)
		}
		known := func() int {
			n := 0
			for _, tile := range cy.table().Racks[0].Tiles {
				if tile.Value != davinci.Unknown {
					n++
				}
			}
			return n
		}
		if known() != 0 || !cy.now.Seats[0].Eyes {
			t.Errorf("two moves ago nothing was in hand, and %d tiles are seen", known())
		}
		anna.do("draw black")
		anna.do("guess 2 1 11")
		if mine := anna.table(); known() != 4 || cy.now.Follows != 0 || len(mine.Racks[0].Tiles) != 5 || cy.table().Phase != davinci.PhaseDraw {
			t.Errorf("two moves late %d tiles are seen in phase %s", known(), cy.table().Phase)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.ShowEyes{Show: false}); err != nil {
			t.Fatal(err)
		}
		if known() != 1 || cy.now.Follows != engine.Watcher { // the hand that is shared
			t.Errorf("%d tiles are seen although anna said no", known())
		}
		if bo.look(); bo.table().Racks[0].Tiles[0].Value != davinci.Unknown && !bo.table().Racks[0].Tiles[0].Open {
			t.Error("bo sees what anna shows watchers")
		}
	})
}

func TestSpectatorSettings(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		alone, _ := pair(t, l, lobby.Plan{Unwatched: true})
		_, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: alone.now.Code})
		alone.refused(err, "not allow spectators")
		anna, _ := pairOf(t, l, lobby.Plan{Apart: true}, "dan", "eve")
		gus := seated(t)(lobby.Ask(t.Context(), enter(t, l, "gus"), lobby.Watch{Code: anna.now.Code}))
		hal := seated(t)(lobby.Ask(t.Context(), enter(t, l, "hal"), lobby.Watch{Code: anna.now.Code}))
		if err := errors.Join(lobby.Perform(t.Context(), gus, lobby.Say{Text: "she has a joker"}), lobby.Perform(t.Context(), anna, lobby.Say{Text: "hm"})); err != nil {
			t.Fatal(err)
		}
		texts := func(p *person) string {
			p.look()
			var all []string
			for _, line := range p.now.Chat {
				all = append(all, line.Text)
			}
			return strings.Join(all, ",")
		}
		if texts(anna) != "hm" || texts(hal) != "she has a joker,hm" {
			t.Errorf("anna hears %q, hal %q", texts(anna), texts(hal))
		}
		anna.do(engine.Resign)
		if anna.look(); anna.now.Stage == engine.Playing || texts(anna) != "she has a joker,hm" {
			t.Errorf("after the round: %s, %q", anna.now.Stage, texts(anna))
		}
	})
}

func TestCorrespondenceRoomIsKept(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		session := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "cups", Seats: 2, Clock: 72 * time.Hour, Options: engine.Options{"first": "2", "goal": "1000000"}}}))
		other := enter(t, l, "bo")
		bo := seated(t)(lobby.Ask(t.Context(), other, lobby.Join{Code: anna.now.Code}))
		anna.Close()
		time.Sleep(24 * time.Hour) // in a correspondence room a seat is kept for days before the match, too
		anna = seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), bo, lobby.Start{}); err != nil { // he has become the host
			t.Fatal(err)
		}
		anna.Close()
		bo.Close()
		time.Sleep(71 * time.Hour)
		synctest.Wait()
		if hall := pageOf(t, other); len(hall.Yours) != 1 || !hall.Yours[0].YourTurn {
			t.Fatalf("the hall does not tell where it is your turn: %+v", hall.Yours)
		}
		time.Sleep(2 * time.Hour)
		bo = seated(t)(lobby.Ask(t.Context(), other, lobby.Join{Code: anna.now.Code}))
		if n := len(bo.cups().Calls); n != 1 {
			t.Errorf("%d decisions were made by the clock of three days", n)
		}
	})
}

func TestDraining(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		people := table(t, l, lobby.Plan{Options: engine.Options{"rounds": "3"}}, "anna", "bo")
		anna, bo := people[0], people[1]
		dan := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Create{Plan: lobby.Plan{Game: "cups"}}))
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		drained := make(chan time.Duration, 1)
		began := time.Now()
		go func() {
			l.Drain(ctx)
			drained <- time.Since(began)
		}()
		synctest.Wait()
		if anna.look(); anna.now.Draining.IsZero() || !slices.ContainsFunc(anna.now.Notes, func(n lobby.Note) bool { return strings.Contains(n.Text.String(), "will stop soon") }) {
			t.Errorf("nothing is said: %+v", anna.now)
		}
		for dan.look() {
			continue
		}
		if !errors.Is(dan.Ended(), lobby.ErrStopping) {
			t.Errorf("a room that only waits goes on: %v", dan.Ended())
		}
		if _, err := lobby.Ask(t.Context(), enter(t, l, "eve"), lobby.Create{Plan: lobby.Plan{Game: "cups"}}); !errors.Is(err, lobby.ErrStopping) {
			t.Errorf("a room is made while the server stops: %v", err)
		}
		time.Sleep(time.Minute)
		bo.do(engine.Resign)
		if bo.look(); bo.now.Match.Stage != engine.Interval {
			t.Errorf("the end of the round is not seen: %s", bo.now.Match.Stage)
		}
		if bo.look() || !errors.Is(bo.Ended(), lobby.ErrStopping) {
			t.Errorf("after the round: %v", bo.Ended())
		}
		if took := <-drained; took < time.Minute || took > time.Minute+time.Second {
			t.Errorf("draining took %v", took)
		}
	})
}
