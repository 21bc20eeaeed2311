package tui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/boardtest"
)

// late presses keys at a table that has changed since it was drawn: what comes
// of each is seen after the last only.
func (s *client) late(want string, keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		s.take(boardtest.Key(key))
	}
	s.settle()
	lines := strings.Split(s.text(), "\n")
	if got := strings.TrimSpace(lines[len(lines)-2]); got != want {
		s.t.Errorf("it says %q, not %q", got, want)
	}
}

func plan(game string, options engine.Options) lobby.Plan {
	return lobby.Plan{Game: game, Options: options, Seats: 2}
}

// TestThatThereAreTooFewIsTakenBack once a player has sat down: their name is shown.
func TestThatThereAreTooFewIsTakenBack(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		handle.Close()
		anna.settle()
		anna.press("enter", "enter")
		anna.shows("Da Vinci Code needs at least 2 players.")
		bo.settle()
		bo.press("enter")
		anna.settle()
		anna.lacks("at least 2 players")
		anna.shows("bo sat down.", "Not ready yet: bo. You can begin anyway.")
	})
}

func TestAKeyPressedTwiceIsRefusedInWordsOfTheScreen(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, plan("davinci", engine.Options{"first": "1", "jokers": "none"}))
		anna.late("You are ready. Play begins when everybody is.", "d", "d")
		bo.settle()
		bo.press("d")
		anna.settle()
		anna.late("You have to guess: choose a tile, type its number and press Enter.", "b", "w")
	})
	in(t, func(t *testing.T) {
		anna, bo := pair(t, plan("davinci", engine.Options{"first": "1", "jokers": "none"}))
		anna.press("d")
		bo.settle()
		bo.late("It is not your turn. Waiting for anna.", "d", "d")
	})
	in(t, func(t *testing.T) {
		anna, bo := pair(t, plan("kodeknacker", nil))
		anna.late("You have made your code. Waiting for bo.", "r", "g", "b", "y", "o", "enter", "enter")
		bo.settle()
		bo.late("You have made your code. Now guess: fill a row and press Enter.", "r", "g", "b", "y", "o", "enter", "enter")
		anna.settle()
		anna.late("You have guessed. Waiting for bo.", "r", "r", "g", "g", "b", "enter", "enter")
	})
	in(t, func(t *testing.T) {
		anna, _ := pair(t, plan("masterdice", engine.Options{"first": "1"}))
		anna.late("You have already rolled. Place at least one die on the row and press Enter.", "enter", "enter")
	})
}

func TestAKeyThatComesTooLateIsRefusedInWordsOfTheScreen(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, plan("masterdice", engine.Options{"first": "1"}))
		bo.press("esc", "y", "down", "enter")
		anna.late("Game 1 is over. Press Enter for game 2.", "enter")
	})
	in(t, func(t *testing.T) {
		timed := plan("davinci", engine.Options{"first": "1", "jokers": "none"})
		timed.Clock = 30 * time.Second
		anna, bo := pair(t, timed)
		anna.press("d")
		bo.settle()
		bo.press("d")
		anna.settle()
		time.Sleep(timed.Clock) // what anna's screen is told waits
		anna.late("It is not your turn. Waiting for bo.", "b")
	})
	in(t, func(t *testing.T) {
		anna, bo := pair(t, plan("masterdice", engine.Options{"first": "1"}))
		anna.press("esc", "p")
		bo.settle()
		bo.press("esc", "p")
		anna.late("The match is paused. Press g to go on.", "enter")
	})
}

// TestRefusalsOfEveryGame is over what package engine has for all games: what a
// screen and lines say of it.
func TestRefusalsOfEveryGame(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _ := pair(t, plan("masterdice", nil))
		told := map[string][2]string{}
		for _, row := range []struct {
			code, format, screen, lines string
			args                        []any
		}{
			{engine.NotYourTurn, engine.RefusedWatcher, "Only players can do that. You are watching.", "Only players can do that. You are watching.", nil},
			{engine.RoundOver, engine.RefusedOver, "This game is over.", "This game is over.", nil},
			{engine.NotLegal, engine.RefusedNext, "Game 2 is not over yet.", "Game 2 is not over yet.", []any{2}},
			{
				engine.NotLegal, engine.RefusedBetween,
				"Game 1 is over. Press Enter for game 2.", "Game 1 is over. Type next when you are ready for game 2.",
				[]any{1, 2},
			},
			{
				engine.NotYourTurn, engine.RefusedReady,
				"You are ready. The next game begins when everybody is.", "You are ready. The next game begins when everybody is.", nil,
			},
			{engine.RoundOver, engine.RefusedMatch, "The match is over.", "The match is over.", nil},
		} {
			err := engine.Refuse(row.code, row.format, row.args...)
			told[row.format] = [2]string{anna.root.Reason(err), prose.Narrator{}.Reason(err, prose.Scene{}).String()}
			if want := [2]string{row.screen, row.lines}; told[row.format] != want {
				t.Errorf("of %q a screen and lines say %q, not %q", err, told[row.format], want)
			}
		}
		for _, format := range refusedBy(t, "../engine/refusal.go") {
			if _, is := told[format]; !is {
				t.Errorf("the table lacks what is said of %q", format)
			}
		}
	})
}

// refusedBy are the constants of a file that are formats of refusals.
func refusedBy(t *testing.T, path string) (formats []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, is := node.(*ast.ValueSpec)
		if is && strings.HasPrefix(spec.Names[0].Name, "Refused") {
			literal, _ := spec.Values[0].(*ast.BasicLit)
			format, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			formats = append(formats, format)
		}
		return true
	})
	return formats
}

func TestARefusalIsSaidByTheVoice(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sitWith(t, l, "anna", false, program.Session{Voice: prose.Pseudo()})
		anna.press("3", "b", "enter")
		for _, key := range []string{"r", "g", "b", "y", "o", "enter", "enter"} {
			anna.take(boardtest.Key(key))
		}
		anna.settle()
		lines := strings.Split(anna.text(), "\n")
		said := lines[len(lines)-2]
		if word := boardtest.Untold(said, "Caliper", "anna"); word != "" || strings.TrimSpace(said) == "" {
			t.Errorf("%q is said without a voice in %q", word, said)
		}
	})
}
