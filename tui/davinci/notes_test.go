package davinci

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/look"
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
	b := newBoard(look.NewTheme(true), nil)
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
	if boardtest.Press(b, "a"); !strings.Contains(board.HintsOf(b)[2].Does.String(), "no aids") {
		t.Errorf("the hint says %q", board.HintsOf(b)[2].Does)
	}
	if action := boardtest.Press(b, "tab", "7", "enter"); action != "guess 2 2 7" {
		t.Errorf("after the notes %q is guessed", action)
	}
}

func TestNotesStayWithTheirTiles(t *testing.T) {
	b := &model{}
	b.notes.toggle(note{target{1, 2}, 5})
	b.notes.toggle(note{target{1, 1}, 4})
	b.notes.toggle(note{target{2, 2}, 3})
	b.notes.shift(1, 2)
	for at, want := range map[note]bool{
		{target{1, 3}, 5}: true, {target{1, 2}, 5}: false, {target{1, 1}, 4}: true, {target{2, 2}, 3}: true,
	} {
		if b.notes.out[at] != want {
			t.Errorf("%+v is marked: %v", at, !want)
		}
	}
	b.notes.toggle(note{target{1, 3}, 5})
	if b.notes.out[note{target{1, 3}, 5}] {
		t.Error("a mark is not taken back")
	}
}
