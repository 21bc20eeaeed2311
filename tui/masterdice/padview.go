package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// padScale is how large the pad is drawn: the cells of a column's name and of a
// value, and the lines from one column to the next.
type padScale struct{ label, cell, pitch int }

func (s padScale) width() int { return s.label + game.Faces*s.cell }

// drawPad has a line for each column.
func (b *model) drawPad(s padScale) []string {
	title := b.theme.Faint.Render("  " + b.say(prose.T("scratch pad (Tab)")))
	if b.pad.open {
		title = b.theme.Accent.Render("▸ " + b.say(prose.T("scratch pad")))
	}
	lines := []string{title}
	names := b.columnNames(s.label - 2)
	for column, name := range names {
		lines = append(lines, make([]string, s.pitch-1)...)
		line := b.theme.Text.Foreground(b.hue(game.Column(column))).Render(look.Fit("  "+name, s.label))
		for value := range game.Faces {
			line += b.padCell(column, value, s)
		}
		lines = append(lines, line)
	}
	return lines
}

// padMark is what the person marked, or what follows from the rows where that
// is filled in by itself.
func (b *model) padMark(column, value int) mark {
	own := b.pad.marks[column][value]
	if own != unmarked || !b.pad.auto {
		return own
	}
	mine, _ := b.mine()
	can := game.Candidates(mine)[column]
	if !can[value] {
		return ruledOut
	}
	can[value] = false
	if can == [game.Faces]bool{} {
		return certain
	}
	return unmarked
}

func (b *model) padCell(column, value int, s padScale) string {
	text, style := " "+itoa(value+1)+" ", b.theme.Text
	switch b.padMark(column, value) {
	case ruledOut:
		text, style = " ✗ ", b.theme.Faint
	case certain:
		text, style = "("+itoa(value+1)+")", b.theme.Good
	case unmarked:
	}
	if b.pad.open && b.pad.column == column && b.pad.value == value {
		chosen := "›" + strings.Trim(text, " (") + "‹" // "›2)‹" where it is certain
		return b.theme.Cursor.Render(look.Cut(chosen, s.cell)) + strings.Repeat(" ", max(0, s.cell-look.Width(chosen)))
	}
	return style.Render(text + strings.Repeat(" ", s.cell-3))
}

// padKeys are the keys of the pad that is open; its arrows need no words.
func (b *model) padKeys() []string { return board.HintItems(b.Hints()[1:], b.theme, b.voice) }
