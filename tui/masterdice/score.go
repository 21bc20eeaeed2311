package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/style"
)

// score describes the progress and the worth of boards.
type score struct{ *position }

// drawStatus draws the worth of a board and the legend of the counts.
func (s *score) drawStatus(one game.Board, width int) []string {
	if !one.Open {
		return nil
	}
	text, textStyle := s.standing(one)
	lines := append(s.drawWhiteDice(one, width), style.Wrapped(s.Say(text), textStyle, width)...)
	return append(lines, style.Wrapped(s.legend(), s.Theme.Faint, width)...)
}

// whiteDice says how many dice are left.
func (s *score) whiteDice(one game.Board) string {
	return s.Say(prose.T("White dice {n}", prose.N(one.DiceLeft)))
}

// drawWhiteDice says how many dice are left, and draws them if there is room.
func (s *score) drawWhiteDice(one game.Board, width int) []string {
	label := s.whiteDice(one)
	if style.Width(label)+1+game.WhiteDice > width {
		return style.Wrapped(label, s.Theme.Text, width)
	}
	return []string{s.Theme.Text.Render(label+" ") + strings.Repeat("■", one.DiceLeft) +
		s.Theme.Faint.Render(strings.Repeat("·", game.WhiteDice-one.DiceLeft))}
}

// drawSmallKey draws the legend of the counts and the number of dice left.
func (s *score) drawSmallKey(one game.Board, width int) []string {
	items := []string{s.Theme.Faint.Render(s.legend()), s.Theme.Text.Render(s.whiteDice(one))}
	return style.Indented(style.Flow(items, width-1, 2), 1)
}

// drawSmallHead is drawHead in one line if that fits.
func (s *score) drawSmallHead(one game.Board, width int) []string {
	head := s.drawHead(one, width)
	if len(head) == 2 && style.Width(head[0])+1+style.Width(head[1]) < width {
		return []string{style.Sides(head[0], strings.TrimPrefix(head[1], " ")+" ", width)}
	}
	return head
}

// drawHead draws the owner and the worth of a board.
func (s *score) drawHead(one game.Board, width int) []string {
	text, textStyle := s.standing(one)
	return append(s.heading(one, width), style.Indented(style.Wrapped(s.Say(text), textStyle, width-1), 1)...)
}

// standing describes the worth of a board or, if the board is not visible, its progress.
func (s *score) standing(one game.Board) (prose.Text, style.Style) {
	points := prose.N(one.Points)
	if !one.Open {
		return s.progress(one), s.Theme.Faint
	}
	switch one.Outcome {
	case game.Right:
		return prose.C("Solved: {n} point", "Solved: {n} points", points), s.Theme.Good
	case game.Wrong:
		return prose.T("Wrong answer: no points"), s.Theme.Bad
	case game.Unsolved:
		if s.People.IsYou(one.Solver) {
			return prose.C("If you solve now: {n} point", "If you solve now: {n} points", prose.N(one.ScoreNow)), s.Theme.Text
		}
		return prose.C("If solved now: {n} point", "If solved now: {n} points", prose.N(one.ScoreNow)), s.Theme.Text
	}
	return prose.C("Finished: {n} point", "Finished: {n} points", points), s.Theme.Text
}

// drawOther draws the boards of a duel that are not on the left.
func (s *score) drawOther(width int) []string {
	var lines []string
	for _, one := range s.View.Boards {
		if one.Solver == s.shown().Solver && one.Open {
			continue
		}
		lines = append(lines, s.drawProgress(one, width)...)
		if (s.Scene.Past || s.View.Over) && one.Open {
			lines = append(lines, s.drawPast(one)...)
		}
	}
	return lines
}

// drawProgress draws a name and the progress of that board. Only the name is cut.
func (s *score) drawProgress(one game.Board, width int) []string {
	said := s.Say(s.progress(one))
	name := s.Marked(one.Solver, 24)
	if room := width - 2 - style.Width(said); room >= min(8, style.Width(name)) {
		return []string{s.Theme.Strong.Render(s.Marked(one.Solver, min(24, room))) + "  " + s.Theme.Text.Render(said)}
	}
	return append(style.Wrapped(style.Cut(name, width), s.Theme.Strong, width), style.Indented(style.Wrapped(said, s.Theme.Text, width-1), 1)...)
}

// progress describes the progress of the other board of a duel.
func (s *score) progress(one game.Board) prose.Text {
	used, rows := prose.N(one.RowsUsed), prose.N(game.MaxRows)
	switch {
	case one.Open && s.View.Over:
		return prose.C("{points} point, {n} of {rows} rows", "{points} points, {n} of {rows} rows", prose.N(one.Points), used, rows)
	case one.Outcome != game.Unsolved:
		return prose.T("{n} of {rows} rows used, finished", used, rows)
	}
	return prose.T("{n} of {rows} rows used", used, rows)
}

// drawPast draws a board in a few lines next to the other one of a duel: its rows, the rolled dice,
// the answer and the code.
func (s *score) drawPast(one game.Board) []string {
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
		lines = append(lines, s.Theme.Text.Render(line+"   "+s.Say(prose.T("{counts}", counts))))
	}
	return append(lines, style.Indented(s.drawEnd(one, pastWidth), 1)...)
}

// pastWidth is the maximum width of what is below such a board.
const pastWidth = 30

// drawRolled lists the rolled dice, if any.
func (s *score) drawRolled(one game.Board, width int) []string {
	if len(one.Rolled) == 0 {
		return nil
	}
	return style.Wrapped(s.Say(prose.T("rolled {dice}", digits(one.Rolled))), s.Theme.Text, width)
}

// drawEnd draws what is below the rows of a board: the rolled dice, the answer and the code.
func (s *score) drawEnd(one game.Board, width int) []string {
	lines := s.drawRolled(one, width)
	if one.Answer != (game.Line{}) {
		lines = append(lines, style.Wrapped(s.Say(prose.T("answer {code}", digits(one.Answer[:]))), s.Theme.Faint, width)...)
	}
	if one.Code != (game.Line{}) {
		lines = append(lines, style.Wrapped(s.Say(prose.T("code {code}", digits(one.Code[:]))), s.Theme.Faint, width)...)
	}
	return lines
}
