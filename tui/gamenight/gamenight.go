// Package gamenight is the screens of game nights: who takes part, what is played and how
// all stand; the form that opens one; and the board for a projector.
package gamenight

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Config is what the screens need beyond their context.
type Config struct {
	Mutes      *widget.MuteList
	Invitation func(code string) lobby.Invitation // how others take part
	End        func(err error) tea.Cmd            // ends the program, and says why
	Boards     *Boards                            // shared by all sessions
	// OpenBelow shows a screen on the lobby, below the room where the player is.
	OpenBelow func(s screen.Screen)
	Rooms     []lobby.Setting // of rooms for practice
	Room      func() string   // returns the code of the room where the player is; empty if they are in none

	Highlights lobby.Highlights // of matches that are over; nil if none are stored
	// Replay reads a stored match. Analysis opens the analysis of one on a screen.
	Replay   func(ctx context.Context, game, match string) (Replay, error)
	Analysis func(below screen.Screen, game, match string) (screen.Screen, tea.Cmd)
}

// Replay is a replay that can be shown on another screen.
type Replay interface{ OpenOn(below screen.Screen) }

// Nights brings a player to game nights.
type Nights struct {
	ctx    *screen.Context
	config Config
	at     *Screen    // where the player was last; nil before
	board  *projector // what the program shows in place of the lobby; nil if it is no board
}

// New returns the game nights of a program.
func New(c *screen.Context, config Config) *Nights { return &Nights{ctx: c, config: config} }

// newMsg opens the form of a new game night.
type newMsg struct{}

// Current returns the game night at which the player is; nil if they are at none.
func (n *Nights) Current() screen.Screen {
	if n.at == nil || !n.ctx.Shell.IsOpen(n.at) {
		return nil
	}
	return n.at
}

// Code returns the code of the game night at which the player is, or that of the board;
// empty if there is none.
func (n *Nights) Code() string {
	switch {
	case n.board != nil:
		return n.board.update.Code
	case n.Current() != nil:
		return n.at.update.Code
	}
	return ""
}

// Join joins the game night of a code.
func (n *Nights) Join(code string) tea.Cmd {
	session := n.ctx.Session
	return join(func(ctx context.Context) (lobby.GameNightHandle, error) {
		return lobby.Ask(ctx, session, lobby.JoinGameNight{Code: code})
	})
}

// Enter shows the game night of a handle.
func (*Nights) Enter(handle lobby.GameNightHandle) tea.Cmd {
	return func() tea.Msg { return joinedMsg{handle: handle} }
}

// Rejoin joins the game night in which the player takes part. It returns nil if there is
// none, or if that fails: the lobby is as good.
func (n *Nights) Rejoin() tea.Msg {
	if msg, is := n.rejoin().(joinedMsg); is && msg.err == nil {
		return msg
	}
	return nil
}

// JoinOrOpen joins the game night in which the player takes part; if there is none, it shows
// the form of a new one.
func (n *Nights) JoinOrOpen() tea.Cmd { return n.rejoin }

func (n *Nights) rejoin() tea.Msg {
	ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
	defer cancel()
	code, err := lobby.Ask(ctx, n.ctx.Session, lobby.CurrentGameNight{})
	switch {
	case err != nil:
		return screen.Done{Err: err}
	case code == "":
		return newMsg{}
	}
	handle, err := lobby.Ask(ctx, n.ctx.Session, lobby.JoinGameNight{Code: code})
	return joinedMsg{handle, err}
}

// Project shows the board of a game night in place of the lobby.
func (n *Nights) Project(handle lobby.GameNightHandle) tea.Cmd {
	n.board = &projector{night: n.night(handle), board: true}
	n.config.OpenBelow(n.board)
	return tea.Batch(n.board.wait(time.Time{}), n.board.begin())
}

// Update handles what came of joining a game night, or of asking for one.
func (n *Nights) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case joinedMsg:
		return n.joined(msg)
	case newMsg:
		n.ctx.Shell.Open(newForm(n.ctx))
	}
	return nil
}

// joined shows a game night, below a room of it.
func (n *Nights) joined(msg joinedMsg) tea.Cmd {
	if msg.err != nil {
		n.ctx.Shell.Refuse(msg.err)
		return nil
	}
	at := newScreen(n.night(msg.handle))
	if n.Current() != nil {
		at.ContinueChat(n.at.TakeChat())
		n.at.handle.Close()
		n.ctx.Shell.Close(n.at)
	}
	n.at = at
	n.config.OpenBelow(at)
	return at.wait(time.Time{})
}

func (n *Nights) night(handle lobby.GameNightHandle) *night {
	return &night{ctx: n.ctx, config: &n.config, handle: handle}
}
