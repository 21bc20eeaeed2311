package tui_test

import (
	"strings"
	"testing"

	"parlor/tui/program"

	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
)

// TestAFormThatIsLongerThanTheScreen shows the line that is chosen, and the host
// can choose everything in it.
func TestAFormThatIsLongerThanTheScreen(t *testing.T) {
	in(t, func(t *testing.T) {
		rooms := lobby.RoomSettings()
		for i := range 12 {
			rooms = append(rooms, lobby.Setting{
				Word: "lamp_" + string(rune('a'+i)), Label: prose.T("Lamp {n}", prose.N(i+1)), Help: prose.T("It is lit."), Kind: lobby.Switch, Default: lobby.No,
			})
		}
		rooms = append(rooms, lobby.Setting{Word: "motto", Label: prose.T("Motto"), Help: prose.T("Over the door.")})
		l := testLobbyWith(t, local.Config{Settings: rooms})
		anna := sitWith(t, l, "anna", false, program.Session{Rooms: rooms})
		hides := func(text string) {
			t.Helper()
			if strings.Contains(anna.text(), text) {
				t.Errorf("%q is shown:\n%s", text, anna.text())
			}
		}
		anna.press("n", "o")
		anna.shows("▸ Game", "The room", "Pace")
		hides("Motto")
		anna.press("up")
		anna.shows("▸ Motto", "Over the door.", "Lamp 12")
		hides("Game ")
		anna.press("h", "o", "m", "e", "up", "right")
		anna.shows("▸ Lamp 12         ‹ yes ›", "home")
		anna.clicks("Lamp 9")
		anna.clicks("Lamp 9")
		anna.shows("▸ Lamp 9          ‹ yes ›")
		anna.press("enter")
		anna.shows("Lamp 12         yes", "Motto           home")
		hides("Lamp 11 ")
		anna.press("o")
		anna.shows("Change room")
		anna.press("up", "e", "enter")
		anna.shows("Motto           homee")
	})
}

// TestTheFormsGroups: each group has its heading, seen with its first field, and the
// clock and what happens while a player is away are one choice.
func TestTheFormsGroups(t *testing.T) {
	in(t, func(t *testing.T) {
		anna := sit(t, testLobbyWith(t, local.Config{}), "anna", false)
		anna.press("n", "o")
		anna.shows("The room     Title", "The game     Jokers", "Time         Pace              2 minutes, a bot if away", "Watching     Spectators")
		for !strings.Contains(anna.text(), "▸ Pace") {
			anna.press("down")
		}
		anna.shows("‹ 2 minutes, a bot if away ›", "A bot plays for disconnected players.", "This is the", "default in a public room.")
		anna.press("left")
		anna.shows("‹ 1 minute ›", "the clock also runs for disconnected")
		anna.press("enter")
		anna.shows("Pace            1 minute")
	})
}

// TestTheUsualPace: until a pace is chosen it is that of such a room, and a host who
// chooses one keeps it.
func TestTheUsualPace(t *testing.T) {
	in(t, func(t *testing.T) {
		anna := sit(t, testLobbyWith(t, local.Config{}), "anna", false)
		anna.press("n", "o")
		to := func(label string) {
			t.Helper()
			for !strings.Contains(anna.text(), "▸ "+label) {
				anna.press("down")
			}
		}
		to("Open to")
		anna.press("right")
		anna.shows("‹ anyone who has the code ›", "Pace              no clock")
		to("Pace")
		anna.reads("This is the default in a private room.")
		to("Open to")
		anna.press("right")
		anna.shows("‹ everyone ›", "Pace              2 minutes, a bot if away")
		to("Rated")
		anna.press("right")
		anna.shows("‹ yes ›", "Pace              1 minute")
		to("Pace")
		anna.press("right")
		anna.shows("‹ 2 minutes, a bot if away ›")
		to("Rated")
		anna.press("right")
		anna.shows("‹ no ›", "Pace              2 minutes, a bot if away")
		to("Open to")
		anna.press("right", "enter")
		anna.shows("Open to         anyone who has the", "Pace            2 minutes, a bot if")
		anna.press("o")
		to("Open to")
		anna.press("right")
		anna.shows("‹ everyone ›", "Pace              2 minutes, a bot if away")
	})
}
