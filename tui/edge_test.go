package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/board"
)

// TestTheLargestScreen: the cells right of it and below are no part of it.
func TestTheLargestScreen(t *testing.T) {
	in(t, func(t *testing.T) {
		anna := sit(t, testLobby(t), "anna", false)
		anna.press("1", "up")
		anna.take(tea.WindowSizeMsg{Width: board.MaxWidth, Height: board.MaxHeight})
		fits(t, anna)
		lines := strings.Split(anna.text(), "\n")
		if len(lines) != board.MaxHeight || !strings.HasPrefix(lines[board.MaxHeight-1], "──") || !strings.HasSuffix(lines[5], "│") {
			t.Errorf("the screen has no edges:\n%s", anna.text())
		}
		before := anna.text()
		for y := range board.MaxHeight {
			anna.take(tea.MouseClickMsg{X: board.MaxWidth + 3, Y: y, Button: tea.MouseLeft})
		}
		for x := range board.MaxWidth {
			anna.take(tea.MouseClickMsg{X: x, Y: board.MaxHeight + 3, Button: tea.MouseLeft})
			anna.take(tea.MouseWheelMsg{X: x, Y: board.MaxHeight + 3, Button: tea.MouseWheelDown})
		}
		if anna.settle(); anna.text() != before {
			t.Errorf("a click outside did something:\n%s", anna.text())
		}
	})
}
