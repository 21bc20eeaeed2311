package widget

import (
	"parlor/tui/screen"
	"parlor/tui/style"
)

// QRCode is the link to a room or to a game night as a QR code, as it was drawn last.
type QRCode struct {
	code  string
	dark  bool
	lines []string
}

// Lines returns the link to a code as a QR code, for a telephone that is held against
// the screen. It returns nil if only ASCII is drawn, or link is nil.
func (q *QRCode) Lines(c *screen.Context, link func(code string) string, code string) []string {
	if link == nil || c.Settings.ASCII {
		return nil
	}
	if q.lines == nil || q.code != code || q.dark != c.Theme.Dark {
		*q = QRCode{code, c.Theme.Dark, style.QRLines(link(code), c.Theme.Dark)}
	}
	return q.lines
}
