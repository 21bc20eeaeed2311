package document_test

import (
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
)

// TestStatisticsRows: one row for all matches and one for each value of an option.
func TestStatisticsRows(t *testing.T) {
	dice := engine.Game{Name: "dice", Title: "Dice", Options: []engine.Option{
		{Name: "mode", Title: "Mode", Values: []engine.Value{{Name: "classic"}, {Name: "duel"}}, Default: "classic"},
	}}
	got := document.Statistics(lobby.Statistics{Name: "anna", You: true, Games: []lobby.GameStatistics{{
		Game: "dice", All: lobby.Share{Matches: 30, Won: 18, Fair: 15, Points: 120}, Splits: []lobby.Split{
			{Option: "mode", Values: []lobby.ValueShare{{Value: "classic", Share: lobby.Share{Matches: 20, Won: 18, Fair: 10}}, {Value: "duel", Share: lobby.Share{Matches: 10, Fair: 5}}}},
			{Option: "gone", Values: []lobby.ValueShare{{Value: "1"}, {Value: "2"}}},
		},
	}}}, nil, []engine.Game{dice}).Text(prose.English())
	const want = `anna (you)

Dice
               MATCHES  WON  LIKELY     FAIR  POINTS
all matches    30       60%  42 to 75%  50%   4.0
Mode: classic  20       90%  70 to 97%  50%   0.0
Mode: duel     10       0%   0 to 28%   50%   0.0

There are no matches to analyse.
`
	if got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}
