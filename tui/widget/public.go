package widget

import (
	"strings"

	"parlor/lobby"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// DrawPublic draws a match for a spectator, at rest, in at most width × height cells.
func DrawPublic(c *screen.Context, kit *board.Game, u lobby.Update, width, height int) []string {
	drawn := kit.Board(c.Theme, c.Voice)
	drawn.See(publicScene(u))
	board.Rest(drawn)
	lines := strings.Split(drawn.Draw(width, height), "\n")
	for i, line := range lines {
		lines[i] = style.Cut(line, width)
	}
	return lines
}

// publicScene returns the scene of a table for a spectator.
func publicScene(u lobby.Update) board.Scene {
	scene := board.Scene{View: *u.Match, Watching: true, Keyless: true}
	for _, seat := range u.Seats {
		scene.Names = append(scene.Names, seat.Name)
		scene.Away = append(scene.Away, !seat.Away.IsZero() || seat.Left)
		scene.Bots = append(scene.Bots, seat.Kind == lobby.SeatBot)
		scene.Substitutes = append(scene.Substitutes, seat.BotPlays)
	}
	return scene
}
