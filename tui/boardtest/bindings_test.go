package boardtest

import (
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/bullscows"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// fake is a board with some bindings, which draws what was pressed and its hints.
type fake struct {
	board.Kit
	bindings func(*fake) []board.Binding
	pressed  string
	drawn    []board.Hint
}

func (f *fake) Bindings() board.Bindings { return slices.Values(f.bindings(f)) }
func (f *fake) Ask() prose.Text          { return prose.Text{} }
func (f *fake) Draw(int, int) string     { return f.pressed + strings.Join(f.Items(f.drawn), " ") }

// press is a binding that can be seen to do something.
func (f *fake) press(name string) board.Binding {
	return board.Binding{Key: keymap.Named(name), Hint: prose.T("do"), Help: prose.T("do it"), Do: func(name string) engine.Action {
		f.pressed += name
		return ""
	}}
}

func TestBindingsAreChecked(t *testing.T) {
	for name, row := range map[string]struct {
		bindings func(*fake) []board.Binding
		drawn    []board.Hint
		meant    []string
		wrong    string // part of what is said; empty where all is well
	}{
		"good": {bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("x"), f.press("y")} }},
		"a fight": {
			bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("x"), f.press("x")} }, wrong: "fight for x",
		},
		"a fight that is meant": {
			bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("x"), f.press("x")} }, meant: []string{"x"},
		},
		"one of two is disabled": {
			bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("x"), f.press("x").If(false)} },
		},
		"a key of the frame": {bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("t")} }, wrong: "is the frame's"},
		"no help": {bindings: func(f *fake) []board.Binding {
			unhelped := f.press("x")
			unhelped.Help = prose.Text{}
			return []board.Binding{unhelped}
		}, wrong: "the page of help has no key"},
		"help elsewhere": {bindings: func(f *fake) []board.Binding {
			unhelped := f.press("x")
			unhelped.Help = prose.Text{}
			return []board.Binding{unhelped, f.press("x").If(false)}
		}},
		"nothing happens": {bindings: func(f *fake) []board.Binding {
			idle := f.press("x")
			idle.Do = keymap.Always(engine.Action(""))
			return []board.Binding{idle}
		}, wrong: "its keys do nothing"},
		"nothing to do": {bindings: func(f *fake) []board.Binding {
			undone := f.press("x")
			undone.Do = nil
			return []board.Binding{undone}
		}, wrong: "there is nothing to do"},
		"no key is written": {bindings: func(f *fake) []board.Binding {
			unwritten := f.press("x")
			unwritten.Key = keymap.Of("", "x")
			return []board.Binding{unwritten}
		}, wrong: "does not say its key"},
		"a hint is drawn": {
			bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("x")} },
			drawn:    []board.Hint{{Keys: []string{"x"}, Written: "x"}},
		},
		"a hint is drawn of no binding": {
			bindings: func(f *fake) []board.Binding { return []board.Binding{f.press("x")} },
			drawn:    []board.Hint{{Keys: []string{"y"}, Written: "y"}}, wrong: "presses y, which does nothing",
		},
		"an action of nobody": {bindings: func(f *fake) []board.Binding {
			idle := f.press("x")
			idle.Do = keymap.Always(engine.Action("play"))
			return []board.Binding{idle}
		}, wrong: "though nothing is asked"},
	} {
		opened := func(names ...string) board.Board {
			b := &fake{Kit: board.NewKit(style.NewTheme(true), nil), bindings: row.bindings, drawn: row.drawn}
			Press(b, names...)
			return b
		}
		err := checkBindings(opened, nil, board.Scene{}, row.meant)
		if row.wrong == "" && err != nil || row.wrong != "" && (err == nil || !strings.Contains(err.Error(), row.wrong)) {
			t.Errorf("%s: %v, want %q", name, err, row.wrong)
		}
	}
}

// TestHintsGiveActionsThatAreAccepted: a hint tells what can be done now, so the game must
// accept what its key gives.
func TestHintsGiveActionsThatAreAccepted(t *testing.T) {
	m, err := bullscows.Rules().Game().Start(2, engine.Seed{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for action, wrong := range map[engine.Action]string{
		"secret 1234": "",
		"guess 1234":  "its keys do nothing", // both numbers come first
		"dance":       "gives \"dance\"",
	} {
		opened := func(names ...string) board.Board {
			b := &fake{Kit: board.NewKit(style.NewTheme(true), nil), bindings: func(f *fake) []board.Binding {
				one := f.press("x")
				one.Do = keymap.Always(action)
				return []board.Binding{one}
			}}
			Press(b, names...)
			return b
		}
		err := checkBindings(opened, m, Scene(m, 0), nil)
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%s: %v, want %q", action, err, wrong)
		}
	}
}
