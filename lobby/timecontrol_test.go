package lobby_test

import (
	"testing"
	"time"

	"parlor/lobby"
)

// TestTimeControls: every time control can be set in a plan and found again, and Next goes
// through all of them in both directions.
func TestTimeControls(t *testing.T) {
	all := lobby.TimeControls()
	for i, pace := range all {
		var plan lobby.Plan
		pace.ApplyTo(&plan)
		if got := lobby.TimeControlOf(plan); got != pace {
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

// TestUnlistedTimeControl: one that is not in the list comes between its neighbours.
func TestUnlistedTimeControl(t *testing.T) {
	own := lobby.TimeControl{Clock: 45 * time.Second, Absent: lobby.AbsentWait}
	if got, want := own.Next(1), (lobby.TimeControl{Clock: time.Minute, Absent: lobby.AbsentBot}); got != want {
		t.Errorf("after it comes %+v, want %+v", got, want)
	}
	if got, want := own.Next(-1), (lobby.TimeControl{Clock: 30 * time.Second, Absent: lobby.AbsentBot}); got != want {
		t.Errorf("before it stands %+v, want %+v", got, want)
	}
	longest := lobby.TimeControl{Clock: 20 * 24 * time.Hour, Absent: lobby.AbsentClock}
	if got, want := longest.Next(1), lobby.TimeControls()[0]; got != want {
		t.Errorf("after the longest comes %+v, want %+v", got, want)
	}
}

// TestNoClockMeansWaiting: without a clock, a plan with AbsentClock means that the match
// waits.
func TestNoClockMeansWaiting(t *testing.T) {
	if got, want := lobby.TimeControlOf(lobby.Plan{Absent: lobby.AbsentClock}), (lobby.TimeControl{Absent: lobby.AbsentWait}); got != want {
		t.Errorf("the pace is %+v, want %+v", got, want)
	}
}

// TestDefaultTimeControl: strangers have a clock, private rooms have none, and in a rated
// match no bot substitutes.
func TestDefaultTimeControl(t *testing.T) {
	for _, row := range []struct {
		plan lobby.Plan
		want lobby.TimeControl
	}{
		{lobby.Plan{Public: true}, lobby.TimeControl{Clock: 2 * time.Minute, Absent: lobby.AbsentBot}},
		{lobby.Plan{Public: true, Rated: true}, lobby.TimeControl{Clock: time.Minute, Absent: lobby.AbsentClock}},
		{lobby.Plan{}, lobby.TimeControl{Absent: lobby.AbsentWait}},
		{lobby.Plan{Rated: true}, lobby.TimeControl{Absent: lobby.AbsentWait}},
	} {
		pace := lobby.DefaultTimeControl(row.plan)
		if pace.ApplyTo(&row.plan); lobby.TimeControlOf(row.plan) != row.want {
			t.Errorf("the pace of %+v is %+v", row.plan, pace)
		}
		if listed := pace.Next(1).Next(-1); row.plan.Clock > 0 && listed != pace {
			t.Errorf("%+v is not offered: it is %+v", pace, listed)
		}
	}
	plan := lobby.QuickPlan("chess")
	for _, one := range lobby.RoomSettings() {
		if one.Set(&plan, one.ValueIn(plan)); !plan.Usual {
			t.Fatalf("after %s, the pace is not the usual one", one.Word)
		}
	}
	for _, one := range lobby.RoomSettings() {
		if one.Word == "clock" {
			one.Set(&plan, "30s")
		}
	}
	if plan.Usual {
		t.Error("a clock that was chosen is the usual one")
	}
	for _, plan := range []lobby.Plan{lobby.QuickPlan("chess"), lobby.MatchmakingPlan("chess")} {
		if !plan.Public || plan.Clock == 0 || plan.Game != "chess" || plan.Rated != (plan.Absent == lobby.AbsentClock) {
			t.Errorf("quick play opens %+v", plan)
		}
	}
}
