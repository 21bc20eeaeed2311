package main

import (
	"fmt"
	"strings"
)

// table is what was measured.
type table struct {
	machine string
	rows    []row
}

// row is one thing that was measured. Texts that do not apply are empty.
type row struct{ what, parlor, bare, ratio, goal string }

func (t *table) add(what, parlor, bare, ratio, goal string) {
	t.rows = append(t.rows, row{what, parlor, bare, ratio, goal})
}

// markdown is the table as it stands in docs/performance.md.
func (t *table) markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n| | parlor | bare | ratio | goal |\n|---|---|---|---|---|\n", t.machine)
	for _, one := range t.rows {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s |\n", one.what, orDash(one.parlor), orDash(one.bare), orDash(one.ratio), orDash(one.goal))
	}
	return text.String()
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// command writes the table in docs/performance.md.
const command = "go run ./internal/load -full -write docs/performance.md"
