package boardtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/style"
)

// Sizes returns the sizes in which every board is drawn, from a split pane to a large screen. They
// are the width and height of the inside of the frame, in cells.
func Sizes() [][2]int {
	return [][2]int{{50, 12}, {60, 14}, {80, 20}, {100, 30}, {120, 36}, {200, 60}}
}

// Uncut returns an error if a drawing contains a text that is cut. Only names may be cut: the text
// before each "…" must be the beginning of one.
func Uncut(drawn string) error {
	for line := range strings.SplitSeq(ansi.Strip(drawn), "\n") {
		for before, rest, found := strings.Cut(line, "…"); found; before, rest, found = strings.Cut(rest, "…") {
			if !slices.ContainsFunc(Names(), func(name string) bool { return begins(before, name) }) {
				return fmt.Errorf("%q is cut", line)
			}
		}
	}
	return nil
}

// begins reports whether a text ends with the beginning of a name as a separate word.
func begins(text, name string) bool {
	for n := range name {
		part, found := strings.CutSuffix(strings.TrimRight(text, " "), strings.TrimRight(name[:n], " "))
		before, _ := utf8.DecodeLastRuneInString(part)
		if n > 0 && found && !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
	}
	return false
}

// Everywhere lets bots play games and draws some moments, including the last ones, at every size:
// from the viewpoint of each seat and a spectator, before and after they press the keys, in a
// replay, and with everything visible. It checks that drawings fit, have only signs that ASCII can
// replace, cut no text, use the space of a large window, end near the prompt, and differ from those
// of other moments not by colours alone. Keys that would be moves are not played.
func Everywhere(t *testing.T, kit board.Game, games int, keys []string, options ...engine.Options) {
	t.Helper()
	for n := range games {
		for at, chosen := range append([]engine.Options{nil}, options...) {
			random, seen := rand.New(rand.NewPCG(uint64(n), uint64(at))), shades{}
			seats := kit.Game.MinSeats + n%(kit.Game.MaxSeats-kit.Game.MinSeats+1)
			m, err := kit.Game.Start(seats, engine.Seed{byte(n), byte(at), 1}, chosen)
			for err == nil {
				over := len(m.ToMove()) == 0
				if over || m.View(engine.Watcher).Stage != engine.Playing || random.IntN(5) == 0 {
					err = drawn(kit, m, keys, seen)
				}
				if over || err != nil {
					break
				}
				seat := m.ToMove()[random.IntN(len(m.ToMove()))]
				m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random))
			}
			if err != nil {
				t.Fatalf("game %d with options %v: %v", n, chosen, err)
			}
		}
	}
}

// drawn returns an error if a moment is drawn badly at some size.
func drawn(kit board.Game, m engine.Match, keys []string, seen shades) error {
	var views []engine.View
	for seat := range m.View(engine.Watcher).Seats {
		views = append(views, m.View(engine.Seat(seat)))
	}
	past := slices.Concat(views, []engine.View{m.View(engine.Watcher)})
	if kit.Open != nil {
		past = append(past, kit.Open(views))
	}
	var wrong []error
	for _, view := range past {
		scene := board.Scene{View: view, Names: Names()[:view.Seats], Away: make([]bool, view.Seats), Watching: true, Past: true}
		wrong = append(wrong, everySize(kit, scene, nil, seen))
	}
	for seat := engine.Watcher; int(seat) < len(views); seat++ {
		wrong = append(wrong, everySize(kit, Scene(m, seat), nil, seen), everySize(kit, Scene(m, seat), keys, seen))
	}
	return errors.Join(wrong...)
}

func everySize(kit board.Game, scene board.Scene, keys []string, seen shades) error {
	for _, size := range Sizes() {
		b := kit.Board(style.NewTheme(true), nil)
		b.See(scene)
		Press(b, keys...)
		drawing := b.Draw(size[0], size[1])
		var empty error
		if scene.View.Seat != engine.Watcher { // a spectator may see nothing yet
			empty = spread(drawing, size, board.Asked(scene))
		}
		if err := errors.Join(fits(b, size), Uncut(drawing), empty, seen.tell(drawing, b.Ask().String(), size), sided(b, size)); err != nil {
			return fmt.Errorf("seat %v at %d×%d: %w\n%s", scene.View.Seat, size[0], size[1], err, ansi.Strip(drawing))
		}
	}
	return nil
}

// AnySize checks a board at many sizes between the smallest and the largest: it fits, only names
// are cut, and the given texts are visible.
func AnySize(t *testing.T, b board.Board, texts ...string) {
	t.Helper()
	least := Sizes()[0]
	for width := least[0]; width <= board.MaxWidth; width += 13 {
		for height := least[1]; height <= board.MaxHeight-4; height += 7 {
			drawing := b.Draw(width, height)
			err := errors.Join(fits(b, [2]int{width, height}), Uncut(drawing), sided(b, [2]int{width, height}))
			for _, text := range texts {
				if !strings.Contains(ansi.Strip(drawing), text) {
					err = errors.Join(err, fmt.Errorf("%q is not seen", text))
				}
			}
			if err != nil {
				t.Fatalf("at %d×%d: %v\n%s", width, height, err, ansi.Strip(drawing))
			}
		}
	}
}

// wideWidth is the width from which the frame uses the lower part of the column.
const wideWidth = 120

// sided returns an error if a board with a column next to its table does not draw the frame's part
// there completely and once, or cuts anything.
func sided(b board.Board, size [2]int) error {
	with, is := b.(board.Sided)
	if !is || size[0] < wideWidth {
		return nil
	}
	var width, height, calls int
	with.SetSide(func(w, h int) []string {
		width, height, calls = w, h, calls+1
		return slices.Repeat([]string{strings.Repeat("▒", w)}, h)
	})
	defer with.SetSide(nil)
	drawing := b.Draw(size[0], size[1])
	err := errors.Join(inside(drawing, size), Uncut(drawing))
	if drawn := strings.Count(ansi.Strip(drawing), strings.Repeat("▒", max(1, width))); calls > 0 && drawn != height {
		err = errors.Join(err, fmt.Errorf("beside the table are %d of %d lines of %d cells\n%s", drawn, height, width, ansi.Strip(drawing)))
	}
	if calls > 1 {
		err = errors.Join(err, fmt.Errorf("the frame's part is asked for %d times", calls))
	}
	return err
}
