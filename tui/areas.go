package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/archive"
	"parlor/tui/home"
	"parlor/tui/room"
	"parlor/tui/screen"
	"parlor/tui/settings"
	"parlor/tui/social"
	"parlor/tui/welcome"
)

// areas leads from the screens of one area to those of others, which do not know each
// other.
type areas struct{ root *Root }

var (
	_ home.Areas    = areas{}
	_ room.Program  = areas{}
	_ welcome.Areas = areas{}
)

// newHome returns the lobby.
func (a areas) newHome() *home.Screen {
	session := a.root.session
	return home.NewScreen(a.root.ctx, home.Config{Rooms: session.Rooms, Mutes: a.root.mutes, HostText: welcome.HostText(session.Welcome), Areas: a})
}

// home returns the lobby.
func (a areas) home() *home.Screen { return a.root.stack.all[0].(*home.Screen) }

// openWelcome begins a first visit.
func (a areas) openWelcome() {
	welcome.Open(a.root.ctx, a.welcome())
}

func (a areas) welcome() welcome.Config {
	session := a.root.session
	return welcome.Config{Text: session.Welcome, NameCells: session.NameCells, Named: session.Named, Seat: session.Seat != nil, Areas: a}
}

// Begin goes where the player wants to be after a first visit. A guest who goes straight
// to a room is told how to come back, where the room has no place for that.
func (a areas) Begin(said prose.Text) tea.Cmd {
	r := a.root
	a.TellNotice()
	if r.ctx.Short() && r.session.Seat != nil && r.ctx.You.ReturnLine != "" && r.status.notice == "" {
		r.status.Tell(prose.T("To come back as {name}, use  {command}", prose.Name(r.ctx.You.Name), prose.Literal(r.ctx.You.ReturnLine)))
		r.status.hold()
	}
	begins := r.begin()
	if !said.IsZero() {
		r.status.Tell(said)
		r.status.hold() // until it is read
	}
	return begins
}

// TellNotice tells again what the player was to read first, which a key may have taken
// away.
func (a areas) TellNotice() { a.root.status.repeatNotice() }

// Enter goes to the room of a handle, and tells something there.
func (a areas) Enter(handle lobby.Handle, welcome prose.Text) tea.Cmd {
	return a.root.gotSeat(screen.SeatedMsg{Handle: handle, Welcome: welcome})
}

// PlayBot asks for a game, and begins a match against a bot.
func (a areas) PlayBot() tea.Cmd { return home.PlayBot(a.root.ctx, a.root.session.Rooms) }

// JoinByCode asks for a code, and goes there.
func (a areas) JoinByCode() { home.JoinByCode(a.root.ctx) }

// OpenLesson asks for a game, and begins its lesson.
func (a areas) OpenLesson() tea.Cmd { return welcome.OpenLesson(a.root.ctx) }

// OpenRename asks for another name.
func (a areas) OpenRename() { welcome.OpenRename(a.root.ctx, a.welcome()) }

// OpenPeople shows the people who are here, and the friends.
func (a areas) OpenPeople() tea.Cmd {
	return social.OpenPeople(a.root.ctx, social.PeopleConfig{Mutes: a.root.mutes, Rooms: a.root.session.Rooms, Room: a.roomCode, Profile: archive.OpenProfile})
}

// roomCode returns the code of the room where the player is; empty if they are in none.
func (a areas) roomCode() string {
	if room := a.root.stack.room(); room != nil {
		return room.Code()
	}
	return ""
}

// ReadReplay reads a match that has ended, to be gone through.
func (a areas) ReadReplay(ctx context.Context, game, id string) (room.Replay, error) {
	replay, err := archive.ReadReplay(ctx, a.root.ctx, game, id)
	if err != nil {
		return nil, err
	}
	return replay, nil
}

// OpenAnalysis opens the analysis of a match on a screen, and asks for it.
func (a areas) OpenAnalysis(below screen.Screen, game, id string) (screen.Screen, tea.Cmd) {
	return archive.OpenAnalysis(a.root.ctx, below, game, id)
}

// ChangeSettings draws with other settings from now on, and has them stored.
func (a areas) ChangeSettings(chosen screen.Settings) { a.root.choose(chosen) }

// OpenSettings shows the settings.
func (a areas) OpenSettings() {
	settings.Open(a.root.ctx, settings.Config{Change: a.root.choose, Languages: a.root.session.Languages, JoinLine: a.root.session.JoinLine})
}

// OpenHistory shows the matches that have ended.
func (a areas) OpenHistory() tea.Cmd { return archive.OpenHistory(a.root.ctx) }

// OpenLeaderboard shows the leaderboard.
func (a areas) OpenLeaderboard() tea.Cmd { return archive.OpenLeaderboard(a.root.ctx) }

// OpenGameNight goes to the player's game night, or opens one.
func (a areas) OpenGameNight() tea.Cmd { return a.root.nights.JoinOrOpen() }

// OpenHelp shows what the keys of the screen do that is shown.
func (a areas) OpenHelp() { a.root.keys.openHelp() }

// ChangeRoom opens the form that changes a room.
func (a areas) ChangeRoom(handle lobby.Handle, plan lobby.Plan) {
	home.ChangeRoom(a.root.ctx, a.root.session.Rooms, handle, plan)
}

// AtGameNight reports whether a game night is shown below the room.
func (a areas) AtGameNight() bool { return a.root.nights.Current() != nil }

// JoinGameNight joins the game night of a code.
func (a areas) JoinGameNight(code string) tea.Cmd { return a.root.nights.Join(code) }

// StopSearch ends the search for an opponent, if there is one.
func (a areas) StopSearch() { a.home().StopSearch() }

// TypeAhead types what was typed before the room was shown, or leaves it out.
func (a areas) TypeAhead(keep bool) tea.Cmd { return a.root.keys.typeAhead(keep) }

// Eject closes a room that has ended, and tells why for long enough to be read.
func (a areas) Eject(s screen.Screen, err error) {
	r := a.root
	r.changed()
	r.stack.Close(s)
	r.keys.early = nil
	if err != nil {
		r.status.Refuse(err)
		r.status.hold() // keys may be on their way
	}
}
