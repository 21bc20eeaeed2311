package command_test

import (
	"encoding/json"
	"strings"
	"testing"

	"parlor/server/protocol"
)

// TestShare checks that the text has the result and the replay command, and nothing of the room.
func TestShare(t *testing.T) {
	match := played(t, kits()[1], "K4WQXAE93TDD", nil)
	anna := newAsker(t, memHistory{match}, "anna")
	card := anna.ok("share k4wqxae93tdd")
	for _, want := range []string{"MasterDice, 2026-08-03, 24 minutes\n", "anna ", "bo ", "(won)", "Replay it with  ssh play.example.com replay K4WQXAE93TDD\n"} {
		if !strings.Contains(card, want) {
			t.Errorf("%q is not on the card:\n%s", want, card)
		}
	}
	if strings.Contains(card, " "+match.Room) || strings.Contains(card, match.Title) {
		t.Errorf("the card tells of the room:\n%s", card)
	}
	var document protocol.ShareDocument
	if err := json.Unmarshal([]byte(anna.ok("share K4WQXAE93TDD --json")), &document); err != nil || document.Text != card {
		t.Errorf("as a document the card is %+v (%v)", document, err)
	}
}
