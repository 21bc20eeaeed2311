package driver

import (
	"fmt"
	"strings"
)

// Table is a table of benchmark results.
type Table struct {
	Machine string
	Head    []string
	rows    [][]string
}

// Add adds a row. Missing cells mean that the column does not apply.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// AddComparison adds a row with the medians of two series that were measured in
// alternation, their ratio, and a goal.
func AddComparison[T Measure](t *Table, what string, text func(T) string, ours, theirs []T, goal string) {
	t.Add(what, text(Median(ours)), text(Median(theirs)), Compare(ours, theirs), goal)
}

// Markdown returns the table in Markdown.
func (t *Table) Markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n| %s |\n|%s\n", t.Machine, strings.Join(t.Head, " | "), strings.Repeat("---|", len(t.Head)))
	for _, row := range t.rows {
		cells := make([]string, len(t.Head))
		copy(cells, row)
		for i, cell := range cells {
			if cell == "" {
				cells[i] = "–"
			}
		}
		fmt.Fprintf(&text, "| %s |\n", strings.Join(cells, " | "))
	}
	return text.String()
}
