package kodeknacker

import (
	"strings"

	"parlor/tui/look"
)

// pair is both boards side by side: the scales and widths of the left and the
// right one, and the column where the right one begins.
type pair struct {
	scales [2]scale
	widths [2]int
	column int
	airy   bool // with an empty line below the headings, and a rule above the codes
}

// drawBoards draws both boards in at most so many lines.
func (b *model) drawBoards(p pair, height int) []string {
	order := b.order()
	var heads, rows, secrets [2][]string
	for i, seat := range order {
		margin := p.scales[i].margin()
		heads[i] = b.headings(seat, margin, p.widths[i]-margin)
		secrets[i] = b.drawSecret(1-seat, p.scales[i], p.widths[i])
	}
	lines := look.Beside(heads[0], heads[1], p.column)
	room := height - len(lines) - max(len(secrets[0]), len(secrets[1]))
	if p.airy {
		lines, room = append(lines, ""), room-2
	}
	window := b.window(p.scales[0], room)
	for i, seat := range order {
		rows[i] = b.drawRows(b.view.Boards[seat], p.scales[i], window, p.widths[i], i == 0)
	}
	lines = append(lines, look.Beside(rows[0], rows[1], p.column)...)
	if p.airy {
		lines = append(lines, look.Fit(b.rule(p.widths[0]), p.column)+b.rule(p.widths[1]))
	}
	return append(lines, look.Beside(secrets[0], secrets[1], p.column)...)
}

func (b *model) rule(width int) string {
	return "  " + b.Theme.Border.Render(strings.Repeat("─", width-3))
}
