package davinci

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// apart is the tile that stands beside a rack: the drawn one, or in setup the
// own joker that has no place yet.
func (b *model) apart(seat engine.Seat) (game.Tile, bool) {
	if drawn := b.rack(seat).Drawn; drawn != nil {
		return *drawn, true
	}
	if b.view.Choice != nil && seat == b.view.Seat && b.view.Phase == game.PhaseSetup && b.view.Choice.Chosen == 0 {
		return b.view.Choice.Tile, true
	}
	if unplaced := b.rack(seat).Unplaced; len(unplaced) > 0 {
		return unplaced[0], true
	}
	return game.Tile{}, false
}

// cells is how wide a seat's rack is at a size.
func (b *model) cells(seat engine.Seat, s size) int {
	_, apart := b.apart(seat)
	return s.row(len(b.rack(seat).Tiles), apart)
}

// drawRack is a seat's tiles and under them a row of labels, all lines
// cells(seat, s) wide.
func (b *model) drawRack(seat engine.Seat, s size) []string {
	r := newRackLines(s.height(), b.cells(seat, s))
	r.space(margin)
	acting := b.mine(game.PhaseGuess, game.PhaseAgain, game.PhaseShow)
	for i, tile := range b.rack(seat).Tiles {
		here := target{seat, i + 1}
		r.add(b.drawTile(s, tile, here, b.text(tile, here), acting && b.pointed(here)), here.zone())
		r.space(s.gap)
	}
	if tile, ok := b.apart(seat); ok {
		r.space(aside)
		r.add(b.drawTile(s, tile, target{seat, 0}, face(tile.Value), false), "")
	}
	return append(r.drawn(), b.labels(seat, s))
}

// rackLines are the lines of a rack in the making.
type rackLines []strings.Builder

// newRackLines has room for so many cells with their styles.
func newRackLines(height, cells int) rackLines {
	r := make(rackLines, height)
	for i := range r {
		r[i].Grow(stylesPerCell * cells)
	}
	return r
}

// stylesPerCell is about how many bytes a cell of a tile takes.
const stylesPerCell = 22

// add puts the lines of a tile behind those before, which can be clicked if they
// have a name.
func (r rackLines) add(tile []string, zone string) {
	for i, text := range tile {
		line := &r[i]
		if zone != "" {
			board.WriteZone(line, text, zone)
			continue
		}
		line.WriteString(text)
	}
}

func (r rackLines) space(cells int) {
	for i := range r {
		line := &r[i]
		line.WriteString(look.Blanks(cells))
	}
}

func (r rackLines) drawn() []string {
	lines := make([]string, len(r), len(r)+1) // for the labels
	for i := range r {
		lines[i] = r[i].String()
	}
	return lines
}

// drawTile is a tile at rest, or in the frame of its fall.
func (b *model) drawTile(s size, tile game.Tile, here target, text string, focused bool) []string {
	ink := b.inks[tileLook{tile.Color, tile.Open, focused}]
	if b.falls(here) {
		return s.falling(tile, b.Left(), ink)
	}
	return s.draw(tile, text, ink)
}

// text is what stands on a tile: what is typed for it, or else its face.
func (b *model) text(tile game.Tile, here target) string {
	if here == b.focus() && b.number != "" && b.mayGuess() {
		return b.number + "?"
	}
	return face(tile.Value)
}

// pointed says whether the next key acts on the tile.
func (b *model) pointed(here target) bool {
	if b.mine(game.PhaseShow) {
		return here == target{b.view.Seat, b.own}
	}
	return here == b.focus() && b.focusShown()
}

// focusShown hides the focus while the person has something else to choose.
func (b *model) focusShown() bool {
	return !b.mustPlace() && !b.mine(game.PhaseShow) && b.view.Phase != game.PhaseOver
}

// labels is the row under a rack: the places as the log counts them, the
// marker of what is chosen, the gaps where a tile may go, and what stands apart.
func (b *model) labels(seat engine.Seat, s size) string {
	row := b.places(seat, s)
	if _, ok := b.apart(seat); ok {
		label := b.apartLabel()
		if b.view.Phase != game.PhaseSetup && s.width < look.Width(label) {
			label = b.Say(prose.T("new").In("tile"))
		}
		if look.Width(label) <= s.width {
			row.put(margin+len(b.rack(seat).Tiles)*s.pitch()+aside, label)
		}
	}
	return b.inked(row)
}

// apartLabel says what the tile is that stands beside a rack.
func (b *model) apartLabel() string {
	if b.view.Phase == game.PhaseSetup { // nothing else waits for its place then
		return b.Say(prose.T("joker"))
	}
	return b.Say(prose.T("drawn").In("tile"))
}

// marks are a row of labels, a cell each.
type marks []rune

// put writes a text at a cell, as far as the row goes.
func (m marks) put(at int, text string) {
	for i, r := range []rune(text) {
		if at+i < len(m) {
			m[at+i] = r
		}
	}
}

// places are the labels of a rack but for what stands apart.
func (b *model) places(seat engine.Seat, s size) marks {
	row := marks(strings.Repeat(" ", b.cells(seat, s)))
	open := b.Say(prose.T("open").In("tile"))
	roomy := seat == b.view.Seat && s.pitch() > 5 && look.Width(open) <= s.width
	for i, tile := range b.rack(seat).Tiles {
		x := margin + i*s.pitch()
		if tile.Open && roomy {
			row.put(x+(s.width-look.Width(open))/2, open)
			continue
		}
		label := strconv.Itoa(i + 1)
		row.put(x+s.width/2, label)
		if b.pointed(target{seat, i + 1}) {
			row.put(x+s.width/2-1, "▲"+label)
		}
	}
	if seat == b.view.Seat {
		b.putGaps(row, s)
	}
	return row
}

// inked is a row of labels with its marker in another colour.
func (b *model) inked(row marks) string {
	if before, after, found := strings.Cut(string(row), "▲"); found {
		return b.Theme.Faint.Render(before) + b.Theme.Accent.Render("▲") + b.Theme.Faint.Render(after)
	}
	return b.Theme.Faint.Render(string(row))
}

// putGaps marks the gaps of a choice: the chosen one full, the others hollow.
func (b *model) putGaps(row marks, s size) {
	if !b.mustPlace() && !b.mayMove() {
		return
	}
	for i, gap := range b.view.Choice.Gaps {
		marker := "△"
		if i == b.gap {
			marker = "▲"
		}
		row.put(margin+(gap-1)*s.pitch()-s.gap, marker)
	}
}
