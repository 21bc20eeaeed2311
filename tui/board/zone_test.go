package board_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/tui/board"
	"parlor/tui/style"
)

// TestSpotsStandWhereTheyAreDrawn: whatever stands before a part and in it, its spot
// is from where the text before it ends to where it ends itself.
func TestSpotsStandWhereTheyAreDrawn(t *testing.T) {
	pieces := []string{"", "a", "two words", "\x1b[1mbold\x1b[m", "·─▲", "李小龍", "e\u0301", "\u0301", "\u200d", "👩", "🏽", "\x1b[", "\x1b[3", "\x1b[1;2K", "\xff", "\t"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var line, plain strings.Builder
		var want []board.Spot
		for range random.IntN(6) {
			piece := pieces[random.IntN(len(pieces))]
			if random.IntN(2) == 0 {
				line.WriteString(piece)
				plain.WriteString(piece)
				continue
			}
			from := style.Width(plain.String())
			plain.WriteString(piece)
			want = append(want, board.Spot{Y: 7, From: from, To: style.Width(plain.String()), Name: "part 1"})
			line.WriteString(board.Zone(piece, "part 1"))
		}
		drawn, spots := board.Unzone([]string{line.String()}, 7)
		if drawn[0] != plain.String() || !slices.Equal(spots, want) {
			t.Fatalf("of %q come %q and %v, not %q and %v", line.String(), drawn[0], spots, plain.String(), want)
		}
		var written strings.Builder
		if board.WritePlain(&written, line.String()); written.String() != plain.String() {
			t.Fatalf("of %q is written %q, not %q", line.String(), written.String(), plain.String())
		}
		for _, spot := range spots {
			if spot.To > spot.From && board.PartAt([]string{"", line.String()}, spot.From, 1) != spot.Name {
				t.Fatalf("no part of %q is at cell %d", line.String(), spot.From)
			}
		}
	}
}
