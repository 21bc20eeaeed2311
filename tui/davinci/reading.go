package davinci

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// reading is how far back the log is read, in entries that are hidden after the
// last one shown.
type reading struct {
	back int
	most int // as of the last drawing, when the first entry was shown
}

// logLeap is how many entries a page key goes.
const logLeap = 5

// hasLog says whether there is a log to read on the screen.
func (b *model) hasLog() bool {
	return len(b.told) > 0 && !b.Scene.Past && b.Scene.View.Stage == engine.Playing && b.view.Phase != game.PhaseOver
}

// keyLog handles a key while the log is read.
func (b *model) keyLog(key string) bool {
	r := &b.reading
	switch key {
	case "l", "esc", "enter":
		b.page = tablePage
	case "up":
		r.back++
	case "down":
		r.back--
	case "pgup":
		r.back += logLeap
	case "pgdown":
		r.back -= logLeap
	case "home":
		r.back = r.most
	case "end":
		r.back = 0
	default:
		return false
	}
	r.back = max(0, min(r.back, r.most))
	return true
}

// chronicle is the log in place of the table, with the rows above it where there
// is room for both.
type chronicle struct{}

func (chronicle) draw(b *model, width, height int) ([]string, bool) {
	var lines []string
	if height >= lowHeight {
		lines = append(b.allRows(width), "")
	}
	return append(lines, indented(b.history(width-2*margin, height-len(lines)))...), true
}

// history is the log as far back as the person has gone, below its title.
func (b *model) history(width, height int) []string {
	rows := max(0, height-1)
	b.reading.most = len(b.told) - b.firstEntries(width, rows)
	back := min(b.reading.back, b.reading.most)
	var ways []board.Hint
	if back < b.reading.most {
		ways = append(ways, board.Press("↑", prose.T("earlier")))
	}
	if back > 0 {
		ways = append(ways, board.Press("↓", prose.T("later")))
	}
	title := b.sides(b.logTitle(), b.pressed(ways), width)
	return append([]string{title}, b.logOf(b.told[:len(b.told)-back], width, rows)...)
}

// firstEntries is how many entries, from the first on, have room in some rows.
func (b *model) firstEntries(width, rows int) int {
	for i, entry := range b.told {
		if rows -= len(b.entryLines(entry, width)); rows < 0 {
			return max(1, i)
		}
	}
	return len(b.told)
}

// sides puts one text at the left and one at the right end of a line, and the
// right one only where both have room.
func (b *model) sides(left, right string, width int) string {
	between := width - look.Width(left) - look.Width(right)
	if right == "" || between < 1 {
		return left
	}
	return left + strings.Repeat(" ", between) + right
}
