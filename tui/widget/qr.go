package widget

import (
	"parlor/tui/screen"
	"parlor/tui/style"
)

// QRCode is a link as a QR code, as it was drawn last.
type QRCode struct {
	link  string
	dark  bool
	lines []string
}

// Lines returns a link as a QR code, for a telephone that is held against the screen. It
// returns nil if only ASCII is drawn, or there is no link.
func (q *QRCode) Lines(c *screen.Context, link string) []string {
	if link == "" || c.Settings.ASCII {
		return nil
	}
	if q.lines == nil || q.link != link || q.dark != c.Theme.Dark {
		*q = QRCode{link, c.Theme.Dark, style.QRLines(link, c.Theme.Dark)}
	}
	return q.lines
}
