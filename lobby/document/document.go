// Package document is what the lobby answers as people read it: profiles, statistics,
// leaderboards, analyses. A document is built once, from an answer; this package renders
// it as text, and screens have a renderer of their own.
package document

import "parlor/prose"

// A Document is an answer: blocks, one under the other.
type Document struct {
	Title  prose.Text // text begins with it, and screens have it in their heading; it may be empty
	Blocks []Block
}

// A Block is a part of a document. Which of its fields have a value depends on its Kind.
type Block struct {
	Kind   Kind
	Texts  []prose.Text // sentences of a line, a paragraph, a heading or a note; a line without any is empty
	Indent int          // cells before each line of text
	Table  Table
	Rules  prose.Document
	Curves []prose.Curve
	Parts  []int // of the curves, as prose.Account.Curves has them
}

// Kind says what a Block is.
type Kind int

// The kinds of blocks.
const (
	Line      Kind = iota // is not wrapped in text
	Paragraph             // is wrapped
	Heading
	Note // is wrapped, and matters less
	Rows // a table
	Rules
	Curves
)

// A Table is rows of cells.
type Table struct {
	Columns []Column // without any, the table has no heads, and its columns are alike
	Rows    [][]Cell
	Last    Overflow // of the last column, in text
}

// A Column says how a screen has a column of a table.
type Column struct {
	Head   prose.Text
	Number bool // aligned to the right
	Spare  int  // the greater it is, the sooner a screen without room leaves the column out; 0 is never left out
	Gives  bool // is cut, or stands below the row, before others are left out
}

// A Cell is a text in a table.
type Cell struct {
	prose.Text
	Tone Tone
}

// Tone is how a screen has a cell.
type Tone int

// The tones of cells.
const (
	Plain Tone = iota
	Yours      // is the reader's
	Won
)

// Overflow says what becomes of the last column of a table where lines are too long.
type Overflow int

// What becomes of it.
const (
	Unbroken Overflow = iota
	Wrapped
	Below // stands wrapped below the other columns, also where it has room beside them
)

// Line adds a line of sentences; without any, an empty line.
func (d *Document) Line(sentences ...prose.Text) {
	d.Blocks = append(d.Blocks, Block{Texts: sentences})
}

// Lines adds a line for each sentence.
func (d *Document) Lines(sentences []prose.Text) {
	for _, one := range sentences {
		d.Line(one)
	}
}

// Paragraph adds sentences that are wrapped.
func (d *Document) Paragraph(sentences ...prose.Text) {
	d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Texts: sentences})
}

// Heading adds a heading.
func (d *Document) Heading(text prose.Text) {
	d.Blocks = append(d.Blocks, Block{Kind: Heading, Texts: []prose.Text{text}})
}

// Notes adds a paragraph for each sentence, which matters less than the others.
func (d *Document) Notes(sentences []prose.Text) {
	for _, one := range sentences {
		d.Blocks = append(d.Blocks, Block{Kind: Note, Texts: []prose.Text{one}})
	}
}

// Table adds a table.
func (d *Document) Table(table Table) {
	d.Blocks = append(d.Blocks, Block{Kind: Rows, Table: table})
}

// List adds a table without heads, or with heads in the first of its rows.
func (d *Document) List(rows [][]prose.Text) { d.Indented(0, Unbroken, rows) }

// Indented adds such a table with so many cells before each line, and says what becomes of
// its last column.
func (d *Document) Indented(indent int, last Overflow, rows [][]prose.Text) {
	if len(rows) == 0 {
		return
	}
	table := Table{Last: last}
	for _, row := range rows {
		table.add(row...)
	}
	d.Blocks = append(d.Blocks, Block{Kind: Rows, Table: table, Indent: indent})
}

// Append adds another document below an empty line.
func (d *Document) Append(other Document) {
	d.Line()
	if !other.Title.IsZero() {
		d.Heading(other.Title)
		d.Line()
	}
	d.Blocks = append(d.Blocks, other.Blocks...)
}

// add adds a row and returns its cells.
func (t *Table) add(texts ...prose.Text) []Cell {
	row := make([]Cell, len(texts))
	for i, one := range texts {
		row[i].Text = one
	}
	t.Rows = append(t.Rows, row)
	return row
}

// number is a number alone.
func number(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
