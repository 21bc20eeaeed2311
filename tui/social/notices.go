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

// Notices are what waits for the player wherever they are, and above all who invites them
// to a room.
type Notices struct {
	ctx     *screen.Context
	config  NoticesConfig
	waiting []lobby.Notice
	newest  uint64            // notice that was told
	open    *invitations      // that was opened last; nil before
	bound   [1]screen.Binding // its hint is set for each call
}

// NoticesConfig is what notices need beyond their context.
type NoticesConfig struct {
	Mutes   *widget.MuteList
	Changed func()      // is called when others wait than before
	Closed  func() bool // reports whether no screen can be opened now
	// Invitation returns the invitation to where the player is.
	Invitation func() lobby.Invitation
}

// NewNotices returns notices of which none waits.
func NewNotices(c *screen.Context, config NoticesConfig) *Notices {
	n := &Notices{ctx: c, config: config}
	// No letter can be meant for this key: invitations are answered while one types, too.
	n.bound[0] = screen.Binding{Key: keymap.Named("ctrl+o"), Help: prose.T("how others can join you; or answer invitations"), Leaves: true, Do: screen.Call(n.answer)}
	return n
}

// Bindings returns the keys that work on all screens. Invitations have a hint while they
// wait and are not on the screen.
func (n *Notices) Bindings() []screen.Binding {
	n.bound[0].Hint = prose.Text{}
	if waiting := n.invitations(); len(waiting) > 0 && !n.shown() {
		n.bound[0].Hint = prose.C("{n} invitation", "{n} invitations", prose.N(len(waiting)))
	}
	return n.bound[:]
}

// shown reports whether the invitations are on the screen.
func (n *Notices) shown() bool { return n.open != nil && n.ctx.Shell.Top() == screen.Screen(n.open) }

// invitations returns those that wait for an answer, the oldest first.
func (n *Notices) invitations() (waiting []lobby.Notice) {
	for _, one := range n.waiting {
		if one.Kind == lobby.NoticeInvites {
			waiting = append(waiting, one)
		}
	}
	return waiting
}

// Update takes the notices that wait now, and tells those that are new. One that tells of
// an answer needs none.
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

// decline takes a notice off the pages.
func (n *Notices) decline(id uint64) tea.Cmd {
	session := n.ctx.Session
	return n.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, session, lobby.Decline{Call: id}) })
}

// answer shows the invitations; if none waits, how others come to where the player is.
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
