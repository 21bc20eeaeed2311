package masterdice

import (
	"testing"

	"parlor/tui/boardtest"
	"parlor/tui/style"
)

func BenchmarkDraw(b *testing.B) {
	m, err := Game().Game.Start(2, [32]byte{3}, firstSolves())
	if err != nil {
		b.Fatal(err)
	}
	for _, move := range twoRolls() {
		if m, _, err = m.Play(move.Seat, move.Action); err != nil {
			b.Fatal(err)
		}
	}
	board := Game().Board(style.NewTheme(true), nil)
	board.See(boardtest.Scene(m, 0))
	boardtest.Bench(b, board, "right", "left")
}
