// Package program provides the terminal UI of a session: the shell with the screens of all areas.
package program

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui"
	"parlor/tui/gamenight"
	"parlor/tui/home"
	"parlor/tui/room"
	"parlor/tui/screen"
	"parlor/tui/social"
	"parlor/tui/style"
	"parlor/tui/welcome"
	"parlor/tui/widget"
)

// New returns the program of a session.
func New(session Session) *tui.Root {
	if session.Rooms == nil {
		session.Rooms = lobby.RoomSettings()
	}
	if session.NameCells == 0 {
		session.NameCells = lobby.Limits{}.WithDefaults().NameCells
	}
	if session.Themes == nil {
		session.Themes = style.NewThemes()
	}
	if session.Boards == nil {
		session.Boards = &Boards{}
	}
	c := &screen.Context{
		Session: session.Session, Games: session.Games, History: session.History,
		You:     screen.Player{ID: session.Person, Name: session.Session.Name(), ReturnLine: session.ReturnLine},
		Analyse: session.Analyse, SumUp: session.SumUp, Voice: session.Voice, Settings: session.Settings,
	}
	config := tui.Config{
		JoinLine: session.joinLine, Notice: session.Notice, NoticeEnds: session.NoticeEnds, Keep: session.Keep, Turn: session.Turn,
		Languages: session.Languages, Locale: session.Locale, Signal: session.Signal, Themes: session.Themes,
	}
	return tui.New(c, config, func(shell tui.Shell) tui.Areas { return newAreas(c, shell, session) })
}

// areas connects the screens of the areas, which do not import each other.
type areas struct {
	tui.Shell
	ctx     *screen.Context
	session Session
	mutes   *widget.MuteList
	notices *social.Notices
	nights  *gamenight.Nights
	home    *home.Screen
	rooms   room.Config
	room    *room.Screen // the last room; nil if there was none
}

var (
	_ tui.Areas     = (*areas)(nil)
	_ home.Areas    = (*areas)(nil)
	_ room.Program  = (*areas)(nil)
	_ welcome.Areas = (*areas)(nil)
)

// newAreas opens the lobby and, above it, the screens of a first visit.
func newAreas(c *screen.Context, shell tui.Shell, session Session) *areas {
	a := &areas{Shell: shell, ctx: c, session: session, mutes: widget.NewMuteList(c, shell.Changed)}
	a.notices = social.NewNotices(c, social.NoticesConfig{Mutes: a.mutes, Changed: shell.Changed, Closed: shell.Closed, Invitation: a.invitation})
	a.nights = gamenight.New(c, gamenight.Config{
		Mutes: a.mutes, Invitation: session.Invitation, Boards: &session.Boards.nights, End: shell.End, OpenBelow: shell.OpenBelow, Rooms: session.Rooms, Room: a.roomCode, Changed: shell.Changed,
		Highlights: session.Highlights, Replay: a.readReplay, Analysis: a.OpenAnalysis,
	})
	a.rooms = room.Config{Mutes: a.mutes, Rooms: session.Rooms, Invitation: session.Invitation, Program: a}
	a.home = home.NewScreen(c, home.Config{Rooms: session.Rooms, Mutes: a.mutes, HostText: welcome.HostText(session.Welcome), Areas: a, Live: &session.Boards.live, Recent: &session.Boards.recent})
	shell.Open(a.home)
	if session.First {
		welcome.Open(c, a.welcomeConfig())
	}
	return a
}

func (a *areas) welcomeConfig() welcome.Config {
	return welcome.Config{Text: a.session.Welcome, NameCells: a.session.NameCells, Named: a.session.Named, Seat: a.session.Seat != nil, Areas: a}
}

// Init implements tui.Areas.
func (a *areas) Init() tea.Cmd {
	if a.session.First {
		return a.mutes.Load
	}
	return tea.Batch(a.mutes.Load, a.begin())
}

// begin returns the command that shows the player's first screen, or returns to a running match.
func (a *areas) begin() tea.Cmd {
	if night := a.session.GameNight; night != nil && a.session.Board {
		return a.nights.Project(night)
	} else if night != nil {
		return a.nights.Enter(night)
	}
	search := a.home.FindOpponent(a.session.Rival)
	if seat, code := a.session.Seat, a.session.Code; seat != nil {
		return tea.Batch(search, a.Enter(func(context.Context) screen.SeatedMsg {
			handle, welcome, err := seat()
			return screen.SeatedMsg{Handle: handle, Welcome: welcome, Err: err, Code: code}
		}))
	}
	return tea.Batch(search, func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if handle, err := lobby.Ask(ctx, a.ctx.Session, lobby.Return{}); err == nil {
			return screen.SeatedMsg{Handle: handle, Welcome: prose.T("Welcome back. Your seat was kept.")}
		}
		return a.nights.Rejoin()
	})
}

// Update implements tui.Areas.
func (a *areas) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.PageMsg:
		return a.notices.Update(msg.Page.Calls)
	case widget.MutedMsg:
		a.mutes.Update(msg)
	case widget.ReportedMsg:
		msg.Tell(a.ctx)
	default:
		return a.nights.Update(msg)
	}
	return nil
}

// Bindings implements tui.Areas.
func (a *areas) Bindings() []screen.Binding {
	return append(a.notices.Bindings(), a.nights.Bindings()...)
}

// Room implements tui.Areas.
func (a *areas) Room(handle lobby.Handle) tui.Room {
	a.room = room.New(a.ctx, &a.rooms, handle)
	return a.room
}
