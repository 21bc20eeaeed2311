package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/look"
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
	lines := []string{"", "   " + result.Render(t.root.say(t.result())), ""}
	head := look.Fit("", name)
	for round := range match.Scores {
		head += right(strconv.Itoa(round+1), column)
	}
	lines = append(lines, "   "+theme.Faint.Render(head+right(t.root.say(prose.T("points")), total)))
	for seat, who := range t.update.Seats {
		style, mark := theme.Text, "  "
		if engine.Seat(seat) == t.update.You {
			style = theme.Accent
		}
		if won(match, engine.Seat(seat)) {
			mark = "★ "
		}
		row := look.Fit(mark+look.Cut(t.root.say(who.Told()), name-8)+t.youMark(engine.Seat(seat)), name)
		for _, points := range match.Scores {
			row += right(prose.PointsText(points[seat]), column)
		}
		lines = append(lines, "   "+style.Render(row)+bold(style).Render(right(prose.PointsText(match.Totals[seat]), total)))
	}
	lines = append(lines, "", "   "+theme.Faint.Render("★ "+t.root.say(either(t.update.Stage == engine.Over, prose.T("won the match"), prose.T("won the game")))))
	return lines
}

func bold(style look.Style) lipgloss.Style { return style.Bold(true) }

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

// youMark is set behind the reader's name.
func (t *tableScreen) youMark(seat engine.Seat) string {
	if seat != t.update.You {
		return ""
	}
	return " (" + t.root.say(prose.T("you")) + ")"
}

// result says who has won.
func (t *tableScreen) result() prose.Text {
	match := t.update.Match
	people := prose.People{Names: t.scene().Names, You: t.update.You}
	if t.update.Stage == engine.Over {
		return people.WonMatch(match.Winners)
	}
	return people.Won(match.Winners, match.Round)
}
