package racks

import (
	"slices"
	"strings"
	"unicode/utf8"

	"parlor/tui/board"
	"parlor/tui/style"
)

// compact returns the size of tiles in one line: a letter, the text of the tile, and a dot if it is
// open. The marks of the tile for the next key are in the gaps.
func compact() Size { return Size{Width: 3, Gap: 1} }

const openMark, markLeft, markRight = "•", "›", "‹"

// Rows describes how a rack of compact tiles is divided into rows, as evenly as possible.
type Rows struct {
	Width       int // cells
	Rows        int
	TilesPerRow int
}

// Rows returns how a rack is divided into rows of at most width cells.
func (l Length) Rows(width int) Rows {
	n := l.Tiles
	if l.Apart {
		n++
	}
	most := max(1, (width-Margin)/compact().pitch())
	rows := max(1, (n+most-1)/most)
	return Rows{width, rows, max(1, (n+rows-1)/rows)}
}

// HasGap reports whether one of the gaps is in the given row. Rows count from 0, gaps from 1.
func (r Rows) HasGap(gaps []int, row int) bool {
	return slices.ContainsFunc(gaps, func(gap int) bool { return min((gap-1)/r.TilesPerRow, r.Rows-1) == row })
}

// DrawCompact returns the compact tiles of a rack by row.
func (d *Renderer) DrawCompact(rack Rack, rows Rows) []string {
	return d.cache.At(100*int(rack.Seat), key{rack: rack, rows: rows}, func() []string { return slices.Clip(d.compactTiles(rack, rows)) })
}

func (d *Renderer) compactTiles(rack Rack, rows Rows) []string {
	lines, tiles := make([]string, rows.Rows), rack.row()
	for row := range lines {
		from := min(row*rows.TilesPerRow, len(tiles))
		to := min(from+rows.TilesPerRow, len(tiles))
		var line strings.Builder
		var before compactTile
		for i, tile := range tiles[from:to] {
			one := d.compactTile(tile)
			line.WriteString(d.joint(before, one))
			board.WriteZone(&line, one.body, d.zone(rack.Seat, from+i+1))
			before = one
		}
		line.WriteString(d.joint(before, compactTile{}))
		lines[row] = line.String()
	}
	if rack.Apart {
		last, label := &lines[rows.Rows-1], " "+rack.ApartLabel
		*last += " " + d.compactTile(rack.Tiles[len(tiles)]).body
		if style.Width(*last)+style.Width(label) <= rows.Width {
			*last += d.theme.Faint.Render(label)
		}
	}
	return lines
}

// DrawPlaces returns the labels of a rack of compact tiles by row.
func (d *Renderer) DrawPlaces(rack Rack, rows Rows) []string {
	lines := make([]string, rows.Rows)
	places, cells := rack.places(compact()), rows.TilesPerRow*compact().pitch()
	for row := range lines {
		from := min(row*cells, len(places))
		to := min(from+cells, len(places))
		if row == rows.Rows-1 {
			to = len(places)
		}
		lines[row] = d.inked(places[from:to])
	}
	return lines
}

// compactTile is a compact tile as drawn.
type compactTile struct {
	body    string
	wide    bool // also uses the cell after it
	pointed bool
}

// joint returns the text between two compact tiles. Either may be missing.
func (d *Renderer) joint(left, right compactTile) string {
	switch {
	case left.wide:
		return ""
	case left.pointed:
		return d.theme.Accent.Render(markRight)
	case right.pointed:
		return d.theme.Accent.Render(markLeft)
	}
	return " "
}

// compactTile returns a tile at rest, or in a frame of its fall.
func (d *Renderer) compactTile(tile Tile) compactTile {
	ink, text := d.inks.of(tile), tile.Text
	if utf8.RuneCountInString(text) >= compact().Width { // a typed number needs its space more than its mark
		text = strings.TrimSuffix(text, "?")
	}
	if tile.Frames > 0 {
		return compactTile{body: fallingCompact(tile, ink)}
	}
	mark := ""
	if tile.Open {
		mark = openMark
	}
	cells := 1 + utf8.RuneCountInString(text+mark)
	blank := strings.Repeat(" ", max(0, compact().Width-cells))
	return compactTile{
		body: ink.inner(ink.edge, tile.Color.Letter(), text, mark+blank),
		wide: cells > compact().Width, pointed: tile.Pointed,
	}
}

// fallingCompact returns a compact tile in one of the frames before it rests.
func fallingCompact(tile Tile, ink ink) string {
	const blank = "   "
	switch {
	case tile.Frames == 1 && tile.Open:
		return ink.edge.write(tile.Color.Letter()) + ink.face.write(" "+openMark)
	case tile.Frames == 2:
		return ink.edge.write(strings.Repeat(edgesOf(tile.Color).flat, len(blank)))
	case tile.Frames == 1 || tile.Open:
		return ink.edge.write(tile.Color.Letter()) + ink.face.write(blank[1:])
	}
	return blank
}
