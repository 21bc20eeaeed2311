package keys_test

import (
	"slices"
	"testing"

	"parlor/prose"
	"parlor/tui/keys"
)

// bindings are a small board's: a number is typed, then guessed.
func bindings(typed string) []keys.Binding[string] {
	return []keys.Binding[string]{
		{Key: keys.If(typed != "", keys.Named("enter")), Hint: prose.T("guess"), Help: prose.T("guess the number"), Why: prose.T("Type a number."), Do: keys.Always("guess")},
		{Key: keys.Of("0–3", "0", "1", "2", "3"), Hint: prose.T("number"), Help: prose.T("type a number"), Only: func(name string) bool { return name != typed }, Do: func(name string) string { return "typed " + name }},
		{Key: keys.Named("x"), Do: keys.Always("small")},
		{Key: keys.Named("X"), Do: keys.Always("capital")},
		{Key: keys.Named("esc", "q"), Hint: prose.T("menu"), Leaves: true, Do: keys.Always("left")},
	}
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
		if done, did := keys.Press(bindings(row.typed), row.name); done != row.want || did != row.did {
			t.Errorf("%q with %q typed: %q, %v; want %q, %v", row.name, row.typed, done, did, row.want, row.did)
		}
	}
}

func TestIdle(t *testing.T) {
	if one := keys.Idle(bindings(""), "enter"); one == nil || one.Why.String() != "Type a number." {
		t.Errorf("enter, which does nothing now, says %+v", one)
	}
	if one := keys.Idle(bindings("2"), "2"); one == nil || !one.Why.IsZero() {
		t.Errorf("2, which does nothing now, says %+v", one)
	}
	if one := keys.Idle(bindings(""), "z"); one != nil {
		t.Errorf("z, which stands for nothing, says %+v", one)
	}
}

func TestHintsAndHelp(t *testing.T) {
	written := func(hints []keys.Hint) (all []string) {
		for _, hint := range hints {
			all = append(all, hint.Written+" "+hint.Does.String())
		}
		return all
	}
	if got, want := written(keys.Hints(bindings(""))), []string{"0–3 number", "esc menu"}; !slices.Equal(got, want) {
		t.Errorf("hints are %q, want %q", got, want)
	}
	if got, want := written(keys.Hints(bindings("1"))), []string{"enter guess", "0–3 number", "esc menu"}; !slices.Equal(got, want) {
		t.Errorf("hints are %q, want %q", got, want)
	}
	if got, want := written(keys.Help(bindings(""))), []string{"enter guess the number", "0–3 type a number"}; !slices.Equal(got, want) {
		t.Errorf("help is %q, want %q", got, want)
	}
	if last := keys.Hints(bindings("")); !last[len(last)-1].Leaves {
		t.Error("the hint of what leads out does not say so")
	}
}

// TestThen: what comes of a key is handed on, and all else stays.
func TestThen(t *testing.T) {
	var all []keys.Binding[int]
	for _, one := range bindings("2") {
		all = append(all, keys.Then(&one, func(done string) int { return len(done) }))
	}
	if done, did := keys.Press(all, "esc"); done != len("left") || !did {
		t.Errorf("esc gives %d, %v", done, did)
	}
	if _, did := keys.Press(all, "2"); did {
		t.Error("a key does something that did nothing before")
	}
	if one := keys.Idle(all, "enter"); one == nil || one.Why.String() != "Type a number." {
		t.Errorf("enter says %+v", one)
	}
}
