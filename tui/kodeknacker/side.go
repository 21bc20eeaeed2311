package kodeknacker

import (
	"strconv"
	"strings"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// padScale is how large the pad is drawn: the cells of a colour, and the lines
// from one to the next.
type padScale struct{ cell, pitch int }

func normalPad() padScale { return padScale{3, 1} }

func largePad() padScale { return padScale{5, 2} }

func (b *model) padWidth(s padScale) int { return s.cell * (1 + b.view.Positions) }

// drawSide is what stands beside the boards: the pad or the colours, what the
// pegs mean, and what happened.
func (b *model) drawSide(width, height int, s padScale) []string {
	lines := append(b.drawKey(width, s), "")
	return append(lines, b.drawLog(width, height-len(lines))...)
}

// drawKey is what one reads the boards by: the pad or the colours, and what the
// pegs mean.
func (b *model) drawKey(width int, s padScale) []string {
	var lines []string
	if b.hasPad() {
		lines = b.drawPad(s)
	} else {
		lines = b.drawColors(width)
	}
	lines = append(lines, "")
	for _, text := range b.pegTexts() {
		lines = append(lines, look.Wrapped(text, b.theme.Faint, width)...)
	}
	return lines
}

// pegTexts say what the pegs mean.
func (b *model) pegTexts() []string {
	return []string{"● " + b.say(prose.T("right place")), "○ " + b.say(prose.T("wrong place"))}
}

// drawColors names the colours in columns, as many as fit.
func (b *model) drawColors(width int) []string {
	names := make([]string, b.view.Colors)
	column := 8
	for i := range names {
		names[i] = b.say(colour(b.letters()[i]))
		column = max(column, look.Width(names[i])+1)
	}
	items := make([]string, len(names))
	for i, name := range names {
		letter := b.letters()[i]
		items[i] = board.Zone(b.drawn(cell{letter, " ", " ", true})+" "+look.Fit(name, column), "color "+string(letter))
	}
	return look.Flow(items, width, 0)
}

// drawPad has a line for each colour and a column for each place.
func (b *model) drawPad(s padScale) []string {
	title := b.theme.Faint.Render(b.say(prose.T("pad (Tab)")))
	if b.pad.open {
		title = b.theme.Accent.Render("▸ " + b.say(prose.T("pad")))
	}
	side := strings.Repeat(" ", s.cell/2)
	head := strings.Repeat(" ", s.cell)
	for place := range b.view.Positions {
		head += side + strconv.Itoa(place+1) + side
	}
	lines := []string{title, b.theme.Faint.Render(head)}
	for color := range b.view.Colors {
		lines = append(lines, make([]string, s.pitch-1)...)
		line := b.drawn(cell{b.letters()[color], side, side, true})
		for place := range b.view.Positions {
			line += b.padCell(place, color, side)
		}
		lines = append(lines, line)
	}
	return lines
}

func (b *model) padCell(place, color int, side string) string {
	text, style := "·", b.theme.Faint
	switch b.pad.shown(place, color) {
	case ruledOut:
		text, style = "✗", b.theme.Text
	case certain:
		text, style = "+", b.theme.Good
	case unmarked:
	}
	if b.pad.open && b.pad.place == place && b.pad.color == color {
		return b.theme.Cursor.Render("›" + side[1:] + text + side[1:] + "‹")
	}
	return style.Render(side + text + side)
}

// drawLog is the newest of what happened, as much as there is room for. Rows and
// codes stand on the boards.
func (b *model) drawLog(width, room int) []string {
	var lines []string
	for _, event := range b.view.Log {
		text := tell(event, b.people)
		if text.IsZero() || event.Kind == game.EventRow || event.Kind == game.EventCode {
			continue
		}
		lines = append(lines, look.Wrapped(b.say(text), b.theme.Faint, width)...)
	}
	return lines[max(0, len(lines)-max(0, room)):]
}

// padKeys are the keys of the pad that is open; its arrows need no words.
func (b *model) padKeys() []string { return board.HintItems(b.Hints()[1:], b.theme, b.voice) }
