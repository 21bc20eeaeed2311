package local_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// names returns the names on the seats.
func (p *person) names() []string {
	for p.look() {
		continue
	}
	var names []string
	for _, seat := range p.now.Seats {
		if seat.Kind != lobby.SeatEmpty {
			names = append(names, seat.DisplayName().String())
		}
	}
	return names
}

// TestBotNamesAreReserved: a person with the name of a bot, or a similar one, gets another
// name and cannot choose it.
func TestBotNamesAreReserved(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		for i, name := range []string{"Caliper", "CALIPER", "ca1iper", "Cálîper", "Calipèr 2", "Spool~3", "Caliper (bot)", "c-a-l-i-p-e-r"} {
			v, err := l.Enter(t.Context(), lobby.Identity{ID: "key:" + strconv.Itoa(i), Name: name})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(v.Close)
			if got := v.Name(); lobby.IsBotName(got) {
				t.Errorf("who comes as %q is called %q", name, got)
			}
			if err := lobby.Perform(t.Context(), v, lobby.Rename{Name: name}); err == nil || !strings.Contains(err.Error(), "the name of a bot") && !strings.Contains(err.Error(), "an official label on this server") {
				t.Errorf("to be called %q ends with %v", name, err)
			}
		}
		if err := lobby.Perform(t.Context(), enter(t, l, "anna"), lobby.Rename{Name: "Calipers of Rome"}); err != nil {
			t.Error(err)
		}
	})
}

// TestBotNamesAreDistinct: no two of the twenty names can be confused, and all fit the
// maximum width.
func TestBotNamesAreDistinct(t *testing.T) {
	names := map[string]string{}
	for _, name := range lobby.BotNames() {
		if other, taken := names[lobby.FoldName(name)]; taken || lobby.CleanName(name, lobby.DefaultLimits().NameCells) != name || !lobby.IsBotName(name) {
			t.Errorf("a bot is called %q, another %q", name, other)
		}
		names[lobby.FoldName(name)] = name
	}
	if len(names) != 20 {
		t.Errorf("there are %d bots", len(names))
	}
}

// TestBotsHaveDifferentNames: no two bots in a room have the same name.
func TestBotsHaveDifferentNames(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		enter(t, l, "cecilia")
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4}}))
		for range 3 {
			if err := lobby.Perform(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := anna.names(), []string{"anna", "Caliper (bot)", "Lodestar (bot)", "Fusee (bot)"}; !slices.Equal(got, want) {
			t.Errorf("at the table are %q, not %q", got, want)
		}
	})
}
