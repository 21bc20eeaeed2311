// Package document formats answers of the lobby for people: profiles, statistics,
// leaderboards and analyses. A document is built once from an answer. This package renders
// it as text; screens have their own renderer.
package document

import "parlor/prose"

// A Document is a sequence of blocks.
type Document struct {
	Title  prose.Text // first line in text, heading on screens; may be empty
	Blocks []Block
}

// A Block is a part of a document. Its Kind determines which fields are used.
type Block struct {
	Kind   Kind
	Texts  []prose.Text // sentences; a line without any is empty
	Indent int          // columns before each line of text
	Table  Table
	Rules  prose.Document
	Curves []prose.Curve
	Parts  []int // of the curves, see prose.Account.Curves
}

// Kind is the kind of a Block.
type Kind int

// Kinds of blocks.
const (
	Line      Kind = iota // not wrapped in text
	Paragraph             // wrapped
	Heading
	Note // wrapped, less important
	Rows // a table
	Rules
	Curves
)

// A Table is rows of cells.
type Table struct {
	Columns []Column // if empty, the table has no heads and uniform columns
	Rows    [][]Cell
	Last    Overflow // how the last column is rendered in text
}

// A Column describes how screens render a column of a table.
type Column struct {
	Head   prose.Text
	Number bool // right-aligned
	Spare  int  // priority for omitting the column if there is not enough space; 0 means never
	Gives  bool // truncated, or moved below the row, before other columns are omitted
}

// A Cell is a text in a table.
type Cell struct {
	prose.Text
	Tone Tone
}

// Tone is the emphasis of a cell on screens.
type Tone int

// Tones of cells.
const (
	Plain Tone = iota
	Yours      // belongs to the reader
	Won
)

// Overflow describes how the last column is rendered in text if lines are too long.
type Overflow int

// Kinds of overflow.
const (
	Unbroken Overflow = iota
	Wrapped
	Below // always wrapped below the other columns
)

// Line adds a line of sentences, or an empty line if there are none.
func (d *Document) Line(sentences ...prose.Text) {
	d.Blocks = append(d.Blocks, Block{Texts: sentences})
}

// Lines adds a line for each sentence.
func (d *Document) Lines(sentences []prose.Text) {
	for _, one := range sentences {
		d.Line(one)
	}
}

// Paragraph adds a wrapped paragraph.
func (d *Document) Paragraph(sentences ...prose.Text) {
	d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Texts: sentences})
}

// Heading adds a heading.
func (d *Document) Heading(text prose.Text) {
	d.Blocks = append(d.Blocks, Block{Kind: Heading, Texts: []prose.Text{text}})
}

// Notes adds a less important paragraph for each sentence.
func (d *Document) Notes(sentences []prose.Text) {
	for _, one := range sentences {
		d.Blocks = append(d.Blocks, Block{Kind: Note, Texts: []prose.Text{one}})
	}
}

// Table adds a table.
func (d *Document) Table(table Table) {
	d.Blocks = append(d.Blocks, Block{Kind: Rows, Table: table})
}

// List adds a table without heads, or with the heads as its first row.
func (d *Document) List(rows [][]prose.Text) { d.Indented(0, Unbroken, rows) }

// Indented adds a table without heads, indented by some columns, with the given overflow.
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

// Append adds another document after an empty line.
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

// number formats a number.
func number(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
