package board

import (
	"strconv"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// Rows selects the visible rows if not all fit: the newest ones, or earlier ones to which the
// player has scrolled.
type Rows struct {
	back int // number of the newest rows that are scrolled out
	page int // number of rows that a key scrolls
}

// RowWindow is the range of rows to draw. If earlier or later ones are hidden, a line with their
// number takes the place of a row.
type RowWindow struct {
	From, To       int // the rows to draw, without To
	Earlier, Later int // number of hidden rows
}

// Bindings returns the keys that scroll by a page, if they have no other use.
func (r *Rows) Bindings(can bool) Bindings {
	return func(yield func(Binding) bool) {
		yield(Binding{Key: keymap.If(can, keymap.Of("pgup, pgdown", "pgup", "pgdown")), Help: prose.T("earlier and later rows, if not all fit"), Do: r.leaf})
	}
}

func (r *Rows) leaf(name string) engine.Action {
	if name == "pgup" {
		r.back += max(1, r.page)
	} else {
		r.back = max(0, r.back-max(1, r.page))
	}
	return ""
}

// Newest scrolls to the newest rows.
func (r *Rows) Newest() { r.back = 0 }

// FitAll is like Fit for the filled ones among n rows. If those fit, empty rows below them are
// drawn as well, as far as there is room.
func (r *Rows) FitAll(filled, n, lines int) RowWindow {
	window := r.Fit(filled, lines)
	if window.Earlier == 0 && window.Later == 0 {
		window.To = max(window.To, min(n, lines))
	}
	return window
}

// Fit returns which of count rows are drawn in the given lines.
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

// LeftOut returns the lines above and below a window with the number of rows hidden there, indented
// by margin, or nil. A text that does not fit is replaced by an arrow and the number.
func (k *Kit) LeftOut(window RowWindow, margin, cells int) (above, below []string) {
	line := func(text prose.Text, sign string, n int) []string {
		said := k.Say(text)
		switch {
		case n == 0:
			return nil
		case margin+style.Width(said) > cells:
			said = sign + " " + strconv.Itoa(n)
		}
		return []string{style.Blanks(margin) + k.Theme.Accent.Render(said)}
	}
	later := prose.C("{n} later row: {key}", "{n} later rows: {key}", prose.N(window.Later), prose.Literal("PgDn"))
	return line(k.earlierRows(window.Earlier), "↑", window.Earlier), line(later, "↓", window.Later)
}

// earlierRows says how many rows are hidden above, and which key shows them, if any.
func (k *Kit) earlierRows(n int) prose.Text {
	if k.Scene.Past {
		return prose.C("{n} earlier row", "{n} earlier rows", prose.N(n))
	}
	return prose.C("{n} earlier row: {key}", "{n} earlier rows: {key}", prose.N(n), prose.Literal("PgUp"))
}
