package boardtest

import (
	"fmt"
	"testing"

	"parlor/tui/board"
	"parlor/tui/keymap"
)

// Bench measures the drawing of a board with its prompt and hints in terminals of 80×24 and 200×60:
// unchanged, and after each of the given keys in turn.
func Bench(b *testing.B, seated board.Board, names ...string) {
	b.Helper()
	for _, size := range [][2]int{{80, 20}, {200, 56}} {
		draw := func() {
			seated.Draw(size[0], size[1])
			seated.Ask()
			keymap.Hints(seated.Bindings())
		}
		b.Run(fmt.Sprintf("same/%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				draw()
			}
		})
		b.Run(fmt.Sprintf("keys/%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				Press(seated, names[i%len(names)])
				draw()
			}
		})
	}
}
