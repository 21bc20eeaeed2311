package lines_test

import (
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/tui/davinci"
)

// TestResignAsksByEar checks in each game that resign and leave ask first, and that any other line cancels.
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
	if _, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: "E93TDD"}); err != nil {
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

// TestResignSaysThatOthersPlayOn checks the question with more than two players.
func TestResignSaysThatOthersPlayOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=3")
		var others []lobby.Handle
		for _, name := range []string{"bo", "cy"} {
			handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, name), lobby.Join{Code: "E93TDD"})
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
		if err := lobby.Perform(t.Context(), others[0], lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		anna.types("resign")
		if heard := anna.heard(); !strings.Contains(heard, "cy wins.") {
			t.Errorf("with one other player left it says %s", heard)
		}
	})
}

// TestResignKnowsWhoHasResigned checks a player who has resigned and stays.
func TestResignKnowsWhoHasResigned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=3")
		var others []lobby.Handle
		for _, name := range []string{"bo", "cy"} {
			handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, name), lobby.Join{Code: "E93TDD"})
			if err != nil {
				t.Fatal(err)
			}
			others = append(others, handle)
		}
		anna.types("start")
		time.Sleep(200 * time.Millisecond)
		if err := lobby.Perform(t.Context(), others[0], lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
		anna.types("resign")
		time.Sleep(200 * time.Millisecond)
		if heard := anna.heard(); !strings.Contains(heard, "Resign this match?\ncy wins.") || strings.Contains(heard, "play on.\nType") {
			t.Errorf("with one other player who has not resigned it says %s", heard)
		}
	})
}

// TestDeletionAsksByEar checks that an account is deleted only if that is typed twice in a row.
func TestDeletionAsksByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		for _, line := range []string{"me --delete", "rooms", "me --delete", "no", "me --delete"} {
			anna.types(line)
		}
		if heard := anna.heard(); strings.Count(heard, "Delete everything about you for good?") != 3 || strings.Contains(heard, "forgets everyone") {
			t.Fatalf("it says %s", heard)
		}
		anna.types("me --delete")
		if heard := anna.heard(); !strings.Contains(heard, "This server forgets everyone when it stops.") {
			t.Errorf("it says %s", heard)
		}
		zoe := come(t, l, "zoe")
		zoe.types("me --delete --yes")
		if heard := zoe.heard(); !strings.Contains(heard, "This server forgets everyone when it stops.") {
			t.Errorf("it says %s", heard)
		}
		zoe.types("rooms --yes")
		if heard := zoe.heard(); !strings.Contains(heard, "--yes only works with me --delete.") {
			t.Errorf("it says %s", heard)
		}
	})
}

// TestCommandsAtATableReadWhatFollows checks that arguments are not ignored in a room.
func TestCommandsAtATableReadWhatFollows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=2")
		asks := func(line, want string) {
			t.Helper()
			before := len(anna.heard())
			anna.types(line)
			if heard := anna.heard()[before:]; !strings.Contains(heard, want) {
				t.Errorf("after %q it says %q, not %q", line, heard, want)
			}
		}
		asks("me --delete", "Delete everything about you for good?")
		asks("rooms", "E93TDD")
		asks("me --delete", "Delete everything about you for good?")
		asks("me --delete", "This server forgets everyone when it stops.")
		asks("me --nothing", "Unknown option")
		asks("version now", "version has too many arguments")
		for _, line := range []string{"leave now", "close it", "start later", "lobby please", "pause once", "go on"} {
			verb, _, _ := strings.Cut(line, " ")
			asks(line, verb+" takes no arguments.")
		}
		asks("hand of", "Type hand or hand off.")
		asks("look", "anna")
	})
}

// TestResignAsksWhoIsOutOfTheGame checks a player who is out of the game but can still win the match.
func TestResignAsksWhoIsOutOfTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=3 first=2")
		others := map[string]lobby.Handle{}
		for _, name := range []string{"bo", "cy"} {
			handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, name), lobby.Join{Code: "E93TDD"})
			if err != nil {
				t.Fatal(err)
			}
			others[name] = handle
		}
		anna.types("start")
		anna.types("deal")
		plays := func(name string, action engine.Action) {
			t.Helper()
			time.Sleep(200 * time.Millisecond)
			if err := lobby.Perform(t.Context(), others[name], lobby.Play{Action: action}); err != nil {
				t.Fatalf("%s: %s: %v", name, action, err)
			}
		}
		plays("bo", "deal")
		plays("cy", "deal")
		match := func() engine.Match {
			m, err := davinci.Game().Game.AtVersion(dealsVersion).Start(3, engine.Seed{11}, engine.Options{"first": "2"})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}()
		for _, move := range []engine.Move{{Seat: 0, Action: "deal"}, {Seat: 1, Action: "deal"}, {Seat: 2, Action: "deal"}} {
			next, _, err := match.Play(move.Seat, move.Action)
			if err != nil {
				t.Fatal(err)
			}
			match = next
		}
		plays("bo", "draw black")
		tiles := match.View(0).Table.(game.View).Racks[0].Tiles
		for i, tile := range tiles {
			plays("bo", engine.Action("guess 1 "+strconv.Itoa(i+1)+" "+tile.Value.String()))
		}
		anna.types("resign")
		time.Sleep(200 * time.Millisecond)
		if heard := anna.heard(); !strings.Contains(heard, "You are out.") || !strings.Contains(heard, "Resign this match?") || strings.Contains(heard, "You resigned.") {
			t.Errorf("who is out hears %s", heard[strings.LastIndex(heard, "> start"):])
		}
	})
}
