package guessboard

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// guessRows draws the rows of both boards, with the codes below them.
type guessRows struct {
	*symbols

	input *codeInput
	cache board.Cache[rowKey, []string]
}

// rowKey holds everything that determines how a row looks that is not being filled.
type rowKey struct {
	row          codebreak.Row
	mark         string // text shown instead of symbols; empty if the row was played
	next, strong bool
	scale        scale
	positions    int
	width        int
}

// Same implements board.Source.
func (k rowKey) Same(other rowKey) bool { return k == other }

// pair is the layout of both boards side by side: their scales and widths, and the column where the
// right one begins.
type pair struct {
	scales [2]scale
	widths [2]int
	column int
	airy   bool // has an empty line below the headings, and a line above the codes
}

// leastBoard is the minimum width of a board, for the words above it.
const leastBoard = 24

// alike returns a layout with both boards on the same scale.
func (g *guessRows) alike(s scale) pair {
	width := max(leastBoard, s.row(g.View.Places)+1)
	return pair{scales: [2]scale{s, s}, widths: [2]int{width, width}, column: width + 2, airy: true}
}

// narrow returns the most detailed layout that fits a width. The reader's own rows must be large
// enough to fill; the other board is only read.
func (g *guessRows) narrow(width int) pair {
	const gutter = 1
	tries := [][2]scale{{normal(), normal()}, {normal(), compact()}, {tight(), compact()}, {tight(), brief()}}
	for i, s := range tries {
		left, right := s[0].row(g.View.Places), s[1].row(g.View.Places)
		if free := width - left - gutter - right; free >= 0 || i == len(tries)-1 {
			left += min(free/2, 4)
			return pair{scales: s, widths: [2]int{left, width - left - gutter}, column: left + gutter}
		}
	}
	return pair{}
}

// draw draws both boards in at most height lines.
func (g *guessRows) draw(p pair, height int) []string {
	order := g.order()
	var heads, rows, codes [2][]string
	for i, seat := range order {
		margin := p.scales[i].margin()
		heads[i] = g.headings(seat, margin, p.widths[i]-margin)
		codes[i] = g.drawCode(1-seat, p.scales[i], p.widths[i])
	}
	lines := style.SideBySide(heads[0], heads[1], p.column)
	room := height - len(lines) - max(len(codes[0]), len(codes[1]))
	if p.airy {
		lines, room = append(lines, ""), room-2
	}
	window := g.window(p.scales[0], room)
	for i, seat := range order {
		rows[i] = g.drawRows(g.View.Boards[seat], p.scales[i], window, p.widths[i], i == 0)
	}
	lines = append(lines, style.SideBySide(rows[0], rows[1], p.column)...)
	if p.airy {
		lines = append(lines, style.Fit(g.rule(p.widths[0]), p.column)+g.rule(p.widths[1]))
	}
	return append(lines, style.SideBySide(codes[0], codes[1], p.column)...)
}

func (g *guessRows) rule(width int) string {
	return "  " + g.Theme.Border.Render(strings.Repeat("─", width-3))
}

// window returns the rows to draw in the given number of lines. Empty rows follow the newest one if
// there is room.
func (g *guessRows) window(s scale, lines int) board.RowWindow {
	return g.Rows.FitAll(g.filled(), g.View.Rows, s.fitting(lines))
}

// drawRows draws the rows of a board in width cells. One board says in words how many rows are
// hidden, the other shows a sign.
func (g *guessRows) drawRows(one Board, s scale, window board.RowWindow, width int, words bool) []string {
	lines, cells := make([]string, 0, s.lines(window.To-window.From+2)), 0
	if words {
		cells = width
	}
	add := func(row []string) {
		if row != nil {
			lines = append(append(lines, row...), make([]string, s.blank)...)
		}
	}
	above, below := g.LeftOut(window, s.margin(), cells)
	add(style.Exactly(above, len(above)*s.tall))
	for i := window.From; i < window.To; i++ {
		add(g.drawRow(one, i, s, width))
	}
	add(style.Exactly(below, len(below)*s.tall))
	return lines[:max(0, len(lines)-s.blank)]
}

// drawRow returns a row of a board.
func (g *guessRows) drawRow(one Board, i int, s scale, width int) []string {
	key := rowKey{scale: s, positions: g.View.Places, width: width}
	key.next = i == len(one.Guesses) && g.View.Phase == codebreak.PhasePlay && !one.Guessed && !one.Cracked
	key.strong = key.next && one.Seat == g.View.Seat && g.Yours()
	switch {
	case i < len(one.Guesses):
		key.row = one.Guesses[i]
	case key.strong && s.cell >= 3:
		return g.appendRow(nil, s, g.numbered(i, key), g.input.draw(s), "")
	case i == len(one.Guesses) && i < g.View.Round && one.Guessed && one.Seat != g.View.Seat:
		key.mark = "▒"
	default:
		key.mark = "·"
	}
	return g.cache.At(2*i+int(one.Seat), key, func() []string { return slices.Clip(g.drawIdle(i, key)) })
}

// drawIdle draws a row that is not being filled.
func (g *guessRows) drawIdle(i int, key rowKey) []string {
	s, number := key.scale, g.numbered(i, key)
	switch {
	case key.mark != "":
		return g.appendRow(nil, s, number, g.blank(key.mark, s), "")
	case key.row.Guess == "":
		return g.drawEmptied(number, s, key.width)
	}
	return g.appendRow(nil, s, number, g.code(key.row.Guess, s), style.Blanks(s.before)+g.pegs(key.row.Pegs, s))
}

// drawEmptied draws a row for which the player ran out of time.
func (g *guessRows) drawEmptied(number string, s scale, width int) []string {
	lines := make([]string, s.tall)
	text := g.Say(prose.T("time ran out"))
	if style.Width(text) > width-s.left {
		text = "–"
	}
	lines[s.tall/2] = number + g.Theme.Faint.Render(text)
	return lines
}

// numbered returns what precedes the symbols of a row: a mark if it is the next one, and its
// number.
func (g *guessRows) numbered(i int, key rowKey) string {
	s, next := key.scale, key.next
	digits := strconv.Itoa(i + 1)
	if s.left < 5 {
		mark, look := " ", g.Theme.Faint
		if next {
			mark, look = "▸", g.Theme.Accent
		}
		return look.Render(style.Fit(mark+style.Blanks(2-len(digits))+digits, s.left))
	}
	digits = style.Fit(digits, s.left-2)
	switch {
	case key.strong:
		return " " + g.Theme.Accent.Render("▸"+digits)
	case next:
		return " " + g.Theme.Accent.Render("▸") + g.Theme.Faint.Render(digits)
	}
	return "  " + g.Theme.Faint.Render(digits)
}

// appendRow appends the lines of a row. The text before and behind the symbols is on the middle
// line.
func (g *guessRows) appendRow(lines []string, s scale, before string, cells []string, behind string) []string {
	for part, line := range cells {
		if part == s.tall/2 {
			lines = append(lines, before+line+behind)
		} else {
			lines = append(lines, style.Blanks(s.left)+line)
		}
	}
	return lines
}

// drawCode draws the code below the board on which it is guessed, in width cells. The reader's own
// code is entered there.
func (g *guessRows) drawCode(owner engine.Seat, s scale, width int) []string {
	before, cells := style.Blanks(s.left), g.secret(g.View.Boards[owner], s)
	label := g.Say(prose.T("code"))
	if g.People.IsYou(owner) {
		label = g.Say(prose.T("yours"))
		if g.View.Phase == codebreak.PhaseSet && g.Yours() {
			before, cells = " "+g.Theme.Accent.Render(style.Fit("▸", s.left-1)), g.input.draw(s)
		}
	}
	label = g.Theme.Faint.Render(label)
	if s.left+s.codeWidth(g.View.Places)+s.before+style.Width(label) > width {
		return g.appendRow([]string{style.Blanks(s.left) + label}, s, before, cells, "")
	}
	return g.appendRow(nil, s, before, cells, style.Blanks(s.before)+label)
}

// secret draws the code that a player made: question marks if it is hidden, dots if it is not made
// yet.
func (g *guessRows) secret(one Board, s scale) []string {
	switch {
	case one.Code != "":
		return g.code(one.Code, s)
	case one.CodeSet:
		return g.blank("?", s)
	}
	return g.blank("·", s)
}
