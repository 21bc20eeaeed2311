package tui_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/lobby/local"
)

// seasoned is anna, who looks at a profile where bo has played thirty matches more
// with her, and what is summed up of each takes a while.
func seasoned(t *testing.T, asked *int, slow time.Duration) *client {
	t.Helper()
	c := famous()
	for i := range 30 {
		c.matches = append(c.matches, lobby.Finished{
			ID: "S" + strconv.Itoa(i), Public: true, Ended: time.Now().Add(-time.Duration(900+i) * 24 * time.Hour),
			Players: []lobby.Player{{ID: "key:bo", Name: "bo"}, {ID: "key:anna", Name: "anna"}},
			Winners: []engine.Seat{engine.Seat(i % 5 / 3)}, Totals: []float64{float64(9 + i%7), 8},
			Record: engine.Record{Game: "davinci", Options: engine.Options{"jokers": []string{"none", "free"}[i%2], "memory": "off"}},
		})
	}
	sums := func(_ context.Context, _ string, _ engine.Game, id string) ([]insight.Player, error) {
		*asked++
		time.Sleep(slow)
		if id == "S3" {
			return nil, errors.New("it cannot be read")
		}
		one := insight.Player{Claims: 11, Right: 5, Luck: 0.4, Missed: 0.9, Spread: 2.1, Squares: 0.3}
		return []insight.Player{one, one, one, one}, nil
	}
	return sitWith(t, testLobbyWith(t, local.Config{Ratings: c, History: c}), "anna", false, program.Session{Person: "key:anna", History: c, SumUp: sums})
}

func TestStatistics(t *testing.T) {
	for _, size := range [][2]int{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for name, keys := range map[string][]string{
			"statistics":              {"l", "enter", "i"},
			"end of statistics":       {"l", "enter", "i", "end"},
			"statistics of one's own": {"l", "m", "i"},
			"statistics of nothing":   {"l", "down", "down", "down", "enter", "i"},
		} {
			t.Run(name+"/"+strconv.Itoa(size[0])+"x"+strconv.Itoa(size[1]), func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := seasoned(t, new(int), 0)
					s.take(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					s.press(keys...)
					golden.RequireEqual(t, s.text()+"\n")
					appearances(t, s)
				})
			})
		}
	}
}

// TestStatisticsAreForWhoLooks: matches are summed up one by one while the player looks,
// and no more of them once they have gone.
func TestStatisticsAreForWhoLooks(t *testing.T) {
	in(t, func(t *testing.T) {
		asked := 0
		s := seasoned(t, &asked, 0)
		s.press("l", "enter")
		if asked > 0 {
			t.Errorf("%d matches were summed up for nobody", asked)
		}
		s.press("i")
		s.shows("Statistics", "Jokers: free", "In the last")
		all := asked
		if s.press("esc"); all < 20 {
			t.Errorf("only %d matches were summed up", all)
		}
		if s.shows("Profile"); asked != all {
			t.Error("it goes on behind the profile")
		}
		s.press("esc", "m", "i", "?")
		if text := s.text(); !strings.Contains(text, "back to the profile") {
			t.Errorf("the help is\n%s", text)
		}
	})
}
