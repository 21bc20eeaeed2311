package archive

import (
	"cmp"
	"slices"
	"strings"

	"parlor/lobby/document"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// sheet renders documents for a screen.
type sheet struct {
	theme  *style.Theme
	voice  *prose.Voice
	width  int
	margin int // spaces before each line, in addition to the width
}

// narrowSheet is the width below which the columns of a table are closer together.
const narrowSheet = 60

// leastGiven is the minimum width of a column that is shortened to make room.
const leastGiven = 12

// lines returns the blocks of a document as lines. The title is not among them: the header of the
// screen shows it.
func (s sheet) lines(d document.Document) (lines []string) {
	for i, block := range d.Blocks {
		follows := i > 0 && d.Blocks[i-1].Kind == block.Kind
		switch block.Kind {
		case document.Heading:
			lines = append(lines, s.paragraph(s.theme.Title, block.Texts)...)
		case document.Note:
			if follows {
				continue // the first of these blocks includes all of them
			}
			var notes []prose.Text
			for _, next := range d.Blocks[i:] {
				if next.Kind == document.Note {
					notes = append(notes, next.Texts...)
				}
			}
			lines = append(lines, s.paragraph(s.theme.Faint, notes)...)
		case document.Rows:
			heads, rows := s.table(block.Table, -1)
			lines = append(append(lines, heads...), rows...)
		case document.Curves:
			lines = append(lines, s.paragraph(s.theme.Title, []prose.Text{prose.T("Uncertainty left, move by move")})...)
			lines = append(lines, s.graph(block.Curves, block.Parts)...)
		case document.Rules: // shown on the help page
		case document.Line, document.Paragraph:
			if follows && block.Kind == document.Paragraph {
				lines = append(lines, "")
			}
			lines = append(lines, s.paragraph(s.theme.Text, block.Texts)...)
		}
	}
	return lines
}

// paragraph wraps sentences. Without any, it returns an empty line.
func (s sheet) paragraph(textStyle style.Style, sentences []prose.Text) []string {
	if len(sentences) == 0 {
		return []string{""}
	}
	return style.Indented(style.Wrapped(strings.Join(s.voice.SayAll(sentences), " "), textStyle, s.width), s.margin)
}

// table aligns a table: numbers right, text left. If the table is too wide, one column is cut or
// moved below its row, and then columns are left out. heads is empty if the table has no headings.
// The chosen row, if any, is highlighted and marked in the margin.
func (s sheet) table(t document.Table, chosen int) (heads, rows []string) {
	said, widths := t.Said(s.voice, style.Width)
	shown, below := s.fit(t, widths)
	headless := true
	for i, cells := range said {
		line, textStyle := style.Blanks(s.margin), func(int) style.Style { return s.theme.Faint }
		switch {
		case i > 0 && i-1 == chosen:
			line, textStyle = s.theme.Accent.Render(" ▸ "), func(int) style.Style { return s.theme.Strong }
		case i > 0:
			textStyle = func(at int) style.Style { return s.style(t.Rows[i-1][at]) }
		}
		last := len(shown) - 1
		for at, n := range shown {
			text := style.Cut(cells[n], widths[n])
			headless = headless && (i > 0 || text == "")
			switch {
			case t.Columns[n].Number:
				text = widget.AlignRight(text, widths[n])
			case at < last:
				text = style.Fit(text, widths[n])
			}
			line += textStyle(n).Render(text)
			if at < last {
				line += s.gap()
			}
		}
		switch {
		case i == 0 && headless:
		case i == 0:
			heads = []string{line}
		default:
			rows = append(rows, line)
			if below >= 0 {
				rows = append(rows, style.Blanks(s.margin+2)+textStyle(below).Render(style.Cut(cells[below], s.width-2)))
			}
		}
	}
	return heads, rows
}

// style returns the style of a cell.
func (s sheet) style(cell document.Cell) style.Style {
	switch cell.Tone {
	case document.Yours:
		return s.theme.Accent
	case document.Won:
		return s.theme.Good
	case document.Plain:
	}
	return s.theme.Text
}

// gap returns the space between columns.
func (s sheet) gap() string {
	if s.width < narrowSheet {
		return " "
	}
	return "  "
}

// fit returns the columns of a table that are shown, and the column that is moved below the rows,
// or -1. It reduces the width of the column that is cut.
func (s sheet) fit(t document.Table, widths []int) (shown []int, below int) {
	gives := slices.IndexFunc(t.Columns, func(c document.Column) bool { return c.Gives })
	for n := range t.Columns {
		shown = append(shown, n)
	}
	below = -1
	for {
		over := -s.width - len(s.gap())
		for _, n := range shown {
			over += widths[n] + len(s.gap())
		}
		spare := slices.MaxFunc(shown, func(a, b int) int { return cmp.Compare(t.Columns[a].Spare, t.Columns[b].Spare) })
		switch {
		case over <= 0:
			return shown, below
		case gives >= 0 && widths[gives]-over >= leastGiven:
			widths[gives] -= over
			return shown, below
		case gives >= 0:
			spare, below, gives = gives, gives, -1
		case t.Columns[spare].Spare == 0:
			return shown, below
		}
		shown = slices.DeleteFunc(shown, func(n int) bool { return n == spare })
	}
}

// graph draws one line per curve, as wide as possible. Vertical lines separate the games.
func (s sheet) graph(curves []prose.Curve, parts []int) (lines []string) {
	names := make([]string, len(curves))
	for i, curve := range curves {
		names[i] = s.voice.Say(curve.Of)
	}
	cells := min(style.Column(0, names...), s.width/2)
	points := thinned(len(curves[0].Levels), s.width-cells-2-len(parts), parts)
	times := max(1, (s.width-cells-2-len(parts))/max(1, len(points)))
	for i, curve := range curves {
		var drawn strings.Builder
		for _, at := range points {
			if part := partAt(parts, at); part > 0 {
				drawn.WriteString("│")
			}
			drawn.WriteString(strings.Repeat(bar(curve.Levels[at]), min(times, 3)))
		}
		lines = append(lines, style.Blanks(s.margin)+s.theme.Text.Render(style.Fit(names[i], cells))+"  "+s.theme.Accent.Render(drawn.String()))
	}
	return lines
}

// thinned returns at most room evenly spread points, including the first point of each game and the
// last point.
func thinned(count, room int, parts []int) (points []int) {
	for each := 1; each <= count; each++ {
		points = points[:0]
		for at := range count {
			if at%each == 0 || at == count-1 || partAt(parts, at) > 0 {
				points = append(points, at)
			}
		}
		if len(points) <= room {
			break
		}
	}
	return points
}

// partAt returns the index of the part that begins at a point, or 0 if none does or it is the
// first.
func partAt(parts []int, at int) int {
	for i, begins := range parts {
		if begins == at {
			return i
		}
	}
	return 0
}

// fullness holds the characters of a bar by height.
const fullness = "▁▂▃▄▅▆▇█"

// bar returns a level from 0 to 1 as a bar of one cell.
func bar(level float64) string {
	switch {
	case level < 0:
		return "?"
	case level == 0:
		return "·"
	}
	return string([]rune(fullness)[min(7, int(level*8))])
}

// mostSheetCells is the largest width at which a sheet is comfortable to read.
const mostSheetCells = 100

// documentLines renders a document as the body of a screen.
func documentLines(c *screen.Context, d document.Document) []string {
	return append([]string{""}, sheet{c.Theme, c.Voice, min(c.Width-6, mostSheetCells), 3}.lines(d)...)
}

// awaited returns the body of a screen whose document has not arrived yet.
func awaited(c *screen.Context) []string {
	return []string{"", "   " + c.Theme.Text.Render(c.Say(prose.T("One moment…")))}
}
