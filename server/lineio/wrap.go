package lineio

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// wrapped breaks lines wider than width cells between words. A wider word stays whole. A width of 0 or less breaks
// nothing.
func wrapped(text string, width int) string {
	if width <= 0 {
		return text
	}
	var broken strings.Builder
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		for ansi.StringWidth(line) > width {
			at := lastBlank(line, width)
			if at < 0 {
				break
			}
			broken.WriteString(line[:at] + "\n")
			line = strings.TrimLeft(line[at:], " ")
		}
		broken.WriteString(line)
		if ended {
			broken.WriteByte('\n')
		}
	}
	return broken.String()
}

// lastBlank returns where to break a line so that at most width cells precede it, or after a first word that is
// wider, or -1 for a single word.
func lastBlank(line string, width int) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	found := -1
	for at := indent; at < len(line); at++ {
		if line[at] != ' ' {
			continue
		}
		if found >= 0 && ansi.StringWidth(line[:at]) > width {
			break
		}
		found = at
		if ansi.StringWidth(line[:at]) > width {
			break
		}
	}
	return found
}
