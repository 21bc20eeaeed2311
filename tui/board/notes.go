package board

import (
	"slices"
	"sync"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
)

// Mark is what stands in a cell of notes.
type Mark int

// Marks.
const (
	Unmarked Mark = iota
	RuledOut
	Certain
)

// Follows is the mark of one of several things of which it is known which can be:
// what cannot is ruled out, and the only one that can is certain.
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

// Cell is a cell of notes: its row, which is any value, and its column, from 0.
type Cell[R comparable] struct {
	Row    R
	Column int
}

// Grid is what notes can be taken of now.
type Grid[R comparable] struct {
	Rows    []R // from the top; where there are none, no notes can be taken
	Columns int
	Aided   bool // the room allows to fill in what follows
	// Known works out the mark that follows for each cell, where the player wants
	// it filled in. It returns nil where too much is open for that.
	Known func() func(Cell[R]) Mark
	why   prose.Text // there are no notes
}

// FromMemory is the grid of a game in which people may take no notes.
func FromMemory[R comparable]() Grid[R] {
	return Grid[R]{why: prose.T("This room is played from memory, without notes.")}
}

// Notes are a player's own marks on a grid, with the keys by which they are made.
// They stay on this screen. The zero Notes are closed and empty.
type Notes[R comparable] struct {
	grid   Grid[R]
	marks  map[Cell[R]]Mark // without those that are unmarked
	at     Cell[R]
	open   bool
	edits  int                // counts the changes of marks
	filled bool               // what follows is to be filled in
	known  func(Cell[R]) Mark // what is; nil where nothing is

	opening func() // before they open
}

// On goes on with another grid. Marks stay with their rows. Notes that can no
// longer be taken are closed, and the cursor stays on its row as far as there is
// that row.
func (n *Notes[R]) On(grid Grid[R]) {
	n.grid = grid
	n.open = n.open && n.Can()
	if n.Can() && !slices.Contains(grid.Rows, n.at.Row) {
		n.at.Row = grid.Rows[0]
	}
	n.at.Column = max(0, min(n.at.Column, grid.Columns-1))
	n.fill()
}

// Clear closes the notes and forgets all marks, as another game begins. Whether
// what follows is filled in stays as it was.
func (n *Notes[R]) Clear() {
	*n = Notes[R]{edits: n.edits + 1, filled: n.filled}
}

// NotesState is what notes are drawn from, apart from the scene.
type NotesState[R comparable] struct {
	at    Cell[R]
	open  bool
	edits int
}

// State returns what the notes are drawn from.
func (n *Notes[R]) State() NotesState[R] { return NotesState[R]{n.at, n.open, n.edits} }

// RowState returns what a row of the notes is drawn from.
func (n *Notes[R]) RowState(row R) NotesState[R] {
	state := n.State()
	if n.at.Row != row {
		state.at = Cell[R]{Row: row, Column: -1}
	}
	return state
}

// Shift has rows become others, and takes their marks and the cursor along.
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

// Opened reports whether the notes are open: the keys are theirs.
func (n *Notes[R]) Opened() bool { return n.open }

// Close closes the notes.
func (n *Notes[R]) Close() { n.open = false }

// At is where the cursor is, also while the notes are closed.
func (n *Notes[R]) At() Cell[R] { return n.at }

// GoRow moves the cursor to a row.
func (n *Notes[R]) GoRow(row R) { n.at.Row = row }

// GoColumn moves the cursor to a column.
func (n *Notes[R]) GoColumn(column int) { n.at.Column = column }

// Chosen reports whether the next key acts on a cell.
func (n *Notes[R]) Chosen(at Cell[R]) bool { return n.open && n.at == at }

// Mark is the player's own mark in a cell; where there is none, the one that
// follows, if that is filled in.
func (n *Notes[R]) Mark(at Cell[R]) Mark {
	own := n.marks[at]
	if own != Unmarked || n.known == nil {
		return own
	}
	return n.known(at)
}

// fill works out what follows, where the player wants that and the room allows it.
func (n *Notes[R]) fill() {
	n.known = nil
	n.edits++
	if n.filled && n.grid.Aided && n.Can() {
		n.known = n.grid.Known()
	}
}

// notesKeys are the keys of notes.
type notesKeys struct{ open, out, sure, closing, fill, move, clear Binding }

// theNotesKeys are those of all notes, without what they do.
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

// Bindings are the keys of the notes; while they are open, all others wait. Opening
// is called before they open; nil leaves that as it was.
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

// Hints are what the keys of the notes do, as it is drawn on a board: the arrows
// need no words.
func (n *Notes[R]) Hints() []Hint {
	hints := keymap.Hints(n.Bindings(nil))
	return slices.DeleteFunc(hints, func(one Hint) bool { return slices.Contains(one.Keys, "left") })
}

// whyShut says why a key of the notes does nothing now.
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

// mark marks the cell under the cursor; what bears the mark already is unmarked.
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

// move goes round the rows, or round the columns.
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

// Round returns the place, of n places from 0, that is steps on from another; after the
// last one the first follows.
func Round(at, steps, n int) int { return ((at+steps)%n + n) % n }
