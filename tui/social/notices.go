package social

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Notices holds the notices that wait for the player on all screens, mainly invitations to rooms.
type Notices struct {
	ctx     *screen.Context
	config  NoticesConfig
	waiting []lobby.Notice
	newest  uint64            // ID of the newest notice that was shown
	open    *invitations      // the last opened screen; nil before
	bound   [1]screen.Binding // its hint is updated for each call
}

// NoticesConfig configures Notices.
type NoticesConfig struct {
	Mutes   *widget.MuteList
	Changed func()      // called when the waiting notices change
	Closed  func() bool // reports whether no screen can be opened now
	// Invitation returns the invitation to the player's current place.
	Invitation func() lobby.Invitation
}

// NewNotices returns empty Notices.
func NewNotices(c *screen.Context, config NoticesConfig) *Notices {
	n := &Notices{ctx: c, config: config}
	// This key is no letter, so that it works while the player types.
	n.bound[0] = screen.Binding{Key: keymap.Named("ctrl+o"), Help: prose.T("how others can join you; or answer invitations"), Leaves: true, Do: screen.Call(n.answer)}
	return n
}

// Bindings returns the keys that work on all screens. They have a hint while invitations wait and
// are not visible.
func (n *Notices) Bindings() []screen.Binding {
	n.bound[0].Hint = prose.Text{}
	if waiting := n.invitations(); len(waiting) > 0 && !n.shown() {
		n.bound[0].Hint = prose.C("{n} invitation", "{n} invitations", prose.N(len(waiting)))
	}
	return n.bound[:]
}

// shown reports whether the screen of invitations is visible.
func (n *Notices) shown() bool { return n.open != nil && n.ctx.Shell.Top() == screen.Screen(n.open) }

// invitations returns the invitations that wait for an answer, oldest first.
func (n *Notices) invitations() (waiting []lobby.Notice) {
	for _, one := range n.waiting {
		if one.Kind == lobby.NoticeInvites {
			waiting = append(waiting, one)
		}
	}
	return waiting
}

// Update takes the waiting notices and shows the new ones. A notice about an answer is removed
// immediately.
func (n *Notices) Update(waiting []lobby.Notice) tea.Cmd {
	if slices.Equal(waiting, n.waiting) {
		return nil
	}
	n.config.Changed()
	n.waiting = waiting
	var all []tea.Cmd
	for _, one := range waiting {
		if one.ID <= n.newest {
			continue
		}
		n.newest = one.ID
		said := one.Describe(n.ctx.Kit(one.Game).Game.Title)
		if one.Kind == lobby.NoticeInvites {
			n.ctx.Shell.TellMessage(true, said, prose.T("Press {key} to answer.", prose.Literal("Ctrl+O")))
		} else {
			n.ctx.Shell.TellMessage(true, said)
			all = append(all, n.decline(one.ID))
		}
		all = append(all, n.ctx.Shell.Notify(said))
	}
	return tea.Batch(all...)
}

// decline removes a notice.
func (n *Notices) decline(id uint64) tea.Cmd {
	session := n.ctx.Session
	return n.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, session, lobby.Decline{Call: id}) })
}

// answer opens the invitations or, if there are none, the screen that shows how others join.
func (n *Notices) answer() {
	if _, is := n.ctx.Shell.Top().(*invite); is || n.shown() || n.config.Closed() {
		return
	}
	n.ctx.Shell.Tell()
	if len(n.invitations()) == 0 {
		n.ctx.Shell.Open(&invite{ctx: n.ctx, invitation: n.config.Invitation()})
		return
	}
	n.open = &invitations{ctx: n.ctx, notices: n}
	n.ctx.Shell.Open(n.open)
}
