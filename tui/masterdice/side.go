package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// drawSide is what stands beside a board: what it is worth, the dice on the table
// or the answer, and how far the other one is.
func (b *model) drawSide(width int) []string {
	one := b.shown()
	lines := b.drawStatus(one, width)
	switch {
	case b.view.Over: // no dice are on the table any more
	case b.solving:
		lines = append(append(lines, ""), b.drawAnswer()...)
	default:
		lines = append(append(lines, ""), b.drawDice(one)...)
	}
	if len(b.view.Boards) > 1 {
		lines = append(append(lines, ""), b.drawOther(width)...)
	}
	return lines
}

func (b *model) drawStatus(one game.Board, width int) []string {
	if !one.Open {
		return nil
	}
	text, style := b.standing(one)
	lines := append(b.drawWhiteDice(one, width), look.Wrapped(b.Say(text), style, width)...)
	return append(lines, look.Wrapped(b.legend(), b.Theme.Faint, width)...)
}

// legend says what the counts behind a row are.
func (b *model) legend() string { return b.Say(prose.T("= right ▼ code lower ▲ higher")) }

// drawWhiteDice counts the dice that are not spent, and shows them where there
// is room.
func (b *model) drawWhiteDice(one game.Board, width int) []string {
	label := b.Say(prose.T("White dice {n}", prose.N(one.DiceLeft)))
	if look.Width(label)+1+game.WhiteDice > width {
		return look.Wrapped(label, b.Theme.Text, width)
	}
	return []string{b.Theme.Text.Render(label+" ") + strings.Repeat("■", one.DiceLeft) +
		b.Theme.Faint.Render(strings.Repeat("·", game.WhiteDice-one.DiceLeft))}
}

// standing says what a board is worth, or was.
func (b *model) standing(one game.Board) (prose.Text, look.Style) {
	points := prose.N(one.Points)
	switch one.Outcome {
	case game.Right:
		return prose.C("Solved: {n} point", "Solved: {n} points", points), b.Theme.Good
	case game.Wrong:
		return prose.T("Wrong answer: no points"), b.Theme.Bad
	case game.Unsolved:
		if b.People.IsYou(one.Solver) {
			return prose.C("If you solve now: {n} point", "If you solve now: {n} points", prose.N(one.ScoreNow)), b.Theme.Text
		}
		return prose.C("If solved now: {n} point", "If solved now: {n} points", prose.N(one.ScoreNow)), b.Theme.Text
	}
	return prose.C("Finished: {n} point", "Finished: {n} points", points), b.Theme.Text
}

// drawDice shows the dice rolled; those in the line are away from the table.
func (b *model) drawDice(one game.Board) []string {
	lines := make([]string, 5)
	for die, value := range b.free(one) {
		for i, part := range boxed(b.tumbled(die, value)) {
			lines[i] += board.Zone(b.Theme.Text.Render(part), "die "+itoa(value)) + " "
		}
	}
	if len(one.Rolled) == 0 && one.Phase == game.PhaseRoll {
		lines[2] = b.Theme.Faint.Render("  " + b.Say(prose.T("the dice are in the cup")))
	}
	return lines
}

// drawAnswer is the solution row while it is filled.
func (b *model) drawAnswer() []string {
	s := normal()
	var heads, cells string
	for column, name := range b.columnNames(s.cell) {
		heads += b.Theme.Strong.Foreground(b.hue(game.Column(column))).Render(centre(name, s.cell))
		cells += b.editCell(column, 0, s)
	}
	return []string{b.Theme.Strong.Render(b.Say(prose.T("Your answer"))), heads, cells, "", ""}
}

// drawOther tells of the boards of a duel that are not on the left.
func (b *model) drawOther(width int) []string {
	var lines []string
	for _, one := range b.view.Boards {
		if one.Solver == b.shown().Solver && one.Open {
			continue
		}
		lines = append(lines, b.drawProgress(one, width)...)
		if (b.Scene.Past || b.view.Over) && one.Open {
			lines = append(lines, b.drawPast(one)...)
		}
	}
	return lines
}

// drawProgress is a name and how far its board is; only the name is cut.
func (b *model) drawProgress(one game.Board, width int) []string {
	said := b.Say(b.progress(one))
	name := b.Marked(one.Solver, 24)
	if room := width - 2 - look.Width(said); room >= min(8, look.Width(name)) {
		return []string{b.Theme.Strong.Render(b.Marked(one.Solver, min(24, room))) + "  " + b.Theme.Text.Render(said)}
	}
	return append(look.Wrapped(look.Cut(name, width), b.Theme.Strong, width), look.Indented(look.Wrapped(said, b.Theme.Text, width-1), 1)...)
}

// progress says how far the other board of a duel is.
func (b *model) progress(one game.Board) prose.Text {
	used, rows := prose.N(one.RowsUsed), prose.N(game.MaxRows)
	switch {
	case one.Open && b.view.Over:
		return prose.C("{points} point, {n} of {rows} rows", "{points} points, {n} of {rows} rows", prose.N(one.Points), used, rows)
	case one.Outcome != game.Unsolved:
		return prose.T("{n} of {rows} rows used, finished", used, rows)
	}
	return prose.T("{n} of {rows} rows used", used, rows)
}

// drawPast is a board in a few lines, where the other one of a duel is drawn in
// full: its rows, the dice on the table, the answer, its code.
func (b *model) drawPast(one game.Board) []string {
	var lines []string
	for i, row := range one.Rows {
		line := " " + itoa(i+1) + " "
		for column, value := range row.Cells {
			cell := "  "
			if value != 0 {
				cell = letters[column:column+1] + itoa(value)
			}
			line += " " + cell
		}
		_, counts := inSymbols(row)
		lines = append(lines, b.Theme.Text.Render(line+"   "+b.Say(prose.T("{counts}", counts))))
	}
	for _, line := range b.drawBriefEnd(one, briefPast) {
		lines = append(lines, " "+line)
	}
	return lines
}

// briefPast is how wide what is below such a board may be.
const briefPast = 30
