package tui

import (
	"strconv"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// edge reports on which sides the screen has its maximum size, so that the window may be larger.
type edge struct{ right, below bool }

// Most is a message with the maximum size of the screen, in cells, sent before its size. If it is
// less than the largest size there is, the player is told so.
type Most struct{ Width, Height int }

// largest returns the maximum size of a screen without another limit.
func largest() Most { return Most{board.MaxWidth, board.MaxHeight} }

// bounds takes the maximum size of the screen.
func (f *frame) bounds(most Most) {
	f.limit = most
	if most != largest() {
		f.status.Tell(prose.T("The server does not have enough memory for a larger screen right now. Resize your window to try again."))
	}
}

// fit lays the screen out in a window. A screen of maximum size has a line at its edge. It shows
// where the screen ends, and no command that erases to the end of a line or of the screen is sent
// with a colour that would extend past the edge.
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

// size returns the size of the screen in cells, including its edges.
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

// edged draws the edges to the right of the lines and below them. The corner stays empty, because
// some terminals keep the cursor in the last cell after writing to it.
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
