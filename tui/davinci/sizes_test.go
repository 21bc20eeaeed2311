package davinci

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// everySize are the frame's insides in which a board is drawn.
func everySize() [][2]int {
	return append(boardtest.Sizes(), [2]int{100, 14}, [2]int{110, 16})
}

// oddSizes are windows between them, and the edges of the layouts.
func oddSizes() [][2]int {
	return [][2]int{{50, 16}, {50, 34}, {64, 24}, {79, 50}, {80, 12}, {81, 21}, {90, 19}, {104, 18}, {111, 26}, {112, 25}, {112, 26}, {140, 22}, {160, 44}, {216, 66}}
}

// showing is a table after some keys.
type showing struct {
	name  string
	table table
	keys  string
}

// showings are the moments of a game, the fullest tables that the rules allow
// among them.
func showings() []showing {
	over, watched := fullTwo(), fullTwo()
	over.phase, over.turn, over.change = game.PhaseOver, engine.Watcher, won
	over.racks = []string{"b0 w0 b2! w4 b- b5 w5! b8 w8 b9! w10 b11 w11", "w1! b1! w2! b3! w3! b4! b6! w6! b7! w-! b9! w9! b10!"}
	watched.seat = engine.Watcher
	watched.change = nil
	scored := setupTable()
	scored.points = []float64{100, 110, 111}
	return []showing{
		{"setup", setupTable(), ""},
		{"setup_scored", scored, ""},
		{"setup_joker", jokerTable(), "right"},
		{"draw", drawTable(), ""},
		{"guess_2", guessTwo(), "right right 1 0"},
		{"guess_3", guessThree(), "right 5"},
		{"guess_4", guessFour(), "8"},
		{"again", againTable(), ""},
		{"choice", choiceTable(), ""},
		{"choice_made", chosenTable(), "j"},
		{"show", showTable(), "right"},
		{"over", overTable(), ""},
		{"watcher", watcherTable(), ""},
		{"memory", memoryTable(), "5"},
		{"full_2", fullTwo(), "right 1 0"},
		{"full_4", fullFour(), "1 1"},
		{"full_over", over, ""},
		{"full_watched", watched, ""},
		{"notes_2", fullTwo(), "tab down down right"},
		{"notes_4", fullFour(), "tab down right"},
		{"log_2", fullTwo(), "l up"},
		{"log_4", fullFour(), "l up"},
	}
}

// won is a game that the first of two has won.
func won(s *board.Scene, v *game.View) {
	s.View.Stage, s.View.Winners, v.Racks[1].Out = engine.Interval, []engine.Seat{0}, true
	for _, rack := range v.Racks {
		for i := range rack.Tiles {
			rack.Tiles[i].Open = true
		}
	}
}

// fullTwo is a table with all 26 tiles on it, and with long names.
func fullTwo() table {
	return table{
		phase: game.PhaseGuess, names: "Maximiliane-Luise,Zoë Zażółć-Gęślą",
		racks: []string{
			"b0 w0 b2! w4 b- b5 w5! b8 w8 b9! w10 b11|w11",
			"w?/0/1/2/3/4/5 b? w2! b?/0/1/2/3/4/5/6/8/9/11 w? b4! b? w6! b? w-! b? w? b10!",
		},
		points: []float64{13, 14},
		log: "2 drew black, 2 guessed 1 3 2 right, 1 opened 3 black 2, 2 guessed 1 4 3 wrong, 2 added 13 black 10, turn 1," +
			"1 drew black, 1 guessed 2 8 6 right, 2 opened 8 white 6, 1 kept 8 black, turn 2," +
			"2 drew white, 2 guessed 1 5 joker wrong, 2 added 3 white 2, turn 1, 1 drew white",
		change: func(_ *board.Scene, v *game.View) {
			v.Jokers = game.StrictJokers
			v.Choice = &game.Choice{Tile: game.Tile{Color: game.White, Value: 11}, Gaps: []int{12, 13}, Chosen: 13}
		},
	}
}

// fullFour is a table of four of which two are out, the others have the rest.
func fullFour() table {
	return table{
		phase: game.PhaseGuess, names: "Maximiliane-Luise,Zoë Zażółć-Gęślą,李小龍李小龍李小龍,🦊 fox in the box",
		racks: []string{
			"b0 w1! w4 b8 w9 b10 w10 b11!|b6",
			"w?/3/5 b? w3! w? b? b? w? w? b? b10!",
			"b1! b3! w5!",
			"w0! w7! w8!",
		},
		points: []float64{14, 12, 10, 15},
		log: "3 drew black, 3 guessed 1 4 8 wrong, 3 added 3 white 5, turn 4, 4 drew black, 4 guessed 3 1 1 right," +
			"3 opened 1 black 1, 3 out, 4 guessed 2 1 5 wrong, 4 added 2 white 7, turn 2, 2 drew black, 2 guessed 4 3 8 right," +
			"4 opened 3 white 8, 4 out, 2 guessed 1 2 1 right, 1 opened 2 white 1, 2 kept 9 black, turn 1, 1 drew black",
		change: func(s *board.Scene, v *game.View) {
			v.Racks[2].Out, v.Racks[3].Out = true, true
			s.Away[1] = true
		},
	}
}

// shown is a board in such a moment, where aids are allowed.
func (one showing) shown(t *testing.T) *model {
	t.Helper()
	b, _ := newBoard(style.NewTheme(true), nil).(*model)
	scene := one.table.scene(t)
	scene.Aided = true
	b.See(scene)
	press(b, one.keys)
	return b
}

// At every size, at every moment: no text is cut but names, and no line is
// larger than the window before it is clipped.
func TestNothingIsCutAtAnySize(t *testing.T) {
	for _, one := range showings() {
		for _, size := range append(everySize(), oddSizes()...) {
			b := one.shown(t)
			for _, check := range []func(*model, int, int) error{uncut, allFacts, allTiles, inASCII} {
				if err := check(b, size[0], size[1]); err != nil {
					t.Errorf("%s at %d×%d: %v\n%s", one.name, size[0], size[1], err, ansi.Strip(b.Draw(size[0], size[1])))
				}
			}
			b.Voice = prose.Pseudo()
			if err := uncut(b, size[0], size[1]); err != nil {
				t.Errorf("%s at %d×%d in a language of longer words: %v", one.name, size[0], size[1], err)
			}
		}
	}
}

// Nor is it in whole games, whatever the options.
func TestNothingIsCutInWholeGames(t *testing.T) {
	for n, jokers := range []string{game.NoJokers, game.FreeJokers, game.StrictJokers} {
		seats := game.MinSeats + n
		random := rand.New(rand.NewPCG(uint64(n), 11))
		memory := []string{"off", "on"}[n%2]
		m, err := Game().Game.Start(seats, engine.Seed{byte(n)}, engine.Options{"jokers": jokers, "memory": memory, "rounds": "1"})
		for ; err == nil && len(m.ToMove()) > 0; m, _, err = m.Play(m.ToMove()[0], m.Think(m.ToMove()[0], engine.FirstBot, random)) {
			b, _ := newBoard(style.NewTheme(true), nil).(*model)
			b.See(boardtest.Scene(m, engine.Seat(random.IntN(seats+1)-1)))
			for _, key := range []string{"down", "7", "tab", "l"} {
				keymap.Press(b.Bindings(), boardtest.Key(key).String())
				size := pick(random, everySize()...)
				if err := uncut(b, size[0], size[1]); err != nil {
					t.Fatalf("%d seats, %s, at %d×%d: %v\n%s", seats, jokers, size[0], size[1], err, ansi.Strip(b.Draw(size[0], size[1])))
				}
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// uncut is an error where a drawing has a text that is cut, or would be larger
// than its window.
func uncut(b *model, width, height int) error {
	for _, l := range b.layouts() {
		lines, fits := l.draw(b, width, height)
		if !fits {
			continue
		}
		if len(lines) > height {
			return fmt.Errorf("%T has %d lines", l, len(lines))
		}
		for _, line := range lines {
			text := strings.TrimRight(ansi.Strip(line), " ")
			if ansi.StringWidth(text) > width {
				return fmt.Errorf("%T has a line of %d cells: %q", l, ansi.StringWidth(text), text)
			}
			for before, rest, found := strings.Cut(text, "…"); found; before, rest, found = strings.Cut(rest, "…") {
				if !slices.ContainsFunc(b.Scene.Names, func(name string) bool { return endsInName(before, name) }) {
					return fmt.Errorf("%q is cut", text)
				}
			}
		}
		return nil
	}
	return errors.New("nothing is drawn")
}

// inASCII is an error where a sign, not of a name, has no counterpart in ASCII.
func inASCII(b *model, width, height int) error {
	names := strings.Join(b.Scene.Names, "")
	for _, r := range ansi.Strip(b.Draw(width, height)) {
		if r >= utf8.RuneSelf && style.ASCII(string(r)) == "?" && !strings.ContainsRune(names, r) {
			return fmt.Errorf("%q has no counterpart in ASCII", r)
		}
	}
	return nil
}

// endsInName reports whether a text ends with the beginning of a name.
func endsInName(text, name string) bool {
	for n := range name {
		if n > 0 && strings.HasSuffix(text, strings.TrimRight(name[:n], " ")) {
			return true
		}
	}
	return false
}

// allFacts is an error where something said of a seat is missing at its table.
func allFacts(b *model, width, height int) error {
	if b.page() != tablePage {
		return nil
	}
	drawn, said := ansi.Strip(b.Draw(width, height)), map[string]int{}
	for _, seat := range b.seats() {
		for _, fact := range append(b.plates.facts(seat), b.plates.scored(seat)) {
			if fact = ansi.Strip(fact); fact != "" {
				said[fact]++
			}
		}
	}
	for fact, times := range said {
		if strings.Count(drawn, fact) < times {
			return fmt.Errorf("%q is not said %d times", fact, times)
		}
	}
	return nil
}

// allTiles is an error where a tile cannot be clicked, or another one is than
// stands there. In a small window the log stands in their place.
func allTiles(b *model, width, height int) error {
	found := zones(b.Draw(width, height))
	if _, stands := found[target{0, 1}.zone()]; b.page() == logPage && !stands && (width < stackWidth || height < lowHeight) {
		return nil
	}
	for _, rack := range b.view.Racks {
		for i, tile := range rack.Tiles {
			here := target{rack.Seat, i + 1}
			text := strings.Join(found[here.zone()], "\n")
			value := strings.TrimSuffix(b.text(tile, here), "?")
			if !strings.Contains(text, letter(tile.Color)) || !strings.Contains(text, value) {
				return fmt.Errorf("%s of tile %v is drawn as %q", value, here, text)
			}
			delete(found, here.zone())
		}
	}
	maps.DeleteFunc(found, func(name string, _ []string) bool {
		_, is := board.Clicked(name)
		return is
	})
	if len(found) > 0 {
		return fmt.Errorf("%v can be clicked, and is nowhere", found)
	}
	return nil
}

// zones are the parts of a drawing that can be clicked, line by line.
func zones(drawn string) map[string][]string {
	found := map[string][]string{}
	for _, zone := range regexp.MustCompile(`\x1b\[((?:\d+;)+)z(.*?)\x1b\[z`).FindAllStringSubmatch(drawn, -1) {
		var name []byte
		for code := range strings.SplitSeq(strings.TrimSuffix(zone[1], ";"), ";") {
			n, _ := strconv.Atoi(code)
			name = append(name, byte(n))
		}
		found[string(name)] = append(found[string(name)], ansi.Strip(zone[2]))
	}
	return found
}

// In the smallest window stands all that one reasons from: every name or its
// beginning, the points, the pool, what is known of the tile, what happened
// last, and how to see the rest.
func TestTheSmallestWindowHasAllOneReasonsFrom(t *testing.T) {
	for _, row := range []struct {
		table table
		keys  string
		want  []string
	}{
		{guessFour(), "8", []string{
			"bo · 2 points", "cy · out · 0 points", "dee · (away) · 5 points", "▶ ann · you · to play · 4 points", "›W8?‹", "B11•", "B6  drawn",
			"┃B┃ 0  │W│ 2", "not 3 or 5 · the white 8 is open already", "✗ dee: guessed 5 for tile 1 of bo: wrong", "tab notes · l log",
		}},
		{fullTwo(), "1 0", []string{
			"Zoë Zażółć-Gęślą · 14 points", "▶ Maximiliane-Luise · you · to play · 13 points", "›W10‹", "W11 drawn", "△", "▲",
			"not 0, 1, 2, 3, 4 or 5 · you have the white 10", "guessed a joker for your tile 5: wrong", "The pool is empty.", "tab notes · l log",
		}},
		{fullFour(), "", []string{
			"Zoë Zażółć-Gęślą · (away) · 12 points", "李小龍李小龍李小龍 · out · 10 points", "🦊 fox in the box · out · 15 points", "not 3 or 5",
			"guessed 1 for your", "tab notes · l log",
		}},
		{jokerTable(), "right", []string{"bo · 4 of 4", "△ 1 ▲ 2 △ 3 △", "B–  joker", "l log"}},
		{showTable(), "", []string{"›B0 ‹", "The pool is empty.", "You: guessed 0 for tile 1 of bo: wrong"}},
		{overTable(), "", []string{"ann · you · won · 19 points", "W11•", "You: won the game"}},
	} {
		drawn := ansi.Strip(seated(t, row.table, row.keys).Draw(50, 12))
		words := strings.Join(strings.Fields(drawn), " ") // as a line may end anywhere
		for _, want := range row.want {
			if !strings.Contains(words, strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%q is missing\n%s", want, drawn)
			}
		}
	}
}

// What is too high for a window is shown in part, with the rack that the next
// key acts on, and the keys for the rest.
func TestRowsWithoutRoomAreScrolled(t *testing.T) {
	b := seated(t, fullFour(), "")
	for range 2 {
		drawn := ansi.Strip(b.Draw(50, 5))
		if !strings.Contains(drawn, "›") || !strings.Contains(drawn, "↑↓ more rows") || strings.Count(drawn, "\n") > 4 {
			t.Errorf("five lines of the table are\n%s", drawn)
		}
		press(b, "down")
	}
}

// On the bottom line of the smallest window stands what a page is for and what
// leads back, next to the way to all other keys.
func TestTheKeysOfThePagesFit(t *testing.T) {
	const line, gap, more = 48, 3, "? more · esc menu"
	for _, typed := range []string{"tab", "tab a", "l"} {
		cells := style.Width(more)
		for i, hint := range keymap.Hints((showing{"", guessFour(), typed}).shown(t).Bindings()) {
			if i == 0 || hint.Leaves {
				cells += gap + style.Width(hint.Written+" "+hint.Does.String())
			}
		}
		if cells > line {
			t.Errorf("the first hints after %s take %d cells", typed, cells)
		}
	}
}
