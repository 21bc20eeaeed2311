// Package gamenight provides the screens of game nights: the participants, tables and standings;
// the form that opens a game night; and the board for a projector.
package gamenight

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Config configures the screens.
type Config struct {
	Mutes      *widget.MuteList
	Invitation func(code string) lobby.Invitation // returns how others join
	End        func(err error) tea.Cmd            // ends the program and shows the error
	Boards     *Boards                            // shared by all sessions
	// OpenBelow shows a screen above the lobby and below the current room.
	OpenBelow func(s screen.Screen)
	Rooms     []lobby.Setting // settings of rooms for practice
	Room      func() string   // returns the code of the player's current room, or ""
	Changed   func()          // redraws whichever screen is shown

	Highlights lobby.Highlights // finds the highlights of finished matches; nil without a history
	// Replay reads a stored match. Analysis opens the analysis of one on a screen.
	Replay   func(ctx context.Context, game, match string) (Replay, error)
	Analysis func(below screen.Screen, game, match string) (screen.Screen, tea.Cmd)
}

// Replay is a replay that can be shown on another screen.
type Replay interface{ OpenOn(below screen.Screen) }

// Nights manages the game night of a session.
type Nights struct {
	ctx    *screen.Context
	config Config
	at     *Screen    // the last game night; nil if there was none
	board  *projector // shown instead of the lobby; nil unless the session is a board
}

// New returns the game nights of a program.
func New(c *screen.Context, config Config) *Nights { return &Nights{ctx: c, config: config} }

// newMsg requests the form of a new game night.
type newMsg struct{}

// Current returns the screen of the player's game night, or nil.
func (n *Nights) Current() screen.Screen {
	if n.at == nil || !n.ctx.Shell.IsOpen(n.at) {
		return nil
	}
	return n.at
}

// Code returns the code of the player's game night, or that of the board, or "".
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

// Rejoin joins the game night in which the player takes part. It returns nil if there is none or if
// joining fails; the player is then in the lobby.
func (n *Nights) Rejoin() tea.Msg {
	if msg, is := n.rejoin().(joinedMsg); is && msg.err == nil {
		return msg
	}
	return nil
}

// JoinOrOpen joins the game night in which the player takes part. If there is none, it opens the
// form of a new one.
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

// Update handles the result of joining a game night, and the request for a new one.
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
