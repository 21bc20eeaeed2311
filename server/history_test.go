package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/server"
	davinciboard "parlor/tui/davinci"
)

// memHistory is a history in memory.
type memHistory []lobby.Finished

func (s memHistory) Matches(context.Context, lobby.MatchFilter) ([]lobby.Finished, error) {
	return s, nil
}

func (s memHistory) Match(_ context.Context, id string) (lobby.Finished, error) {
	for _, match := range s {
		if match.ID == id {
			return match, nil
		}
	}
	return lobby.Finished{}, lobby.ErrUnknown
}

// given returns a match that bo resigned at once.
func given(t *testing.T) memHistory {
	t.Helper()
	m, err := davinciboard.Game().Game.Start(2, engine.Seed{4}, engine.Options{"rounds": "1"})
	if err == nil {
		m, _, err = m.Play(1, engine.Resign)
	}
	if err != nil {
		t.Fatal(err)
	}
	view := m.View(engine.Watcher)
	return memHistory{{
		ID: "K4WQXAE93TDD", Title: "late night", Public: true, Began: time.Now(), Ended: time.Now(),
		Players: []lobby.Player{{Name: "anna"}, {Name: "bo"}}, Winners: view.Winners, Totals: view.Totals, Record: m.Record(),
	}}
}

// TestMatchesThatHaveEnded checks commands and screens of finished matches.
func TestMatchesThatHaveEnded(t *testing.T) {
	t.Parallel()
	s := openWith(t, nil, given(t), server.Limits{})
	anna := s.caller(t, "anna", signer(t, "anna"))
	anna.has("history --all", "K4WQXAE93TDD", "late night", "anna 5 (won), bo 0", "ssh -p 2222 play.example.com replay ID")
	anna.has("replay k4wqxae93tdd", "Match K4WQXAE93TDD, late night: Da Vinci Code.", "bo resigned", "anna won the match.")
	anna.has("replay K4WQXAE93TDD --seat 2 --json", `"seat":2`, `"view":{"game":"davinci","seat":2`)
	bo := s.come(t, terminal.Options{User: "bo", Key: signer(t, "bo")})
	see(t, bo, "Here now")
	press(t, bo, "y")
	see(t, bo, "your matches", "late night")
	press(t, bo, "\r")
	see(t, bo, "move 0 of 1")
	press(t, bo, " ") // one move a second
	see(t, bo, "bo resigned", "move 1 of 1")
	nothing := open(t, server.Limits{}).come(t, terminal.Options{User: "anna", Command: "history"})
	wantEnd(t, nothing)
	if text := nothing.Screen(); !strings.Contains(text, "keeps no match history") {
		t.Errorf("told:\n%s", text)
	}
}
