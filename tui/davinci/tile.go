package davinci

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	game "parlor/engine/davinci"
	"parlor/tui"
)

// size is how the tiles of a rack are drawn. Black tiles have heavy square
// corners and a B, white ones light round corners and a W. A hidden tile stands
// upright; an open one lies flat, a row lower.
type size struct {
	width int  // 5 or 4 cells
	gap   int  // cells between two tiles
	tall  bool // three rows, otherwise two
}

func (s size) pitch() int { return s.width + s.gap }

func (s size) height() int {
	if s.tall {
		return 3
	}
	return 2
}

// row is how many cells n tiles take, and one more if a tile stands apart.
func (s size) row(n int, apart bool) int {
	cells := margin + n*s.pitch()
	if apart {
		cells += aside + s.width
	}
	return cells
}

const (
	margin = 1 // left of a rack, for the marker of the first gap
	aside  = 2 // between a rack and the tile that stands apart
)

// edges are the lines that a colour of tile is drawn with.
type edges struct{ topLeft, topRight, left, right, bottomLeft, bottomRight, flat string }

func edgesOf(color game.Color) edges {
	if color == game.Black {
		return edges{"┏", "┓", "┃", "┃", "┗", "┛", "━"}
	}
	return edges{"╭", "╮", "│", "│", "╰", "╯", "─"}
}

// ink is how the parts of a tile are styled.
type ink struct{ edge, face lipgloss.Style }

// inkOf is the ink of a tile; focused marks its face.
func inkOf(theme tui.Theme, tile game.Tile, focused bool) ink {
	paper, text, line := theme.BlackTile, theme.WhiteTile, lipgloss.Color("#9aa0a8")
	if tile.Color == game.White {
		paper, text, line = theme.WhiteTile, theme.BlackTile, lipgloss.Color("#6f6a5e")
	}
	on := lipgloss.NewStyle().Background(paper)
	look := ink{edge: on.Foreground(line), face: on.Foreground(text).Bold(true)}
	switch {
	case focused:
		look.face = theme.Accent.Reverse(true)
	case tile.Open:
		look.face = on.Foreground(text).Underline(true).UnderlineSpaces(false)
	}
	return look
}

// draw is the tile in height rows of width cells; text stands on its face.
func (s size) draw(tile game.Tile, text string, look ink) []string {
	e := edgesOf(tile.Color)
	inner := s.width - 2
	top := look.edge.Render(e.topLeft + letter(tile.Color) + strings.Repeat(e.flat, inner-1) + e.topRight)
	middle := look.edge.Render(e.left) + look.face.Render(s.center(text)) + look.edge.Render(e.right)
	blank := strings.Repeat(" ", s.width)
	switch {
	case tile.Open && s.tall:
		return []string{blank, top, look.edge.Render(e.bottomLeft) + look.face.Render(s.center(text)) + look.edge.Render(e.bottomRight)}
	case tile.Open:
		return []string{blank, s.flat(tile, text, look)}
	case s.tall:
		bottom := look.edge.Render(e.bottomLeft + strings.Repeat(e.flat, inner) + e.bottomRight)
		return []string{top, middle, bottom}
	}
	return []string{top, middle}
}

// flat is an open tile in one row: its letter and its number on a tray.
func (s size) flat(tile game.Tile, text string, look ink) string {
	e := edgesOf(tile.Color)
	left := e.bottomLeft + letter(tile.Color)
	if s.width < 5 {
		left = letter(tile.Color)
	}
	return look.edge.Render(left) + look.face.Render(fmt.Sprintf("%2s", text)) + look.edge.Render(e.bottomRight)
}

// center puts one or two cells of text on the face of a tile.
func (s size) center(text string) string {
	inner := s.width - 2
	text = fmt.Sprintf("%2s", text)
	return text + strings.Repeat(" ", max(0, inner-lipgloss.Width(text)))
}
