package style

import "rsc.io/qr"

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
