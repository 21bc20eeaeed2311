package widget

import (
	"strings"

	"parlor/tui/screen"
	"parlor/tui/style"
)

// Framed draws lines in a box of exactly width and height cells, with a title and a note in its
// upper edge. Lines that do not fit are cut.
func Framed(c *screen.Context, title, note string, lines []string, width, height int) []string {
	box := make([]string, 0, height)
	top := c.Theme.Border.Render("╭─ ") + c.Theme.Strong.Render(title) + " "
	end := c.Theme.Border.Render(" ─╮")
	if note == "" {
		end = c.Theme.Border.Render("─╮")
	} else {
		note = " " + c.Theme.Faint.Render(note)
	}
	gap := max(0, width-style.Width(top)-style.Width(note)-style.Width(end))
	box = append(box, style.Cut(top+c.Theme.Border.Render(strings.Repeat("─", gap))+note+end, width))
	side := c.Theme.Border.Render("│")
	for _, line := range style.Exactly(lines, height-2) {
		box = append(box, side+" "+style.Fit(line, width-4)+" "+side)
	}
	return append(box, c.Theme.Border.Render("╰"+strings.Repeat("─", width-2)+"╯"))
}
