package tui_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/internal/games"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestPictures compares the pictures of README.md and docs/ with the screens of games
// that it plays by keys; with -update it writes them. Each is there for a dark and for a
// light background. Deals are fixed and time is that of a test, so that the same program
// always draws the same pictures.
func TestPictures(t *testing.T) {
	for name, one := range map[string]struct {
		width, height int
		prepare       func(t *testing.T, dark bool) *client
	}{
		"davinci":     {80, 24, aGameOfDaVinciCode},
		"masterdice":  {80, 24, aGameOfMasterDice},
		"kodeknacker": {80, 24, aGameOfKodeknacker},
		"bullscows":   {80, 24, aGameOfBullsAndCows},
		"lobby":       {80, 24, aLobby},
	} {
		for background, dark := range map[string]bool{"dark": true, "light": false} {
			t.Run(name+"/"+background, func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := one.prepare(t, dark)
					s.take(tea.WindowSizeMsg{Width: one.width, Height: one.height})
					comparePicture(t, name+"-"+background+".svg", terminal.SVG(s.root.View().Content, one.width, one.height, dark))
				})
			})
		}
	}
}

func comparePicture(t *testing.T, name, drawn string) {
	t.Helper()
	file := filepath.Join("..", "docs", "pictures", name)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(drawn), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != drawn {
		t.Errorf("%s is not what the program shows (%v); go test ./tui -run Pictures -update draws it", file, err)
	}
}

// picturedDeals is the newest version of the rules by which the pictures are dealt.
const picturedDeals = 3

// painted is a lobby with all games, and how people come to it on one background.
func painted(t *testing.T, dark bool) func(name string) *client {
	t.Helper()
	var all []engine.Game
	for _, one := range games.All() {
		all = append(all, one.Game.AtVersion(min(one.Game.Version, picturedDeals)))
	}
	l := testLobbyWith(t, local.Config{Games: all})
	settings := screen.Settings{Still: true, Background: "light"}
	if dark {
		settings.Background = "dark"
	}
	return func(name string) *client {
		return sitWith(t, l, name, false, program.Session{Settings: settings, Games: games.All()})
	}
}

// opens has one person make a public room, and the others come to it.
func opens(t *testing.T, plan lobby.Plan, host *client, others ...*client) {
	t.Helper()
	plan.Public = true
	handle, err := lobby.Ask(t.Context(), host.visit, lobby.Create{Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	handle.Close()
	host.settle()
	host.press("enter")
	for _, other := range others {
		other.settle()
		other.press("p")
	}
	host.settle()
}

// A step is what one person types.
type step struct {
	who  *client
	keys string
}

// play has people type in turn. Each letter or digit is a key; "⏎" is Enter, and an
// arrow is an arrow key.
func play(everybody []*client, steps ...step) {
	keys := map[rune]string{'⏎': "enter", '→': "right", '↓': "down", '↑': "up"}
	for _, one := range steps {
		for _, key := range one.keys {
			if name, is := keys[key]; is {
				one.who.press(name)
			} else {
				one.who.press(string(key))
			}
		}
		for _, other := range everybody {
			other.settle()
		}
	}
}

func aGameOfDaVinciCode(t *testing.T, dark bool) *client {
	come := painted(t, dark)
	anna, bo, cy := come("anna"), come("bo"), come("cy")
	opens(t, lobby.Plan{Game: "davinci", Seats: 3, Options: engine.Options{"first": "1"}}, anna, bo, cy)
	play([]*client{anna, bo, cy}, step{anna, "⏎bwbw⏎"}, step{bo, "bbww⏎"}, step{cy, "wwbw⏎"},
		step{anna, "b3⏎"}, step{bo, "w4⏎"}, step{bo, "s"}, step{cy, "b1⏎"},
		step{anna, "w2⏎"}, step{anna, "→7"})
	return anna
}

func aGameOfMasterDice(t *testing.T, dark bool) *client {
	come := painted(t, dark)
	anna, bo := come("anna"), come("bo")
	opens(t, lobby.Plan{Game: "masterdice"}, anna, bo)
	play([]*client{anna, bo}, step{anna, "⏎⏎1234⏎"}, step{anna, "⏎1234⏎"}, step{anna, "⏎"})
	return anna
}

func aGameOfKodeknacker(t *testing.T, dark bool) *client {
	come := painted(t, dark)
	anna, bo := come("anna"), come("bo")
	opens(t, lobby.Plan{Game: "kodeknacker"}, anna, bo)
	play([]*client{anna, bo}, step{anna, "⏎rgbyo⏎"}, step{bo, "ppgrr⏎"},
		step{anna, "rrggb⏎"}, step{bo, "rrbbg⏎"}, step{anna, "ryygp⏎"}, step{bo, "rgyoo⏎"},
		step{anna, "pgrrg⏎"}, step{bo, "rgbbo⏎"}, step{anna, "ppgr"})
	return anna
}

func aGameOfBullsAndCows(t *testing.T, dark bool) *client {
	come := painted(t, dark)
	anna, bo := come("anna"), come("bo")
	opens(t, lobby.Plan{Game: "bullscows"}, anna, bo)
	play([]*client{anna, bo}, step{anna, "⏎7305⏎"}, step{bo, "4192⏎"},
		step{anna, "0123⏎"}, step{bo, "1234⏎"}, step{anna, "4156⏎"}, step{bo, "3057⏎"},
		step{anna, "4271⏎"}, step{bo, "7350⏎"}, step{anna, "418"})
	return anna
}

func aLobby(t *testing.T, dark bool) *client {
	come := painted(t, dark)
	anna, bo, cy, dee := come("anna"), come("bo"), come("cy"), come("dee")
	opens(t, lobby.Plan{Game: "davinci", Seats: 4, Title: "lunch break"}, bo, cy)
	handle, err := lobby.Ask(t.Context(), dee.visit, lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Title: "quick one", Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(handle.Close)
	play([]*client{anna}, step{anna, "↓↑"})
	return anna
}
