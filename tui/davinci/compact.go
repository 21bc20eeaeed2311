package davinci

import (
	"strings"
	"unicode/utf8"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
	"parlor/tui/look"
)

// compact is the size of tiles in one row: a letter, what stands on the tile,
// and a dot behind it where it lies open. In the cells between them stand the
// marks of the one that the next key acts on.
func compact() size { return size{width: 3, gap: 1} }

const openMark, markLeft, markRight = "•", "›", "‹"

// slat is a compact tile as it is drawn.
type slat struct {
	body    string
	wide    bool // takes the cell behind it too
	pointed bool
}

// rackRows are a rack that takes several rows of so many cells: the same number
// of tiles in each, as nearly as can be.
type rackRows struct {
	seat          engine.Seat
	width         int
	rows, perLine int
}

func (b *model) rowsOf(seat engine.Seat, width int) rackRows {
	n := len(b.rack(seat).Tiles)
	if _, apart := b.apart(seat); apart {
		n++
	}
	most := max(1, (width-margin)/compact().pitch())
	rows := max(1, (n+most-1)/most)
	return rackRows{seat, width, rows, max(1, (n+rows-1)/rows)}
}

// drawRows is the rack row by row.
func (b *model) drawRows(r rackRows) []string {
	lines := make([]string, r.rows)
	tiles := b.rack(r.seat).Tiles
	for row := range lines {
		from := min(row*r.perLine, len(tiles))
		to := min(from+r.perLine, len(tiles))
		var line strings.Builder
		var before slat
		for i, tile := range tiles[from:to] {
			here := target{r.seat, from + i + 1}
			one := b.slat(tile, here)
			line.WriteString(b.joint(before, one) + board.Zone(one.body, here.zone()))
			before = one
		}
		line.WriteString(b.joint(before, slat{}))
		lines[row] = line.String()
	}
	if tile, ok := b.apart(r.seat); ok {
		last := &lines[r.rows-1]
		*last += " " + b.slat(tile, target{r.seat, 0}).body
		if label := " " + b.apartLabel(); look.Width(*last)+look.Width(label) <= r.width {
			*last += b.Theme.Faint.Render(label)
		}
	}
	return lines
}

// drawPlaces are the labels of the rack row by row.
func (b *model) drawPlaces(r rackRows) []string {
	lines := make([]string, r.rows)
	places, cells := b.places(r.seat, compact()), r.perLine*compact().pitch()
	for row := range lines {
		from := min(row*cells, len(places))
		to := min(from+cells, len(places))
		if row == r.rows-1 {
			to = len(places)
		}
		lines[row] = b.inked(places[from:to])
	}
	return lines
}

// joint is what stands between two compact tiles, either of which may not be
// there.
func (b *model) joint(left, right slat) string {
	switch {
	case left.wide:
		return ""
	case left.pointed:
		return b.Theme.Accent.Render(markRight)
	case right.pointed:
		return b.Theme.Accent.Render(markLeft)
	}
	return " "
}

// slat is a tile at rest, or in the frame of its fall.
func (b *model) slat(tile game.Tile, here target) slat {
	pointed := here.place > 0 && b.pointed(here)
	focused := pointed && b.mine(game.PhaseGuess, game.PhaseAgain, game.PhaseShow)
	ink := b.inks[tileLook{tile.Color, tile.Open, focused}]
	text := b.text(tile, here)
	if utf8.RuneCountInString(text) >= compact().width { // a number typed for it needs its mark less than its room
		text = strings.TrimSuffix(text, "?")
	}
	if b.falls(here) {
		return slat{body: fallingSlat(tile, b.Left(), ink)}
	}
	mark := ""
	if tile.Open {
		mark = openMark
	}
	cells := 1 + utf8.RuneCountInString(text+mark) // a face has narrow runes only
	blank := strings.Repeat(" ", max(0, compact().width-cells))
	return slat{
		body: ink.inner(ink.edge, letter(tile.Color), text, mark+blank),
		wide: cells > compact().width, pointed: pointed,
	}
}

// fallingSlat is a compact tile some frames before it rests.
func fallingSlat(tile game.Tile, frames int, ink ink) string {
	const blank = "   "
	switch {
	case frames == 1 && tile.Open:
		return ink.edge.write(letter(tile.Color)) + ink.face.write(" "+openMark)
	case frames == 2:
		return ink.edge.write(strings.Repeat(edgesOf(tile.Color).flat, len(blank)))
	case frames == 1 || tile.Open:
		return ink.edge.write(letter(tile.Color)) + ink.face.write(blank[1:])
	}
	return blank
}
