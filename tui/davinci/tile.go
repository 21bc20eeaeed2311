package davinci

import (
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	game "parlor/engine/davinci"
	"parlor/tui/style"
)

// size is how the tiles of a rack are drawn. Black tiles have heavy square
// corners and a B, white ones light round corners and a W. A hidden tile stands
// upright; an open one lies flat, a row lower.
type size struct {
	width int  // 5 or 4 cells, or those of a large tile
	gap   int  // cells between two tiles
	tall  bool // three rows, or five if large; otherwise two
}

// largeWidth is that of a tile in a window with room to spare.
const largeWidth = 7

func (s size) large() bool { return s.tall && s.width >= largeWidth }

func (s size) pitch() int { return s.width + s.gap }

func (s size) height() int {
	switch {
	case s.large():
		return 5
	case s.tall:
		return 3
	}
	return 2
}

// row returns how many cells n tiles take, and one more if a tile stands apart.
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
type ink struct{ edge, face, number pen }

// inks are all inks of a theme, made once: every drawing needs hundreds.
type inks map[tileLook]ink

// tileLook is what an ink depends on.
type tileLook struct {
	color   game.Color
	open    bool
	focused bool
}

func newInks(theme *style.Theme) inks {
	all := inks{}
	for _, color := range []game.Color{game.Black, game.White} {
		paper, text, line := theme.BlackTile, theme.WhiteTile, theme.BlackEdge
		if color == game.White {
			paper, text, line = theme.WhiteTile, theme.BlackTile, theme.WhiteEdge
		}
		on := lipgloss.NewStyle().Background(paper)
		edge, face := newPen(on.Foreground(line)), newPen(on.Foreground(text).Bold(true))
		under := newPen(on.Foreground(text).Underline(true))
		marked := newPen(theme.Accent.Reverse(true))
		if theme.Contrast { // against its own tile: the screen's ink may be the tile's
			marked = newPen(on.Foreground(text).Bold(true).Reverse(true))
		}
		all[tileLook{color: color}] = ink{edge, face, face}
		all[tileLook{color: color, open: true}] = ink{edge, face, under}
		for _, open := range []bool{false, true} {
			all[tileLook{color, open, true}] = ink{edge, marked, marked}
		}
	}
	return all
}

// pen writes in one style.
type pen struct{ on, off string }

func newPen(textStyle lipgloss.Style) pen {
	on, off, _ := strings.Cut(textStyle.Render("x"), "x")
	return pen{on, off}
}

func (p pen) write(text string) string { return p.on + text + p.off }

// inner returns what stands in a tile: a number between two texts next to it, of which the
// first has a pen of its own.
func (i ink) inner(first pen, before, number, after string) string {
	return first.on + before + first.off + i.number.on + number + i.number.off + i.face.on + after + i.face.off
}

// draw returns the tile in height rows of width cells.
func (s size) draw(tile laidTile, ink ink) []string {
	e, text := edgesOf(tile.color), tile.text
	inner := s.width - 2
	top := ink.edge.write(e.topLeft + letter(tile.color) + strings.Repeat(e.flat, inner-1) + e.topRight)
	on := s.center(text, ink)
	blank := strings.Repeat(" ", s.width)
	switch {
	case s.large():
		return s.drawLarge(tile, top, on, ink)
	case tile.open && s.tall:
		return []string{blank, top, ink.edge.write(e.bottomLeft) + on + ink.edge.write(e.bottomRight)}
	case tile.open:
		return []string{blank, s.flat(tile, ink)}
	case s.tall:
		bottom := ink.edge.write(e.bottomLeft + strings.Repeat(e.flat, inner) + e.bottomRight)
		return []string{top, ink.edge.write(e.left) + on + ink.edge.write(e.right), bottom}
	}
	return []string{top, ink.edge.write(e.left) + on + ink.edge.write(e.right)}
}

// drawLarge returns a tile of five rows, of which an open one fills the lower three.
func (s size) drawLarge(tile laidTile, top, on string, ink ink) []string {
	e := edgesOf(tile.color)
	face := ink.edge.write(e.left) + on + ink.edge.write(e.right)
	bottom := ink.edge.write(e.bottomLeft + strings.Repeat(e.flat, s.width-2) + e.bottomRight)
	if tile.open {
		blank := strings.Repeat(" ", s.width)
		return []string{blank, blank, top, face, bottom}
	}
	empty := ink.edge.write(e.left) + s.center("", ink) + ink.edge.write(e.right)
	return []string{top, empty, face, empty, bottom}
}

// falling returns the tile some frames before it rests: upright, then on its edge,
// then as it will rest but for the number. One that is drawn, and so hidden, is
// not there before it comes.
func (s size) falling(tile laidTile, ink ink) []string {
	rows := slices.Repeat([]string{strings.Repeat(" ", s.width)}, s.height())
	tile.text = ""
	upright := tile
	upright.open = false
	switch {
	case tile.frames == 1:
		return s.draw(tile, ink)
	case tile.frames == 2:
		rows[len(rows)-1] = s.draw(upright, ink)[0]
	case tile.open:
		return s.draw(upright, ink)
	}
	return rows
}

// flat returns an open tile in one row: its letter and its number on a tray.
func (s size) flat(tile laidTile, ink ink) string {
	e := edgesOf(tile.color)
	left := e.bottomLeft + letter(tile.color)
	if s.width < 5 {
		left = letter(tile.color)
	}
	narrow := size{width: 4}
	return ink.edge.write(left) + narrow.center(tile.text, ink) + ink.edge.write(e.bottomRight)
}

// center puts up to three cells of text on the face of a tile.
func (s size) center(text string, ink ink) string {
	cells := utf8.RuneCountInString(text) // a face has narrow runes only
	before := max(0, 2-cells) + max(0, s.width-5)/2
	after := max(0, s.width-2-before-cells)
	return ink.inner(ink.face, strings.Repeat(" ", before), text, strings.Repeat(" ", after))
}
