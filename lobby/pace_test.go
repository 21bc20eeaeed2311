package lobby_test

import (
	"testing"
	"time"

	"parlor/lobby"
)

// TestPaces: every pace that is offered is found again in a plan, and the keys go
// through all of them, forth and back.
func TestPaces(t *testing.T) {
	all := lobby.Paces()
	for i, pace := range all {
		var plan lobby.Plan
		pace.Put(&plan)
		if got := lobby.PaceOf(plan); got != pace {
			t.Errorf("%+v is found as %+v", pace, got)
		}
		if got := pace.Next(1); got != all[(i+1)%len(all)] {
			t.Errorf("after %+v comes %+v", pace, got)
		}
		if got := pace.Next(1).Next(-1); got != pace {
			t.Errorf("forth and back from %+v is %+v", pace, got)
		}
	}
}

// TestAPaceThatIsNotOffered: what a command has chosen stands between its
// neighbours.
func TestAPaceThatIsNotOffered(t *testing.T) {
	own := lobby.Pace{Clock: 45 * time.Second, Absent: lobby.AbsentWait}
	if got, want := own.Next(1), (lobby.Pace{Clock: time.Minute, Absent: lobby.AbsentBot}); got != want {
		t.Errorf("after it comes %+v, want %+v", got, want)
	}
	if got, want := own.Next(-1), (lobby.Pace{Clock: 30 * time.Second, Absent: lobby.AbsentBot}); got != want {
		t.Errorf("before it stands %+v, want %+v", got, want)
	}
	longest := lobby.Pace{Clock: 20 * 24 * time.Hour, Absent: lobby.AbsentClock}
	if got, want := longest.Next(1), lobby.Paces()[0]; got != want {
		t.Errorf("after the longest comes %+v, want %+v", got, want)
	}
}

// TestWithoutAClockNoneGoesOn: a plan that says so means that the match waits.
func TestWithoutAClockNoneGoesOn(t *testing.T) {
	if got, want := lobby.PaceOf(lobby.Plan{Absent: lobby.AbsentClock}), (lobby.Pace{Absent: lobby.AbsentWait}); got != want {
		t.Errorf("the pace is %+v, want %+v", got, want)
	}
}

// TestTheUsualPace: strangers have a clock, people who meet by a code have none, and in
// a match that counts no bot plays for anybody.
func TestTheUsualPace(t *testing.T) {
	for _, row := range []struct {
		plan lobby.Plan
		want lobby.Pace
	}{
		{lobby.Plan{Public: true}, lobby.Pace{Clock: 2 * time.Minute, Absent: lobby.AbsentBot}},
		{lobby.Plan{Public: true, Rated: true}, lobby.Pace{Clock: time.Minute, Absent: lobby.AbsentClock}},
		{lobby.Plan{}, lobby.Pace{Absent: lobby.AbsentWait}},
		{lobby.Plan{Rated: true}, lobby.Pace{Absent: lobby.AbsentWait}},
	} {
		pace := lobby.UsualPace(row.plan)
		if pace.Put(&row.plan); lobby.PaceOf(row.plan) != row.want {
			t.Errorf("the pace of %+v is %+v", row.plan, pace)
		}
		if listed := pace.Next(1).Next(-1); row.plan.Clock > 0 && listed != pace {
			t.Errorf("%+v is not offered: it is %+v", pace, listed)
		}
	}
	plan := lobby.QuickPlan("chess")
	for _, one := range lobby.Settings() {
		if one.Put(&plan, one.Of(plan)); !plan.Usual {
			t.Fatalf("after %s, the pace is not the usual one", one.Word)
		}
	}
	for _, one := range lobby.Settings() {
		if one.Word == "clock" {
			one.Put(&plan, "30s")
		}
	}
	if plan.Usual {
		t.Error("a clock that was chosen is the usual one")
	}
	for _, plan := range []lobby.Plan{lobby.QuickPlan("chess"), lobby.RivalPlan("chess")} {
		if !plan.Public || plan.Clock == 0 || plan.Game != "chess" || plan.Rated != (plan.Absent == lobby.AbsentClock) {
			t.Errorf("quick play opens %+v", plan)
		}
	}
}
