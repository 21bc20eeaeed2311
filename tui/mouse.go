package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// span is the position of a hint on the bottom line, with its keys and how they are displayed.
type span struct {
	from, to int
	written  string
	keys     []string
}

// key returns the key that a click on a cell of the hint presses: the only key, the displayed one
// or, among several characters, the clicked one. It is empty if there is none.
func (s span) key(cell int) string {
	signs := []rune(s.written)
	switch {
	case len(s.keys) == 1:
		return s.keys[0]
	case slices.Contains(s.keys, s.written):
		return s.written
	case cell >= len(signs):
		return ""
	}
	sign := string(signs[cell])
	if arrow, is := map[string]string{"↑": "up", "↓": "down", "←": "left", "→": "right"}[sign]; is {
		sign = arrow
	}
	if slices.Contains(s.keys, sign) {
		return sign
	}
	return ""
}

// mouse passes on mouse events on the screen, but not those at its edges.
func (k *keyboard) mouse(at tea.Mouse, to func(tea.Mouse) tea.Cmd) tea.Cmd {
	if at.X < 0 || at.Y < 0 || at.X >= k.ctx.Width || at.Y >= k.ctx.Height {
		return nil
	}
	return to(at)
}

// click handles a click: on a hint, it presses the key; on a list, it chooses a line, or opens the
// chosen one.
func (k *keyboard) click(at tea.Mouse) tea.Cmd {
	if at.Button != tea.MouseLeft || k.ctx.TooSmall() {
		return nil
	}
	if at.Y == k.ctx.Height-1 {
		for _, hint := range k.hints.spans {
			if at.X >= hint.from && at.X < hint.to {
				return k.Press(hint.key(at.X - hint.from))
			}
		}
		return nil
	}
	return k.stack.Top().Click(at.X, k.frame.line(at.Y))
}

// wheel scrolls like the arrow keys.
func (k *keyboard) wheel(at tea.Mouse) tea.Cmd {
	if at.Button == tea.MouseWheelUp {
		return k.Press("up")
	}
	if at.Button == tea.MouseWheelDown {
		return k.Press("down")
	}
	return nil
}

// Press implements screen.Shell. An empty name presses nothing.
func (k *keyboard) Press(name string) tea.Cmd {
	if name == "" {
		return nil
	}
	return k.key(keyNamed(name))
}

// keyNamed returns the key message for a Bubble Tea name.
func keyNamed(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	}
	for prefix, held := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if rest, is := strings.CutPrefix(name, prefix); is {
			key := keyNamed(rest)
			key.Mod, key.Text = key.Mod|held, ""
			return key
		}
	}
	if code, special := codes[name]; special {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
