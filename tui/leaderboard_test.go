package tui_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui/boardtest"
)

// chart is ratings and matches in memory.
type chart struct {
	memHistory
	standings []lobby.Standing // the best of each game first
}

func (c *chart) Leaders(_ context.Context, game string, limit int) ([]lobby.Standing, error) {
	time.Sleep(c.slow)
	found := slices.DeleteFunc(slices.Clone(c.standings), func(s lobby.Standing) bool { return s.Game != game })
	return found[:min(len(found), limit)], c.err
}

func (c *chart) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(slices.Clone(c.standings), func(s lobby.Standing) bool { return s.Person != person }), c.err
}

func (c *chart) Named(context.Context, string) ([]string, error) { return nil, c.err }

// famous is a chart of 25 at Da Vinci Code, where anna comes last, and of anna
// and a friend at Kodeknacker.
func famous() *chart {
	c := &chart{}
	names := []string{"bo", "李小龍🦊", "cy", "Wilhelmina", "dan"}
	for i := range 24 {
		name := names[i%len(names)]
		if i >= len(names) {
			name += " " + strconv.Itoa(i)
		}
		c.standings = append(c.standings, lobby.Standing{
			Person: "key:" + name, Name: name, Game: "davinci", Rating: 1893.4 - 31.7*float64(i), Deviation: 71.3 + 9*float64(i), Provisional: i > 4,
			Place: i + 1, Matches: 112 - 4*i, Wins: 70 - 2*i, Streak: i%7 - 3, Best: 9 - i/3,
		})
	}
	c.standings = append(
		c.standings,
		lobby.Standing{Person: "key:anna", Name: "anna", Game: "davinci", Rating: 1402, Deviation: 301.2, Provisional: true, Place: 25, Matches: 3, Wins: 1, Streak: -1, Best: 1},
		lobby.Standing{Person: "key:anna", Name: "anna", Game: "kodeknacker", Rating: 1622, Deviation: 98, Place: 1, Matches: 90, Wins: 61, Streak: 4, Best: 12},
		lobby.Standing{Person: "key:bo", Name: "bo", Game: "kodeknacker", Rating: 1577, Deviation: 105, Place: 2, Matches: 91, Wins: 50, Best: 5},
	)
	for i := range 14 {
		match := lobby.Finished{
			ID: strconv.Itoa(i), Public: i%2 == 0, Rated: i%3 > 0, Ended: time.Now().Add(-time.Duration(i*i*5) * time.Hour),
			Players: []lobby.Player{{ID: "key:bo", Name: "bo"}, {ID: "key:anna", Name: "anna"}, {Name: "李小龍🦊"}, {Name: "Caliper", Level: 1}}[:2+i%3],
			Winners: [][]engine.Seat{{0}, {1}, {0, 1}, {0}}[i%4], Totals: []float64{float64(4 + i%4%3), 5, 1, 2}[:2+i%3],
			Record: engine.Record{Game: kits()[i%3].Game.Name},
		}
		c.matches = append(c.matches, match)
	}
	return c
}

// fan is anna where there are ratings.
func fan(t *testing.T, c *chart) *client {
	t.Helper()
	return sitWith(t, testLobbyWith(t, local.Config{Ratings: c, History: c}), "anna", false, program.Session{Person: "key:anna"})
}

func TestLeaderboard(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		for name, keys := range map[string][]string{
			"hall with leaders":         {},
			"leaders":                   {"l", "down", "down"},
			"leaders at the end":        {"l", "end"},
			"leaders with oneself":      {"l", "3"},
			"leaders of nobody":         {"l", "right"},
			"profile":                   {"l", "enter"},
			"profile of one's own":      {"l", "m"},
			"profile of somebody new":   {"l", "down", "enter"},
			"help of the leaders":       {"l", "?"},
			"new room that is rated":    {"n", "o", "down", "down", "down", "down", "down", "down", "down", "down", "right"},
			"waiting in a rated room":   {"n", "o", "down", "down", "down", "down", "down", "down", "down", "down", "right", "enter"},
			"match that does not count": {"n", "o", "down", "down", "down", "down", "down", "down", "down", "down", "right", "enter", "b", "enter"},
		} {
			t.Run(name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := fan(t, famous())
					s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					s.press(keys...)
					golden.RequireEqual(t, s.text()+"\n")
					if size.width == 80 || size.width == 120 {
						appearances(t, s)
					}
				})
			})
		}
	}
}

func TestNoRatings(t *testing.T) {
	in(t, func(t *testing.T) {
		s := sit(t, testLobby(t), "anna", false)
		s.press("l")
		if s.shows("There are no rooms."); strings.Contains(s.text(), "leaders") {
			t.Errorf("a server without ratings offers leaders:\n%s", s.text())
		}
		if s.press("?"); strings.Contains(s.text(), "the leaderboard of each game") {
			t.Errorf("a server without ratings has help for them:\n%s", s.text())
		}
	})
}

func TestLeadersAreWalkedOver(t *testing.T) {
	in(t, func(t *testing.T) {
		s := fan(t, famous())
		s.press("l")
		s.shows("‹1 Da Vinci Code›", "▸  1  bo", "Your rank is 25: rating 1402? ± 301 after 3 matches, 1 won.")
		s.press("pgdown", "up", "k", "j", "enter")
		s.shows("李小龍🦊 11", "You have not played each other.")
		s.press("esc", "end")
		s.shows("▸ 20 ")
		s.press("home", "left")
		s.shows("‹3 Kodeknacker›", "anna (you)")
		s.press("right", "right")
		s.shows("‹2 MasterDice›", "No rated match of this game yet", "You have not finished a rated match of this game yet.")
		s.press("enter", "down", "end", "m")
		s.shows("anna (you)", "Last matches")
		s.press("down", "up", "enter", "9", "x", "1")
		s.take(tea.MouseClickMsg{X: 10, Y: 8, Button: tea.MouseLeft})
		s.shows("▸  3  cy")
		s.take(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		s.shows("▸  4  Wil")
		s.take(tea.MouseClickMsg{X: 10, Y: 9, Button: tea.MouseLeft})
		s.settle()
		s.shows("Profile", "Wilhelmina")
		s.take(tea.MouseClickMsg{X: 10, Y: 8, Button: tea.MouseLeft})
		s.press("q", "q")
		s.shows("There are no rooms.")
	})
}

func TestLeadersMayBeSlow(t *testing.T) {
	in(t, func(t *testing.T) {
		kept := famous()
		kept.slow = 3 * time.Second
		s := fan(t, kept)
		s.press("l")
		s.shows("One moment…")
		s.press("3") // a new question is not given the answer to the one before
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("‹3 Kodeknacker›", "anna (you)")
		s.press("enter", "esc") // leaving while a profile is on its way
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("There are no rooms.")
		kept.err = errors.New("the disk is broken")
		s.press("l")
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("The leaderboard could not be loaded")
		s.press("m")
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("That profile could not be loaded")
	})
}

// TestLeaderboardFits goes over the screens with names of any width, at all sizes.
func TestLeaderboardFits(t *testing.T) {
	in(t, func(t *testing.T) {
		s := fan(t, famous())
		for _, keys := range [][]string{{"l"}, {"end"}, {"enter"}, {"esc", "3"}, {"m"}, {"down"}} {
			for _, key := range keys {
				s.take(boardtest.Key(key))
				s.settle()
			}
			stays(t, s)
		}
	})
}
