package davinci

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

func TestGoldens(t *testing.T) {
	wide := []string{"setup_joker", "guess_2", "guess_4", "full_2", "notes_4", "over"}
	for _, one := range showings() {
		for _, size := range [][2]int{{50, 12}, {80, 20}, {120, 36}, {200, 60}} {
			if size[0] == 200 && !slices.Contains(wide, one.name) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%dx%d", one.name, size[0], size[1]), func(t *testing.T) {
				boardtest.Golden(t, one.shown(t), size[0], size[1])
			})
		}
	}
}

func TestGoldenInColour(t *testing.T) {
	drawn := seated(t, guessFour(), "8").Draw(80, 20)
	golden.RequireEqual(t, regexp.MustCompile(`\x1b\[[0-9;]*z`).ReplaceAllString(drawn, "")) // without what can be clicked
}

// These are the fullest tables that the rules allow, and must keep their shape
// in the smallest window.
func TestFullTablesFit(t *testing.T) {
	for _, row := range []struct{ seats, tiles int }{{2, 14}, {3, 10}, {4, 8}} {
		tb := table{phase: game.PhaseGuess, names: "ann,bo,cy,dee", points: make([]float64, row.seats)}
		for seat := range row.seats {
			rack := strings.Repeat("b? ", row.tiles)
			if seat == 0 {
				rack = strings.Repeat("w5 ", row.tiles) + "|b7"
			}
			tb.racks = append(tb.racks, rack)
		}
		tb.log = "1 drew black, 1 guessed 2 1 1 right, 1 timed_out, turn 2, 2 drew black"
		drawn := ansi.Strip(seated(t, tb, "").Draw(80, 20))
		for what, count := range map[string]int{"B": (row.seats - 1) * row.tiles, "W": row.tiles} {
			if got := strings.Count(drawn, what); got < count {
				t.Errorf("%d seats with %d tiles: %d of %d %s are drawn\n%s", row.seats, row.tiles, got, count, what, drawn)
			}
		}
		for _, what := range []string{"ann", "bo", "You: drew black · guessed", "You: ran out of time", "bo: drew black"} {
			if !strings.Contains(drawn, what) {
				t.Errorf("%d seats with %d tiles: %q is missing\n%s", row.seats, row.tiles, what, drawn)
			}
		}
	}
}

// TestTheNameAloneIsCut: what is said of a player next to their name is said whole at
// any width, with any name, and away.
func TestTheNameAloneIsCut(t *testing.T) {
	for _, names := range []string{"ann,Amber Quail,Li,Bright Panda", "ann,The Great Wide Bear,Amber Quail,Bo"} {
		for seats := 2; seats <= 4; seats++ {
			tb := table{phase: game.PhaseGuess, names: names, points: make([]float64, seats), turn: 1, change: func(scene *board.Scene, _ *game.View) {
				for seat := 1; seat < seats; seat++ {
					scene.Away[seat] = true
				}
			}}
			for range seats {
				tb.racks = append(tb.racks, "b? w? b? w?")
			}
			for width := 112; width <= 200; width += 4 {
				drawn := ansi.Strip(seated(t, tb, "").Draw(width, 36))
				if points, away := strings.Count(drawn, "0 points"), strings.Count(drawn, "(away)"); points != seats || away != seats-1 {
					t.Errorf("%d seats in %d cells: the points of %d are whole, and of %d that they are away\n%s", seats, width, points, away, drawn)
				}
			}
		}
	}
}

// Any scene, any size, any keys: nothing is larger than asked for, and what is
// asked and hinted is plain text.
func TestDrawNeverExceeds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		b := newBoard(style.NewTheme(random.IntN(2) == 0), nil)
		b.(*model).Voice = pick(random, prose.English(), prose.Pseudo())
		for range 3 {
			b.See(anyScene(random))
			for range random.IntN(8) {
				keymap.Press(b.Bindings(), boardtest.Key(pick(random, "left", "right", "up", "down", "enter", "1", "0", "7", "j", "-", "backspace", "[", "]", "b", "s", "d")).String())
			}
			width, height := 1+random.IntN(140), 1+random.IntN(45)
			drawn := b.Draw(width, height)
			lines := strings.Split(drawn, "\n")
			if len(lines) > height {
				t.Fatalf("%d lines in %d\n%s", len(lines), height, drawn)
			}
			for _, line := range lines {
				if ansi.StringWidth(line) > width {
					t.Fatalf("%d cells in %d: %q", ansi.StringWidth(line), width, line)
				}
			}
			for _, hint := range append(keymap.Hints(b.Bindings()), board.Hint{Does: b.Ask()}) {
				if strings.ContainsAny(hint.Written+hint.Does.String(), "\n\x1b") {
					t.Fatalf("not plain text: %+v", hint)
				}
			}
		}
	}
}

func pick[T any](random *rand.Rand, from ...T) T { return from[random.IntN(len(from))] }

// anyScene is more than the rules would ever allow.
func anyScene(random *rand.Rand) board.Scene {
	seats := pick(random, 0, 2, 3, 4)
	seat := engine.Seat(random.IntN(seats+1) - 1)
	view := game.View{
		Seat: seat, Turn: engine.Seat(random.IntN(seats+1) - 1), Memory: random.IntN(4) == 0,
		Phase:  pick(random, game.PhaseSetup, game.PhaseDraw, game.PhaseGuess, game.PhaseAgain, game.PhaseShow, game.PhaseOver),
		Pool:   game.Pool{Black: random.IntN(13), White: random.IntN(13)},
		Jokers: pick(random, "none", "free", "strict"),
	}
	scene := board.Scene{View: engine.View{Seat: seat, Seats: seats, Stage: pick(random, engine.Playing, engine.Playing, engine.Interval, engine.Over)}}
	for i := range seats {
		rack := game.Rack{Seat: engine.Seat(i), Out: random.IntN(4) == 0, Taken: random.IntN(5), Ready: random.IntN(2) == 0}
		for range random.IntN(24) {
			rack.Tiles = append(rack.Tiles, anyTile(random))
		}
		if random.IntN(2) == 0 {
			tile := anyTile(random)
			rack.Drawn = &tile
		}
		view.Racks = append(view.Racks, rack)
		view.Points = append(view.Points, float64(random.IntN(200)))
		scene.Names = append(scene.Names, pick(random, "", "ann", "李小龍李小龍李小龍", "👩‍👩‍👧‍👦 family", "Zoe\u0301 Z\u0323a\u0307", strings.Repeat("m", 60), "🇳🇴🇨🇿"))
		scene.Away = append(scene.Away, random.IntN(3) == 0)
		if random.IntN(2) == 0 {
			scene.View.ToMove = append(scene.View.ToMove, engine.Seat(i))
		}
	}
	if random.IntN(3) == 0 {
		view.Choice = &game.Choice{Tile: anyTile(random)}
		for gap := range random.IntN(6) {
			view.Choice.Gaps = append(view.Choice.Gaps, gap+1)
			view.Choice.Chosen = pick(random, 0, gap+1)
		}
	}
	for range random.IntN(30) {
		view.Log = append(view.Log, anyEvent(random))
	}
	scene.View.Table = view
	return scene
}

func anyTile(random *rand.Rand) game.Tile {
	tile := game.Tile{
		Color: pick(random, game.Black, game.White), Open: random.IntN(2) == 0,
		Value: game.Unknown + game.Value(random.IntN(14)),
	}
	for range random.IntN(4) {
		tile.Not = append(tile.Not, game.Value(random.IntN(12)))
	}
	return tile
}

// anyEvent is of any kind, or of none, with anything in it.
func anyEvent(random *rand.Rand) game.Event {
	tile := anyTile(random)
	return game.Event{
		Kind: game.EventKind(random.IntN(int(game.EventTurn) + 2)), Right: tile.Open, Color: tile.Color, Value: tile.Value,
		Seat: engine.Seat(random.IntN(6) - 1), Target: engine.Seat(random.IntN(6) - 1), Place: random.IntN(30) - 1,
	}
}

func BenchmarkDraw(b *testing.B) {
	for name, typed := range map[string]string{"guess": "8", "notes": "tab a", "log": "l"} {
		b.Run(name, func(b *testing.B) {
			t := newBoard(style.NewTheme(true), nil)
			scene := guessFour().scene(b)
			scene.Aided = true
			t.See(scene)
			press(t, typed)
			boardtest.Bench(b, t, "right", "left")
		})
	}
}

// What is kept of racks and notes is what would be drawn, whatever keys are pressed.
func TestPartsAreDrawnWhenTheyChange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	names := strings.Fields("left right up down 1 0 7 j backspace esc [ ] tab x + a l home end s")
	for _, tb := range []table{guessFour(), choiceTable(), chosenTable(), jokerTable(), againTable(), drawTable()} {
		b, _ := seated(t, tb, "").(*model)
		for range 60 {
			press(b, names[random.IntN(len(names))])
			size := [][2]int{{50, 12}, {80, 20}, {120, 36}, {200, 60}}[random.IntN(4)]
			drawn := b.Draw(size[0], size[1])
			b.racks.Renderer = newRenderer(b.Theme)
			b.pad.cache = board.Cache[noteKey, []string]{}
			if b.Redraw(); b.Draw(size[0], size[1]) != drawn {
				t.Fatalf("at %v something has changed and is not drawn:\n%s", size, ansi.Strip(drawn))
			}
		}
	}
}
