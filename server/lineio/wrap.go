package lineio

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// wrapped is text whose lines are broken between words where they are wider than so
// many cells: a terminal would break them within. A word that is wider itself stays as
// it is. A width of none or less breaks nothing.
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

// lastBlank is where a line is broken so that what stands before has so many cells at
// most; behind a word that is wider than that, where nothing else can be; -1 where the
// line has one word.
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
