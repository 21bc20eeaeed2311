package davinci

import (
	"strconv"
	"strings"

	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// poolView draws the pool.
type poolView struct {
	*guesser

	renderer *racks.Renderer
	controls *controls
}

// drawPool describes the pool in one line. The short form has only the numbers.
func (p *poolView) drawPool(short bool) string {
	pool := p.view.Pool
	if pool.Black+pool.White == 0 {
		return p.Theme.Faint.Render(p.Say(tellPool(pool)))
	}
	label, black, white := p.Say(prose.T("pool")), p.chip(game.Black)+" ", p.chip(game.White)+" "
	if short {
		return p.Theme.Faint.Render(label) + "  " + black + strconv.Itoa(pool.Black) + "  " + white + strconv.Itoa(pool.White)
	}
	return p.Theme.Faint.Render(label+"  ") + black + p.Say(prose.C("{n} black", "{n} black", prose.N(pool.Black))) + "    " +
		white + p.Say(prose.C("{n} white", "{n} white", prose.N(pool.White)))
}

// chip returns the smallest picture of the back of a tile.
func (p *poolView) chip(color game.Color) string {
	return p.part(color, p.renderer.Chip(colorOf(color)))
}

// part returns a text that can be clicked as the key of a colour, if that key takes a tile now.
func (p *poolView) part(color game.Color, text string) string {
	switch pool := p.view.Pool; {
	case !p.takes() && !p.atTable(game.PhaseDraw):
	case color == game.Black && pool.Black > 0:
		return board.Pressed(text, theTableKeys().black.Key)
	case color == game.White && pool.White > 0:
		return board.Pressed(text, theTableKeys().white.Key)
	}
	return text
}

// drawPiles draws the pool as two piles in the middle of the table.
func (p *poolView) drawPiles(room int) []string {
	s := racks.Size{Width: 5, Tall: true}
	left := p.renderer.Tile(racks.Tile{Color: racks.Black, Text: strconv.Itoa(p.view.Pool.Black)}, s)
	right := p.renderer.Tile(racks.Tile{Color: racks.White, Text: strconv.Itoa(p.view.Pool.White)}, s)
	label := p.Say(prose.T("pool")) + "  "
	words := []string{"", p.Theme.Faint.Render(label), ""}
	cells := style.Width(label)
	lines := make([]string, len(left))
	for i := range left {
		lines[i] = words[i] + style.Blanks(cells-style.Width(words[i])) + p.part(game.Black, left[i]) + "  " + p.part(game.White, right[i])
		lines[i] = style.Blanks((room-cells-12)/2) + lines[i]
	}
	return lines
}

// middle returns the line between the others and the own rack: the pool, and the keys of what this
// page does not show.
func (p *poolView) middle(width int) string {
	left := style.Indented([]string{p.drawPool(true)}, margin)[0]
	for keys := p.controls.opening(); len(keys) > 0; keys = keys[:len(keys)-1] {
		right := strings.Join(keys, p.Theme.Faint.Render(clauseMark)) + " "
		if style.Width(left)+style.Width(right) < width {
			return style.Sides(left, right, width)
		}
	}
	return left
}
