package davinci

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// noteOf is the line of the notes about tile 2 of bo, which is black.
func noteOf(t *testing.T, b board.Board) string {
	t.Helper()
	for line := range strings.SplitSeq(ansi.Strip(b.Draw(80, 20)), "\n") {
		if words := strings.Join(strings.Fields(line), " "); strings.Contains(words, "bo 2 black") {
			_, cells, _ := strings.Cut(line, "black")
			return strings.Join(strings.Fields(cells), " ")
		}
	}
	t.Fatalf("no line about tile 2 of bo:\n%s", b.Draw(80, 20))
	return ""
}

func TestNotes(t *testing.T) {
	scene := guessThree().scene(t)
	scene.Aided = true
	b := newBoard(style.NewTheme(true), nil)
	b.See(scene)
	boardtest.Press(b, "tab")
	boardtest.Golden(t, b, 80, 20)
	byHand := noteOf(t, b)
	if byHand != "0 1 2 · 4 · 6 7 8 9 10 11" {
		t.Errorf("after wrong guesses of 3 and 5: %s", byHand)
	}
	boardtest.Press(b, "down", "x", "a")
	if aided := noteOf(t, b); aided != "›·‹ 1 2 · 4 · · · · · · ·" {
		t.Errorf("what follows is %s", aided)
	}
	scene.Aided = false
	b.See(scene)
	if got := noteOf(t, b); got != "›·‹ 1 2 · 4 · 6 7 8 9 10 11" {
		t.Errorf("a room without aids fills them in: %s", got)
	}
	if why := keymap.Idle(b.(*model).Bindings(), "a"); why == nil || !strings.Contains(why.Why.String(), "no automatic notes") {
		t.Errorf("a, which fills nothing in, says %+v", why)
	}
	if action := boardtest.Press(b, "tab", "7", "enter"); action != "guess 2 2 7" {
		t.Errorf("after the notes %q is guessed", action)
	}
}

func TestNotesStayWithTheirTiles(t *testing.T) {
	before := guessThree()
	before.turn = 1
	b, _ := seated(t, before, "tab x down x x right x down x").(*model)
	on := before
	on.racks[1] = "w? b2! b?/3/5 w? w6! b?"
	on.log += ", 2 added 2 black 2"
	b.See(on.scene(t))
	for at, want := range map[note]board.Mark{
		{Row: target{1, 1}, Column: 0}: board.RuledOut, // left of what came in
		{Row: target{1, 2}, Column: 1}: board.Unmarked,
		{Row: target{1, 3}, Column: 1}: board.RuledOut,
		{Row: target{1, 3}, Column: 0}: board.Unmarked, // a mark is taken back by its own key
		{Row: target{1, 4}, Column: 1}: board.RuledOut,
	} {
		if got := b.notes.Mark(at); got != want {
			t.Errorf("%+v is marked %v, want %v", at, got, want)
		}
	}
	if got, want := b.notes.At(), (note{Row: target{1, 4}, Column: 1}); got != want {
		t.Errorf("the cursor is at %+v, want %+v", got, want)
	}
}

// What is certain is seen, whether it is marked or nothing else is left.
func TestWhatIsCertainIsSeen(t *testing.T) {
	b, _ := seated(t, guessThree(), "tab +").(*model)
	alone := guessThree()
	alone.racks[1] = "w? b?/0/1/2/3/4/5/6/7/8/9/10 w? w6! b?"
	b.See(alone.scene(t))
	for at, want := range map[target]int{{1, 1}: 0, {1, 2}: 11, {1, 3}: -1} {
		tile, _ := b.tile(at)
		if got := slices.Index(b.marks(at, tile), board.Certain); got != want {
			t.Errorf("of tile %+v the value in column %d is certain, not in %d", at, got, want)
		}
	}
}
