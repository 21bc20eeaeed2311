package davinci

import "parlor/tui/look"

// chronicle is the log in place of the table, with the rows above it where there
// is room for both.
type chronicle struct{}

func (chronicle) draw(b *model, width, height int) ([]string, bool) {
	var lines []string
	if height >= lowHeight {
		lines = append(b.allRows(width), "")
	}
	return append(lines, look.Indented(b.history(width-2*margin, height-len(lines)), margin)...), true
}

// history is the log as far back as the person has gone, below its title.
func (b *model) history(width, height int) []string {
	return b.DrawLog(&b.log, b.logHeading(), width, height)
}
