package davinci

import (
	"slices"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/boardtest"
)

// mustBe reports whether the opponent's tiles from a place on can be these numbers only.
func mustBe(known engine.View, from int, numbers ...string) bool {
	for i, number := range numbers {
		odds := game.NewWorlds(known.Table.(game.View)).Odds(engine.Spot{Seat: 1, Place: from + i})
		if len(odds) != 1 || odds[0].Value != number {
			return false
		}
	}
	return true
}

// has reports whether a tile stands in a row.
func has(known engine.View, seat int, want game.Tile) bool {
	return slices.ContainsFunc(known.Table.(game.View).Racks[seat].Tiles, func(t game.Tile) bool {
		return t.Color == want.Color && t.Value == want.Value && t.Open == want.Open
	})
}

// TestTheLessonIsRight: what the tutorial concludes holds for all tiles that there can be.
func TestTheLessonIsRight(t *testing.T) {
	boardtest.CheckConclusions(
		t, Game(),
		boardtest.Conclusion{
			Says:  "{name} drew a white tile, guessed 11 for your tile 1 and was wrong. So the drawn tile, white 3, went into the row face up.",
			Holds: func(known engine.View) bool { return has(known, 1, game.Tile{Color: game.White, Value: 3, Open: true}) },
		},
		boardtest.Conclusion{
			Says: "Three hidden tiles stand between white 0 and white 3: black, black, white. You hold the black 3, so the black ones must be 1 and 2. Draw a tile first: {do}.",
			Holds: func(known engine.View) bool {
				return has(known, 0, game.Tile{Color: game.Black, Value: 3}) && mustBe(known, 2, "1", "2")
			},
		},
		boardtest.Conclusion{Says: "Then tile 3 is the black 2: {do}.", Holds: func(known engine.View) bool { return mustBe(known, 2, "1", "2") }},
		boardtest.Conclusion{
			Says:  "The white tile after it must be at least 2 and less than 3. It is the last hidden tile of {name}. Guess it, and you win the game: {do}.",
			Holds: func(known engine.View) bool { return mustBe(known, 4, "2") },
		},
		boardtest.Conclusion{
			Says:  "All the tiles of {name} are open, so you win. In a match you score for right guesses, for putting players out, for winning, and for your own hidden numbers.",
			Holds: func(known engine.View) bool { return slices.Equal(known.Winners, []engine.Seat{0}) },
		},
	)
}
