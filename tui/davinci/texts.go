package davinci

import (
	game "parlor/engine/davinci"
	"parlor/prose"
)

// face returns the text on a tile: "7", "?" or a dash for the joker.
func face(value game.Value) string {
	if value == game.Joker {
		return "–"
	}
	return value.String()
}

// letter returns the letter of a colour, for screens without colours.
func letter(color game.Color) string { return colorOf(color).Letter() }

// colorText returns the name of a colour.
func colorText(color game.Color) prose.Text {
	if color == game.Black {
		return prose.T("black")
	}
	return prose.T("white")
}

// tileOf describes a tile of which only the colour is known.
func tileOf(color game.Color) prose.Text {
	if color == game.Black {
		return prose.T("a black tile")
	}
	return prose.T("a white tile")
}

// named describes a tile by its colour and, if known, its number.
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

// guessed describes a value in a guess.
func guessed(value game.Value) prose.Text {
	if value == game.Joker {
		return prose.T("a joker")
	}
	return prose.T("{value}", prose.Literal(value.String()))
}

// values describes each value of a list.
func values(list []game.Value) []prose.Text {
	texts := make([]prose.Text, len(list))
	for i, value := range list {
		texts[i] = guessed(value)
	}
	return texts
}

// whose describes a tile of a player for the reader.
func whose(who prose.People, at target) prose.Text {
	if who.IsYou(at.seat) {
		return prose.T("your tile {n}", prose.N(at.place))
	}
	return prose.T("tile {n} of {owner}", prose.N(at.place), who.Name(at.seat))
}

// counted describes tiles of which only the colours are known.
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

// points describes the points of a seat.
func points(p float64) prose.Text {
	return prose.C("{points} point", "{points} points", prose.Points(p))
}

// colors describes the colours that can be taken from the pool.
func colors(pool game.Pool) prose.Arg {
	switch {
	case pool.White == 0:
		return prose.Sub(prose.T("black only"))
	case pool.Black == 0:
		return prose.Sub(prose.T("white only"))
	}
	return prose.Sub(prose.T("black or white"))
}

// askTake asks the player to take tiles in the setup.
func (p *position) askTake() prose.Text {
	left := p.left()
	if left < p.share() {
		return prose.C("Take {n} more tile, {colours}.", "Take {n} more tiles, {colours}.", prose.N(left), colors(p.view.Pool))
	}
	return prose.C("Take {n} tile for your row, one at a time, {colours}.", "Take {n} tiles for your row, one at a time, {colours}.",
		prose.N(left), colors(p.view.Pool))
}

// askDraw asks the player to draw a tile at the beginning of a turn.
func (p *position) askDraw() prose.Text {
	return prose.T("Your turn: draw a tile, {colours}.", colors(p.view.Pool))
}

// tellPool describes what can be drawn.
func tellPool(pool game.Pool) prose.Text {
	if pool.Black+pool.White == 0 {
		return prose.T("The pool is empty.")
	}
	return prose.T("In the pool: {tiles}.", prose.Sub(counted(pool.Black, pool.White)))
}
