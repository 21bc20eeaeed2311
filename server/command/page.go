package command

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/prose"
)

// pageWidth is how wide a page is where its lines are broken.
const pageWidth = 78

// page is an answer as people read it: lines and tables, one under the other.
type page struct{ parts []part }

// part is one of a line, a table and a document. A line without texts is empty.
type part struct {
	line     []prose.Text
	table    [][]prose.Text
	document prose.Document

	indent string // before every line of it
	broken bool   // at pageWidth: a line, or the last column of a table
	below  bool   // the last column of a table stands below the others, broken as well
}

// add is a line of texts with a blank between them; without any, an empty one.
func (p *page) add(line ...prose.Text) { p.parts = append(p.parts, part{line: line}) }

// wrap is a line that is broken where it is too long.
func (p *page) wrap(line ...prose.Text) { p.parts = append(p.parts, part{line: line, broken: true}) }

// list is a table, the texts of each column under one another.
func (p *page) list(rows [][]prose.Text) { p.parts = append(p.parts, part{table: rows}) }

// say is the page in somebody's language, without empty lines at its end.
func (p page) say(voice *prose.Voice) string {
	var text strings.Builder
	for _, one := range p.parts {
		for _, line := range one.say(voice) {
			text.WriteString(strings.TrimRight(one.indent+line, " ") + "\n")
		}
	}
	return strings.TrimRight(text.String(), "\n") + "\n"
}

func (p part) say(voice *prose.Voice) []string {
	switch {
	case p.document != nil:
		return p.document.Lines(voice, pageWidth)
	case p.table != nil:
		return p.columns(voice)
	}
	line := strings.Join(voice.SayAll(p.line), " ")
	if p.broken {
		return prose.Wrap(line, pageWidth-len(p.indent))
	}
	return []string{line}
}

// columns aligns the rows of a table by the cells that their texts take.
func (p part) columns(voice *prose.Voice) (lines []string) {
	said := make([][]string, len(p.table))
	widths := make([]int, len(p.table[0]))
	for i, row := range p.table {
		for n, cell := range row {
			said[i] = append(said[i], voice.Say(cell))
			widths[n] = max(widths[n], ansi.StringWidth(said[i][n]))
		}
	}
	for _, row := range said {
		line, last := "", len(row)-1
		for n, cell := range row[:last] {
			line += cell + strings.Repeat(" ", widths[n]-ansi.StringWidth(cell)) + "  "
		}
		if p.below {
			lines = append(lines, line)
			for _, piece := range prose.Wrap(row[last], pageWidth-len(p.indent)-len(belowIndent)) {
				lines = append(lines, belowIndent+piece)
			}
			continue
		}
		if !p.broken {
			lines = append(lines, line+row[last])
			continue
		}
		before := ansi.StringWidth(line)
		for _, piece := range prose.Wrap(row[last], pageWidth-len(p.indent)-before) {
			lines = append(lines, line+piece)
			line = strings.Repeat(" ", before)
		}
	}
	return lines
}

// belowIndent is before what stands below the other columns of a table.
const belowIndent = "    "

// typed is what somebody types, or can: the same in every language.
func typed(words string) prose.Text { return prose.T("{words}", prose.Literal(words)) }

// counted is a number alone.
func counted(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
