package board

import (
	"regexp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/tui/keys"
)

// BindingsOf are what the keys of a board do.
func BindingsOf(b Board) []Binding {
	if by, is := b.(bound); is {
		return by.Bindings()
	}
	return adapted(b.(legacy))
}

// adapted are bindings of a board that takes keys by itself: it is asked whether a
// key does something by pressing it. The last is of keys that are nowhere listed.
func adapted(b legacy) []Binding {
	var action engine.Action
	only := func(name string) (used bool) {
		action, used = b.Key(named(name))
		return used
	}
	do := func(string) engine.Action { return action }
	var all []Binding
	for _, hint := range b.Hints() {
		all = append(all, Binding{Key: keys.Of(hint.Written, keyNames(hint.Written)...), Hint: hint.Does, Leaves: hint.Leaves, Only: only, Do: do})
	}
	for _, help := range b.Keys() {
		all = append(all, Binding{Key: keys.Of(help.Written, keyNames(help.Written)...), Help: help.Does, Only: only, Do: do})
	}
	rest := strings.Fields("esc up down left right home end pgup pgdown space delete backspace shift+tab + - [ ] a h j k l o x")
	return append(all, Binding{Key: keys.Of("", rest...), Only: only, Do: do})
}

// named is a key by its name.
func named(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
		"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	if code, special := codes[name]; special {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, shifted := strings.CutPrefix(name, "shift+"); shifted {
		return tea.KeyPressMsg{Code: codes[rest], Mod: tea.ModShift}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// digits is a range of what is typed, such as "0 – 11" or "1-6".
var digits = regexp.MustCompile(`(\d+) ?[-–] ?(\d+)`)

// keyNames are the keys that are written in a line of help such as "enter, r", "j or
// -" and "0 – 11".
func keyNames(text string) []string {
	var names []string
	if strings.Contains(text, "…") || digits.MatchString(text) {
		from, to := "0", "9"
		if ends := digits.FindStringSubmatch(text); ends != nil {
			from, to = ends[1], ends[2]
			text = digits.ReplaceAllString(text, "")
		}
		if len(to) > 1 { // typed one digit after the other
			to = "9"
		}
		for digit := from[0]; digit <= to[0]; digit++ {
			names = append(names, string(rune(digit)))
		}
	}
	arrows := map[rune]string{'←': "left", '→': "right", '↑': "up", '↓': "down"}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		switch {
		case word == "or" || word == "…":
		case slices.Contains([]string{"enter", "esc", "tab", "space", "backspace", "delete", "home", "end", "pgup", "pgdown"}, word):
			names = append(names, word)
		case strings.HasPrefix(word, "ctrl+") || strings.HasPrefix(word, "shift+"):
			names = append(names, word)
		default: // letters that stand together are one key each
			for _, sign := range word {
				if arrow, is := arrows[sign]; is {
					names = append(names, arrow)
					continue
				}
				names = append(names, string(sign))
			}
		}
	}
	return names
}
