package tui_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
)

// analyses is an analyst who has time for everybody, after a while.
func analyses(slow time.Duration) insight.Analyse {
	return func(_ context.Context, _ string, game engine.Game, record engine.Record) (insight.Analysis, error) {
		time.Sleep(slow)
		return insight.Of(game, record)
	}
}

// curious is anna in a history whose matches can be analysed.
func curious(t *testing.T, analyse insight.Analyse, width, height int) *client {
	t.Helper()
	s := sitWith(t, testLobby(t), "anna", false, program.Session{History: library(t), Person: "key:anna", Analyse: analyse})
	s.take(tea.WindowSizeMsg{Width: width, Height: height})
	s.press("y")
	return s
}

func TestInsight(t *testing.T) {
	for _, size := range [][2]int{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for name, keys := range map[string][]string{
			"history with insight":     {},
			"insight":                  {"i"},
			"end of an insight":        {"i", "end"},
			"insight into a duel":      {"down", "i", "end"},
			"insight into Kodeknacker": {"down", "down", "i"},
			"insight from a replay":    {"enter", "i"},
		} {
			t.Run(name+"/"+strconv.Itoa(size[0])+"x"+strconv.Itoa(size[1]), func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := curious(t, analyses(0), size[0], size[1])
					s.press(keys...)
					golden.RequireEqual(t, s.text()+"\n")
					appearances(t, s)
				})
			})
		}
	}
}

// TestInsightIsAwaited: what takes a while is awaited without holding anything up,
// and is dropped once it is not awaited any more; a refusal is shown.
func TestInsightIsAwaited(t *testing.T) {
	in(t, func(t *testing.T) {
		s := curious(t, func(context.Context, string, engine.Game, engine.Record) (insight.Analysis, error) {
			return insight.Analysis{}, prose.Refuse("Too many matches are being analysed right now. Try again in a moment.")
		}, 80, 24)
		s.press("i")
		s.shows("Too many matches are being analysed")
		s.shows("History")
	})
	in(t, func(t *testing.T) {
		s := curious(t, analyses(0), 80, 24)
		s.press("i")
		s.shows("Key moments")
		s.press("esc")
		s.shows("History")
		s.press("down", "down", "down", "i", "end")
		if text := s.text(); strings.Contains(text, "Insight") && !strings.Contains(text, "Uncertainty left") {
			t.Errorf("the curves are not at the end:\n%s", text)
		}
	})
}

// TestNoInsightIntoAVoidMatch: it says why there is none.
func TestNoInsightIntoAVoidMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		kept := library(t)
		kept.matches[0].Void, kept.matches[0].Winners = lobby.VoidServer, []engine.Seat{}
		s := sitWith(t, testLobby(t), "anna", false, program.Session{History: kept, Person: "key:anna", Analyse: analyses(0)})
		s.press("y", "i")
		s.shows("This match is void: the server could not continue the room. There is no", "analysis.")
		s.shows("History")
	})
}

// TestNoInsightIntoWhatIsPlayed: the key is there once the match is over, and not
// before.
func TestNoInsightIntoWhatIsPlayed(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _ := pair(t, lobby.Plan{Game: "kodeknacker"})
		if anna.press("i"); strings.Contains(anna.text(), "Insight") {
			t.Errorf("a match under way is analysed:\n%s", anna.text())
		}
	})
}

// TestInsightAfterAMatch: a key opens it from the end of a match that is kept, and
// leads back there.
func TestInsightAfterAMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := rated(t, screen.Settings{Still: true})
		anna.press("i")
		anna.reads("Insight", "It decided the match.")
		anna.press("esc", "enter")
		anna.shows("enter rematch")
		bo.press("enter", "i")
		bo.reads("Insight", "It decided the match.")
		bo.press("esc")
		bo.shows("★ bo")
	})
}
