// Package home is the lobby on the screen: the rooms, the people, the chat, and how a
// player comes to a room.
package home

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Config is what the lobby needs beyond its context.
type Config struct {
	Rooms    []lobby.Setting // what hosts may choose about a room
	Mutes    *widget.MuteList
	HostText prose.Document // what the host of the server says; may be nil
	Areas    Areas
}

// Areas is where the lobby leads.
type Areas interface {
	// Seated goes to the room of a handle.
	Seated(screen.SeatedMsg) tea.Cmd
	OpenGameNight() tea.Cmd
	OpenHistory() tea.Cmd
	OpenLeaderboard() tea.Cmd
	OpenLesson() tea.Cmd
	OpenPeople() tea.Cmd
	OpenRename()
	OpenSettings()
	// ChangeSettings draws with other settings from now on, and has them stored.
	ChangeSettings(screen.Settings)
}
