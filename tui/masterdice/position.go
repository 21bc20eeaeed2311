package masterdice

import (
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// position is the newest scene of the game.
type position struct{ board.RowBoard[int, game.View] }

// mine returns the board that the reader solves.
func (p *position) mine() (game.Board, bool) {
	i := slices.IndexFunc(p.View.Boards, func(one game.Board) bool { return one.Solver == p.View.Seat })
	if i < 0 {
		return game.Board{}, false
	}
	return p.View.Boards[i], true
}

// shown returns the board on the left: the own one, or the one in play.
func (p *position) shown() game.Board {
	if mine, ok := p.mine(); ok {
		return mine
	}
	return p.View.Boards[0]
}

// openBoards returns the boards that the reader may see, the own one first.
func (p *position) openBoards() []game.Board {
	var boards []game.Board
	for _, one := range p.View.Boards {
		if !one.Open {
			continue
		}
		boards = append(boards, one)
		if one.Solver == p.shown().Solver {
			boards[0], boards[len(boards)-1] = boards[len(boards)-1], boards[0]
		}
	}
	return boards
}

// heading returns whose board it is.
func (p *position) heading(one game.Board, room int) []string {
	if p.People.IsYou(one.Solver) {
		return style.Indented(style.Wrapped(p.Say(prose.T("You solve")), p.Theme.Accent, room-1), 1)
	}
	return style.Indented(style.Wrapped(p.Say(prose.T("{name} solves", prose.Name(p.Marked(one.Solver, 24)))), p.Theme.Strong, room-1), 1)
}

// legend explains the counts behind a row.
func (p *position) legend() string { return p.Say(prose.T("= right ▼ code lower ▲ higher")) }

// columnNames returns the names of the columns in at most room cells each, or their letters if a
// name does not fit.
func (p *position) columnNames(room int) [game.Columns]string {
	var names [game.Columns]string
	for column := range names {
		names[column] = p.Say(colour(game.Column(column)))
	}
	if slices.ContainsFunc(names[:], func(name string) bool { return style.Width(name) > room }) {
		for column := range names {
			names[column] = strings.ToUpper(letters[column : column+1])
		}
	}
	return names
}

// columnStyle returns a style in the colour of a column.
func (p *position) columnStyle(textStyle style.Style, column int) lipgloss.Style {
	return textStyle.Foreground(p.hue(game.Column(column)))
}

// hue returns the colour of a column. In high contrast, columns have no colour, only their name.
func (p *position) hue(column game.Column) color.Color {
	if p.Theme.Contrast {
		return lipgloss.NoColor{}
	}
	pick := lipgloss.LightDark(p.Theme.Dark)
	switch column {
	case game.Blue:
		return pick(lipgloss.Color("#0057b8"), lipgloss.Color("#6cb2ff"))
	case game.Red:
		return pick(lipgloss.Color("#b3202a"), lipgloss.Color("#ff7b7b"))
	case game.Yellow:
		return pick(lipgloss.Color("#8a6d00"), lipgloss.Color("#f7d154"))
	default:
		return pick(lipgloss.Color("#1d7a34"), lipgloss.Color("#7fd68a"))
	}
}

// centre centres a text in width cells.
func centre(text string, width int) string {
	free := max(0, width-style.Width(text))
	return style.Blanks(free/2) + text + style.Blanks(free-free/2)
}
