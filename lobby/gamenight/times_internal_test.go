package gamenight

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/lobby"
)

// at advances the time of a night and handles what is due.
func (n *night) at(now time.Time) {
	n.Helper()
	n.now = now
	n.is(Tick{Seat: true})
}

func (n *night) wantStage(stage string) {
	n.Helper()
	if n.stage != stage {
		n.Fatalf("at %s, it is %s, not %s", n.now.Format(time.TimeOnly), n.stage, stage)
	}
}

func TestGameNightBeginsAndEndsAtItsTime(t *testing.T) {
	begins := time.Date(2026, 1, 3, 17, 0, 0, 0, time.UTC) // two days ahead
	plan := lobby.GameNightPlan{Begins: begins, Ends: begins.Add(2 * time.Hour)}
	n := newNight(t, plan)
	n.at(begins.Add(-time.Minute))
	n.wantStage(lobby.GameNightGathering) // although no one has been there for two days
	n.come("ann")
	if due := n.Due(); !due.Equal(begins) {
		t.Errorf("with ann there, it looks again at %v", due)
	}
	n.at(begins)
	n.wantStage(lobby.GameNightGathering) // ann is alone
	n.come("bo")
	n.at(n.now)
	n.wantStage(lobby.GameNightPlaying)
	if len(n.roster.seating.tables) != 1 {
		t.Errorf("there are %d tables", len(n.roster.seating.tables))
	}
	n.is(Opened{Table: 1, Room: "ROOM1"})
	n.begins(1)
	n.at(begins.Add(2 * time.Hour))
	n.wantStage(lobby.GameNightOver)
	if n.open(1) == nil {
		t.Error("the match that was played then is gone")
	}
	n.plays(1)
	if ann := n.player("ann"); ann.Played != 1 {
		t.Errorf("the last match counts %d times for ann", ann.Played)
	}
}

func TestGameNightWithTimeWaitsAnHour(t *testing.T) {
	begins := time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC)
	n := newNight(t, lobby.GameNightPlan{Begins: begins})
	n.at(begins.Add(bounds().Idle - time.Second))
	n.wantStage(lobby.GameNightGathering)
	n.at(begins.Add(bounds().Idle))
	n.wantStage(lobby.GameNightOver)
}

func TestGameNightWithoutTimeWaitsADay(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann")
	n.is(Disconnect{ID: "ann"})
	n.at(n.now.Add(Unbegun - time.Second))
	n.wantStage(lobby.GameNightGathering)
	n.at(n.now.Add(time.Second))
	n.wantStage(lobby.GameNightOver)
}

// TestOwnerIsTheHost: the first to arrive or the deputy is the host only while the owner is
// away.
func TestOwnerIsTheHost(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{})
	n.roster.host.owner = "ann" // who has not arrived
	host := func(want string) {
		t.Helper()
		n.is(Tick{})
		if n.roster.host.id != want {
			t.Fatalf("the host is %q, not %q", n.roster.host.id, want)
		}
	}
	n.come("bo")
	host("bo")
	n.come("ann")
	host("ann")
	if _, err := n.step(Order{By: "bo", Do: lobby.NameDeputy{Name: "bo"}}); err == nil {
		t.Error("bo names himself")
	}
	n.come("cy")
	n.do("ann", lobby.NameDeputy{Name: "cy"})
	n.is(Disconnect{ID: "ann"})
	host("cy") // at once, and before bo
	n.come("ann")
	host("ann")
	n.State = Restore(stored(n.State), games(), bounds(), n.now)
	n.come("bo")
	host("ann") // after a while, as she is the owner
	n.come("cy")
	host("cy")
	n.come("ann")
	host("ann")
	n.do("ann", lobby.HandOverGameNight{To: "bo"})
	n.is(Disconnect{ID: "bo"})
	n.come("ann")
	host("cy")
	n.do("cy", lobby.KickFromGameNight{Name: "bo"})
	n.do("cy", lobby.LeaveGameNight{})
	host("ann")
}

// TestThePlaceInTheQueueIsKept checks that a lost connection and a restart keep the order of the queue, in any order
// of coming back, but that a long absence does not.
func TestThePlaceInTheQueueIsKept(t *testing.T) {
	queue := func(n *night) (names []string) {
		for _, p := range n.matching(n.now).waiting() {
			names = append(names, p.Name)
		}
		return names
	}
	for _, row := range []struct {
		name  string
		lost  func(n *night)
		order string
	}{
		{"a lost connection", func(n *night) { n.is(Disconnect{"ann"}); n.come("ann") }, "[ann bo cy]"},
		{"a long absence", func(n *night) { n.is(Disconnect{"ann"}); n.now = n.now.Add(PlaceTime); n.come("ann") }, "[bo cy ann]"},
		{"a player who left", func(n *night) { n.do("ann", lobby.LeaveGameNight{}); n.come("ann") }, "[bo cy ann]"},
		{"a restart", func(n *night) {
			kept := stored(n.State)
			n.now = n.now.Add(time.Hour)
			n.State = Restore(kept, games(), bounds(), n.now)
			n.come("cy")
			n.come("bo")
			n.come("ann")
		}, "[ann bo cy]"},
		{"a restart after a long absence", func(n *night) {
			n.is(Disconnect{"ann"})
			n.now = n.now.Add(PlaceTime)
			n.State = Restore(stored(n.State), games(), bounds(), n.now)
			n.come("cy")
			n.come("ann")
			n.come("bo")
		}, "[bo cy ann]"},
	} {
		n := newNight(t, lobby.GameNightPlan{}, "ann", "bo", "cy")
		row.lost(n)
		if got := fmt.Sprint(queue(n)); got != row.order {
			t.Errorf("after %s the queue is %s, not %s", row.name, got, row.order)
		}
	}
}

// TestAScheduledKnockoutGathers checks that a knockout whose time comes with too few people does not begin with the
// first two who come then, and that one begins at its time with all who are here.
func TestAScheduledKnockoutGathers(t *testing.T) {
	begins := time.Date(2026, 1, 1, 21, 0, 0, 0, time.UTC)
	plan := lobby.GameNightPlan{Format: lobby.GameNightKnockout, Begins: begins}
	n := newNight(t, plan, "ann", "bo", "cy")
	n.at(begins)
	n.wantStage(lobby.GameNightPlaying)
	if got := n.bracket(); strings.Count(got, "cy") != 1 {
		t.Errorf("the bracket is %s", got)
	}
	n = newNight(t, plan, "ann")
	n.at(begins.Add(time.Minute))
	n.come("bo")
	n.at(n.now)
	n.wantStage(lobby.GameNightGathering)
	shown, _ := n.View(n.now)
	if due := n.Due(); !due.Equal(n.now.Add(GatherTime)) || !shown.Plan.Begins.Equal(due) {
		t.Errorf("it begins at %v, and shows %v", due, shown.Plan.Begins)
	}
	n.come("cy")
	n.at(n.now.Add(GatherTime))
	n.wantStage(lobby.GameNightPlaying)
	if got := n.bracket(); strings.Count(got, "cy") != 1 {
		t.Errorf("after its time, the bracket is %s", got)
	}
}

// TestARestartWaitsForItsPeople checks that after a restart neither a bracket is drawn nor tables are merged with those
// who are back first.
func TestARestartWaitsForItsPeople(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightKnockout}, "ann", "bo", "cy", "dee")
	n.do("ann", lobby.BeginGameNight{})
	back := func(names ...string) {
		for _, name := range names {
			n.come(name)
		}
	}
	n.State = Restore(stored(n.State), games(), bounds(), n.now)
	back("ann", "bo")
	n.at(n.now)
	if got := n.bracket(); got != "" {
		t.Errorf("with two of four, the bracket is %s", got)
	}
	back("cy", "dee")
	n.at(n.now)
	if got := n.bracket(); strings.Count(got, "dee") != 1 {
		t.Errorf("with all, the bracket is %s", got)
	}
	n = four(t)
	n.plan.Seats = 0
	n.do("ann", lobby.MergeTables{One: 1, Other: 2})
	n.plays(1)
	n.plays(2)
	n.State = Restore(stored(n.State), games(), bounds(), n.now)
	back("ann", "bo")
	if made := n.seat(); len(made) > 0 {
		t.Errorf("with two of four, %v are seated", made)
	}
	back("cy", "dee")
	if made := n.seat(); len(made) != 1 || len(made[0]) != 4 {
		t.Errorf("with all, %v are seated", made)
	}
}
