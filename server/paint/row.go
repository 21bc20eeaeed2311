package paint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// cell is the content of one cell.
type cell struct {
	text  string // a grapheme; "" in the second cell of a wide one
	style style
	width int // 0 in the second cell of a wide one
	// unsure reports that terminals disagree about its width or may join it with a neighbor.
	unsure bool
}

// reach returns the maximum width of a cell's content.
func (c cell) reach() int {
	most := max(c.width, ansi.WcWidth.StringWidth(c.text))
	if first, n := utf8.DecodeRuneInString(c.text); !unicode.IsLetter(first) || strings.ContainsFunc(c.text[n:], isNoAccent) {
		most = max(most, 2)
	}
	return most
}

// isNoAccent reports whether a character is not a combining mark.
func isNoAccent(r rune) bool { return !unicode.Is(unicode.Mn, r) }

// empty returns a blank cell.
func empty(s style) cell { return cell{text: " ", style: s.paper(), width: 1} }

// reader converts lines to cells.
type reader struct {
	profile colorprofile.Profile
	colours colours
	parser  *ansi.Parser
}

// read fills a row with the content of a line. Escape codes for styles take effect and carry over
// from line to line. Other invisible content, and content that does not fit, is dropped.
func (r *reader) read(row []cell, line string, pen *uv.Style) {
	for i := range row {
		row[i] = empty(style{})
	}
	now, last := r.colours.style(pen, r.profile), -1
	for x := 0; len(line) > 0; {
		if line[0] == ansi.ESC {
			var changed bool
			if line, changed = r.code(line, pen); changed {
				now = r.colours.style(pen, r.profile)
			}
			continue
		}
		text, width := character(line)
		line = line[len(text):]
		if width == 0 {
			if last >= 0 && combines(text) {
				row[last].text += text
				row[last].unsure = true
				narrow(row, last)
			}
			continue
		}
		if x < len(row) {
			put(row, x, cell{text: text, style: now, width: width, unsure: isUnsure(text, width)})
			last = x
			narrow(row, last)
		} else {
			last = -1
		}
		x += width
	}
}

// put sets a cell and its continuation.
func put(row []cell, x int, c cell) {
	if c.text == " " {
		c.style = c.style.paper()
	}
	if x+c.width > len(row) {
		for ; x < len(row); x++ {
			row[x] = empty(c.style)
		}
		return
	}
	row[x] = c
	for i := 1; i < c.width; i++ {
		row[x+i] = cell{style: c.style}
	}
}

// narrow removes an unsure character at the end of a row, where a terminal might wrap or scroll.
func narrow(row []cell, x int) {
	c := row[x]
	if !c.unsure || x+c.reach() <= len(row) {
		return
	}
	for i := range c.width {
		row[x+i] = empty(c.style)
	}
}

// code parses an escape code and reports whether it changed the style.
func (r *reader) code(line string, pen *uv.Style) (rest string, changed bool) {
	code, _, n, _ := ansi.DecodeSequence(line, ansi.NormalState, r.parser)
	if ansi.HasCsiPrefix(code) && r.parser.Command() == 'm' {
		uv.ReadStyle(r.parser.Params(), pen)
		changed = true
	}
	return line[n:], changed
}

// character returns the first grapheme of a line and its width, which is 0 if the grapheme is
// invisible or cannot stand alone.
func character(line string) (text string, width int) {
	if plainASCII(line[0]) && (len(line) == 1 || line[1] < utf8.RuneSelf) {
		return line[:1], 1
	}
	if first, n := utf8.DecodeRuneInString(line); first == utf8.RuneError && n == 1 || unicode.IsControl(first) {
		return line[:n], 0
	}
	return ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
}

func plainASCII(c byte) bool { return c >= ' ' && c < ansi.DEL }

const joiner = '\u200d' // of emoji

// combines reports whether text joins the character before it.
func combines(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.M, first) || first == joiner
}

// isUnsure reports whether terminals disagree about a character.
func isUnsure(text string, width int) bool {
	first, n := utf8.DecodeRuneInString(text)
	if n < len(text) {
		return true
	}
	switch {
	case first < 0x300, first >= 0x370 && first < 0x590, first >= 0x1e00 && first < 0x2c00:
		return width != 1
	case first >= 0x2e80 && first < 0xa4d0, first >= 0xac00 && first < 0xd7a4, first >= 0xf900 && first < 0xfb00, first >= 0xff01 && first < 0xffe7:
		return false
	}
	return true
}

// ends reports whether a line resets the style at its end.
func ends(line string) bool {
	_, after, found := cutLast(line, "\x1b[")
	return found && (strings.HasPrefix(after, "m") || strings.HasPrefix(after, "0m"))
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// skip updates the style like read, without producing cells.
func (r *reader) skip(line string, pen *uv.Style) {
	if ends(line) {
		*pen = uv.Style{}
		return
	}
	for {
		at := strings.IndexByte(line, ansi.ESC)
		if at < 0 {
			return
		}
		line, _ = r.code(line[at:], pen)
	}
}
