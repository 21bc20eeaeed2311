package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// keyboard does what is typed and clicked: for the screen on top, for all screens, or for a
// room that is on its way.
type keyboard struct {
	ctx    *screen.Context
	stack  *screenStack
	status *statusLine
	hints  *hintLine
	frame  *frame
	areas  Areas
	leave  []screen.Binding  // that work wherever the player is, also while nothing can be drawn; so do those of all areas
	help   []screen.Binding  // of all screens where nothing is typed
	going  bool              // a seat has been asked for
	early  []tea.KeyPressMsg // what was typed since then
}

// OpenHelp shows what the keys of the screen do that is shown, and what it tells of
// itself.
func (k *keyboard) OpenHelp() {
	all := keymap.Help(k.stack.Top().Bindings())
	if s, talks := k.stack.Top().(talker); talks {
		all = append(all, s.ChatHelp()...)
	}
	widget.OpenHelp(k.ctx, append(all, keymap.Help(slices.Values(slices.Concat(k.help, k.leave, k.areas.Bindings())))...), k.stack.Top().Help())
}

// talker is a screen with a line in which something is said. What the keys of the
// line do is told before it is open: then they are typed.
type talker interface{ ChatHelp() []board.Hint }

// helps reports whether the key for help opens it on a screen with these bindings.
func (k *keyboard) helps(all screen.Bindings) bool {
	return k.stack.Top().Input() == nil && keymap.Idle(all, screen.HelpKey) == nil
}

// pressed does what a key stands for on the screen that is shown.
func (k *keyboard) pressed(key tea.KeyPressMsg) tea.Cmd {
	s, name := k.stack.Top(), key.String()
	all := s.Bindings()
	if cmd, did := keymap.Press(all, name); did {
		return cmd
	}
	if line := s.Input(); line != nil {
		return line.Insert(key)
	}
	if name == screen.HelpKey && k.helps(all) {
		if cmd, did := keymap.Press(slices.Values(k.help), name); did {
			return cmd
		}
	}
	k.excuse(s, name, keymap.Idle(all, name))
	return nil
}

// excuse tells the player why a key did nothing if it does something at another moment. Other
// keys are ignored silently.
func (k *keyboard) excuse(s screen.Screen, name string, idle *screen.Binding) {
	said := s.Explain(name, idle)
	if said == "" && idle != nil && !idle.Why.IsZero() {
		said = k.ctx.Say(idle.Why)
	}
	if said != "" {
		k.status.explain(said)
	}
}

// key does what a key stands for, or keeps it for a room that is on its way.
func (k *keyboard) key(key tea.KeyPressMsg) tea.Cmd {
	for _, everywhere := range [][]screen.Binding{k.leave, k.areas.Bindings()} {
		if cmd, did := keymap.Press(slices.Values(everywhere), key.String()); did {
			return cmd
		}
	}
	if k.ctx.TooSmall() {
		return nil
	}
	if room := k.stack.room(); k.going || room != nil && room.Pending() {
		k.early = append(k.early, key)[:min(len(k.early)+1, maxEarly)]
		return nil
	}
	k.status.pressed()
	return k.pressed(key)
}

// maxEarly bounds the keys that are kept for a room.
const maxEarly = 32

// TypeAhead types what was typed before a room was shown. If keep is false, that is left
// out: it was meant for what stood there before.
func (k *keyboard) TypeAhead(keep bool) tea.Cmd {
	early := k.early
	k.early = nil
	if len(early) > 0 && !keep {
		k.status.Tell(prose.T("Keys typed before the table appeared were ignored."))
		return nil
	}
	var all []tea.Cmd
	for _, key := range early {
		all = append(all, k.key(key))
	}
	return tea.Batch(all...)
}
