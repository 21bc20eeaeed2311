package server_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/server"
	"parlor/server/protocol"
)

// chart is a history with ratings in memory.
type chart struct{ memHistory }

func (chart) all() []lobby.Standing {
	return []lobby.Standing{
		{Person: "key:cy", Name: "cy", Game: "davinci", Rating: 1611.4, Deviation: 104.6, Place: 1, Matches: 87, Wins: 51, Streak: -2, Best: 6},
		{Person: "key:dan", Name: "dan", Game: "davinci", Rating: 1702.6, Deviation: 240.1, Provisional: true, Place: 2, Matches: 9, Wins: 6},
	}
}

func (c chart) Leaders(_ context.Context, game string, _ int) ([]lobby.Standing, error) {
	return slices.DeleteFunc(c.all(), func(s lobby.Standing) bool { return s.Game != game }), nil
}

func (c chart) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(c.all(), func(s lobby.Standing) bool { return s.Person != person }), nil
}

func (c chart) Named(_ context.Context, name string) ([]string, error) {
	if lobby.FoldName(name) != "cy" {
		return nil, nil
	}
	return []string{"key:cy", "key:other"}, nil
}

func TestLeadersAndProfilesByCommand(t *testing.T) {
	t.Parallel()
	kept := chart{memHistory{{
		ID: "K4WQXAE93TDD", Public: true, Rated: true, Ended: time.Now(), Record: engine.Record{Game: "davinci"},
		Players: []lobby.Player{{ID: "key:cy", Name: "cy"}, {Name: "somebody"}}, Winners: []engine.Seat{0}, Totals: []float64{5, 0},
	}}}
	s := openWith(t, nil, kept, server.Limits{})
	anna := s.caller(t, "anna", signer(t, "anna"))
	anna.has("top", "Da Vinci Code\n", "1  cy    1611 ± 105   87       51   2 lost\n", "2  dan   1703? ± 240  9        6\n", "ssh -p 2222 play.example.com who NAME")
	anna.has("top davinci", "1611 ± 105")
	anna.has("who C y", "cy, the most recently seen of the 2 players with that name", "Da Vinci Code  1611 ± 105  1     87       51   2 lost  6 won",
		"You have not played each other.", "just now  won  Da Vinci Code  vs somebody  rated")
	anna.has("who me", "anna (you)", "No rated matches yet.")
	var top protocol.TopDocument
	if err := json.Unmarshal([]byte(anna.ok("top --json")), &top); err != nil || len(top.Boards) != 1 || len(top.Boards[0].Leaders) != 2 || top.Boards[0].You != nil {
		t.Errorf("top is %+v (%v)", top, err)
	}
	output := anna.ok("who cy --json")
	var who protocol.ProfileDocument
	if err := json.Unmarshal([]byte(output), &who); err != nil || who.Namesakes != 1 || who.Standings[0].BestStreak != 6 || who.Results[0].Result != lobby.ResultWon {
		t.Errorf("cy is %+v (%v)", who, err)
	}
	if strings.Contains(output, "key:") {
		t.Errorf("the profile has an identity in it: %s", output)
	}
	for _, row := range []struct{ command, says string }{
		{"who zoe", "There is no player called zoe"},
		{"who", "who needs more arguments. Usage: who NAME"},
		{"top chess", "The games are davinci."},
		{"top davinci masterdice", "top has too many arguments"},
	} {
		if got := anna.run(row.command, ""); got.status == 0 || !strings.Contains(got.stderr, row.says) {
			t.Errorf("%s: %+v does not say %q", row.command, got, row.says)
		}
	}
	nothing := open(t, server.Limits{}).come(t, terminal.Options{User: "anna", Command: "top"})
	wantEnd(t, nothing)
	if text := nothing.Screen(); !strings.Contains(text, "keeps no ratings") {
		t.Errorf("told:\n%s", text)
	}
}
