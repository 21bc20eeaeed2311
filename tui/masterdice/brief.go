package masterdice

import (
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// briefWidth is that of a board of which only the values are shown.
const briefWidth = 18

// drawBriefRows are rows as values and counts below the letters of the columns,
// to read only.
func (b *model) drawBriefRows(one game.Board, window board.RowWindow, width int) []string {
	lines := []string{b.briefHead()}
	note := func(told prose.Text, sign string, n int) {
		line := b.Say(told)
		if look.Width(line) > width {
			line = sign + " " + itoa(n)
		}
		lines = append(lines, b.Theme.Accent.Render(line))
	}
	if window.Earlier > 0 {
		note(board.EarlierRows(window.Earlier, !b.Scene.Past), "↑", window.Earlier)
	}
	for i := window.From; i < min(window.To, len(one.Rows)); i++ {
		lines = append(lines, b.briefRow(i, one.Rows[i]))
	}
	if window.Later > 0 {
		note(board.LaterRows(window.Later), "↓", window.Later)
	}
	return lines
}

func (b *model) briefHead() string {
	line := "    "
	for column := range game.Columns {
		line += b.Theme.Strong.Foreground(b.hue(game.Column(column))).Render(letters[column:column+1]) + " "
	}
	return line + b.Theme.Strong.Render(" = ▼ ▲")
}

func (b *model) briefRow(i int, row game.Row) string {
	line := b.Theme.Faint.Render("  " + itoa(i+1) + " ")
	for column, value := range row.Cells {
		if value == 0 {
			line += b.Theme.Faint.Render("· ")
			continue
		}
		line += b.Theme.Text.Foreground(b.hue(game.Column(column))).Render(itoa(value)) + " "
	}
	return line + " " + b.Theme.Good.Render(itoa(row.Equal)) + " " + itoa(row.High) + " " + itoa(row.Low)
}

// drawRolled is the dice on the table in words; nothing where none are.
func (b *model) drawRolled(one game.Board, width int) []string {
	if len(one.Rolled) == 0 {
		return nil
	}
	return look.Wrapped(b.Say(prose.T("rolled {dice}", digits(one.Rolled))), b.Theme.Text, width)
}

// drawBriefEnd is what is below the rows of a board: the dice on the table, the
// answer and the code.
func (b *model) drawBriefEnd(one game.Board, width int) []string {
	lines := b.drawRolled(one, width)
	if one.Answer != (game.Line{}) {
		lines = append(lines, look.Wrapped(b.Say(prose.T("answer {code}", digits(one.Answer[:]))), b.Theme.Faint, width)...)
	}
	if one.Code != (game.Line{}) {
		lines = append(lines, look.Wrapped(b.Say(prose.T("code {code}", digits(one.Code[:]))), b.Theme.Faint, width)...)
	}
	return lines
}

// drawBoth are both boards of a duel side by side, in brief.
func (b *model) drawBoth(width, height int) []string {
	room := (width - 2) / 2
	var heads, ends [2][]string
	rows := 0
	for i, one := range b.openBoards() {
		said, style := b.standing(one)
		heads[i] = append(b.heading(one, room), look.Indented(look.Wrapped(b.Say(said), style, room-1), 1)...)
		ends[i] = b.drawBriefEnd(one, room)
		rows = max(rows, len(one.Rows))
	}
	legend := look.Indented(look.Wrapped(b.legend(), b.Theme.Faint, width-1), 1)
	lines := look.Beside(heads[0], heads[1], room+2)
	left := height - len(lines) - 1 - max(len(ends[0]), len(ends[1])) - len(legend)
	window := b.rows.Fit(rows, left)
	var grids [2][]string
	for i, one := range b.openBoards() {
		grids[i] = b.drawBriefRows(one, window, room)
	}
	lines = append(lines, look.Beside(grids[0], grids[1], room+2)...)
	lines = append(lines, look.Beside(look.Indented(ends[0], 2), look.Indented(ends[1], 2), room+2)...)
	return append(lines, legend...)
}

// openBoards are the boards that the reader sees, the own one first.
func (b *model) openBoards() []game.Board {
	var boards []game.Board
	for _, one := range b.view.Boards {
		if !one.Open {
			continue
		}
		boards = append(boards, one)
		if one.Solver == b.shown().Solver {
			boards[0], boards[len(boards)-1] = boards[len(boards)-1], boards[0]
		}
	}
	return boards
}
