package board

import (
	"slices"
	"strings"

	"parlor/prose"
	"parlor/tui/keymap"
)

// RowBoard is embedded by boards on which a player repeatedly fills a row. It contains that row,
// notes with numbered rows, the log, and which rows are visible if not all fit. V is the type of
// the values in the row, W the game's view.
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

// NotesScale holds the sizes of notes: the cells of a row label and of a mark, and the lines per
// row.
type NotesScale struct{ Label, Cell, Pitch int }

// padKey holds what determines the drawing of notes.
type padKey struct {
	scene int
	notes NotesState[int]
	scale NotesScale
}

// Same implements Source.
func (k padKey) Same(other padKey) bool { return k == other }

// rowState holds everything that determines the drawing of the board.
type rowState struct {
	scene, edits, back, frames int
	notes                      NotesState[int]
	log                        LogState
}

// Show takes a scene with its view of the game, and returns the previous view. It clears the notes
// when a new game begins.
func (b *RowBoard[V, W]) Show(scene Scene, view W) (before W, begins bool) {
	before, b.View = b.View, view
	if begins = b.Take(scene); begins {
		b.Notes.Clear()
	}
	return before, begins
}

// Choosing reports whether the keys act on the row.
func (b *RowBoard[V, W]) Choosing() bool { return b.Yours() && !b.Notes.Opened() && !b.Log.Opened() }

// Gather returns the bindings of the board: those that fill and confirm the row, those that move to
// a position if the row can be filled, and others. noted moves to a cell of the notes.
func (b *RowBoard[V, W]) Gather(confirming []Binding, filling bool, place prose.Text, others []Binding, noted Binding) Bindings {
	return keymap.Join(
		slices.Values(confirming), b.Input.Bindings(filling, place), slices.Values(others),
		b.Notes.Bindings(b.Log.Close), slices.Values([]Binding{noted.If(b.Notes.Opened())}), b.Log.Bindings(b.Notes.Close), b.Rows.Bindings(!b.Log.Opened()),
	)
}

// Reading returns the name of what is open instead of the row, or the zero Text.
func (b *RowBoard[V, W]) Reading() prose.Text {
	switch {
	case b.Notes.Opened():
		return prose.T("Only you can see your notes.")
	case b.Log.Opened():
		return prose.T("Log so far:")
	}
	return prose.Text{}
}

// DrawNotes draws the notes below other lines and a title, which is indented by indent cells. Each
// row has a label and a mark per column. The caller must not modify the lines.
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

// Frame returns the result of draw, or the last result if nothing has changed.
func (b *RowBoard[V, W]) Frame(width, height int, draw func(width, height int) []string) string {
	now := rowState{b.Scenes, b.Input.edits, b.Rows.back, b.Left(), b.Notes.State(), b.Log.State()}
	return b.Lines(now, width, height, draw)
}

// ReadLog draws the open log, with its title and the meaning of its signs.
func (b *RowBoard[V, W]) ReadLog(width, height int, signs []string) []string {
	if len(signs) > 0 {
		signs = append([]string{""}, signs...)
	}
	return append(b.DrawLog(&b.Log, prose.T("What happened"), width, height-len(signs)), signs...)
}

// DrawWithLog draws other lines and below them the newest entries, without those for which skip
// returns true. An open log replaces both.
func (b *RowBoard[V, W]) DrawWithLog(above []string, width, height int, signs []string, skip func(i int) bool) []string {
	if b.Log.Opened() {
		return b.ReadLog(width, height, signs)
	}
	above = append(above, "")
	return append(above, b.Log.Newest(width, height-len(above), skip)...)
}
