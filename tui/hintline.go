package tui

import (
	"slices"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// hintLine is the last line of the screen, with the hints of the screen on top.
type hintLine struct {
	ctx   *screen.Context
	stack *screenStack
	areas Areas
	kept  *frameCache
	helps func(screen.Bindings) bool // reports whether the help key opens the help
	more  board.Hint                 // the hint of the help key
	spans []span                     // positions of the hints in the last drawing
}

// line draws as many hints as fit, and records their positions. The hint of the help key is last.
// If hints are left out, those that leave the screen are kept, and the hint of the help key says
// that there are more.
func (h *hintLine) line() string {
	source, kept := h.source(), &h.kept.hints
	if source.boundTo == nil {
		*kept, kept = board.Cache[hintsOf, drawnHints]{}, nil
	}
	drawn := kept.At(0, source, h.drawHints)
	h.spans = drawn.spans
	return drawn.line
}

// steady is a screen that returns what its bindings depend on. While that is unchanged, so are the
// bindings. It returns nil if they may change at any time.
type steady interface{ BoundTo() any }

// hintsOf is a board.Source: what a line of hints depends on.
type hintsOf struct {
	boundTo any
	areas   string // the hints of the areas' keys
}

// Same implements board.Source.
func (h hintsOf) Same(other hintsOf) bool { return h == other }

func (h *hintLine) source() hintsOf {
	if s, is := h.stack.Top().(steady); is {
		areas := ""
		for _, one := range h.areas.Bindings() {
			if !one.Hint.IsZero() {
				areas += h.ctx.Say(one.Hint) + widget.HintGap
			}
		}
		return hintsOf{s.BoundTo(), areas}
	}
	return hintsOf{}
}

// drawnHints is a line of hints with their positions.
type drawnHints struct {
	line  string
	spans []span
}

func (h *hintLine) drawHints() drawnHints {
	theme, width, fitting := h.ctx.Theme, 0, h.fitting(h.all())
	spans := make([]span, 0, len(fitting))
	var line strings.Builder
	line.Grow(6 * h.ctx.Width) // including styles
	line.WriteByte(' ')
	for _, hint := range fitting {
		if width > 0 {
			theme.Faint.Write(&line, widget.HintGap)
			width += style.Width(widget.HintGap)
		}
		theme.Key.Write(&line, hint.Written)
		line.WriteByte(' ')
		theme.Text.Write(&line, hint.does)
		spans = append(spans, span{1 + width, 1 + width + hint.cells, hint.Written, hint.Keys})
		width += hint.cells
	}
	return drawnHints{line.String(), spans}
}

// saidHint is a hint in the language of the player.
type saidHint struct {
	*board.Hint
	does  string
	cells int
}

func (h *hintLine) sayHint(hint *board.Hint, does prose.Text) saidHint {
	said := h.ctx.Say(does)
	return saidHint{hint, said, style.Width(hint.Written) + 1 + style.Width(said)}
}

// hinted is a screen that can list its hints faster than its bindings.
type hinted interface{ KeyHints() []board.Hint }

// all returns the hints of the screen on top, and whether the hint of the help key follows.
func (h *hintLine) all() (hints []board.Hint, help bool) {
	if s, is := h.stack.Top().(hinted); is {
		hints, help = s.KeyHints(), h.stack.Top().Input() == nil
	} else {
		all := h.stack.Top().Bindings()
		hints, help = keymap.Hints(all), h.helps(all)
	}
	if areas := keymap.Hints(slices.Values(h.areas.Bindings())); len(areas) > 0 {
		hints = append(areas, hints...)
	}
	return hints, help
}

// fitting returns the hints that fit on the line.
func (h *hintLine) fitting(hints []board.Hint, help bool) []saidHint {
	room := h.ctx.Width - 2 + style.Width(widget.HintGap)
	said, all := make([]saidHint, 0, len(hints)+1), 0
	for i := range hints {
		one := h.sayHint(&hints[i], hints[i].Does)
		said = append(said, one)
		all += one.cells + style.Width(widget.HintGap)
	}
	if !help {
		return h.most(said, room, all)
	}
	if one := h.sayHint(&h.more, h.more.Does); all+one.cells+style.Width(widget.HintGap) <= room {
		return append(said, one)
	}
	more := h.sayHint(&h.more, prose.T("more").In("keys"))
	return append(h.most(said, room-more.cells-style.Width(widget.HintGap), all), more)
}

// most returns as many hints as fit into room cells, in order. Those that leave the screen take
// precedence. A hint takes its width and a gap; all is the sum for all hints.
func (h *hintLine) most(hints []saidHint, room, all int) []saidHint {
	if all <= room {
		return hints
	}
	for _, hint := range hints {
		if hint.Leaves {
			room -= hint.cells + style.Width(widget.HintGap)
		}
	}
	shown := hints[:0]
	for _, hint := range hints {
		if !hint.Leaves {
			room -= hint.cells + style.Width(widget.HintGap)
		}
		if hint.Leaves || room >= 0 {
			shown = append(shown, hint)
		}
	}
	return shown
}
