package tui

import (
	"strings"
	"testing"

	"parlor/lobby"
	"parlor/tui/look"
)

// TestOnlyTheLobbyKeepsParts: a frame of another screen keeps nothing, and another look
// draws all again.
func TestOnlyTheLobbyKeepsParts(t *testing.T) {
	r := New(Session{Session: alone{}})
	r.fit(80, 24)
	title := func() string {
		first, _, _ := strings.Cut(r.view().Content, "\n")
		return first
	}
	first := title()
	if r.kept.aspect != (aspect{80, 24, r.styles, false}) || len(r.kept.lines) != 24 {
		t.Errorf("the lobby keeps %+v", r.kept.aspect)
	}
	r.kept.hints.At(0, r.hints.source(), func() drawnHints {
		t.Error("the lobby keeps no hints")
		return drawnHints{}
	})
	r.restyle(look.NewTheme(false))
	if title() == first {
		t.Error("the title of the lobby is still drawn for a dark terminal")
	}
	r.openHelp()
	if r.view(); r.kept.lines != nil || r.kept.hints != nil || r.kept.beside != nil {
		t.Errorf("before the help there is kept %+v", r.kept)
	}
}

// alone is a session where nobody else is.
type alone struct{ lobby.Session }

func (alone) Name() string       { return "anna" }
func (alone) KeepsRatings() bool { return false }
