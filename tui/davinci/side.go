package davinci

import (
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// sidePanel draws the column next to the table: the log or the notes.
type sidePanel struct {
	*guesser

	pad   *notesView
	clues *clueView
	aside *board.Aside
}

// The width of the column next to the table: the log has a comfortable width, the notes have their
// own.
const sideLeast, sideMost, sideShare = 38, 56, 4

func (s *sidePanel) sideCells(width int) int {
	if s.page() == notesPage {
		return s.pad.closeCells()
	}
	return max(sideLeast, min(width/sideShare, sideMost))
}

// sideOwn is the minimum number of lines of the board's part of the column.
const sideOwn = 12

// draw returns the column.
func (s *sidePanel) draw(width, height int) []string {
	return s.aside.Column(width, height, sideOwn, func(height int) []string { return s.ownSide(width, height) })
}

// ownSide returns the board's part of the column.
func (s *sidePanel) ownSide(width, height int) []string {
	switch s.page() {
	case notesPage:
		return s.notesSide(width, height)
	case logPage:
		return append([]string{""}, s.log.history(width, height-1)...)
	case tablePage:
	}
	return s.panel(width, height)
}

// notesSide returns the notes, what is known of the tile under the cursor, and as much of the log
// as fits.
func (s *sidePanel) notesSide(width, height int) []string {
	lines := []string{"", s.Theme.Title.Render(" " + s.Say(prose.T("Notes")))}
	lines = append(lines, s.pad.closeNotes(height-len(lines))...)
	spare := height - len(lines) - 2 // an empty line and a title
	log := s.log.newest(width-margin, spare)
	if len(log) == 0 {
		return lines
	}
	return append(append(lines, ""), style.Indented(append([]string{s.log.logTitle()}, log...), margin)...)
}

// panel returns the log, and below it what is known of the tile under the cursor.
func (s *sidePanel) panel(width, height int) []string {
	foot := s.clues.drawClueBlock(width)
	lines := []string{"", s.log.logTitle()}
	lines = append(lines, s.log.newest(width, max(0, height-len(lines)-len(foot)))...)
	return append(style.Exactly(lines, height-len(foot)), foot...)
}
