package davinci

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	game "parlor/engine/davinci"
	"parlor/tui/board"
	"parlor/tui/style"
)

// fallen shows a board one table and then another, and answers the frames of
// what falls, without styles, the picture at rest last.
func fallen(t *testing.T, before, after table, width, height int) []string {
	t.Helper()
	b := newBoard(style.NewTheme(true), nil)
	b.See(before.scene(t))
	mover := b.(board.Mover)
	if mover.Moving() {
		t.Error("a tile falls in the first picture")
	}
	b.See(after.scene(t))
	var frames []string
	for ; mover.Moving(); mover.Step() {
		frames = append(frames, ansi.Strip(b.Draw(width, height)))
	}
	frames = append(frames, ansi.Strip(b.Draw(width, height)))
	b.See(after.scene(t))
	if mover.Moving() {
		t.Error("a tile falls although nothing happened")
	}
	return frames
}

func TestTilesFallAndLieStill(t *testing.T) {
	added := guessThree()
	added.racks[1] = "b2! w? b?/3/5 w? w6! b?" // all others move on
	gone := drawTable()
	gone.racks[2] = "b1! b3! w5! w9!"
	for _, row := range []struct {
		name          string
		before, after table
	}{
		{"turned up", guessThree(), againTable()},
		{"drawn", drawTable(), guessThree()},
		{"come in open", guessThree(), added},
		{"a whole rack", drawTable(), gone},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, size := range [][2]int{{50, 12}, {60, 30}, {80, 20}, {100, 14}, {120, 36}, {200, 60}} {
				frames := fallen(t, row.before, row.after, size[0], size[1])
				still := ansi.Strip(seated(t, row.after, "").Draw(size[0], size[1]))
				if len(frames) != fallFrames+1 || frames[fallFrames] != still {
					t.Fatalf("%d frames; in the end the tiles do not lie as they do at rest:\n%s", len(frames), frames[len(frames)-1])
				}
				for i, frame := range frames[:fallFrames] {
					if slices.Contains(frames[i+1:], frame) || frame == still {
						t.Errorf("frame %d shows no movement:\n%s", i+1, frame)
					}
					if strings.Count(frame, "\n") != strings.Count(still, "\n") {
						t.Errorf("frame %d pushes something aside:\n%s", i+1, frame)
					}
				}
			}
		})
	}
}

// What others do out of sight moves nothing, and a new round is no movement.
func TestNothingElseFalls(t *testing.T) {
	next := againTable()
	round := next.change
	next.change = func(s *board.Scene, v *game.View) {
		if round != nil {
			round(s, v)
		}
		s.View.Round = 2
	}
	dealt := drawTable()
	for name, tables := range map[string][2]table{
		"another round":      {drawTable(), next},
		"after the setup":    {setupTable(), dealt},
		"tiles in the setup": {jokerTable(), setupTable()},
		"the same":           {guessTwo(), guessTwo()},
	} {
		if frames := fallen(t, tables[0], tables[1], 80, 20); len(frames) != 1 {
			t.Errorf("%s: something falls in %d frames", name, len(frames)-1)
		}
	}
}
