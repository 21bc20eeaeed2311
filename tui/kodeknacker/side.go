package kodeknacker

import (
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// drawSide is what stands beside the boards: the notes or the colours, what the
// pegs mean, and what happened; or all that happened.
func (b *model) drawSide(width, height int, s notesScale) []string {
	if b.log.Opened() {
		return b.readLog(width, height)
	}
	lines := append(b.drawKey(width, s), "")
	return append(lines, b.drawLog(width, height-len(lines))...)
}

// drawKey is what one reads the boards by: the notes or the colours, and what the
// pegs mean.
func (b *model) drawKey(width int, s notesScale) []string {
	var lines []string
	if b.notes.Can() {
		lines = b.drawNotes(s)
	} else {
		lines = b.drawColors(width)
	}
	lines = append(lines, "")
	for _, text := range b.pegTexts() {
		lines = append(lines, look.Wrapped(text, b.Theme.Faint, width)...)
	}
	return lines
}

// pegTexts say what the pegs mean.
func (b *model) pegTexts() []string {
	return []string{"● " + b.Say(prose.T("right place")), "○ " + b.Say(prose.T("wrong place"))}
}

// drawColors names the colours in columns, as many as fit.
func (b *model) drawColors(width int) []string {
	names := make([]string, b.view.Colors)
	column := 8
	for i := range names {
		names[i] = b.Say(colour(b.letters()[i]))
		column = max(column, look.Width(names[i])+1)
	}
	items := make([]string, len(names))
	for i, name := range names {
		letter := b.letters()[i]
		items[i] = board.Zone(b.drawn(cell{letter, " ", " ", true})+" "+look.Fit(name, column), "color "+string(letter))
	}
	return look.Flow(items, width, 0)
}
