package davinci

import (
	"strconv"

	game "parlor/engine/davinci"
	"parlor/tui"
)

// ordinal is "1st", "2nd", "3rd", "4th".
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// points is "1 point", "2 points".
func points(p float64) string {
	if p == 1 {
		return "1 point"
	}
	return tui.Points(p) + " points"
}

// face is what stands on a tile: "7", "?" or a dash for the joker.
func face(value game.Value) string {
	if value == game.Joker {
		return "–"
	}
	return value.String()
}

// letter tells the colours apart without colour.
func letter(color game.Color) string {
	if color == game.Black {
		return "B"
	}
	return "W"
}
