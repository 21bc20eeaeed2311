package room

import (
	"slices"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

func TestDisconnectKeepsTheSeat(t *testing.T) {
	s, told := twoPlay(), &said{}
	d := admission{at(s, told), told}
	anna := s.seating.seats[0].handle
	d.hungUp(anna)
	if own := s.seating.seats[0]; own.handle != nil || own.away.IsZero() || own.id != "anna" || !told.irrevocable {
		t.Errorf("anna has %+v", own)
	}
	d.hungUp(anna) // its session may report it twice
	if len(told.notes) != 1 {
		t.Errorf("they are told %q", told.notes)
	}
	d.comeBack(hold("anna", engine.Watcher), 0)
	if own := s.seating.seats[0]; own.handle == nil || own.handle.seat != 0 || !own.away.IsZero() || told.notes[1] != "anna is back." {
		t.Errorf("anna has %+v, %q", own, told.notes)
	}
}

// TestBotIsRenamedForPerson: in an old room, a bot can have the name of an arriving person.
func TestBotIsRenamedForPerson(t *testing.T) {
	s, told := twoPlay(), &said{}
	s.seating.seats = append(s.seating.seats, seat{kind: lobby.SeatBot, name: "Cecilia"})
	table := at(s, told)
	table.config.Hooks = quietHooks{}
	d := admission{table, told}
	d.rename("bo", "cecilia")
	if name := s.seating.seats[2].name; name != lobby.BotNames()[0] || s.seating.seats[1].name != "cecilia" {
		t.Errorf("the bot is called %q beside %q", name, s.seating.seats[1].name)
	}
	want := []string{"The bot Cecilia is now called Caliper.", "bo is now called cecilia."}
	if !slices.Equal(told.notes, want) {
		t.Errorf("they are told %q", told.notes)
	}
	if d.rename("bo", "cecilia"); len(told.notes) != len(want) {
		t.Errorf("they are told %q", told.notes)
	}
}

// quietHooks is a lobby without other people.
type quietHooks struct{ Hooks }

func (quietHooks) Taken(string) bool { return false }

func (quietHooks) Present(string) bool { return false }
