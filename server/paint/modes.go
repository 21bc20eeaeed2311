package paint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// modes holds the terminal modes of a view.
type modes struct {
	alternate bool // the alternate screen is on
	paste     bool // bracketed paste
	focus     bool // focus reports
	mouse     tea.MouseMode
	title     string
	cursor    bool // visible, at x and y
	x, y      int
	shape     int // of the cursor, as in DECSCUSR; 0 is the terminal's default
}

func modesOf(view *tea.View) modes {
	m := modes{
		alternate: view.AltScreen, paste: !view.DisableBracketedPasteMode, focus: view.ReportFocus,
		mouse: view.MouseMode, title: view.WindowTitle,
	}
	if cursor := view.Cursor; cursor != nil {
		m.cursor, m.x, m.y, m.shape = true, max(0, cursor.X), max(0, cursor.Y), 2*int(cursor.Shape)+1
		if !cursor.Blink {
			m.shape++
		}
	}
	return m
}

// change appends the codes that change the modes from those given, except the cursor's visibility.
func (m modes) change(out []byte, from modes) []byte {
	out = toggle(out, from.alternate, m.alternate, ansi.SetModeAltScreenSaveCursor, ansi.ResetModeAltScreenSaveCursor)
	out = toggle(out, from.paste, m.paste, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste)
	out = toggle(out, from.focus, m.focus, ansi.SetModeFocusEvent, ansi.ResetModeFocusEvent)
	if from.mouse != m.mouse {
		out = toggle(out, from.mouse == tea.MouseModeCellMotion, m.mouse == tea.MouseModeCellMotion, ansi.SetModeMouseButtonEvent, ansi.ResetModeMouseButtonEvent)
		out = toggle(out, from.mouse == tea.MouseModeAllMotion, m.mouse == tea.MouseModeAllMotion, ansi.SetModeMouseAnyEvent, ansi.ResetModeMouseAnyEvent)
		out = toggle(out, from.mouse != tea.MouseModeNone, m.mouse != tea.MouseModeNone, ansi.SetModeMouseExtSgr, ansi.ResetModeMouseExtSgr)
	}
	if from.title != m.title {
		out = append(append(append(out, "\x1b]2;"...), strings.Map(shown, m.title)...), '\a')
	}
	if from.shape != m.shape {
		out = append(out, ansi.SetCursorStyle(m.shape)...)
	}
	return out
}

// shown drops characters that would end a title.
func shown(r rune) rune {
	if unicode.IsControl(r) || r == utf8.RuneError {
		return -1
	}
	return r
}

// toggle appends the code to change a mode, if needed.
func toggle(out []byte, from, to bool, on, off string) []byte {
	switch {
	case to && !from:
		out = append(out, on...)
	case from && !to:
		out = append(out, off...)
	}
	return out
}
