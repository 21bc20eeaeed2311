package widget

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// MuteList holds the muted players of a session, in the order in which they were muted.
type MuteList struct {
	ctx     *screen.Context
	names   []string
	changed func() // called when the list changes
}

// NewMuteList returns an empty list; Load requests the muted players. changed is called whenever
// Update changes the list.
func NewMuteList(c *screen.Context, changed func()) *MuteList {
	return &MuteList{ctx: c, changed: changed}
}

// MutedMsg delivers the muted players, or the error of a change.
type MutedMsg struct {
	Names []string
	err   error
}

// Has reports whether a player is muted.
func (m *MuteList) Has(name string) bool { return slices.Contains(m.names, name) }

// last returns the player who was muted last, or "".
func (m *MuteList) last() string {
	if len(m.names) == 0 {
		return ""
	}
	return m.names[len(m.names)-1]
}

// Toggle mutes or unmutes a player.
func (m *MuteList) Toggle(name string) tea.Cmd { return m.Set(name, !m.Has(name)) }

// Set mutes or unmutes a player, for all sessions of the account. The lobby omits the messages of
// muted players.
func (m *MuteList) Set(name string, muted bool) tea.Cmd {
	m.names = slices.DeleteFunc(m.names, func(one string) bool { return one == name })
	if muted {
		m.names = append(m.names, name)
		m.ctx.Shell.Tell(prose.T("You have muted {name}.", prose.Name(name)))
	} else {
		m.ctx.Shell.Tell(prose.T("{name} is no longer muted.", prose.Name(name)))
	}
	session := m.ctx.Session
	left := slices.DeleteFunc(slices.Clone(m.names), func(one string) bool { return one == name })
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if err := lobby.Perform(ctx, session, lobby.Mute{Name: name, Muted: muted}); err != nil {
			return MutedMsg{Names: left, err: err}
		}
		return m.Load()
	}
}

// Load requests the muted players. It returns nil if that fails; the list of people then shows the
// error.
func (m *MuteList) Load() tea.Msg {
	ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
	defer cancel()
	circle, err := lobby.Ask(ctx, m.ctx.Session, lobby.GetContacts{})
	if err != nil {
		return nil
	}
	return MutedMsg{Names: circle.Muted}
}

// Update takes the muted players and keeps their order.
func (m *MuteList) Update(msg MutedMsg) {
	if msg.err != nil {
		m.ctx.Shell.Refuse(msg.err)
	}
	muted := slices.DeleteFunc(slices.Clone(m.names), func(name string) bool { return !slices.Contains(msg.Names, name) })
	for _, name := range msg.Names {
		if !slices.Contains(muted, name) {
			muted = append(muted, name)
		}
	}
	if !slices.Equal(m.names, muted) {
		m.names = muted
		m.changed()
	}
}
