package board

import (
	"slices"
	"sync"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
)

// Mark is the content of a cell of notes.
type Mark int

// Marks.
const (
	Unmarked Mark = iota
	RuledOut
	Certain
)

// Follows returns the mark of one of several alternatives, given which are possible. An impossible
// one is ruled out, and the only possible one is certain.
func Follows(can []bool, at int) Mark {
	if !can[at] {
		return RuledOut
	}
	for other, is := range can {
		if is && other != at {
			return Unmarked
		}
	}
	return Certain
}

// Cell is a cell of notes. Its row is any value; its column counts from 0.
type Cell[R comparable] struct {
	Row    R
	Column int
}

// Grid is the grid on which notes can be taken now.
type Grid[R comparable] struct {
	Rows    []R // from the top; empty if no notes can be taken
	Columns int
	Aided   bool // the room allows automatic notes
	// Known computes the automatic mark of each cell. It returns nil if there are too many
	// possibilities.
	Known func() func(Cell[R]) Mark
	why   prose.Text // why there are no notes
}

// FromMemory returns the grid of a game in which notes are not allowed.
func FromMemory[R comparable]() Grid[R] {
	return Grid[R]{why: prose.T("This room is played from memory, without notes.")}
}

// Notes holds a player's marks on a grid, and the keys that set them. They exist only on this
// screen. The zero Notes are closed and empty.
type Notes[R comparable] struct {
	grid   Grid[R]
	marks  map[Cell[R]]Mark // without empty ones
	at     Cell[R]
	open   bool
	edits  int                // number of changes
	filled bool               // the player wants automatic marks
	known  func(Cell[R]) Mark // the automatic marks; nil if there are none

	opening func() // called before the notes open
}

// On sets another grid. Marks stay with their rows. Notes that can no longer be taken are closed.
// The cursor stays on its row if that still exists.
func (n *Notes[R]) On(grid Grid[R]) {
	n.grid = grid
	n.open = n.open && n.Can()
	if n.Can() && !slices.Contains(grid.Rows, n.at.Row) {
		n.at.Row = grid.Rows[0]
	}
	n.at.Column = max(0, min(n.at.Column, grid.Columns-1))
	n.fill()
}

// Clear closes the notes and removes all marks for a new game. The choice of automatic marks is
// kept.
func (n *Notes[R]) Clear() {
	*n = Notes[R]{edits: n.edits + 1, filled: n.filled}
}

// NotesState holds what determines the drawing of notes, apart from the scene.
type NotesState[R comparable] struct {
	at    Cell[R]
	open  bool
	edits int
}

// State returns the state of the notes.
func (n *Notes[R]) State() NotesState[R] { return NotesState[R]{n.at, n.open, n.edits} }

// RowState returns the state of one row of the notes.
func (n *Notes[R]) RowState(row R) NotesState[R] {
	state := n.State()
	if n.at.Row != row {
		state.at = Cell[R]{Row: row, Column: -1}
	}
	return state
}

// Shift renames rows. Their marks and the cursor follow.
func (n *Notes[R]) Shift(to func(R) R) {
	moved := make(map[Cell[R]]Mark, len(n.marks))
	for at, mark := range n.marks {
		moved[Cell[R]{to(at.Row), at.Column}] = mark
	}
	n.marks, n.at.Row = moved, to(n.at.Row)
	n.edits++
}

// Can reports whether notes can be taken.
func (n *Notes[R]) Can() bool { return len(n.grid.Rows) > 0 }

// Opened reports whether the notes are open and have the keys.
func (n *Notes[R]) Opened() bool { return n.open }

// Close closes the notes.
func (n *Notes[R]) Close() { n.open = false }

// At returns the cell under the cursor, even while the notes are closed.
func (n *Notes[R]) At() Cell[R] { return n.at }

// GoRow moves the cursor to a row.
func (n *Notes[R]) GoRow(row R) { n.at.Row = row }

// GoColumn moves the cursor to a column.
func (n *Notes[R]) GoColumn(column int) { n.at.Column = column }

// Chosen reports whether the next key changes a cell.
func (n *Notes[R]) Chosen(at Cell[R]) bool { return n.open && n.at == at }

// Mark returns the player's mark in a cell or, without one, the automatic mark.
func (n *Notes[R]) Mark(at Cell[R]) Mark {
	own := n.marks[at]
	if own != Unmarked || n.known == nil {
		return own
	}
	return n.known(at)
}

// fill computes the automatic marks if the player wants them and the room allows them.
func (n *Notes[R]) fill() {
	n.known = nil
	n.edits++
	if n.filled && n.grid.Aided && n.Can() {
		n.known = n.grid.Known()
	}
}

// notesKeys holds the keys of notes.
type notesKeys struct{ open, out, sure, closing, fill, move, clear Binding }

// theNotesKeys returns the keys of all notes, without actions.
var theNotesKeys = sync.OnceValue(func() *notesKeys { //nolint:gochecknoglobals // a constant table
	return &notesKeys{
		open:    Binding{Key: keymap.Named("tab"), Hint: prose.T("notes"), Help: prose.T("your notes, which only you can see; Tab or Esc closes them")},
		out:     Binding{Key: keymap.Of("x", "x", "space", "-"), Hint: prose.T("rule out"), Help: prose.T("in your notes: rule out the value under the cursor")},
		sure:    Binding{Key: keymap.Named("+"), Hint: prose.T("certain"), Help: prose.T("in your notes: mark it as certain")},
		closing: Binding{Key: keymap.Of("tab", "tab", "esc", "enter"), Hint: prose.T("back"), Leaves: true},
		fill:    Binding{Key: keymap.Named("a"), Help: prose.T("in your notes: fill in what you can deduce, on or off")},
		move:    Binding{Key: keymap.Of("←↑↓→", "left", "right", "up", "down"), Hint: prose.T("move").In("verb"), Help: prose.T("in your notes: choose a cell")},
		clear:   Binding{Key: keymap.Of("backspace", "backspace", "delete"), Help: prose.T("in your notes: remove a mark")},
	}
})

// Bindings returns the keys of the notes. While they are open, other keys do nothing. If opening is
// not nil, it is called before the notes open.
func (n *Notes[R]) Bindings(opening func()) Bindings {
	if opening != nil {
		n.opening = opening
	}
	return n.bind
}

func (n *Notes[R]) bind(yield func(Binding) bool) {
	k := theNotesKeys()
	open, sure, fill := k.open.If(n.Can() && !n.open), k.sure.If(n.open), k.fill.If(n.open && n.grid.Aided)
	open.Why, sure.Why, fill.Why = n.grid.why, n.whyShut(), n.whyShut()
	switch {
	case n.known != nil:
		fill.Hint = prose.T("manual notes")
	case n.filled:
		fill.Hint = prose.T("nothing to fill in yet")
	default:
		fill.Hint = prose.T("fill in")
	}
	_ = yield(open.Doing(n.toggle)) && yield(k.out.If(n.open).Doing(n.ruleOut)) && yield(sure.Doing(n.markCertain)) &&
		yield(k.closing.If(n.open).Doing(n.toggle)) && yield(fill.Doing(n.fillIn)) && yield(k.move.If(n.open).Doing(n.move)) && yield(k.clear.If(n.open).Doing(n.unmark))
}

// Hints returns the hints of the notes as drawn on a board. The arrow keys have no text.
func (n *Notes[R]) Hints() []Hint {
	hints := keymap.Hints(n.Bindings(nil))
	return slices.DeleteFunc(hints, func(one Hint) bool { return slices.Contains(one.Keys, "left") })
}

// whyShut explains why a key of the notes does nothing now.
func (n *Notes[R]) whyShut() prose.Text {
	switch {
	case !n.Can():
		return n.grid.why
	case n.open:
		return prose.T("This room has no automatic notes: you fill them in yourself.")
	}
	return prose.T("That key is for your notes. Press Tab to open them.")
}

func (n *Notes[R]) toggle(string) engine.Action {
	if !n.open && n.opening != nil {
		n.opening()
	}
	n.open = !n.open
	return ""
}

func (n *Notes[R]) ruleOut(string) engine.Action     { return n.mark(RuledOut) }
func (n *Notes[R]) markCertain(string) engine.Action { return n.mark(Certain) }
func (n *Notes[R]) unmark(string) engine.Action      { return n.mark(Unmarked) }

// mark marks the cell under the cursor, or removes that mark if the cell has it already.
func (n *Notes[R]) mark(mark Mark) engine.Action {
	n.edits++
	if mark == Unmarked || n.marks[n.at] == mark {
		delete(n.marks, n.at)
		return ""
	}
	if n.marks == nil {
		n.marks = map[Cell[R]]Mark{}
	}
	n.marks[n.at] = mark
	return ""
}

func (n *Notes[R]) fillIn(string) engine.Action {
	n.filled = !n.filled
	n.fill()
	return ""
}

// move moves the cursor and wraps around at the ends of rows and columns.
func (n *Notes[R]) move(name string) engine.Action {
	rows := n.grid.Rows
	row := max(0, slices.Index(rows, n.at.Row))
	switch name {
	case "left":
		n.at.Column = Round(n.at.Column, -1, n.grid.Columns)
	case "right":
		n.at.Column = Round(n.at.Column, +1, n.grid.Columns)
	case "up":
		n.at.Row = rows[Round(row, -1, len(rows))]
	case "down":
		n.at.Row = rows[Round(row, +1, len(rows))]
	}
	return ""
}

// Round returns the index that is steps after at among n indexes, wrapping around.
func Round(at, steps, n int) int { return ((at+steps)%n + n) % n }
