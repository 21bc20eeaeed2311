package tui

import (
	"strings"

	"rsc.io/qr"

	"parlor/tui/look"
)

// quiet is how many modules stay empty round a QR code, as its standard wants.
const quiet = 4

// QR is a link as a QR code in text, two modules a character; nil where it cannot be
// one. Dark says that what is not drawn is dark: the code is right side out also where
// no colours are shown.
func QR(link string, dark bool) (lines []string) {
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return nil // too long, which no link of ours is
	}
	drawn := func(x, y int) bool {
		x, y = x-quiet, y-quiet
		black := x >= 0 && y >= 0 && x < code.Size && y < code.Size && code.Black(x, y)
		return black != dark
	}
	side := code.Size + 2*quiet
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

// qrLines is a link as a QR code in black and white.
func qrLines(link string, dark bool) []string {
	lines, style := QR(link, dark), look.Modules(dark)
	for i, line := range lines {
		lines[i] = style.Render(line)
	}
	return lines
}

// qrOf is a QR code as it was drawn last: that of a room, or of a game night.
type qrOf struct {
	code  string
	dark  bool
	lines []string
}

// of is the link to a code as a QR code, for a telephone that is held against the
// screen; nil where only ASCII is drawn, or there is no link.
func (q *qrOf) of(r *Root, code string) []string {
	if r.session.Link == nil || r.ctx.Settings.ASCII {
		return nil
	}
	dark := r.dark
	if r.ctx.Settings.Background != "" {
		dark = r.ctx.Settings.Background == "dark"
	}
	if q.lines == nil || q.code != code || q.dark != dark {
		*q = qrOf{code, dark, qrLines(r.session.Link(code), dark)}
	}
	return q.lines
}
