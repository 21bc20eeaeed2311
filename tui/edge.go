package tui

import (
	"strconv"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// edge says at which sides a screen has the largest size that it may have, so that
// the window may go on there.
type edge struct{ right, below bool }

// Most is a message that says how large the screen may be, in cells, before its
// size is told: at most the largest there is. Where it is less, the person is told
// that it is.
type Most struct{ Width, Height int }

// largest is what a screen may be where nothing else is said.
func largest() Most { return Most{board.MaxWidth, board.MaxHeight} }

// bounds takes what the screen may be.
func (r *Root) bounds(most Most) {
	r.limit = most
	if most != largest() {
		r.status.Tell(prose.T("There is no memory for a larger screen now. Resize your window to try again."))
	}
}

// fit lays the screen out in a window. One that has the largest size has a
// line at its edge: it shows that the screen ends there, and what erases to the
// end of a line or of the screen is never sent with a colour, which would reach
// over the edge.
func (r *Root) fit(width, height int) {
	r.edges = edge{width >= r.limit.Width, height >= r.limit.Height}
	r.ctx.Width, r.ctx.Height = min(width, r.limit.Width), min(height, r.limit.Height)
	if r.edges.right {
		r.ctx.Width--
	}
	if r.edges.below {
		r.ctx.Height--
	}
}

// Size is the screen's, in cells, with its edges.
func (r *Root) Size() (width, height int) {
	width, height = r.ctx.Width, r.ctx.Height
	if r.edges.right {
		width++
	}
	if r.edges.below {
		height++
	}
	return width, height
}

// edged draws the edges beside and below the lines. The corner stays free, as
// in a wider window the cursor does not stand where a terminal keeps it that
// has written its last cell.
func (r *Root) edged(lines []string) []string {
	if r.edges.right {
		last := len(lines)
		if !r.edges.below {
			last--
		}
		for i := range lines[:last] {
			lines[i] = look.Fit(lines[i], r.ctx.Width) + r.ctx.Theme.Fill(r.ctx.Theme.Border.Render(plain(r.ctx, "│")), 1)
		}
	}
	if r.edges.below {
		lines = append(lines, r.ctx.Theme.Border.Render(plain(r.ctx, strings.Repeat("─", r.ctx.Width))))
	}
	return lines
}

func size(width, height int) string { return strconv.Itoa(width) + " × " + strconv.Itoa(height) }
