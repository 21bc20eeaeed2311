package command_test

import (
	"errors"
	"strings"
	"testing"

	"parlor/lobby"
	"parlor/server/command"
)

// TestTurns checks the line and the exit status.
func TestTurns(t *testing.T) {
	anna := newAsker(t, nil, "anna")
	if said, err := anna.try("turns"); !errors.Is(err, command.ErrNoTurn) || said != "No match is waiting for you.\n" {
		t.Errorf("without a match: %q (%v)", said, err)
	}
	if said, err := anna.try("turns --json"); !errors.Is(err, command.ErrNoTurn) || said != `{"turns":[]}`+"\n" {
		t.Errorf("without a match: %q (%v)", said, err)
	}
	handle, err := lobby.Ask(t.Context(), anna.person.Session, lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []lobby.RoomOp{lobby.AddBot{Level: 1}, lobby.Start{}} {
		if err := lobby.Perform(t.Context(), handle, do); err != nil {
			t.Fatal(err)
		}
	}
	code := (<-handle.Updates()).Code
	if said := anna.ok("turns"); said != "It is your turn: Kodeknacker in "+code+".\n" {
		t.Errorf("with a match: %q", said)
	}
	if said := anna.ok("turns --json"); !strings.Contains(said, `"code":"`+code+`"`) {
		t.Errorf("with a match: %q", said)
	}
}
