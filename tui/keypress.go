package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// leaving are the bindings that work wherever somebody is, also where there is no
// room to draw anything, or a table is on its way.
func (r *Root) leaving() []screen.Binding {
	return []screen.Binding{{Key: keys.Named("ctrl+c"), Help: prose.T("close parlor at once; your seat in a match is kept"), Do: screen.Command(r.quit)}, r.answering()}
}

// helping are the bindings of all screens where nothing is typed.
func (r *Root) helping() []screen.Binding {
	return []screen.Binding{{Key: keys.Named(helpKey), Hint: prose.T("help"), Do: screen.Call(r.openHelp)}}
}

const helpKey = "?"

// helps reports whether the key for help opens it on a screen with these bindings.
func (r *Root) helps(all []screen.Binding) bool {
	return r.top().Input() == nil && keys.Idle(all, helpKey) == nil
}

// pressed does what a key stands for on the screen that is shown.
func (r *Root) pressed(key tea.KeyPressMsg) tea.Cmd {
	s, name := r.top(), key.String()
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
		r.show(said)
		r.excused = true
	}
}
