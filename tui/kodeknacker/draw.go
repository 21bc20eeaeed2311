package kodeknacker

import (
	"image/color"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui"
)

// Draw puts the two boards side by side, the own one left, and beside them the
// pad and what happened.
func (b *board) Draw(width, height int) string {
	if len(b.view.Boards) == 0 {
		return ""
	}
	order := []engine.Seat{0, 1}
	if b.view.Seat == 1 {
		order = []engine.Seat{1, 0}
	}
	column := b.boardWidth() + 2
	lines := b.beside(b.drawBoard(order[0], height), b.drawBoard(order[1], height), column)
	switch {
	case width-2*column >= b.padWidth():
		lines = b.beside(lines, b.drawSide(width-2*column, height), 2*column)
	case b.pad.open:
		// Large codes leave no room for a third block: the pad takes the
		// other's board away while it is open.
		lines = b.beside(b.drawBoard(order[0], height), b.drawSide(width-column, height), column)
	}
	for i, line := range lines {
		lines[i] = tui.Cut(line, width)
	}
	return strings.Join(lines[:min(len(lines), height)], "\n")
}

// beside puts two blocks next to each other, the right one from a column on.
func (b *board) beside(left, right []string, column int) []string {
	lines := make([]string, 0, max(len(left), len(right)))
	for i := range max(len(left), len(right)) {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) && right[i] != "" {
			line = tui.Fit(line, column) + right[i]
		}
		lines = append(lines, line)
	}
	return lines
}

// boardWidth: margin, row number, a cell of three for each colour, pegs.
func (b *board) boardWidth() int { return 1 + 4 + 3*b.view.Positions + 2 + b.view.Positions + 1 }

func (b *board) padWidth() int { return 3 + 3*b.view.Positions }

// drawBoard is the board on which a seat guesses the other's code.
func (b *board) drawBoard(seat engine.Seat, height int) []string {
	one := b.view.Boards[seat]
	lines := []string{b.heading(seat), b.state(seat), ""}
	for i := b.firstRow(one, height-len(lines)-2); i < b.view.Rows && len(lines) < height-2; i++ {
		lines = append(lines, b.drawRow(one, i))
	}
	lines = append(lines, "  "+b.theme.Border.Render(strings.Repeat("─", b.boardWidth()-3)))
	return append(lines, b.drawSecret(1-seat))
}

// drawSecret is the code under the board on which it is guessed; the own one
// is made there.
func (b *board) drawSecret(owner engine.Seat) string {
	one := b.view.Boards[owner]
	code, label := b.colors(one.Code, !one.CodeSet), b.say(prose.T("code"))
	if b.people.IsYou(owner) {
		label = b.say(prose.T("yours"))
		if b.view.Phase == game.PhaseSet && b.active() {
			return " " + b.theme.Accent.Render("▸   ") + b.editing() + "  " + b.theme.Faint.Render(label)
		}
	}
	return "     " + code + "  " + b.theme.Faint.Render(label)
}

// firstRow lets the rows scroll where not all fit, so that the row that is
// played is seen.
func (b *board) firstRow(one game.Board, room int) int {
	played := len(one.Guesses) + 1
	return max(0, min(played-room, b.view.Rows-room))
}

func (b *board) heading(seat engine.Seat) string {
	room := b.boardWidth() - 2
	if b.people.IsYou(seat) {
		return "  " + b.theme.Accent.Render(tui.Cut(b.say(prose.T("You guess")), room))
	}
	guesses := func(name prose.Arg) string { return b.say(prose.T("{name} guesses", name)) }
	name := b.say(prose.T("{name}", b.people.Name(seat)))
	name = tui.Cut(name, room-tui.Width(guesses(prose.Name(""))))
	return "  " + b.theme.Strong.Render(tui.Cut(guesses(prose.Name(name)), room))
}

// state says under a heading what its seat is doing.
func (b *board) state(seat engine.Seat) string {
	text, style := b.doing(b.view.Boards[seat])
	return "  " + style.Render(tui.Cut(b.say(text), b.boardWidth()-2))
}

func (b *board) doing(one game.Board) (prose.Text, tui.Style) {
	switch {
	case one.Cracked:
		return prose.C("cracked in {n} row", "cracked in {n} rows", prose.N(len(one.Guesses))), b.theme.Good
	case b.view.Phase == game.PhaseOver:
		return prose.T("not cracked"), b.theme.Faint
	case b.view.Phase == game.PhaseSet && one.CodeSet:
		return prose.T("code made"), b.theme.Text
	case b.view.Phase == game.PhaseSet:
		return prose.T("makes a code"), b.theme.Faint
	case one.Guessed:
		return prose.T("has guessed"), b.theme.Text
	}
	return prose.T("row {n} of {rows}", prose.N(b.view.Round), prose.N(b.view.Rows)), b.theme.Faint
}

func (b *board) drawRow(one game.Board, i int) string {
	number := b.theme.Faint.Render(tui.Fit(strconv.Itoa(i+1), 3))
	next := i == len(one.Guesses) && b.view.Phase == game.PhasePlay && !one.Guessed && !one.Cracked
	switch {
	case i < len(one.Guesses) && one.Guesses[i].Guess == "":
		return "  " + number + b.theme.Faint.Render(b.say(prose.T("time ran out")))
	case i < len(one.Guesses):
		row := one.Guesses[i]
		return "  " + number + b.colors(row.Guess, false) + "  " + b.pegs(row.Pegs)
	case next && one.Seat == b.view.Seat && b.active():
		return " " + b.theme.Accent.Render("▸"+tui.Fit(strconv.Itoa(i+1), 3)) + b.editing()
	case next:
		return " " + b.theme.Accent.Render("▸") + number + b.blank("·")
	case i == len(one.Guesses) && i < b.view.Round && one.Guessed && one.Seat != b.view.Seat:
		return "  " + number + b.blank("▒")
	}
	return "  " + number + b.blank("·")
}

func (b *board) blank(mark string) string {
	return b.theme.Faint.Render(strings.Repeat(" "+mark+" ", b.view.Positions))
}

// colors draws letters on their colours; a hidden code is question marks, one
// that is not made yet dots.
func (b *board) colors(text string, unmade bool) string {
	if text == "" {
		mark := "?"
		if unmade {
			mark = "·"
		}
		return b.blank(mark)
	}
	line := ""
	for i := range len(text) {
		line += b.cell(text[i], " ", " ")
	}
	return line
}

// cell is one colour with its letter in it.
func (b *board) cell(letter byte, left, right string) string {
	at := strings.IndexByte(game.Letters(game.MaxColors), letter)
	if at < 0 {
		return b.theme.Faint.Render(left + "·" + right)
	}
	back, fore := hue(at)
	return lipgloss.NewStyle().Bold(true).Background(back).Foreground(fore).Render(left + strings.ToUpper(string(letter)) + right)
}

// hue is a colour and one that can be read on it. They differ in lightness as
// well, and the letter stands on each.
func hue(at int) (back, fore color.Color) {
	dark, light := lipgloss.Color("#101010"), lipgloss.Color("#ffffff")
	switch at {
	case 0:
		return lipgloss.Color("#c62828"), light
	case 1:
		return lipgloss.Color("#66bb6a"), dark
	case 2:
		return lipgloss.Color("#1a56c4"), light
	case 3:
		return lipgloss.Color("#ffe45c"), dark
	case 4:
		return lipgloss.Color("#f08a24"), dark
	case 5:
		return lipgloss.Color("#6a1b9a"), light
	case 6:
		return lipgloss.Color("#f5f5f5"), dark
	case 7:
		return lipgloss.Color("#303030"), light
	case 8:
		return lipgloss.Color("#4dd0e1"), dark
	default:
		return lipgloss.Color("#ec70c0"), dark
	}
}

// pegs are shapes: ● right place, ○ wrong place.
func (b *board) pegs(pegs game.Pegs) string {
	rest := b.view.Positions - pegs.Black - pegs.White
	return b.theme.Strong.Render(strings.Repeat("●", pegs.Black)) + b.theme.Text.Render(strings.Repeat("○", pegs.White)) +
		b.theme.Faint.Render(strings.Repeat("·", rest))
}

// editing is the row being filled; the place under the cursor bears marks that
// need no colour.
func (b *board) editing() string {
	line := ""
	for i, letter := range b.line {
		cell := b.cell(letter, " ", " ")
		switch {
		case i == b.cursor && !b.pad.open && letter == 0:
			cell = b.theme.Cursor.Render("›·‹")
		case i == b.cursor && !b.pad.open:
			cell = b.cell(letter, "›", "‹")
		}
		line += tui.Zone(cell, "place "+strconv.Itoa(i))
	}
	return line
}

// drawSide is what stands beside the boards: the code while it is made, the
// pad, the colours, and what happened.
func (b *board) drawSide(width, height int) []string {
	var lines []string
	if b.hasPad() {
		lines = append(lines, b.drawPad()...)
		lines = append(lines, "")
	} else {
		lines = append(lines, b.drawColors(width)...)
		lines = append(lines, "")
	}
	lines = append(lines,
		b.theme.Faint.Render("● "+b.say(prose.T("right place"))),
		b.theme.Faint.Render("○ "+b.say(prose.T("wrong place"))), "")
	return append(lines, b.drawLog(width, height-len(lines))...)
}

func (b *board) drawColors(width int) []string {
	names := make([]string, b.view.Colors)
	column := 8
	for i := range names {
		names[i] = b.say(colour(b.letters()[i]))
		column = max(column, tui.Width(names[i])+1)
	}
	var lines []string
	line := ""
	for i, name := range names {
		letter := b.letters()[i]
		one := tui.Zone(b.cell(letter, " ", " ")+" "+tui.Fit(name, column), "color "+string(letter))
		if line != "" && ansi.StringWidth(line+one) > width {
			lines, line = append(lines, line), ""
		}
		line += one
	}
	return append(lines, line)
}

// drawPad has a line for each colour and a column for each place.
func (b *board) drawPad() []string {
	title := b.theme.Faint.Render(b.say(prose.T("pad (Tab)")))
	if b.pad.open {
		title = b.theme.Accent.Render("▸ " + b.say(prose.T("pad")))
	}
	head := "   "
	for place := range b.view.Positions {
		head += " " + strconv.Itoa(place+1) + " "
	}
	lines := []string{title, b.theme.Faint.Render(head)}
	for color := range b.view.Colors {
		line := b.cell(b.letters()[color], " ", " ")
		for place := range b.view.Positions {
			line += b.padCell(place, color)
		}
		lines = append(lines, line)
	}
	return lines
}

func (b *board) padCell(place, color int) string {
	text, style := "·", b.theme.Faint
	switch b.pad.shown(place, color) {
	case ruledOut:
		text, style = "✗", b.theme.Text
	case certain:
		text, style = "+", b.theme.Good
	case unmarked:
	}
	if b.pad.open && b.pad.place == place && b.pad.color == color {
		return b.theme.Cursor.Render("›" + text + "‹")
	}
	return style.Render(" " + text + " ")
}

// drawLog is the newest of what happened, as much as there is room for. Rows and
// codes stand on the boards.
func (b *board) drawLog(width, room int) []string {
	var lines []string
	for _, event := range b.view.Log {
		text := tell(event, b.people)
		if text.IsZero() || event.Kind == game.EventRow || event.Kind == game.EventCode {
			continue
		}
		for _, line := range prose.Wrap(b.say(text), max(10, width)) {
			lines = append(lines, b.theme.Faint.Render(line))
		}
	}
	return lines[max(0, len(lines)-max(0, room)):]
}
