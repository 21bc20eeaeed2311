package home

import (
	"reflect"
	"testing"

	"parlor/lobby"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// TestOnlyAShownLobbyKeepsParts: a lobby that is covered keeps nothing, and another look
// draws all again.
func TestOnlyAShownLobbyKeepsParts(t *testing.T) {
	c := &screen.Context{Theme: style.NewTheme(true), Width: 80, Height: 24, You: screen.Player{Name: "anna"}}
	s := NewScreen(c, Config{})
	here := func() string {
		return s.cache.people.At(0, board.Text(hereText(c, nil)), func() string {
			t.Error("the people are not kept")
			return ""
		})
	}
	s.Update(screen.ShownMsg{Window: lobby.Window{Rows: 1}})
	s.View()
	first := here()
	if s.cache.aspect != (aspect{80, 24, c.Theme, nil}) {
		t.Errorf("the lobby keeps %+v", s.cache)
	}
	c.Theme = style.NewTheme(false)
	if s.View(); here() == first {
		t.Error("the people are still drawn for a dark terminal")
	}
	s.Update(screen.ShownMsg{})
	if !reflect.ValueOf(s.cache).IsZero() {
		t.Errorf("below another screen there is kept %+v", s.cache)
	}
}
