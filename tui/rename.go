package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
)

// rename asks for another name.
func (r *Root) rename(wanted string) tea.Cmd {
	session := r.session
	asked := r.requests.Ask(func(ctx context.Context) error {
		return lobby.Perform(ctx, session.Session, lobby.Rename{Name: wanted})
	})
	return func() tea.Msg {
		renamed := screen.RenamedMsg{ReturnLine: session.ReturnLine}
		if done, is := asked().(screen.Done); is {
			renamed.Err = done.Err
		}
		if session.Named != nil {
			renamed.ReturnLine = session.Named()
		}
		if renamed.Name = session.Session.Name(); renamed.Err == nil {
			renamed.Changed = lobby.CleanedNameText(wanted, renamed.Name, session.NameCells)
		}
		return renamed
	}
}

// renamed takes the new name, or tells why there is none.
func (r *Root) renamed(msg screen.RenamedMsg) {
	r.changed()
	r.name, r.session.ReturnLine = msg.Name, msg.ReturnLine
	switch {
	case msg.Err != nil:
		r.status.Refuse(msg.Err)
	case !msg.Changed.IsZero():
		r.status.Tell(msg.Changed)
	}
}
