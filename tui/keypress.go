package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// leaving are the bindings that work wherever somebody is, also where there is no
// room to draw anything, or a table is on its way.
func (r *Root) leaving() []screen.Binding {
	return []screen.Binding{{Key: keys.Named("ctrl+c"), Help: prose.T("close parlor at once; your seat in a match is kept"), Do: screen.Command(r.quit)}, r.invitations.binding()}
}

// helping are the bindings of all screens where nothing is typed.
func (r *Root) helping() []screen.Binding {
	return []screen.Binding{{Key: keys.Named(screen.HelpKey), Hint: prose.T("help"), Do: screen.Call(r.openHelp)}}
}

// openHelp shows what the keys of the screen do that is shown, and what it tells of
// itself.
func (r *Root) openHelp() {
	all := keys.Help(r.stack.Top().Bindings())
	if s, talks := r.stack.Top().(talker); talks {
		all = append(all, s.ChatHelp()...)
	}
	widget.OpenHelp(r.ctx, slices.Concat(all, keys.Help(r.help), keys.Help(r.leave)), r.stack.Top().Help())
}

// talker is a screen with a line in which something is said. What the keys of the
// line do is told before it is open: then they are typed.
type talker interface{ ChatHelp() []board.Hint }

// helps reports whether the key for help opens it on a screen with these bindings.
func (r *Root) helps(all []screen.Binding) bool {
	return r.stack.Top().Input() == nil && keys.Idle(all, screen.HelpKey) == nil
}

// pressed does what a key stands for on the screen that is shown.
func (r *Root) pressed(key tea.KeyPressMsg) tea.Cmd {
	s, name := r.stack.Top(), key.String()
	all := s.Bindings()
	if cmd, did := keys.Press(all, name); did {
		return cmd
	}
	if line := s.Input(); line != nil {
		return line.Insert(key)
	}
	if r.helps(all) {
		if cmd, did := keys.Press(r.help, name); did {
			return cmd
		}
	}
	r.excuse(s, name, keys.Idle(all, name))
	return nil
}

// excuse says why a key did nothing. One that means something at another moment is
// told why it does nothing now, so that no key seems broken; one that means nothing
// anywhere stays silent.
func (r *Root) excuse(s screen.Screen, name string, idle *screen.Binding) {
	said := s.Explain(name, idle)
	if said == "" && idle != nil && !idle.Why.IsZero() {
		said = r.ctx.Say(idle.Why)
	}
	if said != "" {
		r.status.explain(said)
	}
}
