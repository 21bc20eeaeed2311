package board

import (
	"slices"
	"strings"

	"parlor/prose"
	"parlor/tui/keymap"
)

// RowBoard is embedded by boards on which a player fills a row again and again: that
// row, notes with numbered rows, the log, and which rows are seen if not all fit. V is
// what the row is filled with, W the game's view of its table.
type RowBoard[V comparable, W any] struct {
	Kit
	Motion
	Drawing[rowState]

	View  W // of the newest scene
	Input InputRow[V]
	Notes Notes[int]
	Log   Log
	Rows  Rows
	pad   Cache[padKey, []string]
}

// NotesScale is how large notes are drawn: the cells of a row's label and of a mark, and
// the lines from one row to the next.
type NotesScale struct{ Label, Cell, Pitch int }

// padKey is what notes are drawn from.
type padKey struct {
	scene int
	notes NotesState[int]
	scale NotesScale
}

// Same implements Source.
func (k padKey) Same(other padKey) bool { return k == other }

// rowState is all that such a board is drawn from.
type rowState struct {
	scene, edits, back, frames int
	notes                      NotesState[int]
	log                        LogState
}

// Show takes a scene with its view of the game, and returns the view before it. Notes are
// cleared as another game begins.
func (b *RowBoard[V, W]) Show(scene Scene, view W) (before W, begins bool) {
	before, b.View = b.View, view
	if begins = b.Take(scene); begins {
		b.Notes.Clear()
	}
	return before, begins
}

// Choosing reports whether the keys are those of the row.
func (b *RowBoard[V, W]) Choosing() bool { return b.Yours() && !b.Notes.Opened() && !b.Log.Opened() }

// Gather returns the bindings of the board: those that fill and confirm the row, those
// that move in it to a place if it can be filled, and others; noted goes to a cell of
// the notes.
func (b *RowBoard[V, W]) Gather(confirming []Binding, filling bool, place prose.Text, others []Binding, noted Binding) Bindings {
	return keymap.Join(
		slices.Values(confirming), b.Input.Bindings(filling, place), slices.Values(others),
		b.Notes.Bindings(b.Log.Close), slices.Values([]Binding{noted.If(b.Notes.Opened())}), b.Log.Bindings(b.Notes.Close), b.Rows.Bindings(!b.Log.Opened()),
	)
}

// Reading says what is open in place of the row; the zero Text if nothing is.
func (b *RowBoard[V, W]) Reading() prose.Text {
	switch {
	case b.Notes.Opened():
		return prose.T("Only you can see your notes.")
	case b.Log.Opened():
		return prose.T("Log so far:")
	}
	return prose.Text{}
}

// DrawNotes draws the notes below a title, which is indented by indent cells, and other
// lines: each row has a label, and a mark in each column. The lines are not to be changed.
func (b *RowBoard[V, W]) DrawNotes(s NotesScale, indent int, head []string, label func(row int) string, mark func(Cell[int]) string) []string {
	return b.pad.At(s.Cell, padKey{b.Scenes, b.Notes.State(), s}, func() []string {
		lines := append([]string{b.NotesTitle(b.Notes.Opened(), indent)}, head...)
		for _, row := range b.Notes.grid.Rows {
			var line strings.Builder
			line.WriteString(label(row))
			for column := range b.Notes.grid.Columns {
				line.WriteString(mark(Cell[int]{row, column}))
			}
			lines = append(append(lines, make([]string, s.Pitch-1)...), line.String())
		}
		return slices.Clip(lines)
	})
}

// Frame returns what draw draws, or what it drew last if nothing has changed.
func (b *RowBoard[V, W]) Frame(width, height int, draw func(width, height int) []string) string {
	now := rowState{b.Scenes, b.Input.edits, b.Rows.back, b.Left(), b.Notes.State(), b.Log.State()}
	return b.Lines(now, width, height, draw)
}

// ReadLog draws the log that is open, with its title and what the signs in it mean.
func (b *RowBoard[V, W]) ReadLog(width, height int, signs []string) []string {
	if len(signs) > 0 {
		signs = append([]string{""}, signs...)
	}
	return append(b.DrawLog(&b.Log, prose.T("What happened"), width, height-len(signs)), signs...)
}

// BesideLog draws other lines and below them the newest entries, without those that skip
// reports. If the log is open, it takes their place.
func (b *RowBoard[V, W]) BesideLog(above []string, width, height int, signs []string, skip func(i int) bool) []string {
	if b.Log.Opened() {
		return b.ReadLog(width, height, signs)
	}
	above = append(above, "")
	return append(above, b.Log.Newest(width, height-len(above), skip)...)
}
