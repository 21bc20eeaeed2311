package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// Shell is the shell as its screens see it, with the operations that lead from one area to another.
type Shell struct {
	*screenStack
	*statusLine
	*keyboard
	*notifier
	*requests
	root *Root
}

var _ screen.Shell = Shell{}

// Enter implements screen.Shell.
func (s Shell) Enter(call func(context.Context) screen.SeatedMsg) tea.Cmd {
	s.going = true
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		return call(ctx)
	}
}

// Seated shows the room of a handle.
func (s Shell) Seated(msg screen.SeatedMsg) tea.Cmd { return s.root.gotSeat(msg) }

// Turn implements screen.Shell.
func (s Shell) Turn() func(context.Context) {
	turn, plays := s.root.config.Turn, s.root.Plays()
	if turn == nil {
		return nil
	}
	return func(ctx context.Context) { turn(ctx, plays) }
}

// Changed redraws the frame after a change that no screen's Revision counts.
func (s Shell) Changed() { s.root.changed() }

// Closed reports whether no screen can be opened now.
func (s Shell) Closed() bool { return s.root.ctx.TooSmall() || s.going }

// OpenBelow opens a screen above the lowest one and below the current room.
func (s Shell) OpenBelow(it screen.Screen) {
	if s.room() == nil {
		s.going = false
	}
	s.openBelow(it)
}

// Eject closes a room that has ended, and shows the reason.
func (s Shell) Eject(room screen.Screen, err error) {
	s.Changed()
	s.Close(room)
	s.early = nil
	if err != nil {
		s.Refuse(err)
		s.Hold() // keys may already be on their way
	}
}

// ChangeSettings applies and stores other settings.
func (s Shell) ChangeSettings(settings screen.Settings) {
	c, config := s.root.ctx, s.root.config
	if settings.Language != c.Settings.Language {
		voice, err := config.Languages.Voice(settings.Language, config.Locale)
		if err != nil {
			s.Refuse(prose.Because(err, "That language could not be loaded. Try again later."))
			return
		}
		c.Voice, s.message = voice, ""
	}
	c.Settings = settings
	s.root.restyle(s.root.frame.themed())
	if config.Keep != nil {
		config.Keep(settings)
	}
}

// Quit implements screen.Shell.
func (s Shell) Quit() tea.Cmd {
	r := s.root
	r.all(screen.QuitMsg{})
	r.farewell = r.ctx.Say(prose.T("Goodbye."))
	if r.ctx.You.ReturnLine != "" {
		r.farewell = r.ctx.Say(prose.T("Goodbye. To come back as {name}, use  {command}", prose.Name(r.ctx.You.Name), prose.Literal(r.ctx.You.ReturnLine)))
	}
	if room := r.stack.room(); room != nil && room.KeepsSeat() {
		r.farewell = r.ctx.Say(prose.T("Goodbye. Your seat is kept: reconnect with the same key."))
		if r.ctx.You.ReturnLine != "" {
			r.farewell = r.ctx.Say(prose.T("Goodbye. Your seat is kept: reconnect with  {command}", prose.Literal(r.ctx.You.ReturnLine)))
		}
	}
	return tea.Quit
}

// End ends the program and shows the error. If the server stops, a guest is shown how to return.
func (s Shell) End(err error) tea.Cmd {
	c := s.root.ctx
	if err != nil {
		s.root.farewell = c.Say(prose.Reason(err))
	}
	if errors.Is(err, lobby.ErrStopping) && c.You.ReturnLine != "" {
		s.root.farewell += " " + c.Say(prose.T("To come back as {name}, use  {command}", prose.Name(c.You.Name), prose.Literal(c.You.ReturnLine)))
	}
	return tea.Quit
}
