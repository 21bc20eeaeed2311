// Package home provides the screens of the lobby: rooms, people and chat, and the forms and lists
// through which a player enters a room.
package home

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Config configures the lobby.
type Config struct {
	Rooms    []lobby.Setting // settings that hosts can choose
	Mutes    *widget.MuteList
	HostText prose.Document // text by the operator of the server; may be nil
	Areas    Areas
	// Live and Recent are shared by all sessions. If nil, the screen has its own.
	Live   *LiveMatches
	Recent *RecentResults
}

// Areas opens the screens that the lobby leads to.
type Areas interface {
	// Seated shows the room of a handle.
	Seated(screen.SeatedMsg) tea.Cmd
	OpenGameNight() tea.Cmd
	OpenHistory() tea.Cmd
	OpenLeaderboard() tea.Cmd
	OpenLesson() tea.Cmd
	OpenPeople() tea.Cmd
	OpenRename()
	OpenSettings()
	// ChangeSettings applies and stores other settings.
	ChangeSettings(screen.Settings)
}
