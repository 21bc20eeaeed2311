package keymap_test

import (
	"iter"
	"slices"
	"testing"

	"parlor/prose"
	"parlor/tui/keymap"
)

// bindings are a small board's: a number is typed, then guessed.
func bindings(typed string) iter.Seq[keymap.Binding[string]] {
	return slices.Values([]keymap.Binding[string]{
		{Key: keymap.If(typed != "", keymap.Named("enter")), Hint: prose.T("guess"), Help: prose.T("guess the number"), Why: prose.T("Type a number."), Do: keymap.Always("guess")},
		{Key: keymap.Of("0–3", "0", "1", "2", "3"), Hint: prose.T("number"), Help: prose.T("choose a game"), Only: func(name string) bool { return name != typed }, Do: func(name string) string { return "typed " + name }},
		{Key: keymap.Named("x"), Do: keymap.Always("small")},
		{Key: keymap.Named("X"), Do: keymap.Always("capital")},
		{Key: keymap.Named("esc", "q"), Hint: prose.T("menu"), Leaves: true, Do: keymap.Always("left")},
	})
}

func TestPress(t *testing.T) {
	for _, row := range []struct {
		typed, name string
		want        string
		did         bool
	}{
		{"", "enter", "", false},
		{"2", "enter", "guess", true},
		{"", "2", "typed 2", true},
		{"2", "2", "", false},
		{"", "x", "small", true},
		{"", "X", "capital", true},
		{"", "Q", "left", true},
		{"", "esc", "left", true},
		{"", "z", "", false},
	} {
		if done, did := keymap.Press(bindings(row.typed), row.name); done != row.want || did != row.did {
			t.Errorf("%q with %q typed: %q, %v; want %q, %v", row.name, row.typed, done, did, row.want, row.did)
		}
	}
}

func TestIdle(t *testing.T) {
	if one := keymap.Idle(bindings(""), "enter"); one == nil || one.Why.String() != "Type a number." {
		t.Errorf("enter, which does nothing now, says %+v", one)
	}
	if one := keymap.Idle(bindings("2"), "2"); one == nil || !one.Why.IsZero() {
		t.Errorf("2, which does nothing now, says %+v", one)
	}
	if one := keymap.Idle(bindings(""), "z"); one != nil {
		t.Errorf("z, which stands for nothing, says %+v", one)
	}
}

func TestHintsAndHelp(t *testing.T) {
	written := func(hints []keymap.Hint) (all []string) {
		for _, hint := range hints {
			all = append(all, hint.Written+" "+hint.Does.String())
		}
		return all
	}
	if got, want := written(keymap.Hints(bindings(""))), []string{"0–3 number", "esc menu"}; !slices.Equal(got, want) {
		t.Errorf("hints are %q, want %q", got, want)
	}
	if got, want := written(keymap.Hints(bindings("1"))), []string{"enter guess", "0–3 number", "esc menu"}; !slices.Equal(got, want) {
		t.Errorf("hints are %q, want %q", got, want)
	}
	if got, want := written(keymap.Help(bindings(""))), []string{"enter guess the number", "0–3 choose a game"}; !slices.Equal(got, want) {
		t.Errorf("help is %q, want %q", got, want)
	}
	if last := keymap.Hints(bindings("")); !last[len(last)-1].Leaves {
		t.Error("the hint of what leads out does not say so")
	}
}

// TestThen: what comes of a key is handed on, and all else stays.
func TestThen(t *testing.T) {
	var all []keymap.Binding[int]
	for one := range bindings("2") {
		all = append(all, keymap.Then(&one, func(done string) int { return len(done) }))
	}
	if done, did := keymap.Press(slices.Values(all), "esc"); done != len("left") || !did {
		t.Errorf("esc gives %d, %v", done, did)
	}
	if _, did := keymap.Press(slices.Values(all), "2"); did {
		t.Error("a key does something that did nothing before")
	}
	if one := keymap.Idle(slices.Values(all), "enter"); one == nil || one.Why.String() != "Type a number." {
		t.Errorf("enter says %+v", one)
	}
}

// TestJoin: the bindings of the parts stand one after the other, and of two for a key the
// first does it.
func TestJoin(t *testing.T) {
	play := func(done string, names ...string) iter.Seq[keymap.Binding[string]] {
		return slices.Values([]keymap.Binding[string]{{Key: keymap.Of("", names...), Hint: prose.T("play"), Do: keymap.Always(done)}})
	}
	all := keymap.Join(play("first", "x"), slices.Values([]keymap.Binding[string]{}), play("second", "x", "y"))
	for range 2 {
		for name, want := range map[string]string{"x": "first", "y": "second"} {
			if done, _ := keymap.Press(all, name); done != want {
				t.Errorf("%s plays %q, want %q", name, done, want)
			}
		}
	}
	if hints, silent := keymap.Hints(all), keymap.Hints(keymap.Unhinted(all)); len(hints) != 2 || len(silent) != 0 {
		t.Errorf("there are %d hints, and %d without them; want 2 and 0", len(hints), len(silent))
	}
}
