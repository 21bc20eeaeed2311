package davinci

import (
	"fmt"
	"testing"
)

func TestCandidates(t *testing.T) {
	hidden := func(color Color, not ...Value) Tile { return Tile{Color: color, Value: Unknown, Not: not} }
	open := func(color Color, value Value) Tile { return Tile{Color: color, Value: value, Open: true} }
	own := []Tile{{Color: Black, Value: 1}, {Color: White, Value: 4}}
	for _, row := range []struct {
		name   string
		tiles  []Tile
		jokers string
		want   string
	}{
		{"between open tiles", []Tile{open(Black, 3), hidden(White), open(Black, 5)}, NoJokers, "[[] [3] []]"}, // 4 is in the own hand
		{"black stands left of its equal", []Tile{open(White, 3), hidden(Black), open(White, 5)}, NoJokers, "[[] [4 5] []]"},
		{"guessed wrong", []Tile{open(White, 3), hidden(Black, 5), open(White, 5)}, NoJokers, "[[] [4] []]"},
		{"two that rise", []Tile{hidden(Black), hidden(Black), open(White, 3)}, NoJokers, "[[0 2] [2 3] []]"},
		{"a joker may stand anywhere", []Tile{open(Black, 3), hidden(White), open(Black, 5)}, FreeJokers, "[[] [joker 3] []]"},
	} {
		view := View{Seat: 0, Phase: PhaseGuess, Jokers: row.jokers, Racks: []Rack{{Seat: 0, Tiles: own}, {Seat: 1, Tiles: row.tiles}}}
		if got := fmt.Sprint(Candidates(view)[1]); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}
