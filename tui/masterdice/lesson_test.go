package masterdice

import (
	"slices"
	"testing"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/tui/boardtest"
)

// left are the codes that the codemaker's can still be.
func left(known engine.View) []game.Line {
	return game.NewWorlds(known.Table.(game.View)).Left(1)
}

// all holds where each code that is left does.
func all(holds func(code game.Line) bool) func(engine.View) bool {
	return func(known engine.View) bool {
		codes := left(known)
		for _, code := range codes {
			if !holds(code) {
				return false
			}
		}
		return len(codes) > 0
	}
}

// tells holds where a row has these counts.
func tells(row, equal, high, low int) func(engine.View) bool {
	return func(known engine.View) bool {
		got := known.Table.(game.View).Boards[0].Rows[row]
		return got.Equal == equal && got.High == high && got.Low == low
	}
}

// TestTheLessonIsRight: what the tutorial concludes holds for all codes that are left.
func TestTheLessonIsRight(t *testing.T) {
	boardtest.CheckConclusions(
		t, Game(),
		boardtest.Conclusion{Says: "Red cannot be 4, because then two dice would have been too high in row 1.", Holds: all(func(code game.Line) bool { return code[1] != 4 })},
		boardtest.Conclusion{Says: "So blue is 3, and red is less than 4.", Holds: all(func(code game.Line) bool { return code[0] == 3 && code[1] < 4 })},
		boardtest.Conclusion{Says: "In row 1, blue was right and red too high. So yellow is more than 2, and green is more than 3.", Holds: all(func(code game.Line) bool {
			return code[0] == 3 && code[1] < 5 && code[2] > 2 && code[3] > 3
		})},
		boardtest.Conclusion{Says: "{n} codes still fit. More rows leave fewer.", Holds: func(known engine.View) bool { return len(left(known)) == 36 }},
		boardtest.Conclusion{Says: "Two are right: yellow is 4, and green is 4. Red is less than 4, so {n} codes still fit.", Holds: func(known engine.View) bool {
			return len(left(known)) == 3 && all(func(code game.Line) bool { return code[1] < 4 && code[2] == 4 && code[3] == 4 })(known)
		}},
		boardtest.Conclusion{Says: "Red is 1, 2 or 3. A 2 on red leaves only one value, whatever the answer. Put it there: {do}.", Holds: func(known engine.View) bool {
			codes := left(known)
			return len(codes) == 3 && codes[0][1] == 1 && codes[1][1] == 2 && codes[2][1] == 3
		}},
		boardtest.Conclusion{Says: "The 2 is too low, so red is 3, and only one code fits.", Holds: func(known engine.View) bool {
			return slices.Equal(left(known), []game.Line{{3, 3, 4, 4}})
		}},
		boardtest.Conclusion{Says: "You may solve at any time, but only once. Let's say more rows showed you that the code is {code}: {do}.", Holds: func(known engine.View) bool {
			return slices.Equal(left(known), []game.Line{{3, 3, 4, 4}})
		}},
		boardtest.Conclusion{Says: "One is right; one is too high, so the code is lower there; two are too low.", Holds: tells(0, 1, 1, 2)},
		boardtest.Conclusion{Says: "One is right, one too high.", Holds: tells(1, 1, 1, 0)},
	)
}
