package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// rackView prepares the racks for drawing.
type rackView struct {
	*guesser
	*falling
	*racks.Renderer
}

// rackOf returns a seat's rack for drawing.
func (r *rackView) rackOf(seat engine.Seat) racks.Rack {
	tiles := r.rack(seat).Tiles
	drawn := racks.Rack{Seat: seat, Tiles: make([]racks.Tile, 0, len(tiles)+1)}
	acting := r.mine(game.PhaseGuess, game.PhaseAgain, game.PhaseShow)
	for i, tile := range tiles {
		here := target{seat, i + 1}
		pointed := r.pointed(here)
		drawn.Tiles = append(drawn.Tiles, racks.Tile{
			Color: colorOf(tile.Color), Open: tile.Open, Pointed: pointed, Focused: pointed && acting, Frames: r.fall(here), Text: r.text(tile, here),
		})
	}
	if tile, ok := r.apart(seat); ok {
		drawn.Apart = true
		drawn.Tiles = append(drawn.Tiles, racks.Tile{Color: colorOf(tile.Color), Open: tile.Open, Frames: r.fall(target{seat, 0}), Text: face(tile.Value)})
		drawn.ApartLabel, drawn.ApartShort = r.apartLabels()
	}
	if seat == r.view.Seat {
		drawn.OpenLabel = r.Say(prose.T("open").In("tile"))
		if r.mustPlace() || r.mayMove() {
			drawn.Gaps, drawn.Gap = r.view.Choice.Gaps, r.gap
		}
	}
	return drawn
}

// colorOf returns the racks.Color of a colour.
func colorOf(color game.Color) racks.Color {
	if color == game.Black {
		return racks.Black
	}
	return racks.White
}

// apart returns the separate tile next to a rack: the drawn one or, in the setup, the own joker
// without a position.
func (r *rackView) apart(seat engine.Seat) (game.Tile, bool) {
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

// apartLabels returns a label for the separate tile, and a short one.
func (r *rackView) apartLabels() (label, short string) {
	if r.view.Phase == game.PhaseSetup { // in the setup, only a joker can be without a position
		return r.Say(prose.T("joker")), ""
	}
	return r.Say(prose.T("drawn").In("tile")), r.Say(prose.T("new").In("tile"))
}

func (r *rackView) length(seat engine.Seat) racks.Length {
	_, apart := r.apart(seat)
	return racks.Length{Tiles: len(r.rack(seat).Tiles), Apart: apart}
}

func (r *rackView) lengths(seats []engine.Seat) []racks.Length {
	all := make([]racks.Length, len(seats))
	for i, seat := range seats {
		all[i] = r.length(seat)
	}
	return all
}

// stackWidth is the width below which names are above the racks.
const stackWidth = 80

// The width of an owner's name to the left of compact tiles.
const rowName, shortRowName = 16, 6

// allRows returns the racks of all seats, each after its owner's name.
func (r *rackView) allRows(width int) []string {
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
		rows := r.length(seat).Rows(width - margin - cells)
		lines = append(lines, style.SideBySide(name, r.DrawCompact(r.rackOf(seat), rows), cells)...)
	}
	return style.Indented(lines, margin)
}

// margin is the number of cells to the left of a drawing.
const margin = racks.Margin
