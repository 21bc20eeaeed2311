package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/keys"
)

// bindings are the keys of a line in which something is said, to somebody who has
// heard what was said before, and whose turn it may be. What no key takes is typed.
func (k *talk) bindings(turn bool, heard func() []lobby.Line, closes func()) []binding {
	names := map[string][]string{"tab": {"tab", "shift+tab"}, "↑↓": {"up", "down", "pgup", "pgdown"}}
	var all []binding
	for _, hint := range k.hints(turn) {
		one := keys.Named(hint.Written)
		if several := names[hint.Written]; several != nil {
			one = keys.Of(hint.Written, several...)
		}
		all = append(all, binding{Key: one, Hint: hint.Does, Leaves: hint.Leaves, Do: func(name string) tea.Cmd {
			cmd, over := k.key(keyNamed(name), len(heard()))
			if over {
				closes()
			}
			return cmd
		}})
	}
	return all
}

// input is the line.
func (k *talk) input() input { return typedTalk{k} }

// typedTalk is the line of a talk.
type typedTalk struct{ talk *talk }

// insert implements input.
func (t typedTalk) insert(msg tea.Msg) tea.Cmd {
	t.talk.insert(msg)
	return nil
}
