package widget

import (
	"strings"

	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// HintGap separates hints, HeadGap the parts of a header.
const (
	HintGap = " · "
	HeadGap = "  ·  "
)

// HeadStyles is the approximate number of bytes of the styles of a line.
const HeadStyles = 60

// titleLeast is the minimum width at which a room's title is shown.
const titleLeast = 8

// BoardHead returns the header above a board: the game, the room's title, and a text on the right.
// If there is little room, the title is cut or omitted.
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

// Paragraph returns a paragraph wrapped to width cells.
func Paragraph(text string, textStyle style.Style, width int) []string {
	return style.Indented(style.Wrapped(text, textStyle, width), 3)
}

// AppendLabelled appends values with labels in a column of a minimum width. Long values are
// wrapped.
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

// AlignRight pads a text with spaces on the left.
func AlignRight(text string, width int) string {
	return style.Blanks(width-style.Width(text)) + text
}

// Under puts words below a body, in at least the given number of lines. More words cover the last
// lines of the body, because messages are never cut.
func Under(body, words []string, lines int) []string {
	if over := len(words) - lines; over > 0 {
		body = body[:max(0, len(body)-over)]
	}
	return append(body, style.Exactly(words, max(lines, len(words)))...)
}

// ReturnLines returns the command with which a guest returns, or nil for a player with a key.
func ReturnLines(c *screen.Context) []string {
	line := c.You.ReturnLine
	if line == "" {
		return nil
	}
	return append([]string{"   " + c.Theme.Faint.Render(c.Say(prose.T("To come back as the same guest:")))}, Paragraph(line, c.Theme.Text, c.Across()-4)...)
}

// Heading returns the header of a page, with capacity for the lines that follow.
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

// Wrapped returns a text wrapped to the screen, with a margin.
func Wrapped(c *screen.Context, text string, textStyle style.Style) []string {
	return style.Indented(style.Wrapped(text, textStyle, c.Width-2), 1)
}
