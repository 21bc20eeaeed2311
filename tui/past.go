package tui

import (
	"strings"
	"time"

	"parlor/lobby"
)

// When says when something was: how long ago, and beyond two days the date in
// UTC.
func When(at time.Time) string {
	if ago := time.Since(at); ago < 48*time.Hour {
		return agoText(ago)
	}
	return at.UTC().Format("2006-01-02")
}

// Scored are the players of a finished match with their points, such as
// "anna 12 (won), bo 3".
func Scored(match lobby.Finished) string {
	players := make([]string, len(match.Players))
	for i, player := range match.Players {
		players[i] = player.Name
		if i < len(match.Totals) {
			players[i] += " " + Points(match.Totals[i])
		}
		if match.Won(i) {
			players[i] += " (won)"
		}
	}
	return strings.Join(players, ", ")
}
