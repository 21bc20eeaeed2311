package davinci

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// racks draws the rows of tiles. One is drawn again only when it changes.
type racks struct {
	*guesser
	*falling

	inks  inks
	cache board.Cache[rackKey, []string]
}

// rackKey is what a rack is drawn from.
type rackKey struct {
	size   size
	rows   rackRows
	tiles  []laidTile // what stands apart last
	labels string
}

// Same implements board.Source.
func (k rackKey) Same(other rackKey) bool {
	return k.size == other.size && k.rows == other.rows && k.labels == other.labels && slices.Equal(k.tiles, other.tiles)
}

// laidTile is what a tile is drawn from.
type laidTile struct {
	at      target // place 0 is the one that stands apart
	color   game.Color
	open    bool
	pointed bool // the next key acts on it
	focused bool // and asks for a decision
	frames  int  // of its fall that are to come
	text    string
}

// rackRows are a rack that takes several rows of width cells: the same number
// of tiles in each, as nearly as can be.
type rackRows struct {
	seat          engine.Seat
	width         int
	rows, perLine int
}

// lay returns what the tiles of a seat's rack are drawn from.
func (r *racks) lay(seat engine.Seat) []laidTile {
	tiles := r.rack(seat).Tiles
	laid := make([]laidTile, 0, len(tiles)+1)
	acting := r.mine(game.PhaseGuess, game.PhaseAgain, game.PhaseShow)
	for i, tile := range tiles {
		here := target{seat, i + 1}
		pointed := r.pointed(here)
		laid = append(laid, laidTile{at: here, color: tile.Color, open: tile.Open, pointed: pointed, focused: pointed && acting, frames: r.fall(here), text: r.text(tile, here)})
	}
	if tile, ok := r.apart(seat); ok {
		here := target{seat, 0}
		laid = append(laid, laidTile{at: here, color: tile.Color, open: tile.Open, frames: r.fall(here), text: face(tile.Value)})
	}
	return laid
}

// apart returns the tile that stands next to a rack: the drawn one, or in setup the
// own joker that has no place yet.
func (r *racks) apart(seat engine.Seat) (game.Tile, bool) {
	if drawn := r.rack(seat).Drawn; drawn != nil {
		return *drawn, true
	}
	if r.view.Choice != nil && seat == r.view.Seat && r.view.Phase == game.PhaseSetup && r.view.Choice.Chosen == 0 {
		return r.view.Choice.Tile, true
	}
	if unplaced := r.rack(seat).Unplaced; len(unplaced) > 0 {
		return unplaced[0], true
	}
	return game.Tile{}, false
}

// cells returns how wide a seat's rack is at a size.
func (r *racks) cells(seat engine.Seat, s size) int {
	_, apart := r.apart(seat)
	return s.row(len(r.rack(seat).Tiles), apart)
}

// fitting returns the roomiest size at which the racks of all seats have at most
// these cells.
func (r *racks) fitting(seats []engine.Seat, cells int, tall bool) (size, bool) {
	var s size
	for _, s = range []size{{5, 1, tall}, {5, 0, tall}, {4, 0, tall}} {
		if r.fit(seats, s, cells) {
			return s, true
		}
	}
	return s, false
}

// fit reports whether the racks of all seats have at most these cells at a size.
func (r *racks) fit(seats []engine.Seat, s size, cells int) bool {
	return !slices.ContainsFunc(seats, func(seat engine.Seat) bool { return r.cells(seat, s) > cells })
}

// drawRack returns a seat's tiles and under them a row of labels, in at most
// cells(seat, s) cells.
func (r *racks) drawRack(seat engine.Seat, s size) []string {
	key := rackKey{size: s, tiles: r.lay(seat), labels: r.labels(seat, s)}
	return r.cache.At(100*int(seat)+10*s.height()+s.width, key, func() []string { return slices.Clip(r.drawTiles(key)) })
}

func (r *racks) drawTiles(of rackKey) []string {
	lines := make([]strings.Builder, of.size.height())
	tiles := make([][]string, len(of.tiles))
	bytes := make([]int, len(lines))
	for at, tile := range of.tiles {
		tiles[at] = r.drawTile(of.size, tile)
		for i, text := range tiles[at] {
			bytes[i] += len(text) + markBytes
		}
	}
	for i := range lines {
		lines[i].Grow(bytes[i])
	}
	before := margin
	for at, tile := range of.tiles {
		if tile.at.place == 0 {
			before += aside
		}
		for i, text := range tiles[at] {
			line := &lines[i]
			line.WriteString(style.Blanks(before))
			if tile.at.place > 0 {
				board.WriteZone(line, text, tile.at.zone())
			} else {
				line.WriteString(text)
			}
		}
		before = of.size.gap
	}
	drawn := make([]string, 0, len(lines)+1)
	for i := range lines {
		drawn = append(drawn, lines[i].String())
	}
	return append(drawn, of.labels)
}

// markBytes is about how long the mark is by which a tile can be clicked.
const markBytes = 44

// drawTile returns a tile at rest, or in the frame of its fall.
func (r *racks) drawTile(s size, tile laidTile) []string {
	ink := r.inks[tileLook{tile.color, tile.open, tile.focused}]
	if tile.frames > 0 {
		return s.falling(tile, ink)
	}
	return s.draw(tile, ink)
}

// labels returns the row under a rack: the places as the log counts them, the
// marker of what is chosen, the gaps where a tile may go, and what stands apart.
func (r *racks) labels(seat engine.Seat, s size) string {
	row := r.places(seat, s)
	if _, ok := r.apart(seat); ok {
		label := r.apartLabel()
		if r.view.Phase != game.PhaseSetup && s.width < style.Width(label) {
			label = r.Say(prose.T("new").In("tile"))
		}
		if style.Width(label) <= s.width {
			row.put(margin+len(r.rack(seat).Tiles)*s.pitch()+aside, label)
		}
	}
	return r.inked(row)
}

// apartLabel says what the tile is that stands next to a rack.
func (r *racks) apartLabel() string {
	if r.view.Phase == game.PhaseSetup { // nothing else waits for its place then
		return r.Say(prose.T("joker"))
	}
	return r.Say(prose.T("drawn").In("tile"))
}

// labelRow is a row of labels, a cell each.
type labelRow []rune

// put writes a text at a cell, as far as the row goes.
func (m labelRow) put(at int, text string) {
	for i, r := range []rune(text) {
		if at+i < len(m) {
			m[at+i] = r
		}
	}
}

// places returns the labels of a rack but for what stands apart.
func (r *racks) places(seat engine.Seat, s size) labelRow {
	row := labelRow(strings.Repeat(" ", r.cells(seat, s)))
	open := r.Say(prose.T("open").In("tile"))
	roomy := seat == r.view.Seat && s.pitch() > 5 && style.Width(open) <= s.width
	for i, tile := range r.rack(seat).Tiles {
		x := margin + i*s.pitch()
		if tile.Open && roomy {
			row.put(x+(s.width-style.Width(open))/2, open)
			continue
		}
		label := strconv.Itoa(i + 1)
		row.put(x+s.width/2, label)
		if r.pointed(target{seat, i + 1}) {
			row.put(x+s.width/2-1, "▲"+label)
		}
	}
	if seat == r.view.Seat {
		r.putGaps(row, s)
	}
	return row
}

// inked returns a row of labels with its marker in another colour.
func (r *racks) inked(row labelRow) string {
	if before, after, found := strings.Cut(string(row), "▲"); found {
		return r.Theme.Faint.Render(before) + r.Theme.Accent.Render("▲") + r.Theme.Faint.Render(after)
	}
	return r.Theme.Faint.Render(string(row))
}

// putGaps marks the gaps of a choice: the chosen one full, the others hollow.
func (r *racks) putGaps(row labelRow, s size) {
	if !r.mustPlace() && !r.mayMove() {
		return
	}
	for i, gap := range r.view.Choice.Gaps {
		marker := "△"
		if i == r.gap {
			marker = "▲"
		}
		row.put(margin+(gap-1)*s.pitch()-s.gap, marker)
	}
}
