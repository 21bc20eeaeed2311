package tui

import (
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
)

// binding is one thing that is done by keys of a screen.
type binding = keys.Binding[tea.Cmd]

// bound keeps the bindings of a screen while what they depend on stays: a screen
// asks for them whenever it is drawn.
type bound[On comparable] struct {
	on  On
	all []binding
}

// of returns the bindings on what they depend on.
func (b *bound[On]) of(on On, bind func(On) []binding) []binding {
	if b.all == nil || b.on != on {
		b.on, b.all = on, bind(on)
	}
	return b.all
}

// always is what bindings depend on that are always the same.
type always struct{}

// does is Do of something that is done at once.
func does(do func()) func(string) tea.Cmd {
	return func(string) tea.Cmd {
		do()
		return nil
	}
}

// gives is Do of something that gives a command.
func gives(do func() tea.Cmd) func(string) tea.Cmd {
	return func(string) tea.Cmd { return do() }
}

// closes is the binding that closes a screen.
func (r *Root) closes(s screen, help prose.Text) binding {
	return binding{Key: keys.Of("esc", "esc", "q"), Hint: prose.T("back"), Help: help, Leaves: true, Do: does(func() { r.close(s) })}
}

// leaving are the bindings that work wherever somebody is, also where there is no
// room to draw anything, or a table is on its way.
func (r *Root) leaving() []binding {
	return []binding{{Key: keys.Named("ctrl+c"), Help: prose.T("close parlor at once; your seat in a match is kept"), Do: gives(r.quit)}, r.answering()}
}

// helping are the bindings of all screens where nothing is typed.
func (r *Root) helping() []binding {
	return []binding{{Key: keys.Named(helpKey), Hint: prose.T("help"), Do: does(r.openHelp)}}
}

const helpKey = "?"

// helps reports whether the key for help opens it on a screen with these bindings.
func (r *Root) helps(all []binding) bool {
	return r.top().input() == nil && keys.Idle(all, helpKey) == nil
}

// pressed does what a key stands for on the screen that is shown.
func (r *Root) pressed(key tea.KeyPressMsg) tea.Cmd {
	s, name := r.top(), key.String()
	all := s.bindings()
	if cmd, did := keys.Press(all, name); did {
		return cmd
	}
	if line := s.input(); line != nil {
		return line.insert(key)
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
func (r *Root) excuse(s screen, name string, idle *binding) {
	said := s.excuse(name, idle)
	if said == "" && idle != nil && !idle.Why.IsZero() {
		said = r.say(idle.Why)
	}
	if said != "" {
		r.show(said)
		r.excused = true
	}
}

// ofBoard is the binding of a key of a board that does nothing now; nil where the
// key is listed nowhere, or goes to and fro: where there is nothing to choose it
// need not say so.
func ofBoard(all []board.Binding, name string) *board.Binding {
	one := keys.Idle(all, name)
	if one == nil || one.Why.IsZero() && (one.Hint.IsZero() && one.Help.IsZero() || roams(one.Key, name)) {
		return nil
	}
	return one
}

// roams reports whether a key goes to and fro: an arrow, or a letter that stands for
// one.
func roams(key key.Binding, name string) bool {
	arrows := []string{"up", "down", "left", "right"}
	isArrow := func(one string) bool { return slices.Contains(arrows, one) }
	return isArrow(name) || slices.Contains([]string{"h", "j", "k", "l"}, name) && slices.ContainsFunc(key.Keys(), isArrow)
}

// numbered are the keys of so many lines, the first of them 1.
func numbered(lines int) key.Binding {
	names := make([]string, min(lines, 9))
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	written := "1"
	if len(names) > 1 {
		written = "1–" + names[len(names)-1]
	}
	return keys.Of(written, names...)
}

// step is -1 for a key that goes back, up or to the left, else +1.
func step(name string) int {
	if slices.Contains([]string{"up", "k", "left", "h", "shift+tab"}, name) {
		return -1
	}
	return +1
}
