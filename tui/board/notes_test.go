package board

import (
	"slices"
	"testing"

	"parlor/tui/keymap"
)

// tile is a row of notes whose place shifts.
type tile struct{ seat, place int }

func tiles() []tile { return []tile{{1, 1}, {1, 2}, {2, 1}} }

// gridOf is a grid in which nothing but column 0 is possible in the first row.
func gridOf(rows []tile) Grid[tile] {
	return Grid[tile]{Rows: rows, Columns: 3, Aided: true, Known: func() func(Cell[tile]) Mark {
		return func(at Cell[tile]) Mark {
			if at.Row == tiles()[0] {
				return Follows([]bool{true, false, false}, at.Column)
			}
			return Follows([]bool{true, true, false}, at.Column)
		}
	}}
}

// typed presses keys of notes, and is whether each did something.
func typed(n *Notes[tile], names ...string) []bool {
	var did []bool
	for _, name := range names {
		_, one := keymap.Press(n.Bindings(nil), name)
		did = append(did, one)
	}
	return did
}

func TestNotesAreMarkedByKeys(t *testing.T) {
	first := tiles()[0]
	for _, row := range []struct {
		names []string
		at    Cell[tile]
		want  Mark
	}{
		{[]string{"tab", "x"}, Cell[tile]{first, 0}, RuledOut},
		{[]string{"tab", "space"}, Cell[tile]{first, 0}, RuledOut},
		{[]string{"tab", "-"}, Cell[tile]{first, 0}, RuledOut},
		{[]string{"tab", "x", "X"}, Cell[tile]{first, 0}, Unmarked},
		{[]string{"tab", "right", "+"}, Cell[tile]{first, 1}, Certain},
		{[]string{"tab", "+", "+"}, Cell[tile]{first, 0}, Unmarked},
		{[]string{"tab", "+", "x"}, Cell[tile]{first, 0}, RuledOut},
		{[]string{"tab", "x", "backspace"}, Cell[tile]{first, 0}, Unmarked},
		{[]string{"tab", "x", "delete"}, Cell[tile]{first, 0}, Unmarked},
		{[]string{"tab", "left", "up", "x"}, Cell[tile]{tile{2, 1}, 2}, RuledOut},
		{[]string{"tab", "up", "down", "down", "right", "right", "right", "x"}, Cell[tile]{tile{1, 2}, 0}, RuledOut},
		{[]string{"tab", "a"}, Cell[tile]{first, 0}, Certain},
		{[]string{"tab", "a"}, Cell[tile]{first, 1}, RuledOut},
		{[]string{"tab", "a"}, Cell[tile]{tile{1, 2}, 0}, Unmarked},
		{[]string{"tab", "a", "right", "+"}, Cell[tile]{first, 1}, Certain}, // one's own mark counts
		{[]string{"tab", "a", "a"}, Cell[tile]{first, 1}, Unmarked},
		{[]string{"x"}, Cell[tile]{first, 0}, Unmarked},
	} {
		var notes Notes[tile]
		notes.On(gridOf(tiles()))
		typed(&notes, row.names...)
		if got := notes.Mark(row.at); got != row.want {
			t.Errorf("after %v %v bears mark %d, want %d", row.names, row.at, got, row.want)
		}
	}
}

func TestNotesOpenAndClose(t *testing.T) {
	var notes Notes[tile]
	if slices.Contains(typed(&notes, "tab", "x", "a", "left", "esc"), true) {
		t.Error("notes of nothing can be opened")
	}
	notes.On(gridOf(tiles()))
	opened := 0
	for _, name := range []string{"tab", "esc", "enter"} {
		keymap.Press(notes.Bindings(func() { opened++ }), "tab")
		if !notes.Opened() || !notes.Chosen(Cell[tile]{tiles()[0], 0}) {
			t.Fatal("tab does not open the notes")
		}
		keymap.Press(notes.Bindings(func() { opened++ }), name)
		if notes.Opened() || notes.Chosen(Cell[tile]{tiles()[0], 0}) {
			t.Errorf("%s does not close the notes", name)
		}
	}
	if opened != 3 {
		t.Errorf("it was told %d times that they open", opened)
	}
	typed(&notes, "tab", "x")
	notes.On(Grid[tile]{})
	if notes.Opened() {
		t.Error("notes that can no longer be taken are open")
	}
	notes.On(gridOf(tiles()))
	if notes.Mark(Cell[tile]{tiles()[0], 0}) != RuledOut {
		t.Error("marks are forgotten")
	}
}

func TestNotesStayWithTheirRows(t *testing.T) {
	var notes Notes[tile]
	notes.On(gridOf(tiles()))
	typed(&notes, "tab", "x", "down", "right", "+")
	came := func(at tile) tile { // a tile comes in at the second place of seat 1
		if at.seat == 1 && at.place >= 2 {
			at.place++
		}
		return at
	}
	notes.Shift(came)
	notes.On(gridOf([]tile{{1, 1}, {1, 2}, {1, 3}, {2, 1}}))
	if at := (Cell[tile]{tile{1, 3}, 1}); notes.At() != at || notes.Mark(at) != Certain {
		t.Errorf("the cursor is on %v, whose mark is %d", notes.At(), notes.Mark(at))
	}
	if notes.Mark(Cell[tile]{tile{1, 1}, 0}) != RuledOut || notes.Mark(Cell[tile]{tile{1, 2}, 1}) != Unmarked {
		t.Error("other tiles have other marks")
	}
	notes.On(gridOf([]tile{{1, 1}, {2, 1}}))
	if at := notes.At(); at.Row != (tile{1, 1}) || !notes.Opened() {
		t.Errorf("when its tile is gone the cursor is on %v", at)
	}
}

func TestNotesOfAnotherGame(t *testing.T) {
	var notes Notes[tile]
	notes.On(gridOf(tiles()))
	typed(&notes, "tab", "right", "x", "a")
	notes.Clear()
	notes.On(gridOf(tiles()))
	if notes.Opened() || notes.At().Column != 0 {
		t.Error("the notes are open, or the cursor is where it was")
	}
	if first := tiles()[0]; notes.Mark(Cell[tile]{first, 1}) != RuledOut || notes.Mark(Cell[tile]{first, 0}) != Certain {
		t.Error("what follows is no longer filled in")
	}
}

func TestNotesAreNotFilledInWithoutAids(t *testing.T) {
	var notes Notes[tile]
	grid := gridOf(tiles())
	grid.Aided = false
	notes.On(grid)
	typed(&notes, "tab")
	if typed(&notes, "a")[0] || notes.Mark(Cell[tile]{tiles()[0], 1}) != Unmarked {
		t.Error("a room without aids fills notes in")
	}
	if one := keymap.Idle(notes.Bindings(nil), "a"); one == nil || one.Why.IsZero() {
		t.Error("it is not said why")
	}
}

func TestNoNotesAreTakenFromMemory(t *testing.T) {
	var notes Notes[tile]
	notes.On(FromMemory[tile]())
	for _, name := range []string{"tab", "a", "+"} {
		if one := keymap.Idle(notes.Bindings(nil), name); typed(&notes, name)[0] || one == nil || one.Why.IsZero() {
			t.Errorf("%s does something, or does not say why it does not", name)
		}
	}
}

func TestNotesSayWhatTheirKeysDo(t *testing.T) {
	var notes Notes[tile]
	said := func() (all []string) {
		for _, hint := range keymap.Hints(notes.Bindings(nil)) {
			all = append(all, hint.Written+" "+hint.Does.String())
		}
		return all
	}
	notes.On(gridOf(tiles()))
	if got, want := said(), []string{"tab notes"}; !slices.Equal(got, want) {
		t.Errorf("closed notes hint %q, want %q", got, want)
	}
	typed(&notes, "tab")
	want := []string{"x rule out", "+ certain", "tab back", "a fill in", "←↑↓→ move"}
	if got := said(); !slices.Equal(got, want) {
		t.Errorf("open notes hint %q, want %q", got, want)
	}
	typed(&notes, "a")
	if want[3] = "a manual notes"; !slices.Equal(said(), want) {
		t.Errorf("notes that are filled in hint %q, want %q", said(), want)
	}
	grid := gridOf(tiles())
	grid.Known = func() func(Cell[tile]) Mark { return nil }
	notes.On(grid)
	if want[3] = "a nothing to fill in yet"; !slices.Equal(said(), want) {
		t.Errorf("notes that cannot be filled in yet hint %q, want %q", said(), want)
	}
	if help := keymap.Help(notes.Bindings(nil)); len(help) == 0 || slices.ContainsFunc(help, func(one Hint) bool { return one.Does.IsZero() }) {
		t.Errorf("help is %v", help)
	}
}
