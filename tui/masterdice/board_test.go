package masterdice

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

func TestBoard(t *testing.T) {
	games := 8
	if testing.Short() {
		games = 2
	}
	boardtest.Run(t, Game(), games, engine.Options{"mode": "duel"}, engine.Options{"memory": "on"})
}

// table is a match of a known seed after some moves.
func table(t *testing.T, options engine.Options, moves ...engine.Move) engine.Match {
	t.Helper()
	m, err := game.Rules().Game().AtVersion(3).Start(2, engine.Seed{3}, options)
	if err != nil {
		t.Fatal(err)
	}
	return played(t, m, moves...)
}

func seen(m engine.Match, seat engine.Seat, keys ...string) board.Board {
	board := Game().Board(style.NewTheme(true), nil)
	board.See(boardtest.Scene(m, seat))
	boardtest.Press(board, keys...)
	return board
}

// In the games of this seed seat 1 rolls 2 4 5 4 and then 4 3 3 3.
func firstSolves() engine.Options { return engine.Options{"first": "1"} }

// moment is the board of a seat at a moment of a match, after some keys.
type moment struct {
	name  string
	match engine.Match
	seat  engine.Seat
	keys  []string
}

func twoRolls() []engine.Move {
	return []engine.Move{{Seat: 0, Action: "roll"}, {Seat: 0, Action: "place b2 r4"}, {Seat: 0, Action: "roll"}}
}

func moments(t *testing.T) []moment {
	t.Helper()
	second := table(t, firstSolves(), twoRolls()...)
	return []moment{
		{"roll", table(t, firstSolves()), 0, nil},
		{"place", second, 0, []string{"3", "right", "4"}},
		{"codemaker", second, 1, nil},
		{"watcher", second, engine.Watcher, nil},
		{"solve", second, 0, []string{"s", "1", "2", "3", "4", "enter"}},
		{"pad", second, 0, []string{"tab", "x", "down", "right", "+", "right"}},
		{"over", table(t, firstSolves(), append(twoRolls(), engine.Move{Seat: 0, Action: "solve 6 4 5 2"})...), 0, nil},
		{"duel", table(t, engine.Options{"mode": "duel"}, twoRolls()[0]), 0, []string{"2"}},
		{"log", late(t), 0, []string{"l", "up"}},
		{"duel pad", late(t), 0, []string{"tab", "x", "a"}},
		{"duel late", late(t), 0, []string{"right", "1"}},
		{"duel solve", late(t), 0, []string{"s", "3"}},
		{"duel over", played(t, late(t), engine.Move{Seat: 0, Action: "solve 1 2 3 4"}, engine.Move{Seat: 1, Action: "solve 1 1 1 1"}), 0, nil},
		{"duel watched", late(t), engine.Watcher, nil},
	}
}

// late is a duel in which both have filled six rows and rolled for the last.
func late(t *testing.T) engine.Match {
	t.Helper()
	m := table(t, engine.Options{"mode": "duel"})
	for row := range game.MaxRows {
		for seat := range engine.Seat(2) {
			m = played(t, m, engine.Move{Seat: seat, Action: "roll"})
			if row < game.MaxRows-1 {
				var line game.Line
				dice := boardOf(m.View(seat).Table.(game.View), seat).Rolled
				line[row%3], line[row%3+1] = dice[0], dice[1]
				m = played(t, m, engine.Move{Seat: seat, Action: game.Place(line)})
			}
		}
	}
	return m
}

func played(t *testing.T, m engine.Match, moves ...engine.Move) engine.Match {
	t.Helper()
	for _, move := range moves {
		var err error
		if m, _, err = m.Play(move.Seat, move.Action); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// size is the inside of the frame: in a split pane, on a telephone, in terminals of
// 80×24 and of 120×40, and on a wall.
type size struct {
	name          string
	width, height int
}

func sizes() []size {
	return []size{{"50x12", 50, 12}, {"56x34", 56, 34}, {"80x20", 80, 20}, {"120x36", 120, 36}, {"200x60", 200, 60}}
}

func TestGoldens(t *testing.T) {
	for _, one := range moments(t) {
		for _, size := range sizes() {
			t.Run(one.name+"/"+size.name, func(t *testing.T) {
				boardtest.Golden(t, seen(one.match, one.seat, one.keys...), size.width, size.height)
			})
		}
	}
}

func TestAllIsSaidByTheVoice(t *testing.T) {
	duel := engine.Options{"mode": "duel", "rounds": "2"}
	solved := []engine.Move{{Seat: 0, Action: "roll"}, {Seat: 0, Action: "place b2"}, {Seat: 0, Action: "solve 1 2 3 4"}}
	for _, one := range append(moments(t),
		moment{"sure", table(t, firstSolves()), 0, []string{"s", "1", "2", "3", "4", "enter"}},
		moment{"wrong", table(t, firstSolves(), append(twoRolls(), engine.Move{Seat: 0, Action: "solve 6 6 6 6"})...), 0, nil},
		moment{"conceded", table(t, firstSolves(), append(twoRolls(), engine.Move{Seat: 1, Action: engine.Resign})...), 0, nil},
		moment{"must solve", table(t, firstSolves(), slices.Repeat([]engine.Move{{Seat: 0, Action: engine.Timeout}}, 10)...), 0, nil},
		moment{"finished first", table(t, duel, solved...), 0, nil},
		moment{"other finished", table(t, duel, solved...), 1, []string{"tab", "a"}},
		moment{"watched duel", table(t, duel, solved...), engine.Watcher, nil},
		moment{"duel over", table(t, duel, append(solved, engine.Move{Seat: 1, Action: "solve 1 1 1 1"})...), 0, nil},
	) {
		for _, size := range sizes() {
			t.Run(one.name+"/"+size.name, func(t *testing.T) {
				b := newModel(style.NewTheme(true), prose.Pseudo())
				b.See(boardtest.Scene(one.match, one.seat))
				boardtest.Press(b, one.keys...)
				boardtest.SpeaksItsVoice(t, b, size.width, size.height, append(cells(), "B", "R", "Y", "G", "b", "r", "y", "g", "PgUp", "PgDn", "x", "o", "a", "tab")...)
				if err := boardtest.Uncut(b.Draw(size.width, size.height)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// cells are dice on a row as they are written in every language.
func cells() []string {
	var all []string
	for _, letter := range letters {
		for value := range game.Faces {
			all = append(all, string(letter)+itoa(value+1))
		}
	}
	return all
}

func TestAllIsToldByTheVoice(t *testing.T) {
	typed := append(cells(), "roll", "place", "solve", "b", "r", "y", "g")
	boardtest.NarratesInItsVoice(t, game.Rules().Game(), narrator(), 5, typed, engine.Options{"mode": "duel"})
}

// TestTheExampleInTheRulesIsRight: the rules say what a die on a row means, and count the
// example as the game does.
func TestTheExampleInTheRulesIsRight(t *testing.T) {
	for _, says := range []string{
		"A white die in the blue column is a guess of the blue die",
		"the code is blue 3, red 2, yellow 4 and green 4, and you place 3 on blue, 5 on red and 2 on yellow.",
		"One die is right (the blue one), one is too high (the red one), and one is too low (the yellow one).",
	} {
		if !strings.Contains(rules, says) {
			t.Errorf("the rules do not say %q", says)
		}
	}
	code := game.Line{3, 2, 4, 4}
	for cells, want := range map[game.Line]game.Row{
		{3, 5, 2, 0}: {Equal: 1, High: 1, Low: 1}, {3, 0, 0, 0}: {Equal: 1}, {0, 5, 0, 0}: {High: 1}, {0, 0, 2, 0}: {Low: 1},
	} {
		want.Cells = cells
		if got := game.Judge(code, cells); got != want {
			t.Errorf("%v is told %+v, and the example says %+v", cells, got, want)
		}
	}
}

func TestColumnsAreNamedAsInTheRules(t *testing.T) {
	for column := range game.Column(game.Columns) {
		if got := colour(column).String(); got != column.String() || got[0] != letters[column] {
			t.Errorf("column %q is said %q, and its letter is %c", column, got, letters[column])
		}
	}
}

func TestKeys(t *testing.T) {
	rolled := engine.Move{Seat: 0, Action: "roll"}
	for _, row := range []struct {
		name  string
		moves []engine.Move
		keys  []string
		want  engine.Action
	}{
		{"enter rolls", nil, []string{"enter"}, "roll"},
		{"r rolls", nil, []string{"r"}, "roll"},
		{"typed dice go from column to column", []engine.Move{rolled}, []string{"2", "4", "enter"}, "place b2 r4"},
		{"letters choose columns", []engine.Move{rolled}, []string{"g", "5", "y", "4", "enter"}, "place y4 g5"},
		{"arrows go through the dice", []engine.Move{rolled}, []string{"right", "up", "enter"}, "place r2"},
		{"a die that was not rolled is not placed", []engine.Move{rolled}, []string{"6", "enter"}, ""},
		{"a die is placed once", []engine.Move{rolled}, []string{"2", "2", "enter"}, "place b2"},
		{"equal dice are placed as often as rolled", []engine.Move{rolled}, []string{"4", "4", "4", "enter"}, "place b4 r4"},
		{"backspace takes a die back", []engine.Move{rolled}, []string{"2", "4", "left", "backspace", "enter"}, "place b2"},
		{"nothing to place", []engine.Move{rolled}, []string{"enter"}, ""},
		{"solving is asked twice", nil, []string{"s", "1", "2", "3", "4", "enter"}, ""},
		{"and then done", nil, []string{"s", "1", "2", "3", "4", "enter", "enter"}, "solve 1 2 3 4"},
		{"another key takes the question back", nil, []string{"s", "1", "2", "3", "4", "enter", "5", "enter"}, ""},
		{"an answer has four values", nil, []string{"s", "1", "2", "enter", "enter"}, ""},
		{"esc goes back to the dice", nil, []string{"s", "esc", "enter"}, "roll"},
		{"keys of the pad play nothing", []engine.Move{rolled}, []string{"tab", "x", "2", "tab", "enter"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			board := Game().Board(style.NewTheme(true), nil)
			board.See(boardtest.Scene(table(t, firstSolves(), row.moves...), 0))
			if got := boardtest.Press(board, row.keys...); got != row.want {
				t.Errorf("keys %v gave %q, want %q", row.keys, got, row.want)
			}
		})
	}
}

func TestMemoryHasNoPad(t *testing.T) {
	b := seen(table(t, engine.Options{"first": "1", "memory": "on"}), 0)
	if _, used := keymap.Press(b.Bindings(), boardtest.Key("tab").String()); used {
		t.Error("under memory there is no scratch pad to open")
	}
}

func TestColumnsCanBeRead(t *testing.T) {
	for _, dark := range []bool{true, false} {
		b, paper := newModel(style.NewTheme(dark), nil), color.Color(color.White)
		if dark {
			paper = color.Black
		}
		for column := range game.Column(game.Columns) {
			if ratio := boardtest.Contrast(b.hue(column), paper); ratio < 4.5 {
				t.Errorf("dark %v: %s has a contrast of %.1f", dark, column, ratio)
			}
		}
	}
}

func TestDiceTumbleAndLieStill(t *testing.T) {
	before := table(t, firstSolves())
	b := Game().Board(style.NewTheme(true), nil)
	b.See(boardtest.Scene(before, 0))
	mover := b.(board.Mover)
	if mover.Moving() {
		t.Error("dice tumble that nobody rolled")
	}
	after := table(t, firstSolves(), engine.Move{Seat: 0, Action: "roll"})
	b.See(boardtest.Scene(after, 0))
	still := seen(after, 0).Draw(80, 20)
	frames := map[string]bool{}
	for mover.Moving() {
		frames[b.Draw(80, 20)] = true
		mover.Step()
	}
	if len(frames) < 2 || frames[still] || b.Draw(80, 20) != still {
		t.Errorf("%d frames were drawn, and in the end the dice do not lie as they fell", len(frames))
	}
}

func TestLesson(t *testing.T) { boardtest.RunLesson(t, Game()) }
