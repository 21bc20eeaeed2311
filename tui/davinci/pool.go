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
	return board.Zone(b.inks[tileLook{color: color}].edge.write(e.left+letter(color)+e.right), part(color))
}

// part is what a click on a colour of the pool is told as.
func part(color game.Color) string { return "pool " + color.String() }

// shortPool is the same where there is less room.
func (b *model) shortPool() string {
	if b.view.Pool.Black+b.view.Pool.White == 0 {
		return b.Theme.Faint.Render(b.Say(b.tellPool()))
	}
	return b.Theme.Faint.Render(b.Say(prose.T("pool"))) + "  " +
		b.chip(game.Black) + " " + strconv.Itoa(b.view.Pool.Black) + "  " +
		b.chip(game.White) + " " + strconv.Itoa(b.view.Pool.White)
}
