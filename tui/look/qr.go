package look

import (
	"strings"

	"rsc.io/qr"
)

// quietModules is how many modules stay empty round a QR code, as its standard wants.
const quietModules = 4

// QR returns a link as a QR code in text, two modules a character; nil if it cannot be
// one. Dark says that what is not drawn is dark: the code is right side out also where
// no colours are shown.
func QR(link string, dark bool) (lines []string) {
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return nil // too long, which no link of ours is
	}
	drawn := func(x, y int) bool {
		x, y = x-quietModules, y-quietModules
		black := x >= 0 && y >= 0 && x < code.Size && y < code.Size && code.Black(x, y)
		return black != dark
	}
	side := code.Size + 2*quietModules
	for y := 0; y < side; y += 2 {
		var line strings.Builder
		for x := range side {
			switch upper, lower := drawn(x, y), y+1 < side && drawn(x, y+1); {
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

// QRLines returns a link as a QR code in black and white.
func QRLines(link string, dark bool) []string {
	lines, style := QR(link, dark), Modules(dark)
	for i, line := range lines {
		lines[i] = style.Render(line)
	}
	return lines
}
