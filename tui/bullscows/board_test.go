package bullscows

import (
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/bullscows"
	"parlor/tui/boardtest"
	"parlor/tui/style"
)

func options() []engine.Options {
	return []engine.Options{{"digits": "3", "rows": "6", "rounds": "1"}, {"digits": "5", "rows": "20", "rounds": "1"}}
}

func TestBoard(t *testing.T) { boardtest.Run(t, Game(), 2, options()...) }

func TestEverySize(t *testing.T) {
	boardtest.Everywhere(t, Game(), 1, []string{"pgup", "tab", "x"}, options()...)
}

func TestAllIsOpen(t *testing.T) {
	boardtest.AllOpen(t, Game(), func(views []engine.View, all engine.View) {
		table, _ := all.Table.(game.View)
		for seat, one := range table.Boards {
			if own, _ := views[seat].Table.(game.View); own.Boards[seat].Code != one.Code || one.CodeSet != (one.Code != "") {
				t.Fatalf("seat %d is shown as %+v", seat+1, one)
			}
		}
	}, nil)
}

func TestAllIsToldByTheVoice(t *testing.T) {
	boardtest.NarratesInItsVoice(t, Game().Game, Game().Narrator, 2, []string{"secret", "guess"}, options()...)
}

// after is a match after some moves.
func after(t *testing.T, moves ...string) engine.Match {
	t.Helper()
	m, err := Game().Game.Start(2, engine.Seed{3}, nil)
	for i, move := range moves {
		if err == nil {
			m, _, err = m.Play(engine.Seat(i%2), engine.Action(move))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestKeys(t *testing.T) {
	made := []string{"secret 4271", "secret 0385"}
	for _, row := range []struct {
		moves []string
		keys  string
		want  engine.Action
	}{
		{nil, "4 2 7 1 enter", "secret 4271"},
		{nil, "0 0 1 1 2 3 enter", "secret 0123"},    // no digit twice
		{nil, "0 1 2 up enter", "secret 0123"},       // the first that is free
		{nil, "0 1 2 3 home 3 enter", "secret 0123"}, // 3 stands elsewhere
		{nil, "0 1 2 enter", ""},
		{made, "9 8 7 6 enter", "guess 9876"},
	} {
		b := Game().Board(style.NewTheme(true), nil)
		b.See(boardtest.Scene(after(t, row.moves...), 0))
		if got := boardtest.Press(b, strings.Fields(row.keys)...); got != row.want {
			t.Errorf("keys %s gave %q, want %q", row.keys, got, row.want)
		}
	}
}

func TestWhatAGuessIsRuledOutBy(t *testing.T) {
	b := Game().Board(style.NewTheme(true), nil)
	b.See(boardtest.Scene(after(t, "secret 4271", "secret 0385", "guess 0123", "guess 4567"), 0))
	for keys, rules := range map[string]bool{"0 1 2 3": true, "0 8 5 3": true, "0 4 5 1": false} {
		boardtest.Press(b, append(strings.Fields(keys), "home")...)
		if ask := b.Ask().String(); strings.Contains(ask, "rule it out") != rules {
			t.Errorf("%s: %q", keys, ask)
		}
		boardtest.Press(b, "esc")
	}
}

func TestLesson(t *testing.T) { boardtest.RunLesson(t, Game()) }

func TestTheLessonIsRight(t *testing.T) {
	left := func(n int) func(engine.View) bool {
		return func(known engine.View) bool { return len(game.NewWorlds(known.Table.(game.View)).Left(1)) == n }
	}
	won := func(known engine.View) bool { return len(known.Winners) == 1 && known.Winners[0] == 0 }
	boardtest.CheckConclusions(
		t, Game(),
		boardtest.Conclusion{Says: "Two bulls: two are in the right place. {n} codes still fit.", Holds: left(7)},
		boardtest.Conclusion{Says: "Two bulls again. So 5 is in its place, and only one code is left.", Holds: left(1)},
		boardtest.Conclusion{Says: "So you win.", Holds: won},
	)
}

// What is refused says what can be typed.
func TestRefusals(t *testing.T) {
	made := after(t, "secret 4271", "secret 0385")
	for _, row := range []struct {
		match        engine.Match
		action, says string
	}{
		{after(t), "guess 0123", "Make your code of 4 different digits: type secret and the digits, such as secret 0123."},
		{made, "guess 0033", "Row 1 of 10: type guess and different digits, such as guess 0123."},
		{made, "secret 4271", "Row 1 of 10: type guess and different digits, such as guess 0123."},
		{after(t, "secret 4271"), "secret 4271", "You have made your code. Waiting for 李小龍."},
	} {
		_, _, err := row.match.Play(0, engine.Action(row.action))
		if said := Game().Narrator.Reason(err, boardtest.Scene(row.match, 0)).String(); said != row.says {
			t.Errorf("%s: %q, not %q", row.action, said, row.says)
		}
	}
}

func TestGoldens(t *testing.T) {
	var moves []engine.Move
	for i, action := range []engine.Action{
		game.Secret("4271"), game.Secret("0385"), game.Guess("0123"), game.Guess("5678"), game.Guess("0541"), game.Guess("4217"), game.Guess("0385"), engine.Timeout,
	} {
		moves = append(moves, engine.Move{Seat: engine.Seat(i % 2), Action: action})
	}
	boardtest.Goldens(t, Game(), engine.Options{"rounds": "1"}, moves...)
}
