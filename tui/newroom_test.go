package tui_test

import (
	"strings"
	"testing"

	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/tui"
)

// TestAFormThatIsLongerThanTheScreen shows the line that is chosen, and the host
// can choose everything in it.
func TestAFormThatIsLongerThanTheScreen(t *testing.T) {
	in(t, func(t *testing.T) {
		rooms := lobby.Settings()
		for i := range 12 {
			rooms = append(rooms, lobby.Setting{
				Word: "lamp_" + string(rune('a'+i)), Label: prose.T("Lamp {n}", prose.N(i+1)), Help: prose.T("It is lit."), Kind: lobby.Switch, Default: lobby.No,
			})
		}
		rooms = append(rooms, lobby.Setting{Word: "motto", Label: prose.T("Motto"), Help: prose.T("Over the door.")})
		l := houseOf(t, local.Config{Settings: rooms})
		anna := sitWith(t, l, "anna", false, tui.Session{Rooms: rooms})
		hides := func(text string) {
			t.Helper()
			if strings.Contains(anna.text(), text) {
				t.Errorf("%q is shown:\n%s", text, anna.text())
			}
		}
		anna.press("n", "o")
		anna.shows("▸ Game", "Lamp 1 ")
		hides("Motto")
		anna.press("up")
		anna.shows("▸ Open to", "Motto", "Whether everybody sees the room")
		hides("Game ")
		anna.press("up", "h", "o", "m", "e", "up", "right")
		anna.shows("▸ Lamp 12         ‹ yes ›", "home")
		anna.clicks("Lamp 9")
		anna.clicks("Lamp 9")
		anna.shows("▸ Lamp 9          ‹ yes ›")
		anna.press("enter")
		anna.shows("Lamp 12         yes", "Motto           home")
		hides("Lamp 11 ")
		anna.press("o")
		anna.shows("Change the room")
		anna.press("up", "up", "e", "enter")
		anna.shows("Motto           homee")
	})
}
