package kodeknacker

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// wideFrom is the width from which on boards are drawn larger, and in the middle.
const wideFrom = 100

// Draw puts the boards side by side, the own one left, with what belongs to them
// beside or below, as the window has room.
func (b *model) Draw(width, height int) string {
	if len(b.view.Boards) == 0 {
		return ""
	}
	var lines []string
	switch {
	case !b.hasSide(width, height):
		lines = b.drawSmall(width, height)
	case width >= wideFrom:
		lines = b.drawWide(width, height)
	default:
		lines = b.drawNormal(width, height)
	}
	return strings.Join(lines[:min(len(lines), height)], "\n")
}

// order is whose board is left and whose is right.
func (b *model) order() [2]engine.Seat {
	if b.view.Seat == 1 {
		return [2]engine.Seat{1, 0}
	}
	return [2]engine.Seat{0, 1}
}

// guessesText says whose board it is, in so many cells; only a name is cut.
func (b *model) guessesText(seat engine.Seat, room int) (string, look.Style) {
	if b.People.IsYou(seat) {
		return b.Say(prose.T("You guess")), b.Theme.Accent
	}
	guesses := func(name prose.Arg) string { return b.Say(prose.T("{name} guesses", name)) }
	name := b.Marked(seat, max(4, room-look.Width(guesses(prose.Name("")))))
	return guesses(prose.Name(name)), b.Theme.Strong
}

// headings are the lines above a board: whose it is, and what its seat is doing.
func (b *model) headings(seat engine.Seat, margin, room int) []string {
	text, style := b.guessesText(seat, room)
	lines := look.Indented(look.Wrapped(text, style, room), margin)
	doing, style := b.doing(b.view.Boards[seat])
	return append(lines, look.Indented(look.Wrapped(b.Say(doing), style, room), margin)...)
}

func (b *model) doing(one game.Board) (prose.Text, look.Style) {
	switch {
	case one.Cracked:
		return prose.C("cracked in {n} row", "cracked in {n} rows", prose.N(len(one.Guesses))), b.Theme.Good
	case b.view.Phase == game.PhaseOver:
		return prose.T("not cracked"), b.Theme.Faint
	case b.view.Phase == game.PhaseSet && one.CodeSet:
		return prose.T("code made"), b.Theme.Text
	case b.view.Phase == game.PhaseSet:
		return prose.T("makes a code"), b.Theme.Faint
	case one.Guessed:
		return prose.T("has guessed"), b.Theme.Text
	}
	return prose.T("row {n} of {rows}", prose.N(b.view.Round), prose.N(b.view.Rows)), b.Theme.Faint
}

// filled is how many rows say something, on either board: those played and the
// one that is.
func (b *model) filled() int {
	filled := 0
	for _, one := range b.view.Boards {
		filled = max(filled, len(one.Guesses))
	}
	if b.view.Phase == game.PhasePlay {
		filled = max(filled, b.view.Round)
	}
	return min(filled, b.view.Rows)
}

// window is which rows are drawn on so many lines; below the newest one empty
// rows are, as far as there is room.
func (b *model) window(s scale, lines int) board.RowWindow {
	window := b.rows.Fit(b.filled(), s.fitting(lines))
	if window.Earlier == 0 && window.Later == 0 {
		window.To = max(window.To, min(b.view.Rows, s.fitting(lines)))
	}
	return window
}

// drawRows draws the rows of a board in so many cells. What is left out is told in
// words on one of the boards, and by a sign on the other or where words have no
// room.
func (b *model) drawRows(one game.Board, s scale, window board.RowWindow, width int, words bool) []string {
	lines := make([]string, 0, s.lines(window.To-window.From+2))
	margin := strings.Repeat(" ", s.margin())
	note := func(told prose.Text, sign string, n int) {
		line := b.Say(told)
		if !words || s.margin()+look.Width(line) > width {
			line = sign + " " + strconv.Itoa(n)
		}
		lines = append(append(lines, margin+b.Theme.Accent.Render(line)), make([]string, s.tall-1+s.blank)...)
	}
	if window.Earlier > 0 {
		note(board.EarlierRows(window.Earlier, !b.Scene.Past), "↑", window.Earlier)
	}
	for i := window.From; i < window.To; i++ {
		lines = append(b.drawRow(lines, one, i, s, width), make([]string, s.blank)...)
	}
	if window.Later > 0 {
		note(board.LaterRows(window.Later), "↓", window.Later)
	}
	return lines[:max(0, len(lines)-s.blank)]
}

// drawRow appends a row of a board.
func (b *model) drawRow(lines []string, one game.Board, i int, s scale, width int) []string {
	next := i == len(one.Guesses) && b.view.Phase == game.PhasePlay && !one.Guessed && !one.Cracked
	number := b.numbered(i, s, next, next && one.Seat == b.view.Seat && b.Yours())
	switch {
	case i < len(one.Guesses) && one.Guesses[i].Guess == "":
		return append(lines, b.drawEmptied(number, s, width)...)
	case i < len(one.Guesses):
		row := one.Guesses[i]
		return b.besideCells(lines, s, number, b.colours(row.Guess, s), strings.Repeat(" ", s.before)+b.pegs(row.Pegs, s))
	case next && one.Seat == b.view.Seat && b.Yours() && s.cell >= 3:
		return b.besideCells(lines, s, number, b.editing(s), "")
	case i == len(one.Guesses) && i < b.view.Round && one.Guessed && one.Seat != b.view.Seat:
		return b.besideCells(lines, s, number, b.blank("▒", s), "")
	}
	return b.besideCells(lines, s, number, b.blank("·", s), "")
}

// drawEmptied is a row for which somebody's time ran out.
func (b *model) drawEmptied(number string, s scale, width int) []string {
	lines := make([]string, s.tall)
	text := b.Say(prose.T("time ran out"))
	if look.Width(text) > width-s.left {
		text = "–"
	}
	lines[s.tall/2] = number + b.Theme.Faint.Render(text)
	return lines
}

// numbered is what stands before the colours of a row: a mark where it is
// played, and its number.
func (b *model) numbered(i int, s scale, next, strong bool) string {
	digits := strconv.Itoa(i + 1)
	if s.left < 5 {
		mark, style := " ", b.Theme.Faint
		if next {
			mark, style = "▸", b.Theme.Accent
		}
		return style.Render(look.Fit(mark+strings.Repeat(" ", max(0, 2-len(digits)))+digits, s.left))
	}
	digits = look.Fit(digits, s.left-2)
	switch {
	case strong:
		return " " + b.Theme.Accent.Render("▸"+digits)
	case next:
		return " " + b.Theme.Accent.Render("▸") + b.Theme.Faint.Render(digits)
	}
	return "  " + b.Theme.Faint.Render(digits)
}

// besideCells appends the lines of a row: what stands before its colours and
// behind them is in the middle one.
func (b *model) besideCells(lines []string, s scale, before string, cells []string, behind string) []string {
	for part, line := range cells {
		if part == s.tall/2 {
			lines = append(lines, before+line+behind)
		} else {
			lines = append(lines, strings.Repeat(" ", s.left)+line)
		}
	}
	return lines
}

// drawSecret is the code below the board on which it is guessed, in so many
// cells; the own one is made there.
func (b *model) drawSecret(owner engine.Seat, s scale, width int) []string {
	one := b.view.Boards[owner]
	before, cells := strings.Repeat(" ", s.left), b.secret(one, s)
	label := b.Say(prose.T("code"))
	if b.People.IsYou(owner) {
		label = b.Say(prose.T("yours"))
		if b.view.Phase == game.PhaseSet && b.Yours() {
			before, cells = " "+b.Theme.Accent.Render(look.Fit("▸", s.left-1)), b.editing(s)
		}
	}
	label = b.Theme.Faint.Render(label)
	if s.left+s.colours(b.view.Positions)+s.before+look.Width(label) > width {
		return b.besideCells([]string{strings.Repeat(" ", s.left) + label}, s, before, cells, "")
	}
	return b.besideCells(nil, s, before, cells, strings.Repeat(" ", s.before)+label)
}

// secret is the code that a seat made: question marks where it is hidden, dots
// where it is not made yet.
func (b *model) secret(one game.Board, s scale) []string {
	switch {
	case one.Code != "":
		return b.colours(one.Code, s)
	case one.CodeSet:
		return b.blank("?", s)
	}
	return b.blank("·", s)
}
