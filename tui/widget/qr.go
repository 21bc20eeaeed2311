package widget

import (
	"parlor/tui/screen"
	"parlor/tui/style"
)

// QRCode caches a link as a QR code.
type QRCode struct {
	link  string
	dark  bool
	lines []string
}

// Lines returns a link as a QR code that a phone can read from the screen. It returns nil in ASCII,
// or without a link.
func (q *QRCode) Lines(c *screen.Context, link string) []string {
	if link == "" || c.Settings.ASCII {
		return nil
	}
	if q.lines == nil || q.link != link || q.dark != c.Theme.Dark {
		*q = QRCode{link, c.Theme.Dark, style.QRLines(link, c.Theme.Dark)}
	}
	return q.lines
}
