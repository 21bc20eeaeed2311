package home

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// JoinByCode asks for the code of a room or a game night and joins it.
func JoinByCode(c *screen.Context) {
	widget.OpenPrompt(c, c.Say(prose.T("Code")), c.Say(prose.T("six letters and digits, from the person who invited you")), "", 12, func(code string) tea.Cmd {
		return seatBy(c, lobby.Join{Code: code})
	})
}

// PlayBot asks for a game and starts a match against the easiest bot.
func PlayBot(c *screen.Context, rooms []lobby.Setting) tea.Cmd {
	widget.AskGame(c, prose.T("Play a bot"), widget.AnyGame, func(at int) tea.Cmd {
		game := c.Games[at].Game
		plan := lobby.NewPlan(rooms, game)
		plan.Seats = game.MinSeats
		return seat(c, func(ctx context.Context, session lobby.Session) (lobby.Handle, error) {
			return lobby.Practise(ctx, session, plan)
		})
	})
	return nil
}

// seat enters the room whose handle call returns.
func seat(c *screen.Context, call func(context.Context, lobby.Session) (lobby.Handle, error)) tea.Cmd {
	session := c.Session
	return c.Shell.Enter(func(ctx context.Context) screen.SeatedMsg {
		handle, err := call(ctx, session)
		return screen.SeatedMsg{Handle: handle, Err: err}
	})
}

// seatBy enters the room that an operation returns.
func seatBy(c *screen.Context, do lobby.Returns[lobby.Handle]) tea.Cmd {
	return c.Enter(do, prose.Text{})
}

// quickPlay starts a game immediately. An empty name means any game.
func quickPlay(c *screen.Context, game string) tea.Cmd {
	return seatBy(c, lobby.QuickPlay{Plan: lobby.QuickPlan(game)})
}
