package tui

import (
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/screen"
	"parlor/tui/style"
)

// TestOnlyTheLobbyKeepsParts: a frame of another screen keeps nothing, and another look
// draws all again.
func TestOnlyTheLobbyKeepsParts(t *testing.T) {
	r := New(&screen.Context{}, Config{Themes: style.NewThemes()}, func(s Shell) Areas {
		s.Open(&lowest{})
		return noAreas{}
	})
	r.frame.fit(80, 24)
	title := func() string {
		first, _, _ := strings.Cut(r.frame.view().Content, "\n")
		return first
	}
	first := title()
	if r.frame.kept.aspect != (aspect{80, 24, r.frame.styles, false, true}) || isEmpty(r.frame.kept.lines) {
		t.Errorf("the lobby keeps %+v", r.frame.kept.aspect)
	}
	r.frame.kept.hints.At(0, r.hints.source(), func() drawnHints {
		t.Error("the lobby keeps no hints")
		return drawnHints{}
	})
	r.restyle(style.NewTheme(false))
	if title() == first {
		t.Error("the title of the lobby is still drawn for a dark terminal")
	}
	r.keys.OpenHelp()
	if r.frame.view(); !isEmpty(r.frame.kept.lines) || !isEmpty(r.frame.kept.hints) {
		t.Errorf("before the help there is kept %+v", r.frame.kept)
	}
}

func isEmpty(cache any) bool { return reflect.ValueOf(cache).IsZero() }

// lowest is a screen that shows nothing but its head.
type lowest struct{ screen.Base }

func (*lowest) Bindings() screen.Bindings { return func(func(screen.Binding) bool) {} }
func (*lowest) View() screen.Frame        { return screen.Frame{Left: "parlor"} }
func (*lowest) BoundTo() any              { return 0 }

// noAreas leads nowhere.
type noAreas struct{ Areas }

func (noAreas) Update(tea.Msg) tea.Cmd     { return nil }
func (noAreas) Bindings() []screen.Binding { return nil }
