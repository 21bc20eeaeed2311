package tui

import (
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// hintGap stands between two hints.
const hintGap = " · "

// hintLine shows as many hints as fit, and remembers where they stand. One
// without a key is none. Where some are left out, those that lead out are not
// among them, and the one for help stands last and says that there is more.
func (r *Root) hintLine(hints []board.Hint) string {
	theme, width := r.theme, 0
	between := theme.Faint.Render(hintGap)
	r.spans = r.spans[:0]
	var line strings.Builder
	line.Grow(6 * r.width) // with the styles
	line.WriteByte(' ')
	for _, hint := range r.fitting(hints) {
		if width > 0 {
			line.WriteString(between)
			width += look.Width(hintGap)
		}
		line.WriteString(theme.Key.Render(hint.key))
		line.WriteByte(' ')
		line.WriteString(theme.Text.Render(hint.does))
		r.spans = append(r.spans, span{1 + width, 1 + width + hint.cells, hint.key})
		width += hint.cells
	}
	return line.String()
}

// saidHint is a hint as it stands on the line.
type saidHint struct {
	key, does string
	cells     int
	leaves    bool
}

func (r *Root) sayHint(hint board.Hint) saidHint {
	does := r.say(hint.Does)
	return saidHint{hint.Written, does, look.Width(hint.Written) + 1 + look.Width(does), hint.Leaves}
}

// fitting are the hints for which there is room.
func (r *Root) fitting(hints []board.Hint) []saidHint {
	said, all := make([]saidHint, 0, len(hints)), -look.Width(hintGap)
	for _, hint := range hints {
		if hint.Written != "" {
			one := r.sayHint(hint)
			said = append(said, one)
			all += look.Width(hintGap) + one.cells
		}
	}
	if room := r.width - 2; all > room {
		return r.most(said, room)
	}
	return said
}

// most are as many of too many hints as there is room for, in their order: those
// that lead out and the one for help before any other.
func (r *Root) most(hints []saidHint, room int) []saidHint {
	room += look.Width(hintGap)
	var help []saidHint
	for _, hint := range hints {
		if hint.key == "?" {
			help = []saidHint{r.sayHint(board.Press("?", prose.T("more").In("keys")))}
			room -= help[0].cells + look.Width(hintGap)
		}
		if hint.leaves {
			room -= hint.cells + look.Width(hintGap)
		}
	}
	shown := make([]saidHint, 0, len(hints))
	for _, hint := range hints {
		if hint.key == "?" {
			continue
		}
		if !hint.leaves {
			room -= hint.cells + look.Width(hintGap)
		}
		if hint.leaves || room >= 0 {
			shown = append(shown, hint)
		}
	}
	return append(shown, help...)
}
