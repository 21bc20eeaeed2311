package kodeknacker

import (
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/tui/boardtest"
)

// left are the codes that the opponent's can still be.
func left(known engine.View) []string {
	var codes []string
	for _, code := range game.NewWorlds(known.Table.(game.View)).Left(1) {
		codes = append(codes, code.String())
	}
	return codes
}

// all holds where each code that is left does.
func all(holds func(code string) bool) func(engine.View) bool {
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

// TestTheLessonIsRight: what the tutorial concludes holds for all codes that are left.
func TestTheLessonIsRight(t *testing.T) {
	boardtest.CheckConclusions(
		t, Game(),
		boardtest.Conclusion{Says: "You have to find out which ones: {n} codes still fit.", Holds: func(known engine.View) bool { return len(left(known)) == 208 }},
		boardtest.Conclusion{Says: "Then green is second, because in third or fourth place it would get a black peg, too.", Holds: all(func(code string) bool {
			return !strings.HasPrefix(code, "r") || strings.Count(code, "r") != 1 || strings.Count(code, "g") != 1 || code[1] == 'g'
		})},
		boardtest.Conclusion{Says: "Fill the rest with blue: {do}.", Holds: func(known engine.View) bool { return slices.Contains(left(known), "rgbb") }},
		boardtest.Conclusion{Says: "So one blue is wrong, and that place is not red, green or blue.", Holds: all(oneBlue)},
		boardtest.Conclusion{Says: "One of the last two places is yellow, orange or purple.", Holds: all(oneBlue)},
		boardtest.Conclusion{Says: "So you win.", Holds: func(known engine.View) bool { return slices.Equal(known.Winners, []engine.Seat{0}) }},
	)
}

// oneBlue holds where red and green are first and second, and one of the last two places
// is blue, the other none of these three.
func oneBlue(code string) bool {
	rest := strings.ReplaceAll(code[2:], "b", "")
	return strings.HasPrefix(code, "rg") && len(rest) == 1 && strings.ContainsAny(rest, "yop")
}
