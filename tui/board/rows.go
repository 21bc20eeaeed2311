package board

import (
	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keys"
)

// Rows is where somebody looks in rows of which not all fit: at the newest ones,
// or at earlier ones to which they went back.
type Rows struct {
	back int // how many of the newest rows are left out
	page int // how many a key goes through
	all  []Binding
}

// RowWindow is which rows are drawn. Where earlier or later ones are left out, a
// line that says so takes the place of a row.
type RowWindow struct {
	From, To       int // the rows drawn, To not included
	Earlier, Later int // how many are left out
}

// Bindings are the keys that go back and forward by what fits at once, where
// nothing else has them. The slice is good until they are asked for again.
func (r *Rows) Bindings(can bool) []Binding {
	if len(r.all) == 0 {
		r.all = []Binding{{Key: keys.Of("pgup, pgdown", "pgup", "pgdown"), Help: prose.T("earlier rows, and newer ones, where not all fit"), Do: r.leaf}}
	}
	r.all[0] = r.all[0].If(can)
	return r.all
}

func (r *Rows) leaf(name string) engine.Action {
	if name == "pgup" {
		r.back += max(1, r.page)
	} else {
		r.back = max(0, r.back-max(1, r.page))
	}
	return ""
}

// Newest goes to the newest rows.
func (r *Rows) Newest() { r.back = 0 }

// Fit returns which of so many rows are drawn on so many lines.
func (r *Rows) Fit(count, lines int) RowWindow {
	lines = max(lines, 3)
	if count <= lines {
		r.back = 0
		return RowWindow{To: count}
	}
	r.page = lines - 2
	r.back = min(r.back, count-lines+1)
	window := RowWindow{To: count - r.back, Later: r.back}
	if r.back > 0 {
		lines--
	}
	if window.From = window.To - lines; window.From > 0 {
		window.From++
	}
	window.Earlier = window.From
	return window
}

// EarlierRows tells how many rows are left out above; with the key that shows
// them where there is one.
func EarlierRows(n int, key bool) prose.Text {
	if !key {
		return prose.C("{n} earlier row", "{n} earlier rows", prose.N(n))
	}
	return prose.C("{n} earlier row: {key}", "{n} earlier rows: {key}", prose.N(n), prose.Literal("PgUp"))
}

// LaterRows tells how many rows are left out below.
func LaterRows(n int) prose.Text {
	return prose.C("{n} later row: {key}", "{n} later rows: {key}", prose.N(n), prose.Literal("PgDn"))
}
