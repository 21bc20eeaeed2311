package gamenight

import (
	"encoding/json"
	"testing"
	"time"

	"parlor/lobby"
)

// TestRepeat opens a game night again: without its results, with its settings, its host and
// those who are here, also after a restart.
func TestRepeat(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Seats: 2}, "anna", "bo", "cy", "dee")
	again := Order{"anna", lobby.RepeatGameNight{Begins: n.now.AddDate(0, 0, 7)}}
	if _, err := n.step(again); err == nil {
		t.Error("a game night that is not over is opened again")
	}
	n.is(Order{"anna", lobby.KickFromGameNight{Name: "dee"}})
	n.is(Order{"anna", lobby.EndGameNight{}})
	n.is(Disconnect{"cy"})
	if _, err := n.step(Order{"bo", lobby.RepeatGameNight{}}); err == nil {
		t.Error("another player than the host opens it again")
	}
	if _, err := n.step(Order{"anna", lobby.RepeatGameNight{Begins: n.now.AddDate(1, 0, 0)}}); err == nil {
		t.Error("it is opened again for a time next year")
	}
	n.is(again)

	data, err := json.Marshal(n.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	var kept Snapshot
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	n.State = Restore(kept, games(), bounds(), n.now)
	shown, _ := n.View(n.now)
	if shown.Stage != lobby.GameNightGathering || shown.Played != 0 || len(shown.Recent) != 0 || shown.Plan.Seats != 2 || !shown.Plan.Begins.Equal(n.now.AddDate(0, 0, 7)) {
		t.Errorf("it is %+v", shown)
	}
	var names []string
	for _, p := range shown.People {
		names = append(names, p.Name)
		if p.Matches != 0 || p.Points != 0 || p.Moved != 0 {
			t.Errorf("%s has results: %+v", p.Name, p)
		}
	}
	if len(names) != 2 || names[0] != "anna" || names[1] != "bo" || shown.Hosted != "anna" {
		t.Errorf("people %v, host %s", names, shown.Hosted)
	}
	if _, err := n.step(Join{ID: "dee", Name: "dee"}); err == nil {
		t.Error("a person who was sent away comes back")
	}
	n.now = n.now.Add(6 * 24 * time.Hour)
	n.is(Tick{true})
	for _, id := range []string{"anna", "cy"} {
		n.is(Join{ID: id, Name: id})
	}
	n.now = n.now.Add(24 * time.Hour)
	n.is(Tick{true})
	if shown, _ := n.View(n.now); shown.Stage != lobby.GameNightPlaying || len(shown.Tables) != 1 {
		t.Errorf("at its time it is %s with %d tables", shown.Stage, len(shown.Tables))
	}
}
