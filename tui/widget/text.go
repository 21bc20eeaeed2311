package widget

import (
	"strings"

	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// HintGap stands between two hints, HeadGap between two parts of a head.
const (
	HintGap = " · "
	HeadGap = "  ·  "
)

// HeadStyles is about how many bytes the styles of a line take.
const HeadStyles = 60

// titleLeast is how many cells of a room's title are worth showing.
const titleLeast = 8

// BoardHead returns the head over a board: the game, the room's title, and another text on the
// right. If there is little room, the title is cut or left out.
func BoardHead(c *screen.Context, game, title, right string) string {
	room := c.Width - style.Width(game) - 4
	if style.Width(right) > room {
		right = strings.ReplaceAll(right, HeadGap, HintGap)
	}
	var left strings.Builder
	left.WriteByte(' ')
	c.Theme.Title.Write(&left, game)
	if room -= style.Width(right) + 2; room >= min(titleLeast, style.Width(title)) {
		c.Theme.Faint.Write(&left, "  "+style.Cut(title, room))
	}
	return style.Sides(left.String(), c.Theme.Faint.Render("  "+right)+" ", c.Width)
}

// Paragraph returns the lines of a paragraph on a page, each of at most width cells.
func Paragraph(text string, textStyle style.Style, width int) []string {
	return style.Indented(style.Wrapped(text, textStyle, width), 3)
}

// AppendLabelled appends values with their labels before them, in a column of at least some
// cells. A value that takes more than the width is wrapped.
func AppendLabelled(lines []string, theme *style.Theme, labels, values []string, least, width int) []string {
	cells := style.Column(least, labels...)
	labelled := func(label, value string) {
		var line strings.Builder
		line.Grow(cells + len(value) + HeadStyles)
		theme.Faint.WriteFit(&line, label, cells)
		theme.Text.Write(&line, value)
		lines = append(lines, line.String())
	}
	for i, label := range labels {
		if style.Width(values[i]) <= width-cells {
			labelled(label, values[i])
			continue
		}
		for _, part := range prose.Wrap(values[i], width-cells) {
			labelled(label, part)
			label = ""
		}
	}
	return lines
}

// AlignRight returns a text at the right of a column.
func AlignRight(text string, width int) string {
	return style.Blanks(width-style.Width(text)) + text
}

// Under puts words in at least some lines under a body. If there are more, they stand
// over the body's last lines: what is told is never cut.
func Under(body, words []string, lines int) []string {
	if over := len(words) - lines; over > 0 {
		body = body[:max(0, len(body)-over)]
	}
	return append(body, style.Exactly(words, max(lines, len(words)))...)
}

// ReturnLines returns what a guest types to come back; nil for a player with a key.
func ReturnLines(c *screen.Context) []string {
	line := c.You.ReturnLine
	if line == "" {
		return nil
	}
	return append([]string{"   " + c.Theme.Faint.Render(c.Say(prose.T("To come back as the same guest:")))}, Paragraph(line, c.Theme.Text, c.Across()-4)...)
}

// Heading returns the head of a page, with room for the lines that follow it.
func Heading(c *screen.Context, left, right string) []string {
	right = style.Cut(right, c.Width-1)
	room := c.Width - 2 - style.Width(right)
	var head strings.Builder
	head.Grow(2*c.Width + HeadStyles)
	if room >= 0 {
		left = style.Cut(left, room)
		head.WriteByte(' ')
		c.Theme.Title.Write(&head, left)
		head.WriteString(style.Blanks(room - style.Width(left)))
	}
	c.Theme.Faint.Write(&head, right)
	head.WriteByte(' ')
	return append(make([]string, 0, c.Height+1), head.String(), c.Theme.Border.Render(strings.Repeat("─", c.Width)))
}

// Wrapped returns a text in as many lines as it takes, within a margin.
func Wrapped(c *screen.Context, text string, textStyle style.Style) []string {
	return style.Indented(style.Wrapped(text, textStyle, c.Width-2), 1)
}
