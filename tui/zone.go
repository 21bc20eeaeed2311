package tui

import (
	"regexp"
	"strconv"
	"strings"

	"parlor/engine"
)

// Clicker is a board on which parts of the drawing can be clicked.
type Clicker interface {
	// Click does what a part stands for that was marked with Zone, as Key does.
	Click(part string) (engine.Action, bool)
}

// Zone marks a text of a drawing, of one line and any style, as a part that can
// be clicked. The name is letters, digits and blanks. The frame takes the marks
// out; they have no width.
func Zone(text, name string) string {
	var b strings.Builder
	b.Grow(len("\x1b[z") + len("255;")*len(name) + len(text) + len(endZone))
	b.WriteString("\x1b[")
	for i := range len(name) {
		var digits [len("255;")]byte
		b.Write(append(strconv.AppendUint(digits[:0], uint64(name[i]), 10), ';'))
	}
	b.WriteByte('z')
	b.WriteString(text)
	b.WriteString(endZone)
	return b.String()
}

// zoneMark begins a zone, endZone ends it. No terminal knows them, and none
// gets them.
var zoneMark = regexp.MustCompile(`\x1b\[((?:\d+;)*)z`)

const endZone = "\x1b[z"

// zone is a part of the screen that can be clicked.
type zone struct {
	y, from, to int
	name        string
}

// unzone takes the marks out of a drawing whose first line is line top of the
// screen, and remembers where its parts stand.
func (r *Root) unzone(lines []string, top int) []string {
	r.zones = nil
	plain := make([]string, len(lines))
	for y, line := range lines {
		rest, name, from := line, "", 0
		for {
			at := zoneMark.FindStringSubmatchIndex(rest)
			if at == nil {
				break
			}
			plain[y] += rest[:at[0]]
			if name != "" {
				r.zones = append(r.zones, zone{top + y, from, Width(plain[y]), name})
			}
			name, from = zoneName(rest[at[2]:at[3]]), Width(plain[y])
			rest = rest[at[1]:]
		}
		plain[y] += rest
	}
	return plain
}

// zoneName reads what Zone wrote.
func zoneName(code string) string {
	var name strings.Builder
	for number := range strings.SplitSeq(strings.TrimSuffix(code, ";"), ";") {
		if n, err := strconv.Atoi(number); err == nil && n > 0 && n < 128 {
			name.WriteByte(byte(n))
		}
	}
	return name.String()
}

// zoneAt is the name of the part at a place of the screen; empty for none.
func (r *Root) zoneAt(x, y int) string {
	for _, one := range r.zones {
		if one.y == y && x >= one.from && x < one.to {
			return one.name
		}
	}
	return ""
}
