package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
)

// TestResignAsksByEar: resign and leave ask first, in each game, and anything but the
// same command cancels that.
func TestResignAsksByEar(t *testing.T) {
	for _, kit := range kits() {
		t.Run(kit.Name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { resignAsksByEar(t, kit.Name) }) })
	}
}

func resignAsksByEar(t *testing.T, game string) {
	t.Helper()
	l := house(t)
	anna := come(t, l, "anna")
	anna.types("new " + game + " seats=2")
	if _, err := lobbytest.Enter(t, l, "bo").Join(t.Context(), "E93TDD"); err != nil {
		t.Fatal(err)
	}
	types := func(line string) (heard string) {
		before := len(anna.heard())
		anna.types(line)
		time.Sleep(200 * time.Millisecond)
		return anna.heard()[before:]
	}
	types("start")
	const asked = "Resign this match?\nbo wins.\nType resign again to resign, or anything else to play on.\n"
	for _, line := range []string{"resign", "look", "Resign", "leave", "resign", "", "leave"} {
		switch heard := types(line); {
		case strings.Contains(heard, "You resigned."):
			t.Fatalf("%q resigns: %s", line, heard)
		case strings.EqualFold(line, "resign") && !strings.Contains(heard, asked):
			t.Errorf("%q does not ask: %s", line, heard)
		}
	}
	types("may")
	types("resign")
	if heard := types("resign"); !strings.Contains(heard, "You resigned.") {
		t.Errorf("resign twice does not resign: %s", heard)
	}
}

// TestResignSaysThatOthersPlayOn: with more players left, nobody wins by it.
func TestResignSaysThatOthersPlayOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=3")
		var others []lobby.Handle
		for _, name := range []string{"bo", "cy"} {
			handle, err := lobbytest.Enter(t, l, name).Join(t.Context(), "E93TDD")
			if err != nil {
				t.Fatal(err)
			}
			others = append(others, handle)
		}
		for _, line := range []string{"start", "resign"} {
			anna.types(line)
			time.Sleep(200 * time.Millisecond)
		}
		if heard := anna.heard(); !strings.Contains(heard, "You are out; the others play on.") {
			t.Errorf("it says %s", heard)
		}
		if err := lobby.Give(t.Context(), others[0], lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		anna.types("resign")
		if heard := anna.heard(); !strings.Contains(heard, "cy wins.") {
			t.Errorf("with one other player left it says %s", heard)
		}
	})
}

// TestDeletionAsksByEar: an account is deleted once that was typed twice in a row.
func TestDeletionAsksByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		for _, line := range []string{"me --delete", "rooms", "me --delete", "no", "me --delete"} {
			anna.types(line)
		}
		if heard := anna.heard(); strings.Count(heard, "Delete everything about you for good?") != 3 || strings.Contains(heard, "does not remember") {
			t.Fatalf("it says %s", heard)
		}
		anna.types("me --delete")
		if heard := anna.heard(); !strings.Contains(heard, "This server does not remember anybody after it stops.") {
			t.Errorf("it says %s", heard)
		}
		zoe := come(t, l, "zoe")
		zoe.types("me --delete --yes")
		if heard := zoe.heard(); !strings.Contains(heard, "This server does not remember anybody after it stops.") {
			t.Errorf("it says %s", heard)
		}
		zoe.types("rooms --yes")
		if heard := zoe.heard(); !strings.Contains(heard, "Use --yes with me --delete only.") {
			t.Errorf("it says %s", heard)
		}
	})
}
