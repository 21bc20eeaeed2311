package masterdice

import (
	"parlor/prose"
	"parlor/tui/look"
)

// closedWidth is how wide the words are that stand where no board is seen.
const closedWidth = 64

// drawClosed says why the boards of a duel are not drawn, how far they are, and
// what happened.
func (b *model) drawClosed(width, height int) []string {
	if b.log.Opened() {
		return b.logPage(width, height)
	}
	room := min(width-1, closedWidth)
	var lines []string
	for _, sentence := range []prose.Text{
		prose.T("Both solve at once."),
		prose.T("What they roll and place is shown when the game is over."),
	} {
		lines = append(lines, look.Indented(look.Wrapped(b.Say(sentence), b.Theme.Faint, room), 1)...)
	}
	lines = append(lines, "")
	for _, one := range b.view.Boards {
		lines = append(lines, look.Indented(b.drawProgress(one, room), 1)...)
	}
	lines = append(lines, "")
	lines = append(lines, look.Indented(b.drawLog(room, min(height, closedLines)-len(lines)), 1)...)
	if width < wideFrom {
		return lines
	}
	return look.Centred(lines, closedWidth, width, height)
}

// closedLines is how many of them there are at most.
const closedLines = 20
