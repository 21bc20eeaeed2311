package kodeknacker

import (
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/boardtest"
	"parlor/tui/style"
)

func TestBoard(t *testing.T) {
	games := 3
	if testing.Short() {
		games = 1
	}
	boardtest.Run(t, Game(), games,
		engine.Options{"preset": "classic", "memory": "on"},
		engine.Options{"preset": "free", "positions": "8", "colors": "10", "rows": "20", "rounds": "1"},
		engine.Options{"preset": "free", "positions": "3", "colors": "4", "rows": "6"})
}

// table is a match after some moves.
func table(t *testing.T, options engine.Options, moves ...engine.Move) engine.Match {
	t.Helper()
	m, err := game.Rules().Game().Start(2, engine.Seed{3}, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range moves {
		if m, _, err = m.Play(move.Seat, move.Action); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// opening is two codes and two rounds.
func opening() []engine.Move {
	return []engine.Move{
		{Seat: 0, Action: "code rgbyo"},
		{Seat: 1, Action: "code ppgrr"},
		{Seat: 0, Action: "guess rrggb"},
		{Seat: 1, Action: "guess rgrgr"},
		{Seat: 1, Action: engine.Timeout},
		{Seat: 0, Action: "guess pgpgp"},
	}
}

// late is two codes and a number of rows of guesses.
func late(first, second string, rows int) []engine.Move {
	moves := []engine.Move{{Seat: 0, Action: engine.Action("code " + first)}, {Seat: 1, Action: engine.Action("code " + second)}}
	for row := range rows {
		guess := engine.Action("guess " + first[row%3:] + first[:row%3])
		moves = append(moves, engine.Move{Seat: 0, Action: guess}, engine.Move{Seat: 1, Action: engine.Action("guess " + second)})
	}
	return moves
}

// largest are the options with the most of everything.
func largest() engine.Options {
	return engine.Options{"preset": "free", "positions": "8", "colors": "10", "rows": "20"}
}

// moment is a seat's board at a moment of a match, after some keys.
type moment struct {
	name  string
	match engine.Match
	seat  engine.Seat
	keys  []string
}

func moments(t *testing.T) []moment {
	t.Helper()
	pending := append(opening(), engine.Move{Seat: 1, Action: "guess rgbyp"})
	over := append(slices.Clone(pending), engine.Move{Seat: 0, Action: "guess ppgrr"})
	return []moment{
		{"set", table(t, nil), 0, []string{"r", "g"}},
		{"guess", table(t, nil, opening()...), 0, []string{"p", "p", "up"}},
		{"full", table(t, nil, opening()...), 1, []string{"1", "2", "3", "4", "5"}},
		{"pending", table(t, nil, pending...), 0, nil},
		{"guessed", table(t, nil, pending...), 1, nil},
		{"watcher", table(t, nil, pending...), engine.Watcher, nil},
		{"pad", table(t, nil, opening()...), 0, []string{"tab", "x", "right", "down", "+", "right"}},
		{"log", table(t, nil, late("rgbyo", "ppgrr", 9)...), 0, []string{"l", "up"}},
		{"over", table(t, nil, over...), 1, nil},
		{"late", table(t, nil, late("rgbyo", "ppgrr", 9)...), 0, []string{"b", "b"}},
		{"earlier", table(t, nil, late("rgbyo", "ppgrr", 9)...), 0, []string{"pgup"}},
		{"late pad", table(t, nil, late("rgbyo", "ppgrr", 9)...), 1, []string{"tab", "x", "a"}},
		{"memory", table(t, engine.Options{"memory": "on"}, opening()...), 0, []string{"p"}},
		{"large late", table(t, largest(), late("rgbyopwk", "mmccrrgg", 17)...), 1, []string{"m", "c"}},
		{"large pad", table(t, largest(), late("rgbyopwk", "mmccrrgg", 17)...), 1, []string{"tab", "x"}},
		{"large", table(t, largest(),
			engine.Move{Seat: 0, Action: "code rgbyopwk"}, engine.Move{Seat: 1, Action: "code mmccrrgg"}), 0, []string{"m", "c"}},
	}
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
				board := Game().Board(style.NewTheme(true), nil)
				board.See(boardtest.Scene(one.match, one.seat))
				boardtest.Press(board, one.keys...)
				boardtest.Golden(t, board, size.width, size.height)
			})
		}
	}
}

// notation is what stays the same in every language.
func notation(more ...string) []string {
	letters := game.Letters(game.MaxColors)
	return append(append(more, "rgbyop", letters), strings.Split(letters+strings.ToUpper(letters), "")...)
}

func TestAllIsSaidByTheVoice(t *testing.T) {
	small := []engine.Move{{Seat: 0, Action: "code rgb"}, {Seat: 1, Action: "code bbb"}}
	for _, one := range append(moments(t),
		moment{"code", table(t, nil), 0, strings.Split("rgbyo", "")},
		moment{"ruled out", table(t, nil, opening()...), 0, strings.Split("bgrry", "")},
		moment{"small", table(t, engine.Options{"preset": "free", "positions": "3", "colors": "4", "rows": "6"}, small...), 1, []string{"tab", "a"}},
		moment{"drawn", table(t, engine.Options{"rounds": "1"}, append(opening(),
			engine.Move{Seat: 0, Action: "guess ppgrr"}, engine.Move{Seat: 1, Action: "guess rgbyo"})...), 0, nil},
		moment{"resigned", table(t, engine.Options{"rounds": "1"}, append(opening(), engine.Move{Seat: 0, Action: engine.Resign})...), 0, nil},
	) {
		for _, size := range sizes() {
			t.Run(one.name+"/"+size.name, func(t *testing.T) {
				board, scene := Game().Board(style.NewTheme(true), prose.Pseudo()), boardtest.Scene(one.match, one.seat)
				board.See(scene)
				boardtest.Press(board, one.keys...)
				spelt := notation(strings.Join(one.keys, ""), "rgbyo", "PgUp", "PgDn", "tab", "x", "a")
				for _, one := range scene.View.Table.(game.View).Boards {
					spelt = append(spelt, strings.ToUpper(one.Code))
					for _, row := range one.Guesses {
						spelt = append(spelt, strings.ToUpper(row.Guess))
					}
				}
				boardtest.SpeaksItsVoice(t, board, size.width, size.height, spelt...)
				if err := boardtest.Uncut(board.Draw(size.width, size.height)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestAllIsToldByTheVoice(t *testing.T) {
	boardtest.NarratesInItsVoice(t, game.Rules().Game(), Game().Narrator, 3, notation("code", "guess", "rgbyo", "rgby"),
		engine.Options{"preset": "classic"})
}

func TestColoursAreNamedAsInTheRules(t *testing.T) {
	for i, name := range game.ColorNames() {
		if got := colour(game.Letters(game.MaxColors)[i]).String(); got != name {
			t.Errorf("colour %d is said %q, and %q in the rules", i+1, got, name)
		}
	}
}

func TestKeys(t *testing.T) {
	for _, row := range []struct {
		name  string
		moves []engine.Move
		keys  []string
		want  engine.Action
	}{
		{"letters make a code", nil, []string{"r", "g", "b", "y", "o", "enter"}, "code rgbyo"},
		{"digits too", nil, []string{"1", "1", "6", "2", "3", "enter"}, "code rrpgb"},
		{"arrows cycle through the colours", nil, []string{"up", "right", "down", "right", "up", "up", "right", "r", "r", "enter"}, "code rpgrr"},
		{"a colour that is not in play", nil, []string{"w", "r", "r", "r", "r", "enter"}, ""},
		{"not full yet", nil, []string{"r", "g", "enter"}, ""},
		{"backspace", nil, []string{"r", "g", "b", "y", "o", "backspace", "p", "enter"}, "code rgbyp"},
		{"esc begins again", nil, []string{"r", "g", "b", "esc", "p", "p", "p", "p", "p", "enter"}, "code ppppp"},
		{"a guess", opening(), []string{"p", "p", "g", "r", "r", "enter"}, "guess ppgrr"},
		{"keys of the pad play nothing", opening(), []string{"tab", "r", "g", "x", "+", "tab", "enter"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			board := Game().Board(style.NewTheme(true), nil)
			board.See(boardtest.Scene(table(t, nil, row.moves...), 0))
			if got := boardtest.Press(board, row.keys...); got != row.want {
				t.Errorf("keys %v gave %q, want %q", row.keys, got, row.want)
			}
		})
	}
}

func TestLettersCanBeReadOnTheirColours(t *testing.T) {
	for at := range game.MaxColors {
		back, fore := hue(at)
		if ratio := boardtest.Contrast(back, fore); ratio < 4.5 {
			t.Errorf("the letter on colour %d has a contrast of %.1f", at, ratio)
		}
	}
}

func TestLesson(t *testing.T) { boardtest.RunLesson(t, Game()) }

func TestAGuessThatIsRuledOutIsWarnedOf(t *testing.T) {
	for memory, warns := range map[string]bool{"off": true, "on": false} {
		b := Game().Board(style.NewTheme(true), nil)
		b.See(boardtest.Scene(table(t, engine.Options{"memory": memory}, opening()...), 0))
		boardtest.Press(b, "r", "r", "g", "g", "b") // as before
		if ask := b.Ask().String(); strings.Contains(ask, "rule it out") != warns || !strings.Contains(ask, "rrggb") {
			t.Errorf("with memory %s it asks %q", memory, ask)
		}
	}
}
