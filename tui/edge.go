package tui

import (
	"strconv"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// edge says at which sides a screen has the largest size that it may have, so that
// the window may go on there.
type edge struct{ right, below bool }

// Most is a message that says how large the screen may be, in cells, before its
// size is told: at most the largest there is. Where it is less, the person is told
// that it is.
type Most struct{ Width, Height int }

// largest returns the largest size of a screen if no other limit is set.
func largest() Most { return Most{board.MaxWidth, board.MaxHeight} }

// bounds takes what the screen may be.
func (f *frame) bounds(most Most) {
	f.limit = most
	if most != largest() {
		f.status.Tell(prose.T("The server does not have enough memory for a larger screen right now. Resize your window to try again."))
	}
}

// fit lays the screen out in a window. One that has the largest size has a
// line at its edge: it shows that the screen ends there, and what erases to the
// end of a line or of the screen is never sent with a colour, which would reach
// over the edge.
func (f *frame) fit(width, height int) {
	f.edges = edge{width >= f.limit.Width, height >= f.limit.Height}
	f.ctx.Width, f.ctx.Height = min(width, f.limit.Width), min(height, f.limit.Height)
	if f.edges.right {
		f.ctx.Width--
	}
	if f.edges.below {
		f.ctx.Height--
	}
}

// size returns the size of the screen in cells, with its edges.
func (f *frame) size() (width, height int) {
	width, height = f.ctx.Width, f.ctx.Height
	if f.edges.right {
		width++
	}
	if f.edges.below {
		height++
	}
	return width, height
}

// edged draws the edges right of the lines and below them. The corner stays free, as
// in a wider window the cursor does not stand where a terminal keeps it that
// has written its last cell.
func (f *frame) edged(lines []string) []string {
	if f.edges.right {
		last := len(lines)
		if !f.edges.below {
			last--
		}
		for i := range lines[:last] {
			lines[i] = style.Fit(lines[i], f.ctx.Width) + f.ctx.Theme.Fill(f.ctx.Theme.Border.Render(plain(f.ctx, "│")), 1)
		}
	}
	if f.edges.below {
		lines = append(lines, f.ctx.Theme.Border.Render(plain(f.ctx, strings.Repeat("─", f.ctx.Width))))
	}
	return lines
}

func sizeText(width, height int) string { return strconv.Itoa(width) + " × " + strconv.Itoa(height) }
