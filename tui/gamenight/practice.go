package gamenight

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// practise starts a game against a bot while the player waits. It asks for the game if there are
// several.
func (a *actions) practise() tea.Cmd {
	isPlayed := func(kit board.Game) bool { return slices.Contains(a.update.Plan.Games, kit.Game.Name) }
	if len(a.update.Plan.Games) > 1 {
		widget.AskGame(a.ctx, prose.T("Play a bot"), isPlayed, a.practiseGame)
		return nil
	}
	return a.practiseGame(slices.IndexFunc(a.ctx.Games, isPlayed))
}

// practiseGame starts the game at an index of Context.Games against a bot. It leaves an earlier
// room for practice.
func (a *actions) practiseGame(at int) tea.Cmd {
	game, session, before := a.ctx.Games[at].Game, a.ctx.Session, &a.practice
	plan := lobby.NewPlan(a.config.Rooms, game)
	plan.Seats = game.MinSeats
	return a.ctx.Shell.Enter(func(ctx context.Context) screen.SeatedMsg {
		leavePractice(ctx, before.Swap(nil))
		handle, err := lobby.Practise(ctx, session, plan)
		if err == nil {
			before.Store(&handle)
		}
		return screen.SeatedMsg{Handle: handle, Err: err, Welcome: prose.T("You keep your place at the game night. You will be told here when your table is ready.")}
	})
}

// leavePractice leaves a room for practice, unless it is nil. If that fails, the seat there
// is kept.
func leavePractice(ctx context.Context, practice *lobby.Handle) {
	if practice != nil {
		_ = lobby.Perform(ctx, *practice, lobby.Leave{}) // the player may have left it already
	}
}

// toTable goes to the table that waits, and leaves a room for practice.
func (n *night) toTable() tea.Cmd {
	t, is := n.update.Table()
	if !is {
		return nil
	}
	session, practice := n.ctx.Session, &n.practice
	return n.ctx.Shell.Enter(func(ctx context.Context) screen.SeatedMsg {
		handle, err := lobby.Ask(ctx, session, lobby.Join{Code: t.Code})
		if err == nil {
			leavePractice(ctx, practice.Swap(nil))
		}
		return screen.SeatedMsg{Handle: handle, Err: err, Code: t.Code}
	})
}

// calledAway reports whether a table waits for a player who is on another screen than that of the game night or the
// table.
func (s *Screen) calledAway() bool {
	t, is := s.update.Table()
	return is && s.state() == lobby.GameNightCalled && !s.ctx.OnTop(s) && (s.config.Room == nil || s.config.Room() != t.Code)
}

// callText tells a player on another screen how to reach their table, and how long it waits.
func (n *night) callText() prose.Text {
	t, _ := n.update.Table()
	left := max(0, time.Until(t.Until)).Round(time.Second)
	return prose.T("Your table at the game night is ready. Press {key} within {clock} to go there.", prose.Literal("Ctrl+T"), prose.Literal(prose.Clock(left)))
}

// CallEnds returns until when the table of a room waits for the called players, or zero.
func (n *Nights) CallEnds(room string) time.Time {
	if n.Current() != nil {
		if t, is := n.at.update.Table(); is && t.Code == room && t.Stage == lobby.Gathering {
			return t.Until
		}
	}
	return time.Time{}
}

// Bindings returns the keys that work on all screens while a table waits for the player.
func (n *Nights) Bindings() []screen.Binding {
	if n.Current() == nil || !n.at.calledAway() {
		return nil
	}
	return []screen.Binding{{Key: keymap.Named("ctrl+t"), Help: prose.T("go to your table at the game night"), Leaves: true, Do: screen.Command(n.at.toTable)}}
}
