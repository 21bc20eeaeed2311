package masterdice

import (
	"parlor/prose"
	"parlor/tui/look"
)

// drawLog is the newest of what happened, as much as there is room for.
func (b *model) drawLog(width, lines int) []string {
	return b.log.Draw(lines, b.entry(width))
}

// readLog is the log that is open, with its title and what the counts in it mean.
func (b *model) readLog(width, height int) []string {
	var legend []string
	if b.shown().Open {
		legend = append([]string{""}, look.Wrapped(b.legend(), b.Theme.Faint, width)...)
	}
	lines := b.DrawLog(&b.log, prose.T("What happened"), width, height-len(legend), b.entry(width))
	return append(lines, legend...)
}

// withLog adds the newest of what happened to what stands beside a board, in so
// many lines; a log that is open takes its place.
func (b *model) withLog(side []string, width, lines int) []string {
	if b.log.Opened() {
		return b.readLog(width, lines)
	}
	return append(append(side, ""), b.drawLog(width, lines-len(side)-1)...)
}

// logPage is the log in place of the board.
func (b *model) logPage(width, height int) []string {
	return look.Indented(b.readLog(width-2, height), 1)
}

// entry draws what happened at a place of the log.
func (b *model) entry(width int) func(i int) []string {
	return func(i int) []string {
		return look.Wrapped(b.Say(tell(b.view.Log[i], b.Scene.PeopleAt(i), inSymbols)), b.Theme.Faint, width)
	}
}
