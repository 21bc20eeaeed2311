package davinci

import (
	"slices"
	"strings"
	"unicode/utf8"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/style"
)

// compact returns the size of tiles in one row: a letter, what stands on the tile,
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

// stackWidth is the width below which names stand above the racks.
const stackWidth = 80

// The cells left of the compact tiles of a row, for its owner's name.
const rowName, shortRowName = 16, 6

// allRows returns the racks of all seats, each behind its owner's name.
func (r *racks) allRows(width int) []string {
	cells := rowName
	if width < stackWidth {
		cells = shortRowName
	}
	var lines []string
	for _, seat := range r.seats() {
		textStyle := r.Theme.Strong
		if seat == r.focus().seat && r.page() == notesPage {
			textStyle = r.Theme.Accent
		}
		name := []string{textStyle.Render(style.Fit(r.Name(seat), cells))}
		lines = append(lines, style.Beside(name, r.drawRows(r.rowsOf(seat, width-margin-cells)), cells)...)
	}
	return style.Indented(lines, margin)
}

func (r *racks) rowsOf(seat engine.Seat, width int) rackRows {
	n := len(r.rack(seat).Tiles)
	if _, apart := r.apart(seat); apart {
		n++
	}
	most := max(1, (width-margin)/compact().pitch())
	rows := max(1, (n+most-1)/most)
	return rackRows{seat, width, rows, max(1, (n+rows-1)/rows)}
}

// drawRows draws the rack row by row.
func (r *racks) drawRows(of rackRows) []string {
	key := rackKey{rows: of, tiles: r.lay(of.seat), labels: " " + r.apartLabel()}
	return r.cache.At(100*int(of.seat), key, func() []string { return slices.Clip(r.drawSlats(key)) })
}

func (r *racks) drawSlats(of rackKey) []string {
	lines, tiles, apart := make([]string, of.rows.rows), of.tiles, []laidTile(nil)
	if last := len(tiles) - 1; last >= 0 && tiles[last].at.place == 0 {
		tiles, apart = tiles[:last], tiles[last:]
	}
	for row := range lines {
		from := min(row*of.rows.perLine, len(tiles))
		to := min(from+of.rows.perLine, len(tiles))
		var line strings.Builder
		var before slat
		for _, tile := range tiles[from:to] {
			one := r.slat(tile)
			line.WriteString(r.joint(before, one))
			board.WriteZone(&line, one.body, tile.at.zone())
			before = one
		}
		line.WriteString(r.joint(before, slat{}))
		lines[row] = line.String()
	}
	for _, tile := range apart {
		last := &lines[of.rows.rows-1]
		*last += " " + r.slat(tile).body
		if style.Width(*last)+style.Width(of.labels) <= of.rows.width {
			*last += r.Theme.Faint.Render(of.labels)
		}
	}
	return lines
}

// drawPlaces draws the labels of the rack row by row.
func (r *racks) drawPlaces(of rackRows) []string {
	lines := make([]string, of.rows)
	places, cells := r.places(of.seat, compact()), of.perLine*compact().pitch()
	for row := range lines {
		from := min(row*cells, len(places))
		to := min(from+cells, len(places))
		if row == of.rows-1 {
			to = len(places)
		}
		lines[row] = r.inked(places[from:to])
	}
	return lines
}

// joint returns what stands between two compact tiles, either of which may not be
// there.
func (r *racks) joint(left, right slat) string {
	switch {
	case left.wide:
		return ""
	case left.pointed:
		return r.Theme.Accent.Render(markRight)
	case right.pointed:
		return r.Theme.Accent.Render(markLeft)
	}
	return " "
}

// slat returns a tile at rest, or in the frame of its fall.
func (r *racks) slat(tile laidTile) slat {
	ink, text := r.inks[tileLook{tile.color, tile.open, tile.focused}], tile.text
	if utf8.RuneCountInString(text) >= compact().width { // a number typed for it needs its mark less than its room
		text = strings.TrimSuffix(text, "?")
	}
	if tile.frames > 0 {
		return slat{body: fallingSlat(tile, ink)}
	}
	mark := ""
	if tile.open {
		mark = openMark
	}
	cells := 1 + utf8.RuneCountInString(text+mark) // a face has narrow runes only
	blank := strings.Repeat(" ", max(0, compact().width-cells))
	return slat{
		body: ink.inner(ink.edge, letter(tile.color), text, mark+blank),
		wide: cells > compact().width, pointed: tile.pointed,
	}
}

// fallingSlat returns a compact tile some frames before it rests.
func fallingSlat(tile laidTile, ink ink) string {
	const blank = "   "
	switch {
	case tile.frames == 1 && tile.open:
		return ink.edge.write(letter(tile.color)) + ink.face.write(" "+openMark)
	case tile.frames == 2:
		return ink.edge.write(strings.Repeat(edgesOf(tile.color).flat, len(blank)))
	case tile.frames == 1 || tile.open:
		return ink.edge.write(letter(tile.color)) + ink.face.write(blank[1:])
	}
	return blank
}
