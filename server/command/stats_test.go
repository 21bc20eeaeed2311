package command_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/server/analyst"
	"parlor/server/protocol"
)

// statistician returns cy, in whose history anna has played the test matches and more.
func statistician(t *testing.T) asker {
	t.Helper()
	kept := &lobbytest.MemStore{Played: library(t)}
	for i := range 40 {
		match := played(t, kits()[1], "M"+string(rune('A'+i)), engine.Options{"rounds": "2", "mode": []string{"classic", "duel"}[i%2]})
		kept.Played = append(kept.Played, match)
	}
	hidden := kept.Played[len(kept.Played)-1]
	hidden.ID, hidden.Public = "HIDDEN", false
	kept.Played = append(kept.Played, hidden)
	kept.Ranked = []lobby.Standing{{Person: "key:anna", Name: "anna", Game: "davinci"}}
	a := newAsker(t, kept, "cy")
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	a.commands.Lobby = lobbytest.Open(t, local.New(local.Config{Games: games, History: kept, Ratings: kept}))
	a.person.Session = lobbytest.Enter(t, a.commands.Lobby, "cy")
	a.commands.SumUp = analyst.New(1).SumUp(func(ctx context.Context, id string) (engine.Record, error) {
		match, err := kept.Match(ctx, id)
		return match.Record, err
	})
	return a
}

// TestStatistics compares statistics as text and as JSON with goldens, and checks the width of lines. Matches of
// private rooms count only for their players.
func TestStatistics(t *testing.T) {
	cy := statistician(t)
	text := cy.ok("stats anna")
	for line := range strings.Lines(text) {
		if len([]rune(line)) > 80 {
			t.Errorf("%q is too wide", line)
		}
	}
	document := cy.ok("stats anna --json")
	golden.RequireEqual(t, text+"\n"+strings.ReplaceAll(document, "},", "},\n"))
	var read protocol.StatisticsDocument
	if err := json.Unmarshal([]byte(document), &read); err != nil || read.Counted != 41 || strings.Contains(document, "key:") {
		t.Errorf("the document is %s (%v)", document, err)
	}
	if text := cy.ok("stats me"); !strings.Contains(text, "There are no matches to analyse.") {
		t.Errorf("cy is told\n%s", text)
	}
	if _, err := cy.try("stats zoe"); err == nil || !strings.Contains(err.Error(), "no player called zoe") {
		t.Errorf("of zoe is said %v", err)
	}
	cy.commands.SumUp = nil
	if text := cy.ok("stats anna"); strings.Contains(text, "Luck") {
		t.Errorf("where nothing is summed up is said\n%s", text)
	}
}
