package local_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// names are those of the seats.
func (p *person) names() []string {
	for p.look() {
		continue
	}
	var names []string
	for _, seat := range p.now.Seats {
		if seat.Kind != lobby.Empty {
			names = append(names, seat.Told().String())
		}
	}
	return names
}

// TestABotGivesWayToAPersonOfItsName: whoever is at a table, to play, to watch,
// or back under another name, is never taken for a bot there, nor is somebody in
// the hall for one who is added.
func TestABotGivesWayToAPersonOfItsName(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		enter(t, l, "fiora")
		anna := seated(t)(enter(t, l, "anna").Create(t.Context(), lobby.Plan{Game: "davinci", Seats: 4}))
		expect := func(want ...string) {
			t.Helper()
			if got := anna.names(); !slices.Equal(got, want) {
				t.Errorf("at the table are %q, not %q", got, want)
			}
		}
		for range 2 {
			if err := lobby.Give(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}); err != nil {
				t.Fatal(err)
			}
		}
		expect("anna", "Cecilia (bot)", "Ludovico (bot)")
		bo := enter(t, l, "cecilia")
		seated(t)(bo.Join(t.Context(), anna.now.Code))
		expect("anna", "Salai (bot)", "Ludovico (bot)", "cecilia")
		if err := lobby.Give(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		seated(t)(enter(t, l, "LUD0VICO").Watch(t.Context(), anna.now.Code))
		expect("anna", "Salai (bot)", "Beatrice (bot)", "cecilia")
		if note := anna.notes(); !strings.Contains(note, "The bot Ludovico is called Beatrice from now on.") {
			t.Errorf("it is told that %q", note)
		}
		bo.Close()
		again, err := l.Enter(context.Background(), lobby.Identity{ID: "key:cecilia", Name: "Salai (bot)"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(again.Close)
		if again.Name() != "Salai" {
			t.Errorf("a person is called %q", again.Name())
		}
		seated(t)(again.Join(t.Context(), anna.now.Code))
		expect("anna", "Bramante (bot)", "Beatrice (bot)", "cecilia")
	})
}

// TestBotsNeverRunOutOfNames: where all six are taken they have numbers.
func TestBotsNeverRunOutOfNames(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		for _, name := range []string{"Cecilia", "Ludovico", "Fiora", "Salai", "Beatrice", "cecilia 2"} {
			enter(t, l, name)
		}
		anna := seated(t)(enter(t, l, "anna").Create(t.Context(), lobby.Plan{Game: "davinci", Seats: 4}))
		for range 3 {
			if err := lobby.Give(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := anna.names(), []string{"anna", "Bramante (bot)", "Ludovico 2 (bot)", "Fiora 2 (bot)"}; !slices.Equal(got, want) {
			t.Errorf("at the table are %q, not %q", got, want)
		}
	})
}
