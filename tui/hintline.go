package tui

import (
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/social"
	"parlor/tui/widget"
)

// hintLine shows as many hints of the screen on top as fit, and remembers where they
// stand. The one for help stands last. Where some are left out, those that lead out
// are not among them, and the one for help says that there is more.
func (r *Root) hintLine() string {
	drawn := r.kept.hints.At(0, r.hintsOf(), r.drawHints)
	r.spans = drawn.spans
	return drawn.line
}

// hintsOf is a source: the bindings that a line of hints is drawn from. A screen that
// keeps its bindings has the same line while they are the same.
type hintsOf struct {
	first   *screen.Binding
	count   int
	input   bool
	invited int // calls that wait, which have a hint of their own
}

// Same implements widget.Source.
func (h hintsOf) Same(other hintsOf) bool { return h.first != nil && h == other }

func (r *Root) hintsOf() hintsOf {
	if _, is := r.stack.Top().(hinted); is {
		return hintsOf{}
	}
	all := r.stack.Top().Bindings()
	if len(all) == 0 {
		return hintsOf{}
	}
	return hintsOf{&all[0], len(all), r.stack.Top().Input() != nil, len(r.invited())}
}

// drawnHints is a line of hints, and where each stands.
type drawnHints struct {
	line  string
	spans []span
}

func (r *Root) drawHints() drawnHints {
	theme, width, fitting := r.ctx.Theme, 0, r.fitting(r.hints())
	spans := make([]span, 0, len(fitting))
	var line strings.Builder
	line.Grow(6 * r.ctx.Width) // with the styles
	line.WriteByte(' ')
	for _, hint := range fitting {
		if width > 0 {
			theme.Faint.Write(&line, widget.HintGap)
			width += look.Width(widget.HintGap)
		}
		theme.Key.Write(&line, hint.Written)
		line.WriteByte(' ')
		theme.Text.Write(&line, hint.does)
		spans = append(spans, span{1 + width, 1 + width + hint.cells, hint.Written, hint.Keys})
		width += hint.cells
	}
	return drawnHints{line.String(), spans}
}

// saidHint is a hint as it stands on the line.
type saidHint struct {
	*board.Hint
	does  string
	cells int
}

func (r *Root) sayHint(hint *board.Hint, does prose.Text) saidHint {
	said := r.ctx.Say(does)
	return saidHint{hint, said, look.Width(hint.Written) + 1 + look.Width(said)}
}

// hinted is a screen that has its hints for less than its bindings.
type hinted interface{ KeyHints() []board.Hint }

// hints are those of the screen on top, and whether the key for help is one more.
func (r *Root) hints() (hints []board.Hint, help bool) {
	if s, is := r.stack.Top().(hinted); is {
		hints, help = s.KeyHints(), r.stack.Top().Input() == nil
	} else {
		all := r.stack.Top().Bindings()
		hints, help = keys.Hints(all), r.helps(all)
	}
	_, answers := r.stack.Top().(*social.Invitations)
	if waiting := len(r.invited()); waiting > 0 && !answers {
		hints = append([]board.Hint{callsHint(waiting)}, hints...)
	}
	return hints, help
}

// fitting are the hints for which there is room.
func (r *Root) fitting(hints []board.Hint, help bool) []saidHint {
	room := r.ctx.Width - 2 + look.Width(widget.HintGap)
	said, all := make([]saidHint, 0, len(hints)+1), 0
	for i := range hints {
		one := r.sayHint(&hints[i], hints[i].Does)
		said = append(said, one)
		all += one.cells + look.Width(widget.HintGap)
	}
	if !help {
		return r.most(said, room, all)
	}
	if one := r.sayHint(&r.more, r.more.Does); all+one.cells+look.Width(widget.HintGap) <= room {
		return append(said, one)
	}
	more := r.sayHint(&r.more, prose.T("more").In("keys"))
	return append(r.most(said, room-more.cells-look.Width(widget.HintGap), all), more)
}

// most are as many hints as there is room for, in their order: those that lead out
// before any other. Each takes its cells and a gap, and all of them so many.
func (r *Root) most(hints []saidHint, room, all int) []saidHint {
	if all <= room {
		return hints
	}
	for _, hint := range hints {
		if hint.Leaves {
			room -= hint.cells + look.Width(widget.HintGap)
		}
	}
	shown := hints[:0]
	for _, hint := range hints {
		if !hint.Leaves {
			room -= hint.cells + look.Width(widget.HintGap)
		}
		if hint.Leaves || room >= 0 {
			shown = append(shown, hint)
		}
	}
	return shown
}
