package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/social"
)

// callsKey answers invitations wherever somebody is, also while they type: no letter
// can be meant for that.
const callsKey = "ctrl+o"

// answering is the key that answers invitations.
func (r *Root) answering() screen.Binding {
	return screen.Binding{Key: keys.Named(callsKey), Help: prose.T("answer those who invite you"), Do: screen.Call(r.openCalls)}
}

// callsHint is what the line of hints says while an invitation waits.
func callsHint(waiting int) board.Hint {
	return board.Hint{Keys: []string{callsKey}, Written: callsKey, Does: prose.C("{n} invitation", "{n} invitations", prose.N(waiting)), Leaves: true}
}

// invited are the calls that wait for an answer.
func (r *Root) invited() (waiting []lobby.Notice) {
	for _, call := range r.waiting {
		if call.Kind == lobby.NoticeInvites {
			waiting = append(waiting, call)
		}
	}
	return waiting
}

// gotCalls takes the calls that wait now, and tells those that are new. What tells of
// an answer needs none.
func (r *Root) gotCalls(waiting []lobby.Notice) tea.Cmd {
	if slices.Equal(waiting, r.waiting) {
		return nil
	}
	r.changed()
	r.waiting = waiting
	var all []tea.Cmd
	for _, call := range waiting {
		if call.ID <= r.lastCall {
			continue
		}
		r.lastCall = call.ID
		said := call.Describe(r.ctx.Kit(call.Game).Game.Title)
		if call.Kind == lobby.NoticeInvites {
			r.status.Show(r.ctx.SayAll([]prose.Text{said, prose.T("Press {key} to answer.", prose.Literal("Ctrl+O"))}))
		} else {
			r.status.Tell(said)
			all = append(all, r.unanswered(call.ID))
		}
		r.status.called = true
		all = append(all, r.call(said))
	}
	return tea.Batch(all...)
}

// unanswered takes a call off the pages.
func (r *Root) unanswered(call uint64) tea.Cmd {
	visit := r.ctx.Session
	return r.ask(func(ctx context.Context) error { return lobby.Perform(ctx, visit, lobby.Decline{Call: call}) })
}

// openCalls shows the invitations.
func (r *Root) openCalls() {
	if _, already := r.stack.Top().(*social.Invitations); already || tooSmall(r.ctx) || r.going {
		return
	}
	if len(r.invited()) == 0 {
		r.status.Tell(prose.T("Nobody has invited you."))
		return
	}
	r.status.message = ""
	social.OpenInvitations(r.ctx, social.InvitationsConfig{Mutes: r.mutes, Waiting: r.invited, Decline: r.unanswered})
}
