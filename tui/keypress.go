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

// keyboard handles keys and clicks: for the screen on top, for all screens, or for a room that is
// still loading.
type keyboard struct {
	ctx    *screen.Context
	stack  *screenStack
	status *statusLine
	hints  *hintLine
	frame  *frame
	areas  Areas
	leave  []screen.Binding  // work everywhere, even if the window is too small, like those of the areas
	help   []screen.Binding  // work on all screens while the player does not type
	going  bool              // a seat was requested
	early  []tea.KeyPressMsg // keys pressed since then
}

// OpenHelp opens the help of the current screen.
func (k *keyboard) OpenHelp() {
	all := keymap.Help(k.stack.Top().Bindings())
	if s, talks := k.stack.Top().(talker); talks {
		all = append(all, s.ChatHelp()...)
	}
	text := append(slices.Clone(k.stack.Top().Help()), k.wayBack()...)
	widget.OpenHelp(k.ctx, append(all, keymap.Help(slices.Values(slices.Concat(k.help, k.leave, k.areas.Bindings())))...), text)
}

// wayBack tells a guest how to return, or is nil for a player with a key.
func (k *keyboard) wayBack() prose.Document {
	line := k.ctx.You.ReturnLine
	if line == "" {
		return nil
	}
	return prose.Document{
		prose.H("If the connection is lost"),
		prose.P("You are a guest. Your name and your seat are kept for whoever connects with this line, so keep it to yourself:"),
		{Kind: prose.Paragraph, Text: prose.T("{line}", prose.Literal(line))},
	}
}

// talker is a screen with a chat line. Its keys are listed in the help before the line is open,
// because then they are typed.
type talker interface{ ChatHelp() []board.Hint }

// helps reports whether the help key opens the help on a screen with these bindings.
func (k *keyboard) helps(all screen.Bindings) bool {
	return k.stack.Top().Input() == nil && keymap.Idle(all, screen.HelpKey) == nil
}

// pressed handles a key for the current screen.
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

// excuse explains why a key has no effect now, if it has one at another time. Other keys are
// ignored.
func (k *keyboard) excuse(s screen.Screen, name string, idle *screen.Binding) {
	said := s.Explain(name, idle)
	if said == "" && idle != nil && !idle.Why.IsZero() {
		said = k.ctx.Say(idle.Why)
	}
	if said != "" {
		k.status.explain(said)
	}
}

// key handles a key, or keeps it for a room that is still loading.
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

// maxEarly is the maximum number of keys kept for a room.
const maxEarly = 32

// TypeAhead handles the keys that were pressed while a room was loading. If keep is false, it
// discards them because they were meant for the previous screen.
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
