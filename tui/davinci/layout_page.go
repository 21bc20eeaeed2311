package davinci

import "parlor/tui/style"

// notesLayout shows the notes instead of the table, below the racks that they are about.
type notesLayout struct{}

func (notesLayout) draw(b *model, width, height int) ([]string, bool) {
	lines := b.racks.allRows(width)
	if width < stackWidth {
		lines = append(lines, b.pad.closeNotes(height-len(lines))...)
		return append(lines, b.pad.noteKeys(width, height-len(lines))...), true
	}
	return append(append(lines, ""), b.pad.roomyNotes(height-len(lines)-1)...), true
}

// logLayout shows the log instead of the table, with the racks above it if there is room.
type logLayout struct{}

func (logLayout) draw(b *model, width, height int) ([]string, bool) {
	var lines []string
	if height >= lowHeight {
		lines = append(b.racks.allRows(width), "")
	}
	return append(lines, style.Indented(b.log.history(width-2*margin, height-len(lines)), margin)...), true
}
