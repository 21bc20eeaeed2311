package davinci

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui"
)

// apart is the tile that stands beside a rack: the drawn one, or in setup the
// own joker that has no place yet.
func (b *board) apart(seat engine.Seat) (game.Tile, bool) {
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
func (b *board) cells(seat engine.Seat, s size) int {
	_, apart := b.apart(seat)
	return s.row(len(b.rack(seat).Tiles), apart)
}

// drawRack is a seat's tiles and under them a row of labels, all lines
// cells(seat, s) wide.
func (b *board) drawRack(seat engine.Seat, s size) []string {
	lines := slices.Repeat([]string{strings.Repeat(" ", margin)}, s.height())
	add := func(space int, rows []string) {
		for i, row := range rows {
			lines[i] += row + strings.Repeat(" ", space)
		}
	}
	acting := b.mine(game.PhaseGuess, game.PhaseAgain, game.PhaseShow)
	for i, tile := range b.rack(seat).Tiles {
		here := target{seat, i + 1}
		drawn := b.drawTile(s, tile, here, b.text(tile, here), acting && b.pointed(here))
		for row := range drawn {
			drawn[row] = tui.Zone(drawn[row], "tile "+seat.String()+" "+strconv.Itoa(here.place))
		}
		add(s.gap, drawn)
	}
	if tile, ok := b.apart(seat); ok {
		add(aside, slices.Repeat([]string{""}, s.height()))
		add(0, b.drawTile(s, tile, target{seat, 0}, face(tile.Value), false))
	}
	return append(lines, b.labels(seat, s))
}

// drawTile is a tile at rest, or in the frame of its fall.
func (b *board) drawTile(s size, tile game.Tile, here target, text string, focused bool) []string {
	ink := b.inks[look{tile.Color, tile.Open, focused}]
	if b.falls(here) {
		return s.falling(tile, b.fall.frames, ink)
	}
	return s.draw(tile, text, ink)
}

// text is what stands on a tile: what is typed for it, or else its face.
func (b *board) text(tile game.Tile, here target) string {
	if here == b.focus && b.number != "" && b.mayGuess() {
		return b.number + "?"
	}
	return face(tile.Value)
}

// pointed says whether the next key acts on the tile.
func (b *board) pointed(here target) bool {
	if b.mine(game.PhaseShow) {
		return here == target{b.view.Seat, b.own}
	}
	return here == b.focus && b.focusShown()
}

// focusShown hides the focus while the person has something else to choose.
func (b *board) focusShown() bool {
	return !b.mustPlace() && !b.mine(game.PhaseShow) && b.view.Phase != game.PhaseOver
}

// labels is the row under a rack: the places as the log counts them, the
// marker of what is chosen, and the gaps where a tile may go.
func (b *board) labels(seat engine.Seat, s size) string {
	row := []rune(strings.Repeat(" ", b.cells(seat, s)))
	put := func(at int, text string) {
		for i, r := range []rune(text) {
			if at+i < len(row) {
				row[at+i] = r
			}
		}
	}
	tiles := b.rack(seat).Tiles
	for i, tile := range tiles {
		x := margin + i*s.pitch()
		label := strconv.Itoa(i + 1)
		if tile.Open && seat == b.view.Seat && s.pitch() > 5 {
			open := tui.Cut(b.say(prose.T("open").In("tile")), s.width)
			put(x+(s.width-tui.Width(open))/2, open)
			continue
		}
		put(x+s.width/2, label)
		if b.pointed(target{seat, i + 1}) {
			put(x+s.width/2-1, "▲"+label)
		}
	}
	if _, ok := b.apart(seat); ok {
		label := b.say(prose.T("drawn").In("tile"))
		switch {
		case b.view.Phase == game.PhaseSetup: // nothing else waits for its place then
			label = b.say(prose.T("joker"))
		case s.width < tui.Width(label):
			label = b.say(prose.T("new").In("tile"))
		}
		put(margin+len(tiles)*s.pitch()+aside, tui.Cut(label, s.width))
	}
	if seat == b.view.Seat {
		b.putGaps(put, s)
	}
	faint := b.theme.Faint.Render(string(row))
	if before, after, found := strings.Cut(string(row), "▲"); found {
		faint = b.theme.Faint.Render(before) + b.theme.Accent.Render("▲") + b.theme.Faint.Render(after)
	}
	return faint
}

// putGaps marks the gaps of a choice: the chosen one full, the others hollow.
func (b *board) putGaps(put func(int, string), s size) {
	if !b.mustPlace() && !b.mayMove() {
		return
	}
	for i, gap := range b.view.Choice.Gaps {
		marker := "△"
		if i == b.gap {
			marker = "▲"
		}
		put(margin+(gap-1)*s.pitch()-s.gap, marker)
	}
}
