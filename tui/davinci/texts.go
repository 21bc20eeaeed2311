package davinci

import (
	game "parlor/engine/davinci"
	"parlor/prose"
)

// face returns what stands on a tile: "7", "?" or a dash for the joker.
func face(value game.Value) string {
	if value == game.Joker {
		return "–"
	}
	return value.String()
}

// letter tells the colours apart without colour.
func letter(color game.Color) string { return colorOf(color).Letter() }

// colorText returns a colour by itself.
func colorText(color game.Color) prose.Text {
	if color == game.Black {
		return prose.T("black")
	}
	return prose.T("white")
}

// tileOf returns a tile of which only the colour is known.
func tileOf(color game.Color) prose.Text {
	if color == game.Black {
		return prose.T("a black tile")
	}
	return prose.T("a white tile")
}

// named returns a tile by colour and number, by its colour alone where the number is
// not known.
func named(tile game.Tile) prose.Text {
	black := tile.Color == game.Black
	switch {
	case tile.Value == game.Unknown:
		return colorText(tile.Color)
	case tile.Value == game.Joker && black:
		return prose.T("black joker")
	case tile.Value == game.Joker:
		return prose.T("white joker")
	case black:
		return prose.T("black {n}", prose.N(int(tile.Value)))
	}
	return prose.T("white {n}", prose.N(int(tile.Value)))
}

// guessed returns a value that is guessed, or was.
func guessed(value game.Value) prose.Text {
	if value == game.Joker {
		return prose.T("a joker")
	}
	return prose.T("{value}", prose.Literal(value.String()))
}

// values returns those of a list.
func values(list []game.Value) []prose.Text {
	texts := make([]prose.Text, len(list))
	for i, value := range list {
		texts[i] = guessed(value)
	}
	return texts
}

// whose returns a tile of a player, as its reader calls it.
func whose(who prose.People, at target) prose.Text {
	if who.IsYou(at.seat) {
		return prose.T("your tile {n}", prose.N(at.place))
	}
	return prose.T("tile {n} of {owner}", prose.N(at.place), who.Name(at.seat))
}

// counted returns tiles of which only the colours are known.
func counted(black, white int) prose.Text {
	switch {
	case white == 0:
		return prose.C("{n} black tile", "{n} black tiles", prose.N(black))
	case black == 0:
		return prose.C("{n} white tile", "{n} white tiles", prose.N(white))
	}
	return prose.C("{n} tile, {black} black and {white} white", "{n} tiles, {black} black and {white} white",
		prose.N(black+white), prose.N(black), prose.N(white))
}

// points returns those of a seat.
func points(p float64) prose.Text {
	return prose.C("{points} point", "{points} points", prose.Points(p))
}

// colors says which colours can be taken from the pool.
func colors(pool game.Pool) prose.Arg {
	switch {
	case pool.White == 0:
		return prose.Sub(prose.T("black only"))
	case pool.Black == 0:
		return prose.Sub(prose.T("white only"))
	}
	return prose.Sub(prose.T("black or white"))
}

// askTake asks for the tiles of the setup.
func (p *position) askTake() prose.Text {
	left := p.left()
	if left < p.share() {
		return prose.C("Take {n} more tile, {colours}.", "Take {n} more tiles, {colours}.", prose.N(left), colors(p.view.Pool))
	}
	return prose.C("Take {n} tile for your row, one at a time, {colours}.", "Take {n} tiles for your row, one at a time, {colours}.",
		prose.N(left), colors(p.view.Pool))
}

// askDraw asks for the tile with which a turn begins.
func (p *position) askDraw() prose.Text {
	return prose.T("Your turn: draw a tile, {colours}.", colors(p.view.Pool))
}

// tellPool tells what can be drawn.
func tellPool(pool game.Pool) prose.Text {
	if pool.Black+pool.White == 0 {
		return prose.T("The pool is empty.")
	}
	return prose.T("In the pool: {tiles}.", prose.Sub(counted(pool.Black, pool.White)))
}
