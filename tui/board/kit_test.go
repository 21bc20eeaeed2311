package board

import (
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

func sceneOf(stage string, round int, toMove ...engine.Seat) Scene {
	return Scene{View: engine.View{Stage: stage, Round: round, Seat: 0, Seats: 2, ToMove: toMove}, Names: []string{"anna", "bo"}, Away: make([]bool, 2)}
}

func TestKitKnowsWhenAnotherGameBegins(t *testing.T) {
	kit := NewKit(style.NewTheme(true), nil)
	for i, step := range []struct {
		stage  string
		round  int
		begins bool
	}{
		{engine.Playing, 1, true},
		{engine.Playing, 1, false},
		{engine.Interval, 1, false},
		{engine.Playing, 2, true},
		{engine.Over, 2, false},
		{engine.Playing, 1, true},
		{engine.Over, 1, false},
		{engine.Playing, 1, true},
	} {
		if begins := kit.Take(sceneOf(step.stage, step.round)); begins != step.begins {
			t.Errorf("step %d, %s of game %d: another game begins: %v", i+1, step.stage, step.round, begins)
		}
	}
}

func TestKitSaysWhoseTurnItIs(t *testing.T) {
	kit := NewKit(style.NewTheme(true), nil)
	kit.See(sceneOf(engine.Playing, 1, 0))
	if !kit.Yours() || kit.Due(1) || !kit.Waits().IsZero() {
		t.Error("it is the person's own turn, and nobody else's")
	}
	kit.See(sceneOf(engine.Playing, 1, 1))
	if said := kit.Waits().String(); kit.Yours() || said != "Waiting for bo." {
		t.Errorf("it is bo's turn, and said %q", said)
	}
	past := sceneOf(engine.Playing, 1, 0)
	past.Past = true
	kit.See(past)
	if kit.Yours() || kit.InPlay() {
		t.Error("in a replay somebody's turn has come")
	}
	kit.See(sceneOf(engine.Interval, 1, 0, 1))
	if kit.Yours() || !kit.Waits().IsZero() {
		t.Error("between games somebody's turn has come")
	}
}

func TestItemsAreClickedAsTheirKeys(t *testing.T) {
	kit := NewKit(style.NewTheme(true), nil)
	var notes Notes[int]
	notes.On(Grid[int]{Rows: []int{1}, Columns: 1})
	keymap.Press(notes.Bindings(nil), "tab")
	items := kit.Items(keymap.Hints(notes.Bindings(nil)))
	plain, spots := Unzone([]string{strings.Join(items, " · ")}, 0)
	if len(spots) != len(items) || !strings.Contains(plain[0], "rule out") {
		t.Fatalf("%d of %d hints can be clicked in %q", len(spots), len(items), plain)
	}
	for i, want := range []string{"x", "+", "tab", "left"} {
		if name, is := Clicked(spots[i].Name); !is || name != want {
			t.Errorf("a click on hint %d is %q, want %q", i+1, name, want)
		}
	}
	if _, is := Clicked("place 2"); is {
		t.Error("another part is a key")
	}
}

// TestUnzone: whatever else stands on a line stays as it is, and the marks are
// found between it.
func TestUnzone(t *testing.T) {
	styled := "\x1b[1;31m李\x1b[0m \x1b[ \x1b[38;5;7m"
	plain, spots := Unzone([]string{styled, styled + Zone("one", "a b") + "\x1b[" + Zone("\x1b[1mtwo\x1b[m", "~"), "\x1b[1;2", ""}, 3)
	if want := []string{styled, styled + "one\x1b[\x1b[1mtwo\x1b[m", "\x1b[1;2", ""}; !slices.Equal(plain, want) {
		t.Errorf("%q, want %q", plain, want)
	}
	from := style.Width(styled)
	if want := []Spot{{4, from, from + 3, "a b"}, {4, style.Width(styled + "one\x1b["), style.Width(plain[1]), "~"}}; !slices.Equal(spots, want) {
		t.Errorf("%+v, want %+v", spots, want)
	}
	line := strings.Repeat(styled, 20)
	if n := testing.AllocsPerRun(100, func() { _, _ = Unzone([]string{line}, 0) }); n > 1 {
		t.Errorf("a line without marks takes %v allocations", n)
	}
}

func TestMotion(t *testing.T) {
	var motion Motion
	if motion.Moving() {
		t.Error("it moves before it was begun")
	}
	motion.Move(2)
	for want := 2; want > 0; want-- {
		if !motion.Moving() || motion.Left() != want {
			t.Errorf("%d frames are left, want %d", motion.Left(), want)
		}
		motion.Step()
	}
	if motion.Step(); motion.Moving() || motion.Left() != 0 {
		t.Error("it does not come to rest")
	}
}
