package prose_test

import (
	"fmt"
	"testing"

	"parlor/engine/insight"
	"parlor/prose"
)

// TestAnAnalysisNamesWhoActed: a player in whose place a bot has finished the match is
// listed as that.
func TestAnAnalysisNamesWhoActed(t *testing.T) {
	account := prose.Account{
		Names: []string{"anna", "bo", "Fiora"}, Bots: []bool{false, false, true}, Finished: []bool{false, true, false},
		Analysis: insight.Analysis{Players: []insight.Player{{Seat: 0}, {Seat: 1}, {Seat: 2}}},
	}
	var names []string
	for _, row := range account.Players()[1:] {
		names = append(names, row[0].String())
	}
	if got := fmt.Sprint(names); got != "[anna bot for bo Fiora (bot)]" {
		t.Errorf("the players are %s", got)
	}
}
