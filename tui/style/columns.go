package style

import (
	"strings"

	"parlor/prose"
)

// SideBySide joins two blocks of lines. The right one begins at the given column.
func SideBySide(left, right []string, column int) []string {
	lines := make([]string, max(len(left), len(right)))
	copy(lines, left)
	for i, part := range right {
		if part == "" {
			continue
		}
		line := Cut(lines[i], column)
		lines[i] = line + Blanks(column-Width(line)) + part
	}
	return lines
}

// Centred centres a block of the given width in an area.
func Centred(lines []string, cells, width, height int) []string {
	margin := strings.Repeat(" ", max(0, width-cells)/2)
	above := max(0, height-len(lines)) / 2
	centred := make([]string, above, above+len(lines))
	for _, line := range lines {
		if line != "" {
			line = margin + line
		}
		centred = append(centred, line)
	}
	return centred
}

// Flow arranges items on as few lines as possible, separated by gap spaces.
func Flow(items []string, width, gap int) []string {
	return Joined(items, strings.Repeat(" ", gap), width)
}

// Joined is like Flow with a text between items.
func Joined(items []string, gap string, width int) []string {
	var lines []string
	line, cells, between := "", 0, Width(gap)
	end := func() {
		if cells > width {
			lines = append(lines, prose.Wrap(line, width)...)
		} else if cells > 0 {
			lines = append(lines, line)
		}
		line, cells = "", 0
	}
	for _, item := range items {
		needs := Width(item)
		if cells > 0 && cells+between+needs > width {
			end()
		}
		if cells > 0 {
			line += gap
			cells += between
		}
		line, cells = line+item, cells+needs
	}
	end()
	return lines
}

// Indented puts spaces before every line that is not empty.
func Indented(lines []string, cells int) []string {
	margin := strings.Repeat(" ", cells)
	for i, line := range lines {
		if line != "" {
			lines[i] = margin + line
		}
	}
	return lines
}

// Wrapped returns a text in a style, wrapped to the given width.
func Wrapped(text string, style Style, width int) []string {
	if Width(text) <= width {
		return []string{style.Render(text)}
	}
	lines := prose.Wrap(text, width)
	for i, line := range lines {
		lines[i] = style.Render(line)
	}
	return lines
}
