package local_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// waiting is anna, for whose opponent bo the match waits since bo hung up. Who
// moves first is bo.
func waiting(t *testing.T, l *local.Lobby, plan lobby.Plan) (anna *person, bo *person) {
	t.Helper()
	plan.Game, plan.Seats, plan.Options = "davinci", 2, engine.Options{"rounds": "1"}
	anna = seated(t)(enter(t, l, "anna").Create(t.Context(), plan))
	visit := enter(t, l, "bo")
	bo = seated(t)(visit.Join(t.Context(), anna.now.Code))
	give(t, anna, lobby.Start{})
	give(t, anna, lobby.Play{Action: "deal"})
	visit.Close()
	synctest.Wait()
	anna.look()
	return anna, bo
}

// give gives an order that is done.
func give(t *testing.T, p *person, do lobby.Do) {
	t.Helper()
	if err := lobby.Give(t.Context(), p, do); err != nil {
		t.Fatalf("%s: %v", do.Kind(), err)
	}
	synctest.Wait()
	for p.look() {
		continue
	}
}

// refuses gives an order that is refused in these words.
func refuses(t *testing.T, p *person, do lobby.Do, words string) {
	t.Helper()
	if err := lobby.Give(t.Context(), p, do); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s is answered with %v, not %q", do.Kind(), err, words)
	}
}

// TestABotCanBeLentToWhoIsAway for a minute: it plays until they are back.
func TestABotCanBeLentToWhoIsAway(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, _ := waiting(t, l, lobby.Plan{})
		if from := time.Until(anna.now.Seats[1].StandIn); from != time.Minute {
			t.Errorf("a bot can play in %v", from)
		}
		refuses(t, anna, lobby.StandIn{Seat: 1}, "a little longer: 1 minute")
		refuses(t, anna, lobby.StandIn{Seat: 0}, "does not wait for")
		refuses(t, anna, lobby.StandIn{Seat: 7}, "no seat 8")
		time.Sleep(time.Minute)
		give(t, anna, lobby.StandIn{Seat: 1})
		time.Sleep(time.Minute)
		for anna.look() {
			continue
		}
		if bo := anna.now.Seats[1]; !bo.Standing || bo.Name != "bo" || !strings.Contains(anna.notes(), "anna let a bot play for bo until they are back.") {
			t.Errorf("bo has %+v, and it is told that %q", bo, anna.notes())
		}
		if len(anna.now.Match.ToMove) == 1 && anna.now.Match.ToMove[0] == 1 {
			t.Error("the bot does not play")
		}
		back := enter(t, l, "bo")
		handle, found := back.Return(context.Background())
		if !found {
			t.Fatal("the seat of bo is gone")
		}
		seated(t)(handle, nil)
		synctest.Wait()
		if anna.look(); anna.now.Seats[1].Standing || !anna.now.Seats[1].Away.IsZero() {
			t.Errorf("bo is back with %+v", anna.now.Seats[1])
		}
	})
}

// TestAGameIsClaimed from somebody for whom the match has waited for five minutes,
// also where it counts.
func TestAGameIsClaimed(t *testing.T) {
	for name, plan := range map[string]lobby.Plan{"not rated": {}, "rated": {Rated: true}, "a clock that waits": {Clock: time.Minute, Absent: lobby.AbsentWait}} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				anna, _ := waiting(t, open(t, local.Config{}), plan)
				if plan.Rated != anna.now.Seats[1].StandIn.IsZero() {
					t.Errorf("a bot can play at %v", anna.now.Seats[1].StandIn)
				}
				time.Sleep(5*time.Minute - time.Second)
				refuses(t, anna, lobby.Claim{Seat: 1}, "a little longer: 1 second")
				time.Sleep(time.Second)
				give(t, anna, lobby.Claim{Seat: 1})
				if anna.now.Stage != engine.Over || len(anna.now.Match.Winners) != 1 || anna.now.Match.Winners[0] != 0 || !anna.now.Seats[1].Left {
					t.Errorf("the match is %+v", anna.now.Match)
				}
				if want := "anna claimed the game. bo was away for too long and resigns."; !strings.Contains(anna.notes(), want) {
					t.Errorf("it is told that %q", anna.notes())
				}
			})
		})
	}
}

// TestARoomIsClosedByWhoIsLeft where it does not count, and nobody else is there.
func TestARoomIsClosedByWhoIsLeft(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _ := waiting(t, open(t, local.Config{}), lobby.Plan{})
		refuses(t, anna, lobby.Close{}, "has waited for somebody long enough")
		time.Sleep(5 * time.Minute)
		if err := lobby.Give(t.Context(), anna, lobby.Close{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		for anna.look() {
			continue
		}
		if err := anna.Ended(); err == nil || !strings.Contains(err.Error(), "counts for nobody") {
			t.Errorf("anna is told %v", err)
		}
		rated, _ := waiting(t, open(t, local.Config{}), lobby.Plan{Rated: true})
		time.Sleep(5 * time.Minute)
		refuses(t, rated, lobby.Close{}, "counts for ratings")
	})
}

// TestWhatTheRoomDecidesIsNotClaimed: where a bot plays for who is away by itself,
// where a decision may take days, in a pause, and while somebody else is to move.
func TestWhatTheRoomDecidesIsNotClaimed(t *testing.T) {
	in(t, func(t *testing.T) {
		for _, plan := range []lobby.Plan{{Absent: lobby.AbsentBot}, {Clock: 24 * time.Hour}} {
			anna, _ := waiting(t, open(t, local.Config{}), plan)
			if bo := anna.now.Seats[1]; !bo.StandIn.IsZero() || !bo.Claim.IsZero() {
				t.Errorf("%+v: %+v", plan, bo)
			}
		}
		anna, _ := waiting(t, open(t, local.Config{}), lobby.Plan{})
		give(t, anna, lobby.Pause{Pause: true})
		if bo := anna.now.Seats[1]; !bo.StandIn.IsZero() || !bo.Claim.IsZero() {
			t.Errorf("in a pause: %+v", bo)
		}
	})
}
