package gamenight

import (
	"testing"
	"time"

	"parlor/lobby"
)

func TestFactsTellHowLongPlayersWait(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Title: "Friday"}, "ann", "bo", "cy")
	n.is(Disconnect{ID: "cy"})
	if f := n.facts(); f.Title != "Friday" || f.Host != "ann" || f.People != 3 || f.Here != 2 || f.Waiting != 0 || f.Stage != lobby.GameNightGathering {
		t.Errorf("before it begins, the facts are %+v", f)
	}
	n.do("ann", lobby.BeginGameNight{}) // without a tick, no table is made
	since := n.player("ann").Since
	if f := n.facts(); f.Waiting != 2 || f.Tables != 0 || !f.WaitingSince.Equal(since) {
		t.Errorf("with two who wait since %v, the facts are %+v", since, f)
	}
	n.do("ann", lobby.SitOut{Out: true})
	if f := n.facts(); f.Waiting != 1 || f.WaitingSince.Before(since) {
		t.Errorf("with one who sits out, the facts are %+v", f)
	}
	n.now = n.now.Add(time.Hour)
	n.is(End{})
	if f := n.facts(); f.Stage != lobby.GameNightOver || f.Waiting != 0 || !f.WaitingSince.IsZero() {
		t.Errorf("once it is over, the facts are %+v", f)
	}
	if _, err := n.step(End{}); err == nil {
		t.Error("it ends twice")
	}
}
