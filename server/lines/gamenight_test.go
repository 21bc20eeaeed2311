package lines_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// nightLobby returns a lobby with fixed codes of rooms and game nights.
func nightLobby(t *testing.T) *local.Lobby {
	t.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	codes := strings.Fields("AAAAAA CCCCCC DDDDDD EEEEEE FFFFFF GGGGGG")
	return lobbytest.Open(t, local.New(local.Config{
		Games: games, Seed: func() engine.Seed { return engine.Seed{11} },
		Code: func() string { code := codes[0]; codes = codes[1:]; return code },
	}))
}

// TestAGameNightByEar compares what a host, a player, and a spectator who is called to a table read with a golden.
func TestAGameNightByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		anna, bo, cy := come(t, l, "anna"), come(t, l, "bo"), come(t, l, "cy")
		for _, step := range []struct {
			who   *typist
			types string
		}{
			{anna, "night new games=kodeknacker rounds=1 bots=0 title=Friday"},
			{anna, "help"},
			{bo, "join AAAAAA"},
			{bo, "begin"},
			{cy, "join AAAAAA"},
			{cy, "table"},
			{cy, "say who else comes?"},
			{anna, "mute cy"},
			{cy, "say nobody?"},
			{anna, "begin"},
			{anna, "table"},
			{cy, "watch 2"},
			{cy, "night"},
			{bo, "table"},
			{cy, "watch 1"},
			{anna, "code rgbyo"},
			{bo, "code ppgrr"},
			{bo, "resign"},
			{bo, "resign"},
			{anna, "ready"},
			{anna, "leave"},
			{cy, "leave"},
			{cy, "table"},
			{bo, "leave"},
			{anna, "table"},
			{bo, "pause"},
			{cy, "resign"},
			{cy, "resign"},
			{anna, "pause"},
			{anna, "leave"},
			{cy, "lobby"},
			{bo, "out"},
			{bo, "night"},
			{bo, "leave"},
			{bo, "in"},
			{anna, "controls"},
			{anna, "announce one more match"},
			{anna, "correct 1 bo"},
			{anna, "restore 1"},
			{bo, "void 1"},
			{anna, "extend"},
			{anna, "kick bo"},
			{anna, "kick bo"},
			{anna, "results"},
			{anna, "end"},
			{anna, "end"},
			{anna, "results"},
			{anna, "leave"},
			{anna, "quit"},
			{bo, "quit"},
			{cy, "quit"},
		} {
			step.who.types(step.types)
			time.Sleep(2 * time.Second)
		}
		golden.RequireEqual(t, "anna\n\n"+ofTheNight(anna.heard())+"\nbo\n\n"+ofTheNight(bo.heard())+"\ncy\n\n"+ofTheNight(cy.heard()))
	})
}

// ofTheNight returns the sentences about a game night, sorted and without duplicates, because their order relative to
// those of its tables varies.
func ofTheNight(heard string) string {
	var all []string
	for line := range strings.Lines(heard) {
		if regexp.MustCompile(`^(Friday |From now on, tables|Table \d|Your table|You are (waiting|sitting|back)|Rank \d|The host is|The game night|Type (table|results)|There are no results|Matches:|Thank you|Next:|\w+ says to the game night|\w+ has (won|left) the game night)`).MatchString(line) {
			all = append(all, line)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "")
}

// TestPracticeByEar checks that a player who waits can play a bot, is called there, and comes
// to the table by one word.
func TestPracticeByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		anna, bo, cy := come(t, l, "anna"), come(t, l, "bo"), come(t, l, "cy")
		for _, step := range []struct {
			who   *typist
			types string
			hears string // after that; empty if it does not matter
		}{
			{anna, "night new games=kodeknacker rounds=1 bots=0 title=Friday", ""},
			{bo, "join AAAAAA", ""},
			{cy, "join AAAAAA", ""},
			{anna, "begin", ""},
			{anna, "practise", "You are not waiting for a table."},
			{anna, "table", ""},
			{bo, "table", ""},
			{cy, "night", "You are next: table 1 finishes"},
			{cy, "practise chess", "one of the games of this game night: kodeknacker"},
			{cy, "practise", "Kodeknacker"},
			{cy, "controls announce hello", "Only the host"},
			{bo, "resign", ""},
			{bo, "resign", ""},
			{bo, "leave", ""},
			{cy, "look", "Your table at the game night is ready. To go there, type table."},
			{cy, "table", "Friday #2"},
		} {
			before := len(step.who.heard())
			if step.types == "look" {
				before = 0 // it was said before
			}
			step.who.types(step.types)
			time.Sleep(2 * time.Second)
			if heard := step.who.heard()[before:]; !strings.Contains(heard, step.hears) {
				t.Errorf("after %q, %q is not in %s", step.types, step.hears, heard)
			}
		}
		for _, one := range []*typist{anna, bo, cy} {
			one.types("quit")
			time.Sleep(2 * time.Second)
		}
	})
}

// TestAGameNightGivesNoHints checks it for all games.
func TestAGameNightGivesNoHints(t *testing.T) {
	for _, kit := range kits() {
		synctest.Test(t, func(t *testing.T) {
			l := nightLobby(t)
			anna, bo := come(t, l, "anna"), come(t, l, "bo")
			anna.types("night new games=" + kit.Name)
			bo.types("join AAAAAA")
			for _, line := range []string{"begin", "table"} {
				anna.types(line)
				time.Sleep(2 * time.Second)
			}
			bo.types("table")
			time.Sleep(2 * time.Second)
			for _, p := range []*typist{anna, bo} {
				before := len(p.heard())
				p.types("hint")
				if heard := p.heard()[before:]; !strings.Contains(heard, "There are no hints in this room.") {
					t.Errorf("at a table of %s somebody hears %s", kit.Name, heard)
				}
			}
		})
	}
}

// TestAnnouncementsAreHeardOnce: who comes back to a game night does not hear again what was
// announced before.
func TestAnnouncementsAreHeardOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		anna, bo := come(t, l, "anna"), come(t, l, "bo")
		for _, step := range []struct {
			who   *typist
			types string
		}{
			{anna, "night new games=kodeknacker"}, {bo, "join AAAAAA"}, {anna, "announce pizza at eight"}, {bo, "lobby"}, {bo, "join AAAAAA"},
		} {
			step.who.types(step.types)
			time.Sleep(2 * time.Second)
		}
		if heard := bo.heard(); strings.Count(heard, "pizza at eight") != 1 {
			t.Errorf("bo hears\n%s", heard)
		}
	})
}

// TestTheEndOfAGameNightByEar checks that those at a table that waits hear for how long, that a player who waits hears that
// the last match is called and when the game night ends, and that it is open again.
func TestTheEndOfAGameNightByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		anna, bo, cy := come(t, l, "anna"), come(t, l, "bo"), come(t, l, "cy")
		for _, step := range []struct {
			who          *typist
			types, hears string
			from         *typist // who hears it
		}{
			{anna, "night new games=kodeknacker rounds=1 bots=0 title=Friday", "", anna},
			{bo, "join AAAAAA", "", bo},
			{cy, "join AAAAAA", "", cy},
			{cy, "help night", "extend [MINUTES]", cy},
			{anna, "begin", "", anna},
			{anna, "table", "The table waits 43 seconds for those who are missing.", anna},
			{bo, "table", "", bo},
			{anna, "controls last", "The last matches are in play, and you will not be called any more. The game night ends when they are over, in about 2 minutes.", cy},
			{cy, "night", "in about 2 minutes", cy},
			{bo, "resign", "", bo},
			{bo, "resign", "The game night is over.", cy},
			{anna, "controls again", "Its results will be removed.", anna},
			{anna, "controls again", "The game night is open again, without the old results. It begins when anna starts it.", cy},
		} {
			before := len(step.from.heard())
			step.who.types(step.types)
			time.Sleep(2 * time.Second)
			if heard := step.from.heard()[before:]; !strings.Contains(heard, step.hears) {
				t.Errorf("after %q, %q is not in %s", step.types, step.hears, heard)
			}
		}
		for _, one := range []*typist{anna, bo, cy} {
			one.types("quit")
			time.Sleep(2 * time.Second)
		}
	})
}
