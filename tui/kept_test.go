package tui

import (
	"strings"
	"testing"

	"parlor/lobby"
	"parlor/tui/style"
)

// TestOnlyTheLobbyKeepsParts: a frame of another screen keeps nothing, and another look
// draws all again.
func TestOnlyTheLobbyKeepsParts(t *testing.T) {
	r := New(Session{Session: alone{}})
	r.frame.fit(80, 24)
	title := func() string {
		first, _, _ := strings.Cut(r.frame.view().Content, "\n")
		return first
	}
	first := title()
	if r.frame.kept.aspect != (aspect{80, 24, r.frame.styles, false}) || len(r.frame.kept.lines) != 24 {
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
	r.keys.openHelp()
	if r.frame.view(); r.frame.kept.lines != nil || r.frame.kept.hints != nil {
		t.Errorf("before the help there is kept %+v", r.frame.kept)
	}
}

// alone is a session where nobody else is.
type alone struct{ lobby.Session }

func (alone) Name() string       { return "anna" }
func (alone) KeepsRatings() bool { return false }
