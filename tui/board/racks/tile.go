package racks

import (
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"parlor/tui/style"
)

// Color is the colour of a tile.
type Color uint8

// The colours of tiles. Black tiles have heavy square corners and a B, white ones light round
// corners and a W, so that they differ even without colour.
const (
	Black Color = iota
	White
)

// Letter returns the letter on a tile of the colour.
func (c Color) Letter() string {
	if c == Black {
		return "B"
	}
	return "W"
}

// Tile is a tile to draw.
type Tile struct {
	Color   Color
	Open    bool   // it is turned up; a hidden tile stands upright
	Pointed bool   // the next key acts on it
	Focused bool   // the next key acts on it, and the player must decide
	Frames  int    // remaining frames of its fall
	Text    string // up to three narrow runes
}

// Size is the size of the tiles of a rack.
type Size struct {
	Width int  // 5, 4 or that of Large
	Gap   int  // cells between two tiles
	Tall  bool // three lines, or five if large; otherwise two
}

// largeWidth is the width of the largest tiles.
const largeWidth = 7

// Large returns the largest size.
func Large() Size { return Size{Width: largeWidth, Gap: 1, Tall: true} }

func (s Size) large() bool { return s.Tall && s.Width >= largeWidth }

func (s Size) pitch() int { return s.Width + s.Gap }

// Height returns the number of lines of a tile.
func (s Size) Height() int {
	switch {
	case s.large():
		return 5
	case s.Tall:
		return 3
	}
	return 2
}

// edges holds the line characters of tiles of a colour.
type edges struct{ topLeft, topRight, left, right, bottomLeft, bottomRight, flat string }

func edgesOf(color Color) edges {
	if color == Black {
		return edges{"┏", "┓", "┃", "┃", "┗", "┛", "━"}
	}
	return edges{"╭", "╮", "│", "│", "╰", "╯", "─"}
}

// ink holds the styles of the parts of a tile.
type ink struct{ edge, face, number pen }

// inks caches all inks of a theme, because each drawing needs hundreds.
type inks map[look]ink

// look is what determines an ink.
type look struct {
	color   Color
	open    bool
	focused bool
}

func newInks(theme *style.Theme) inks {
	all := inks{}
	for _, color := range []Color{Black, White} {
		paper, text, line := theme.BlackTile, theme.WhiteTile, theme.BlackEdge
		if color == White {
			paper, text, line = theme.WhiteTile, theme.BlackTile, theme.WhiteEdge
		}
		on := lipgloss.NewStyle().Background(paper)
		edge, face := newPen(on.Foreground(line)), newPen(on.Foreground(text).Bold(true))
		under := newPen(on.Foreground(text).Underline(true))
		marked := newPen(theme.Accent.Reverse(true))
		if theme.Contrast { // in contrast to the tile: the text colour of the screen may be the colour of the tile
			marked = newPen(on.Foreground(text).Bold(true).Reverse(true))
		}
		all[look{color: color}] = ink{edge, face, face}
		all[look{color: color, open: true}] = ink{edge, face, under}
		for _, open := range []bool{false, true} {
			all[look{color, open, true}] = ink{edge, marked, marked}
		}
	}
	return all
}

func (i inks) of(tile Tile) ink { return i[look{tile.Color, tile.Open, tile.Focused}] }

// pen writes text in one style.
type pen struct{ on, off string }

func newPen(textStyle lipgloss.Style) pen {
	on, off, _ := strings.Cut(textStyle.Render("x"), "x")
	return pen{on, off}
}

func (p pen) write(text string) string { return p.on + text + p.off }

// inner returns the inside of a tile: a number between two texts. The first text has its own pen.
func (i ink) inner(first pen, before, number, after string) string {
	return first.on + before + first.off + i.number.on + number + i.number.off + i.face.on + after + i.face.off
}

// draw returns a tile at rest, or in a frame of its fall, in Height lines of Width cells.
func (s Size) draw(tile Tile, ink ink) []string {
	if tile.Frames > 0 {
		return s.falling(tile, ink)
	}
	return s.resting(tile, ink)
}

func (s Size) resting(tile Tile, ink ink) []string {
	e, inner := edgesOf(tile.Color), s.Width-2
	top := ink.edge.write(e.topLeft + tile.Color.Letter() + strings.Repeat(e.flat, inner-1) + e.topRight)
	on := s.center(tile.Text, ink)
	blank := strings.Repeat(" ", s.Width)
	switch {
	case s.large():
		return s.drawLarge(tile, top, on, ink)
	case tile.Open && s.Tall:
		return []string{blank, top, ink.edge.write(e.bottomLeft) + on + ink.edge.write(e.bottomRight)}
	case tile.Open:
		return []string{blank, s.flat(tile, ink)}
	case s.Tall:
		bottom := ink.edge.write(e.bottomLeft + strings.Repeat(e.flat, inner) + e.bottomRight)
		return []string{top, ink.edge.write(e.left) + on + ink.edge.write(e.right), bottom}
	}
	return []string{top, ink.edge.write(e.left) + on + ink.edge.write(e.right)}
}

// drawLarge returns a tile of five lines. An open tile fills the lower three.
func (s Size) drawLarge(tile Tile, top, on string, ink ink) []string {
	e := edgesOf(tile.Color)
	face := ink.edge.write(e.left) + on + ink.edge.write(e.right)
	bottom := ink.edge.write(e.bottomLeft + strings.Repeat(e.flat, s.Width-2) + e.bottomRight)
	if tile.Open {
		blank := strings.Repeat(" ", s.Width)
		return []string{blank, blank, top, face, bottom}
	}
	empty := ink.edge.write(e.left) + s.center("", ink) + ink.edge.write(e.right)
	return []string{top, empty, face, empty, bottom}
}

// falling returns a tile in one of the frames before it rests: upright, then on its edge, then as
// it will rest but without its text. A hidden tile is invisible before it arrives.
func (s Size) falling(tile Tile, ink ink) []string {
	rows := slices.Repeat([]string{strings.Repeat(" ", s.Width)}, s.Height())
	tile.Text = ""
	upright := tile
	upright.Open = false
	switch {
	case tile.Frames == 1:
		return s.resting(tile, ink)
	case tile.Frames == 2:
		rows[len(rows)-1] = s.resting(upright, ink)[0]
	case tile.Open:
		return s.resting(upright, ink)
	}
	return rows
}

// flat returns an open tile in one line: its letter and its text on a tray.
func (s Size) flat(tile Tile, ink ink) string {
	e := edgesOf(tile.Color)
	left := e.bottomLeft + tile.Color.Letter()
	if s.Width < 5 {
		left = tile.Color.Letter()
	}
	narrow := Size{Width: 4}
	return ink.edge.write(left) + narrow.center(tile.Text, ink) + ink.edge.write(e.bottomRight)
}

// center returns the face of a tile with a text of up to three cells.
func (s Size) center(text string, ink ink) string {
	cells := utf8.RuneCountInString(text)
	before := max(0, 2-cells) + max(0, s.Width-5)/2
	after := max(0, s.Width-2-before-cells)
	return ink.inner(ink.face, strings.Repeat(" ", before), text, strings.Repeat(" ", after))
}
