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
