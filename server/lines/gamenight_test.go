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

// nightHouse is a lobby whose rooms and game nights have codes that are known.
func nightHouse(t *testing.T) *local.Lobby {
	t.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	codes := strings.Fields("AAAAAA CCCCCC DDDDDD EEEEEE FFFFFF")
	return lobbytest.Open(t, local.New(local.Config{
		Games: games, Seed: func() engine.Seed { return engine.Seed{11} },
		Code: func() string { code := codes[0]; codes = codes[1:]; return code },
	}))
}

// TestAGameNightByEar: what a game night is like for its host, for somebody who plays,
// and for somebody who watches a table until they are called. It is a golden, to be
// read aloud.
func TestAGameNightByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightHouse(t)
		anna, bo, cy := come(t, l, "anna"), come(t, l, "bo"), come(t, l, "cy")
		for _, step := range []struct {
			who   *typist
			types string
			waits time.Duration // after it, until somebody is called
		}{
			{anna, "evening new games=kodeknacker rounds=1 title=Friday", 0},
			{anna, "help", 0},
			{bo, "join AAAAAA", 0},
			{bo, "begin", 0},
			{cy, "join AAAAAA", 0},
			{cy, "table", 0},
			{cy, "say who else comes?", 0},
			{anna, "mute cy", 0},
			{cy, "say nobody?", 0},
			{anna, "begin", 0},
			{anna, "table", 0},
			{cy, "watch 2", 0},
			{cy, "evening", 0},
			{bo, "table", 0},
			{cy, "watch 1", 0},
			{anna, "code rgbyo", 0},
			{bo, "code ppgrr", 0},
			{bo, "resign", 0},
			{bo, "resign", 0},
			{anna, "ready", 0},
			{anna, "leave", time.Minute},
			{cy, "leave", 0},
			{cy, "table", 0},
			{bo, "leave", 0},
			{anna, "table", 0},
			{bo, "pause", 0},
			{cy, "resign", 0},
			{cy, "resign", 0},
			{anna, "pause", 0},
			{anna, "leave", 0},
			{cy, "hall", 0},
			{bo, "out", 0},
			{bo, "evening", 0},
			{bo, "leave", 0},
			{bo, "in", 0},
			{anna, "kick bo", 0},
			{anna, "end", 0},
			{anna, "leave", 0},
			{anna, "quit", 0},
			{bo, "quit", 0},
			{cy, "quit", 0},
		} {
			step.who.types(step.types)
			time.Sleep(2*time.Second + step.waits)
		}
		golden.RequireEqual(t, "anna\n\n"+ofTheNight(anna.heard())+"\nbo\n\n"+ofTheNight(bo.heard())+"\ncy\n\n"+ofTheNight(cy.heard()))
	})
}

// ofTheNight are the sentences that are said about a game night, each once and by
// the alphabet: what its tables say comes from elsewhere, and either may be first.
func ofTheNight(heard string) string {
	var all []string
	for line := range strings.Lines(heard) {
		if regexp.MustCompile(`^(Friday |From now on, tables|Table \d|Your table|You are (waiting|sitting|back)|Rank \d|The host is|The game night|Type table|Thank you|Next:|\w+ says to the game night|\w+ has (won|left) the game night)`).MatchString(line) {
			all = append(all, line)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "")
}

// TestAGameNightGivesNoHints: points are at stake, so a table of a game night gives none,
// in any game.
func TestAGameNightGivesNoHints(t *testing.T) {
	for _, kit := range kits() {
		synctest.Test(t, func(t *testing.T) {
			l := nightHouse(t)
			anna, bo := come(t, l, "anna"), come(t, l, "bo")
			anna.types("evening new games=" + kit.Name)
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
