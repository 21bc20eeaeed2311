package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/social"
	"parlor/tui/widget"
)

// callsKey answers invitations wherever somebody is, also while they type: no letter
// can be meant for that.
const callsKey = "ctrl+o"

// invitations are the notices that wait for the player, and above all those that invite
// them to a room.
type invitations struct {
	ctx     *screen.Context
	status  *statusLine
	mutes   *widget.MuteList
	closed  func() bool // reports whether no screen can be opened now
	waiting []lobby.Notice
	newest  uint64 // notice that was told
}

// binding is the key that answers invitations.
func (i *invitations) binding() screen.Binding {
	return screen.Binding{Key: keymap.Named(callsKey), Help: prose.T("answer those who invite you"), Do: screen.Call(i.open)}
}

// callsHint is what the line of hints says while an invitation waits.
func callsHint(waiting int) board.Hint {
	return board.Hint{Keys: []string{callsKey}, Written: callsKey, Does: prose.C("{n} invitation", "{n} invitations", prose.N(waiting)), Leaves: true}
}

// invited are the calls that wait for an answer.
func (i *invitations) invited() (waiting []lobby.Notice) {
	for _, call := range i.waiting {
		if call.Kind == lobby.NoticeInvites {
			waiting = append(waiting, call)
		}
	}
	return waiting
}

// update takes the calls that wait now, and tells those that are new. What tells of
// an answer needs none.
func (i *invitations) update(waiting []lobby.Notice) tea.Cmd {
	if slices.Equal(waiting, i.waiting) {
		return nil
	}
	i.status.changed()
	i.waiting = waiting
	var all []tea.Cmd
	for _, call := range waiting {
		if call.ID <= i.newest {
			continue
		}
		i.newest = call.ID
		said := call.Describe(i.ctx.Kit(call.Game).Game.Title)
		if call.Kind == lobby.NoticeInvites {
			i.status.Tell(said, prose.T("Press {key} to answer.", prose.Literal("Ctrl+O")))
		} else {
			i.status.Tell(said)
			all = append(all, i.decline(call.ID))
		}
		i.status.called = true
		all = append(all, i.ctx.Shell.Notify(said))
	}
	return tea.Batch(all...)
}

// decline takes a call off the pages.
func (i *invitations) decline(call uint64) tea.Cmd {
	visit := i.ctx.Session
	return i.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, visit, lobby.Decline{Call: call}) })
}

// open shows the invitations.
func (i *invitations) open() {
	if _, already := i.ctx.Shell.Top().(*social.Invitations); already || i.closed() {
		return
	}
	if len(i.invited()) == 0 {
		i.status.Tell(prose.T("Nobody has invited you."))
		return
	}
	i.status.message = ""
	social.OpenInvitations(i.ctx, social.InvitationsConfig{Mutes: i.mutes, Waiting: i.invited, Decline: i.decline})
}
