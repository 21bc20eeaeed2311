package style

import "strings"

// bigHeight and bigWidth are the size of a big letter, in dots.
const bigHeight, bigWidth = 5, 3

// bigLetters returns letters and digits as rows of dots from the top. The highest of three bits is
// the left dot.
func bigLetters() map[rune][bigHeight]byte {
	return map[rune][bigHeight]byte{
		'0': {7, 5, 5, 5, 7}, '1': {2, 6, 2, 2, 7}, '2': {7, 1, 7, 4, 7}, '3': {7, 1, 7, 1, 7}, '4': {5, 5, 7, 1, 1},
		'5': {7, 4, 7, 1, 7}, '6': {7, 4, 7, 5, 7}, '7': {7, 1, 2, 2, 2}, '8': {7, 5, 7, 5, 7}, '9': {7, 5, 7, 1, 7},
		'A': {2, 5, 7, 5, 5}, 'B': {6, 5, 6, 5, 6}, 'C': {7, 4, 4, 4, 7}, 'D': {6, 5, 5, 5, 6}, 'E': {7, 4, 6, 4, 7},
		'F': {7, 4, 6, 4, 4}, 'G': {7, 4, 5, 5, 7}, 'H': {5, 5, 7, 5, 5}, 'I': {7, 2, 2, 2, 7}, 'J': {1, 1, 1, 5, 7},
		'K': {5, 5, 6, 5, 5}, 'L': {4, 4, 4, 4, 7}, 'M': {5, 7, 7, 5, 5}, 'N': {6, 5, 5, 5, 5}, 'O': {7, 5, 5, 5, 7},
		'P': {7, 5, 7, 4, 4}, 'Q': {7, 5, 5, 7, 1}, 'R': {7, 5, 6, 5, 5}, 'S': {7, 4, 7, 1, 7}, 'T': {7, 2, 2, 2, 2},
		'U': {5, 5, 5, 5, 7}, 'V': {5, 5, 5, 5, 2}, 'W': {5, 5, 7, 7, 5}, 'X': {5, 5, 2, 5, 5}, 'Y': {5, 5, 2, 2, 2},
		'Z': {7, 1, 2, 4, 7},
	}
}

// Big returns capital letters and digits in large type, as lines of equal width: each dot is
// scale cells wide and half as many lines high. Other characters are blank. If halves is false,
// half cells cannot be drawn, and a dot is at least one line high.
func Big(text string, scale int, halves bool) []string {
	letters := bigLetters()
	rows := make([][]bool, bigHeight*scale)
	for _, r := range text {
		letter := letters[r]
		for y := range rows {
			for x := range (bigWidth + 1) * scale {
				dot := x/scale < bigWidth && letter[y/scale]&(1<<(bigWidth-1-x/scale)) != 0
				rows[y] = append(rows[y], dot)
			}
		}
	}
	if !halves {
		return wholeRows(rows, max(1, scale/2))
	}
	return halfBlocks(len(rows[0]), len(rows), func(x, y int) bool { return rows[y][x] })
}

// halfBlocks draws dots, two per cell.
func halfBlocks(width, height int, dot func(x, y int) bool) (lines []string) {
	for y := 0; y < height; y += 2 {
		var line strings.Builder
		for x := range width {
			switch upper, lower := dot(x, y), y+1 < height && dot(x, y+1); {
			case upper && lower:
				line.WriteRune('█')
			case upper:
				line.WriteRune('▀')
			case lower:
				line.WriteRune('▄')
			default:
				line.WriteByte(' ')
			}
		}
		lines = append(lines, line.String())
	}
	return lines
}

// HasBig reports whether Big can draw every character of a text except spaces.
func HasBig(text string) bool {
	letters := bigLetters()
	for _, r := range text {
		if _, has := letters[r]; !has && r != ' ' {
			return false
		}
	}
	return strings.TrimSpace(text) != ""
}

// wholeRows draws dots in whole cells, one line per high rows of dots.
func wholeRows(rows [][]bool, high int) (lines []string) {
	scale := len(rows) / bigHeight
	for y := 0; y < len(rows); y += scale {
		line := make([]byte, len(rows[y]))
		for x, dot := range rows[y] {
			if line[x] = ' '; dot {
				line[x] = '#'
			}
		}
		for range high {
			lines = append(lines, string(line))
		}
	}
	return lines
}
