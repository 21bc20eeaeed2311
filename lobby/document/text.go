package document

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/prose"
)

// textWidth is the width of wrapped text.
const textWidth = 78

// belowIndent precedes text below the other columns of a table.
const belowIndent = "    "

// Text renders the document in the language of a voice, without trailing empty lines.
func (d Document) Text(voice *prose.Voice) string {
	var text strings.Builder
	if !d.Title.IsZero() {
		text.WriteString(voice.Say(d.Title) + "\n\n")
	}
	for _, block := range d.Blocks {
		indent := strings.Repeat(" ", block.Indent)
		for _, line := range block.text(voice) {
			text.WriteString(strings.TrimRight(indent+line, " ") + "\n")
		}
	}
	return strings.TrimRight(text.String(), "\n") + "\n"
}

func (b Block) text(voice *prose.Voice) []string {
	switch b.Kind {
	case Rows:
		return b.Table.text(voice, textWidth-b.Indent)
	case Rules:
		return b.Rules.Lines(voice, textWidth)
	case Curves:
		return b.curves(voice)
	case Line, Heading:
		return []string{strings.Join(voice.SayAll(b.Texts), " ")}
	case Paragraph, Note:
	}
	return prose.Wrap(strings.Join(voice.SayAll(b.Texts), " "), textWidth-b.Indent)
}

// text renders the rows with aligned columns.
func (t Table) text(voice *prose.Voice, width int) (lines []string) {
	said, widths := t.Said(voice, ansi.StringWidth)
	for _, row := range said {
		line, last := "", len(row)-1
		for n, cell := range row[:last] {
			line += cell + strings.Repeat(" ", widths[n]-ansi.StringWidth(cell)) + "  "
		}
		switch t.Last {
		case Below:
			lines = append(lines, line)
			for _, piece := range prose.Wrap(row[last], width-len(belowIndent)) {
				lines = append(lines, belowIndent+piece)
			}
		case Wrapped:
			before := ansi.StringWidth(line)
			for _, piece := range prose.Wrap(row[last], width-before) {
				lines = append(lines, line+piece)
				line = strings.Repeat(" ", before)
			}
		case Unbroken:
			lines = append(lines, line+row[last])
		}
	}
	return lines
}

// Said returns all rows in the language of a voice, with the heads first if there are any,
// and the widths of the columns as measured by cells.
func (t Table) Said(voice *prose.Voice, cells func(string) int) (rows [][]string, widths []int) {
	add := func(n int, text prose.Text) {
		if n == 0 {
			rows = append(rows, nil)
		}
		if n == len(widths) {
			widths = append(widths, 0)
		}
		said := voice.Say(text)
		rows[len(rows)-1] = append(rows[len(rows)-1], said)
		widths[n] = max(widths[n], cells(said))
	}
	for n, column := range t.Columns {
		add(n, column.Head)
	}
	for _, row := range t.Rows {
		for n, cell := range row {
			add(n, cell.Text)
		}
	}
	return rows, widths
}

// curves renders curves with a digit for each level.
func (b Block) curves(voice *prose.Voice) []string {
	var table Table
	for _, curve := range b.Curves {
		table.add(curve.Of, prose.T("{words}", prose.Literal(digits(curve.Levels, b.Parts))))
	}
	about := prose.T("How much each player still had to find out about each opponent in the course of the match: 9 is the most, 0 is nothing. A bar separates two games.")
	return append(prose.Wrap(voice.Say(about), textWidth), table.text(voice, textWidth)...)
}

// digits returns levels from 0 to 1 as digits, with a bar before each of the parts but the
// first.
func digits(levels []float64, parts []int) string {
	var text strings.Builder
	for i, level := range levels {
		if len(parts) > 1 && i == parts[1] {
			parts = parts[1:]
			text.WriteByte('|')
		}
		switch {
		case level < 0:
			text.WriteByte('?')
		case level == 0:
			text.WriteByte('0')
		default:
			text.WriteByte("123456789"[min(8, int(level*9))])
		}
	}
	return text.String()
}
