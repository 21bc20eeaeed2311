package style

import "rsc.io/qr"

// quietModules is the width of the empty margin of a QR code, as its standard requires.
const quietModules = 4

// QR returns a link as a QR code in text with two modules per character, or nil if it is too long.
// If dark is set, the background is dark, so that the code has the right polarity even without
// colours.
func QR(link string, dark bool) (lines []string) {
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return nil // too long, which never happens with an invitation
	}
	drawn := func(x, y int) bool {
		x, y = x-quietModules, y-quietModules
		black := x >= 0 && y >= 0 && x < code.Size && y < code.Size && code.Black(x, y)
		return black != dark
	}
	side := code.Size + 2*quietModules
	return halfBlocks(side, side, drawn)
}

// QRLines returns a link as a QR code in black and white.
func QRLines(link string, dark bool) []string {
	lines, style := QR(link, dark), Modules(dark)
	for i, line := range lines {
		lines[i] = style.Render(line)
	}
	return lines
}
