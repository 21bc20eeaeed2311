package program

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/archive"
	"parlor/tui/gamenight"
	"parlor/tui/home"
	"parlor/tui/room"
	"parlor/tui/screen"
	"parlor/tui/settings"
	"parlor/tui/social"
	"parlor/tui/welcome"
)

// Begin shows the player's first screen after a first visit. A guest who goes directly to a room
// without space for it is told how to return.
func (a *areas) Begin(said prose.Text) tea.Cmd {
	noticed := a.TellNotice()
	if a.ctx.Short() && a.session.Seat != nil && a.ctx.You.ReturnLine != "" && !noticed {
		a.Tell(prose.T("To come back as {name}, use  {command}", prose.Name(a.ctx.You.Name), prose.Literal(a.ctx.You.ReturnLine)))
		a.Hold()
	}
	begins := a.begin()
	if !said.IsZero() {
		a.Tell(said)
		a.Hold() // until it is read
	}
	return begins
}

// PlayBot asks for a game, and begins a match against a bot.
func (a *areas) PlayBot() tea.Cmd { return home.PlayBot(a.ctx, a.session.Rooms) }

// JoinByCode asks for a code and joins that room or game night.
func (a *areas) JoinByCode() { home.JoinByCode(a.ctx) }

// OpenLesson asks for a game and starts its tutorial.
func (a *areas) OpenLesson() tea.Cmd { return welcome.OpenLesson(a.ctx) }

// OpenRename asks for a new name.
func (a *areas) OpenRename() { welcome.OpenRename(a.ctx, a.welcomeConfig()) }

// OpenPeople shows the people who are here, and friends.
func (a *areas) OpenPeople() tea.Cmd {
	return social.OpenPeople(a.ctx, social.PeopleConfig{Mutes: a.mutes, Rooms: a.session.Rooms, Room: a.roomCode, Profile: archive.OpenProfile})
}

// roomCode returns the code of the player's current room, or "".
func (a *areas) roomCode() string {
	if a.room == nil || !a.IsOpen(a.room) {
		return ""
	}
	return a.room.Code()
}

// invitation returns the invitation to the player's current room or game night, or to the lobby.
func (a *areas) invitation() lobby.Invitation {
	switch {
	case a.room != nil && a.IsOpen(a.room) && !a.room.OfGameNight():
		return a.session.Invitation(a.room.Code())
	case a.nights.Code() != "":
		return a.session.Invitation(a.nights.Code())
	}
	return a.session.Invitation("")
}

// ReadReplay returns the replay of a finished match.
func (a *areas) ReadReplay(ctx context.Context, game, id string) (room.Replay, error) {
	replay, err := archive.ReadReplay(ctx, a.ctx, game, id)
	if err != nil {
		return nil, err
	}
	return replay, nil
}

// readReplay is ReadReplay for a game night.
func (a *areas) readReplay(ctx context.Context, game, id string) (gamenight.Replay, error) {
	return a.ReadReplay(ctx, game, id)
}

// OpenAnalysis opens the analysis of a match above a screen, and returns the command that loads it.
func (a *areas) OpenAnalysis(below screen.Screen, game, id string) (screen.Screen, tea.Cmd) {
	return archive.OpenAnalysis(a.ctx, below, game, id)
}

// OpenSettings shows the settings.
func (a *areas) OpenSettings() {
	settings.Open(a.ctx, settings.Config{Change: a.ChangeSettings, Languages: a.session.Languages, JoinLine: a.session.joinLine})
}

// OpenHistory shows finished matches.
func (a *areas) OpenHistory() tea.Cmd { return archive.OpenHistory(a.ctx) }

// OpenLeaderboard shows the leaderboard.
func (a *areas) OpenLeaderboard() tea.Cmd { return archive.OpenLeaderboard(a.ctx) }

// OpenGameNight goes to the player's game night, or opens one.
func (a *areas) OpenGameNight() tea.Cmd { return a.nights.JoinOrOpen() }

// ChangeRoom opens the form that changes a room.
func (a *areas) ChangeRoom(handle lobby.Handle, plan lobby.Plan) {
	home.ChangeRoom(a.ctx, a.session.Rooms, handle, plan)
}

// AtGameNight reports whether a game night is shown below the room.
func (a *areas) AtGameNight() bool { return a.nights.Current() != nil }

// CallEnds returns until when the table of a game night in a room waits for absent players, or zero.
func (a *areas) CallEnds(code string) time.Time { return a.nights.CallEnds(code) }

// JoinGameNight joins the game night of a code.
func (a *areas) JoinGameNight(code string) tea.Cmd { return a.nights.Join(code) }

// StopSearch ends the search for an opponent, if there is one.
func (a *areas) StopSearch() { a.home.StopSearch() }
