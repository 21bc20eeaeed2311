package tui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/lobby"
	"parlor/tui/program"
	"parlor/tui/screen"
)

// entrance is a server that listens at two ports.
func entrance() lobby.Entrance {
	return lobby.Entrance{
		Public: "192.168.1.23:2222", Others: []string{"192.168.1.23:443"},
		HostKey: "SHA256:1qEyHkGqyQ4mJ4pX8q0Xn2r9bE1mS6yQ9m5S3dYw0dE",
	}
}

// TestInvite shows how others come to the lobby and to a room, in all sizes.
func TestInvite(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		for name, keys := range map[string][]string{"lobby": {"ctrl+o"}, "room": {"n", "enter", "ctrl+o"}, "QR code": {"n", "enter", "ctrl+o", "c"}} {
			t.Run(name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					anna := sitWith(t, testLobby(t), "anna", false, program.Session{Invitation: entrance().Invitation})
					anna.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					anna.press(keys...)
					golden.RequireEqual(t, anna.text()+"\n")
				})
			})
		}
	}
	t.Run("ASCII", func(t *testing.T) {
		in(t, func(t *testing.T) {
			anna := sitWith(t, testLobby(t), "anna", false, program.Session{Invitation: entrance().Invitation, Settings: screen.Settings{ASCII: true}})
			anna.press("ctrl+o")
			golden.RequireEqual(t, anna.text()+"\n")
		})
	})
}
