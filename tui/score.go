package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"parlor/engine"
)

func size(width, height int) string { return strconv.Itoa(width) + " × " + strconv.Itoa(height) }

// drawPoints is the table of points at the end of a round or match.
func (t *tableScreen) drawPoints() []string {
	theme, match := t.root.theme, t.update.Match
	const name, column, total = 22, 6, 8
	result := theme.Strong
	if len(match.Winners) == 1 && won(match, t.update.You) {
		result = theme.Good
	}
	lines := []string{"", "   " + result.Render(t.result()), ""}
	head := Fit("", name)
	for round := range match.Scores {
		head += right(strconv.Itoa(round+1), column)
	}
	lines = append(lines, "   "+theme.Faint.Render(head+right("points", total)))
	for seat, chair := range t.update.Seats {
		style, mark := theme.Text, "  "
		if engine.Seat(seat) == t.update.You {
			style = theme.Accent
		}
		if won(match, engine.Seat(seat)) {
			mark = "★ "
		}
		row := Fit(mark+Cut(chair.Marked(), name-8)+map[bool]string{true: " (you)"}[engine.Seat(seat) == t.update.You], name)
		for _, points := range match.Scores {
			row += right(Points(points[seat]), column)
		}
		lines = append(lines, "   "+style.Render(row)+bold(style).Render(right(Points(match.Totals[seat]), total)))
	}
	lines = append(lines, "", "   "+theme.Faint.Render("★ won the "+map[bool]string{true: "match", false: "round"}[t.update.Stage == engine.Over]))
	return lines
}

func bold(style Style) lipgloss.Style { return style.Bold(true) }

func right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-lipgloss.Width(text))) + text
}

func won(match *engine.View, seat engine.Seat) bool {
	for _, winner := range match.Winners {
		if winner == seat {
			return true
		}
	}
	return false
}

// result says who has won.
func (t *tableScreen) result() string {
	match := t.update.Match
	people := People{Names: t.scene().Names, You: t.update.You}
	what := "round " + strconv.Itoa(match.Round)
	if t.update.Stage == engine.Over {
		what = "the match"
	}
	switch len(match.Winners) {
	case 0:
		return "Nobody won " + what + "."
	case 1:
		return people.Subject(match.Winners[0]) + " won " + what + "."
	}
	return engine.Capital(people.List(match.Winners)) + " won " + what + " together."
}
