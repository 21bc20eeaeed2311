package prose_test

import (
	"slices"
	"testing"

	"parlor/engine"
	"parlor/engine/kit"
	"parlor/prose"
)

// TestPlain: events are told by their forms, with counts in words, and a table is all that
// was told, and what only the reader knows.
func TestPlain(t *testing.T) {
	number := kit.Code("number", "0123456789", 4, true)
	narrator := prose.Plain([]kit.EventForm{
		{Word: "guessed", Terms: []kit.Term{number, kit.Count(4, "bull", "bulls"), kit.Count(4, "cow", "cows")}, Other: "{name} guessed {number}: {bulls}, {cows}."},
		{Word: "made", Terms: []kit.Term{number}, You: "Your number is {number}.", Other: "{name} has {number}."},
		{Word: "row", Table: true, Terms: []kit.Term{kit.Number("row", 1, 9)}, Other: "Row {n} begins."},
		{Word: "waits"},
	})
	view := kit.View{Seat: 0, Log: []kit.Event{
		kit.Say(1, "guessed", "4567", "1", "2"), kit.Say(0, "guessed", "0123", "0", "4"), kit.Say(engine.Watcher, "row", "2"), kit.Say(1, "waits"),
		kit.Say(0, "timed_out"), kit.Say(1, "won"), kit.Say(engine.Watcher, "draw"),
	}, Own: []kit.Event{kit.Say(0, "made", "1234")}}
	scene := prose.Scene{Names: []string{"Bo", "Cy"}, View: engine.View{
		Seat: 0, Seats: 2, ToMove: []engine.Seat{0}, Grammar: []string{"guess 4*0123456789", "resign"}, Table: view,
	}}
	want := []string{
		"Cy guessed 4567: 1 bull, 2 cows.", "Bo guessed 0123: 0 bulls, 4 cows.", "Row 2 begins.", "Cy: waits.",
		"You ran out of time.", "Cy won.", "It is a draw.", "Your number is 1234.",
	}
	if told := prose.English().SayAll(narrator.Table(scene)); !slices.Equal(told, want) {
		t.Errorf("%q", told)
	}
	if told := prose.English().SayAll(narrator.Learned(scene)); !slices.Equal(told, []string{"Your number is 1234."}) {
		t.Errorf("the reader's own events are told as %q", told)
	}
	if told := prose.English().SayAll(narrator.Grammar(scene)); !slices.Equal(told, []string{"Type guess 4*0123456789 or resign."}) {
		t.Errorf("%q", told)
	}
	scene.View.ToMove = nil
	if told := narrator.Grammar(scene); told != nil {
		t.Errorf("%q", told)
	}
}
