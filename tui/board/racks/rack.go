package racks

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/style"
)

// Rack is a rack to draw.
type Rack struct {
	Seat  engine.Seat
	Tiles []Tile // in order; a separate tile comes last
	Apart bool   // the last tile is separate from the rack

	// ApartLabel is the label of the separate tile; ApartShort replaces it below a narrow tile.
	ApartLabel, ApartShort string
	OpenLabel              string // replaces the numbers of open tiles if it fits; may be empty
	Gaps                   []int  // where a tile may be placed; 1 is the gap left of the first tile
	Gap                    int    // index in Gaps of the chosen one
}

// Length returns the length of the rack.
func (r Rack) Length() Length { return Length{len(r.row()), r.Apart} }

// row returns the tiles without the separate one.
func (r Rack) row() []Tile {
	if r.Apart {
		return r.Tiles[:len(r.Tiles)-1]
	}
	return r.Tiles
}

func (r Rack) same(other Rack) bool {
	return r.Seat == other.Seat && r.Apart == other.Apart && r.Gap == other.Gap && r.ApartLabel == other.ApartLabel &&
		r.ApartShort == other.ApartShort && r.OpenLabel == other.OpenLabel && slices.Equal(r.Tiles, other.Tiles) && slices.Equal(r.Gaps, other.Gaps)
}

// Length is the length of a rack, in tiles.
type Length struct {
	Tiles int
	Apart bool // there is also a separate tile
}

const (
	// Margin is the width of the space to the left of a rack, in cells, where the marker for the first
	// gap goes.
	Margin = 1

	aside = 2 // cells between a rack and the separate tile
)

// Cells returns the width of a rack at a size.
func (l Length) Cells(s Size) int {
	cells := Margin + l.Tiles*s.pitch()
	if l.Apart {
		cells += aside + s.Width
	}
	return cells
}

// Fitting returns the largest size below [Large] at which all racks fit into the given cells, and
// whether there is one.
func Fitting(all []Length, cells int, tall bool) (s Size, fits bool) {
	for _, s = range []Size{{5, 1, tall}, {5, 0, tall}, {4, 0, tall}} {
		if Fit(all, s, cells) {
			return s, true
		}
	}
	return s, false
}

// Fit reports whether all racks fit into the given cells at a size.
func Fit(all []Length, s Size, cells int) bool {
	return !slices.ContainsFunc(all, func(l Length) bool { return l.Cells(s) > cells })
}

// Renderer draws racks. It redraws a rack only when it changes.
type Renderer struct {
	theme *style.Theme
	zone  func(seat engine.Seat, place int) string
	inks  inks
	cache board.Cache[key, []string]
}

// New returns a Renderer. Tiles in racks can be clicked, separate tiles cannot: zone returns the name
// of a tile for [board.Zone]. Places count from 1.
func New(theme *style.Theme, zone func(seat engine.Seat, place int) string) *Renderer {
	return &Renderer{theme: theme, zone: zone, inks: newInks(theme)}
}

// key holds what determines the lines of a rack.
type key struct {
	rack Rack
	size Size // zero for compact rows
	rows Rows // zero for whole tiles
}

// Same implements board.Source.
func (k key) Same(other key) bool {
	return k.size == other.size && k.rows == other.rows && k.rack.same(other.rack)
}

// Tile draws a single tile.
func (d *Renderer) Tile(tile Tile, s Size) []string { return s.draw(tile, d.inks.of(tile)) }

// Edge returns a text in the style of the edges of tiles of a colour.
func (d *Renderer) Edge(color Color, text string) string {
	return d.inks[look{color: color}].edge.write(text)
}

// Chip returns the smallest picture of the back of a tile.
func (d *Renderer) Chip(color Color) string {
	e := edgesOf(color)
	return d.Edge(color, e.left+color.Letter()+e.right)
}

// Draw returns a rack of whole tiles and a line of labels below it, in at most Cells cells.
func (d *Renderer) Draw(rack Rack, s Size) []string {
	return d.cache.At(100*int(rack.Seat)+10*s.Height()+s.Width, key{rack: rack, size: s}, func() []string {
		return slices.Clip(append(d.tiles(rack, s), d.inked(rack.labels(s))))
	})
}

func (d *Renderer) tiles(rack Rack, s Size) []string {
	lines := make([]strings.Builder, s.Height())
	tiles := make([][]string, len(rack.Tiles))
	bytes := make([]int, len(lines))
	for at, tile := range rack.Tiles {
		tiles[at] = d.Tile(tile, s)
		for i, text := range tiles[at] {
			bytes[i] += len(text) + zoneBytes
		}
	}
	for i := range lines {
		lines[i].Grow(bytes[i])
	}
	before, inRow := Margin, len(rack.row())
	for at, tile := range tiles {
		if at == inRow {
			before += aside
		}
		for i, text := range tile {
			line := &lines[i]
			line.WriteString(style.Blanks(before))
			if at < inRow {
				board.WriteZone(line, text, d.zone(rack.Seat, at+1))
			} else {
				line.WriteString(text)
			}
		}
		before = s.Gap
	}
	drawn := make([]string, 0, len(lines)+1)
	for i := range lines {
		drawn = append(drawn, lines[i].String())
	}
	return drawn
}

// zoneBytes is the approximate length of the marks of a zone.
const zoneBytes = 44

// labelRow is a line of labels, one rune per cell.
type labelRow []rune

// put writes a text from a cell on, up to the end of the line.
func (m labelRow) put(at int, text string) {
	for i, r := range []rune(text) {
		if at+i < len(m) {
			m[at+i] = r
		}
	}
}

// labels returns the line below a rack: the position numbers, the marker of the choice, the gaps
// where a tile may be placed, and the label of the separate tile.
func (r Rack) labels(s Size) labelRow {
	row := r.places(s)
	if r.Apart {
		label := r.ApartLabel
		if s.Width < style.Width(label) && r.ApartShort != "" {
			label = r.ApartShort
		}
		if style.Width(label) <= s.Width {
			row.put(Margin+len(r.row())*s.pitch()+aside, label)
		}
	}
	return row
}

// places returns the labels of a rack without that of the separate tile.
func (r Rack) places(s Size) labelRow {
	row := labelRow(strings.Repeat(" ", r.Length().Cells(s)))
	wide := style.Width(r.OpenLabel)
	open := wide > 0 && s.pitch() > 5 && wide <= s.Width
	for i, tile := range r.row() {
		x := Margin + i*s.pitch()
		if tile.Open && open {
			row.put(x+(s.Width-wide)/2, r.OpenLabel)
			continue
		}
		label := strconv.Itoa(i + 1)
		row.put(x+s.Width/2, label)
		if tile.Pointed {
			row.put(x+s.Width/2-1, "▲"+label)
		}
	}
	for i, gap := range r.Gaps {
		marker := "△"
		if i == r.Gap {
			marker = "▲"
		}
		row.put(Margin+(gap-1)*s.pitch()-s.Gap, marker)
	}
	return row
}

// inked returns a line of labels with its marker in another colour.
func (d *Renderer) inked(row labelRow) string {
	if before, after, found := strings.Cut(string(row), "▲"); found {
		return d.theme.Faint.Render(before) + d.theme.Accent.Render("▲") + d.theme.Faint.Render(after)
	}
	return d.theme.Faint.Render(string(row))
}
