package home

import (
	"slices"
	"strconv"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

const (
	gameCells    = 22 // width of a game's key and name, with the margin
	playersCells = 11 // width of how many play it
	titleCells   = 25 // width of a game's key and name in a column
	gameKeys     = 9  // how many games have a key
)

const (
	cardLines = 9  // of a card with a game
	cardLeast = 24 // cells of a card
	cardsFrom = 32 // height of a window with cards
)

// hasCards reports whether there is room for a card for each game in height lines.
func hasCards(c *screen.Context, height int) bool {
	return c.Wide() && c.Height >= cardsFrom && height >= cardLines && len(c.Games) > 0 && cardCells(c) >= cardLeast
}

// cardCells returns the width of a card.
func cardCells(c *screen.Context) int { return min(40, (c.Across()-2)/len(c.Games)-1) }

// drawCards draws a card for each game: pieces of it, what it is, and how many play it.
func drawCards(c *screen.Context) []string {
	cells := cardCells(c)
	lines := make([]string, cardLines)
	for i, kit := range c.Games {
		var inside []string
		if kit.Emblem != nil {
			inside = append(inside, kit.Emblem(c.Theme)...)
		}
		about := style.Wrapped(c.Say(prose.Label(kit.Game.Blurb)), c.Theme.Text, cells-4)
		inside = append(inside, style.Exactly(about, 3)...)
		inside = append(inside, c.Theme.Faint.Render(c.Say(playersText(kit.Game))))
		title := kit.Game.Title
		if i < gameKeys {
			title = strconv.Itoa(i+1) + " " + title
		}
		for at, line := range widget.Framed(c, title, "", inside, cells, cardLines) {
			lines[at] += " " + line
		}
	}
	return style.Indented(lines, 1)
}

// drawGames lists the games in at most height lines: one on a line with what it is, or if
// there are too many for that their names in columns, as many as fit.
func drawGames(c *screen.Context, height int) []string {
	if hasCards(c, height) {
		return drawCards(c)
	}
	if len(c.Games) > height {
		return drawTitles(c, max(1, height))
	}
	lines, players := make([]string, len(c.Games)), make([]string, len(c.Games))
	for i, kit := range c.Games {
		players[i] = c.Say(playersText(kit.Game))
	}
	cells := style.Column(playersCells, players...)
	for i, kit := range c.Games {
		about := style.Fit(players[i], cells)
		if blurb := c.Say(prose.Label(kit.Game.Blurb)); gameCells+cells+2+style.Width(blurb) <= c.Across()-1 {
			about += "  " + blurb
		}
		lines[i] = "   " + gameKey(c, i) + "  " + c.Theme.Strong.Render(style.Fit(kit.Game.Title, 15)+" ") + c.Theme.Faint.Render(about)
	}
	return lines
}

// gamesHeight returns how many of height lines drawGames takes.
func gamesHeight(c *screen.Context, height int) int {
	all := len(c.Games)
	if hasCards(c, height) {
		return cardLines
	}
	if all <= height {
		return all
	}
	columns, shown := titleColumns(c, max(1, height))
	lines := (shown + columns - 1) / columns
	if shown < all {
		lines++
	}
	return lines
}

// drawTitles draws the names of games in columns. If some are left out, the last line says
// how many.
func drawTitles(c *screen.Context, height int) []string {
	columns, shown := titleColumns(c, height)
	lines := slices.Repeat([]string{""}, (shown+columns-1)/columns)
	for i, kit := range c.Games[:shown] {
		lines[i/columns] += " " + style.Fit("  "+gameKey(c, i)+"  "+c.Theme.Strong.Render(style.Cut(kit.Game.Title, titleCells-7)), titleCells-1)
	}
	if left := len(c.Games) - shown; left > 0 {
		more := prose.C("{n} game: press {key} for the list", "{n} games: press {key} for the list", prose.N(left), prose.Literal("n"))
		if shown > 0 {
			more = prose.C("and {n} more game: press {key} for the list", "and {n} more games: press {key} for the list", prose.N(left), prose.Literal("n"))
		}
		lines = append(lines, "   "+c.Theme.Faint.Render(c.Say(more)))
	}
	return lines
}

// titleColumns returns how many names of games stand on a line, and how many are shown in
// height lines.
func titleColumns(c *screen.Context, height int) (columns, shown int) {
	all := len(c.Games)
	columns = max(1, (c.Across()-4)/titleCells)
	if shown = min(all, height*columns); shown < all {
		shown = (height - 1) * columns
	}
	return columns, shown
}

// gameKey returns the key that plays a game at once; blank if it has none.
func gameKey(c *screen.Context, i int) string {
	if i >= gameKeys {
		return " "
	}
	return c.Theme.Key.Render(strconv.Itoa(i + 1))
}

// playersText returns how many players a game has.
func playersText(game engine.Game) prose.Text {
	if game.MinSeats == game.MaxSeats {
		return prose.C("{n} player", "{n} players", prose.N(game.MinSeats))
	}
	return prose.T("{least}–{most} players", prose.N(game.MinSeats), prose.N(game.MaxSeats))
}
