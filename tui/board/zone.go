package board

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"parlor/tui/style"
)

// Zone marks a text of a drawing as clickable. The text is a single line and may have styles; the
// name consists of printable ASCII characters. The frame removes the marks, which have no width.
func Zone(text, name string) string {
	var b strings.Builder
	WriteZone(&b, text, name)
	return b.String()
}

// WriteZone writes the result of [Zone].
func WriteZone(line *strings.Builder, text, name string) {
	line.Grow(len("\x1b[z") + len("255;")*len(name) + len(text) + len(endZone))
	line.WriteString("\x1b[")
	for i := range len(name) {
		var digits [len("255;")]byte
		line.Write(append(strconv.AppendUint(digits[:0], uint64(name[i]), 10), ';'))
	}
	line.WriteByte('z')
	line.WriteString(text)
	line.WriteString(endZone)
}

// endZone ends a zone. It is a mark without a name. Marks never reach a terminal.
const endZone = "\x1b[z"

// Spot is the position of a zone on the screen: a line, and the range of its cells.
type Spot struct {
	Y, From, To int
	Name        string
}

// Unzone removes the marks from a drawing whose first line is the line top of the screen, and
// returns the positions of its zones.
func Unzone(lines []string, top int) (plain []string, spots []Spot) {
	plain = make([]string, len(lines))
	for y, line := range lines {
		drawn, code, after, is := cutMark(line)
		if !is {
			plain[y] = line
			continue
		}
		var before ruled
		before.text.Grow(len(line))
		name, from := "", 0
		for ; is; drawn, code, after, is = cutMark(after) {
			cells := before.write(drawn)
			if name != "" {
				spots = append(spots, Spot{top + y, from, cells, name})
			}
			name, from = zoneName(code), cells
		}
		before.text.WriteString(drawn)
		plain[y] = before.text.String()
	}
	return plain, spots
}

// PartAt returns the name of the part at a cell of a drawing, or "".
func PartAt(lines []string, x, y int) string {
	if y < 0 || y >= len(lines) {
		return ""
	}
	_, spots := Unzone(lines[y:y+1], y)
	for _, one := range spots {
		if x >= one.From && x < one.To {
			return one.Name
		}
	}
	return ""
}

// WritePlain writes a line of a drawing without the marks.
func WritePlain(to *strings.Builder, line string) {
	for is := true; is; {
		var drawn string
		drawn, _, line, is = cutMark(line)
		to.WriteString(drawn)
	}
}

// ruled is a line whose width is measured as it is written.
type ruled struct {
	text   strings.Builder
	cells  int
	joined bool // the end of the line may combine with the next character
}

// write appends to the line and returns its new width.
func (r *ruled) write(part string) int {
	r.text.WriteString(part)
	cells, known := style.Simple(part)
	if r.joined = r.joined || !known; r.joined {
		r.cells = style.Width(r.text.String())
	} else {
		r.cells += cells
	}
	return r.cells
}

// cutMark cuts a line at its first mark. It is fast, because every drawing is searched for marks.
func cutMark(line string) (drawn, code, after string, is bool) {
	for from := 0; ; {
		at := strings.Index(line[from:], "\x1b[")
		if at < 0 {
			return line, "", "", false
		}
		at += from
		from = at + len("\x1b[")
		end := from
		for end < len(line) && (line[end] == ';' || line[end] >= '0' && line[end] <= '9') {
			end++
		}
		if end < len(line) && line[end] == 'z' {
			return line[:at], line[from:end], line[end+1:], true
		}
	}
}

// zoneName returns the name that Zone wrote.
func zoneName(code string) string {
	var name [64]byte
	read, number := name[:0], 0
	for i := range len(code) {
		if digit := code[i]; digit != ';' {
			number = min(10*number+int(digit-'0'), utf8.RuneSelf)
			continue
		}
		if number > 0 && number < utf8.RuneSelf {
			read = append(read, byte(number))
		}
		number = 0
	}
	return string(read)
}
