package davinci

import (
	"strconv"

	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// pool says in one line what is left to draw.
func (b *model) pool() string {
	black, white := b.view.Pool.Black, b.view.Pool.White
	if black+white == 0 {
		return b.Theme.Faint.Render(b.Say(b.tellPool()))
	}
	return b.Theme.Faint.Render(b.Say(prose.T("pool"))+"  ") +
		b.chip(game.Black) + " " + b.Say(prose.C("{n} black", "{n} black", prose.N(black))) + "    " +
		b.chip(game.White) + " " + b.Say(prose.C("{n} white", "{n} white", prose.N(white)))
}

// chip is the smallest picture of a tile's back.
func (b *model) chip(color game.Color) string {
	e := edgesOf(color)
	return b.part(color, b.inks[tileLook{color: color}].edge.write(e.left+letter(color)+e.right))
}

// part is a text that can be clicked as the key of a colour, while that takes one.
func (b *model) part(color game.Color, text string) string {
	switch pool := b.view.Pool; {
	case !b.takes() && !b.atTable(game.PhaseDraw):
	case color == game.Black && pool.Black > 0:
		return board.Pressed(text, b.keys.black)
	case color == game.White && pool.White > 0:
		return board.Pressed(text, b.keys.white)
	}
	return text
}

// shortPool is the same where there is less room.
func (b *model) shortPool() string {
	if b.view.Pool.Black+b.view.Pool.White == 0 {
		return b.Theme.Faint.Render(b.Say(b.tellPool()))
	}
	return b.Theme.Faint.Render(b.Say(prose.T("pool"))) + "  " +
		b.chip(game.Black) + " " + strconv.Itoa(b.view.Pool.Black) + "  " +
		b.chip(game.White) + " " + strconv.Itoa(b.view.Pool.White)
}
