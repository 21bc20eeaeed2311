package guessboard

import (
	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// position is the newest scene of a guessing game.
type position struct {
	board.RowBoard[byte, Table]

	kind *Kind
}

// order returns the owners of the left and the right board. The reader's own is on the left.
func (p *position) order() [2]engine.Seat {
	if p.View.Seat == 1 {
		return [2]engine.Seat{1, 0}
	}
	return [2]engine.Seat{0, 1}
}

// filled returns the number of rows in use on the longer board, including the one being played.
func (p *position) filled() int {
	filled := 0
	for _, one := range p.View.Boards {
		filled = max(filled, len(one.Guesses))
	}
	if p.View.Phase == codebreak.PhasePlay {
		filled = max(filled, p.View.Round)
	}
	return min(filled, p.View.Rows)
}

// guessesText returns the heading of a board, in at most the given cells. Only a name is cut.
func (p *position) guessesText(seat engine.Seat, cells int) (string, style.Style) {
	if p.People.IsYou(seat) {
		return p.Say(prose.T("You guess")), p.Theme.Accent
	}
	said := func(name prose.Arg) string { return p.Say(prose.T("{name} guesses", name)) }
	name := p.Marked(seat, max(4, cells-style.Width(said(prose.Name("")))))
	return said(prose.Name(name)), p.Theme.Strong
}

// headings returns the lines above a board: its owner, and what that player is doing.
func (p *position) headings(seat engine.Seat, margin, cells int) []string {
	text, look := p.guessesText(seat, cells)
	lines := style.Indented(style.Wrapped(text, look, cells), margin)
	doing, look := p.doing(p.View.Boards[seat])
	return append(lines, style.Indented(style.Wrapped(p.Say(doing), look, cells), margin)...)
}

func (p *position) doing(one Board) (prose.Text, style.Style) {
	switch {
	case one.Cracked:
		return prose.C("cracked in {n} row", "cracked in {n} rows", prose.N(len(one.Guesses))), p.Theme.Good
	case p.View.Phase == codebreak.PhaseOver:
		return prose.T("not cracked"), p.Theme.Faint
	case p.View.Phase == codebreak.PhaseSet && one.CodeSet:
		return prose.T("code made"), p.Theme.Text
	case p.View.Phase == codebreak.PhaseSet:
		return prose.T("makes a code"), p.Theme.Faint
	case one.Guessed:
		return prose.T("has guessed"), p.Theme.Text
	}
	return prose.T("row {n} of {rows}", prose.N(p.View.Round), prose.N(p.View.Rows)), p.Theme.Faint
}
