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
	gameCells    = 22 // width of the key and name of a game, with the margin
	playersCells = 11 // width of the number of players
	titleCells   = 25 // width of the key and name of a game in a column
	gameKeys     = 9  // number of games that have a key
)

const (
	cardLeast = 24 // minimum and
	cardMost  = 40 // maximum width of a card
	cardWide  = 30 // width of a card in which a description takes two lines
	cardsFrom = 32 // minimum height of a window with cards
)

// cards is the layout of the games as cards.
type cards struct {
	columns, rows int
	cells, lines  int // of a card
}

// cardsIn returns the layout of the cards in at most height lines. It is zero if they do not fit
// into two rows.
func cardsIn(c *screen.Context, height int) cards {
	all := len(c.Games)
	if !c.Wide() || c.Height < cardsFrom || all == 0 {
		return cards{}
	}
	for rows := 1; rows <= 2; rows++ {
		l := cards{columns: (all + rows - 1) / rows, lines: 9, rows: rows}
		if l.cells = min(cardMost, (c.Across()-2)/l.columns-1); l.cells >= cardWide {
			l.lines--
		}
		if l.cells >= cardLeast && l.rows*l.lines <= height {
			return l
		}
	}
	return cards{}
}

// draw draws a card for each game, with its emblem, its description and the number of players.
func (l cards) draw(c *screen.Context) []string {
	lines := make([]string, l.rows*l.lines)
	for i, kit := range c.Games {
		var inside []string
		if kit.Emblem != nil {
			inside = append(inside, kit.Emblem(c.Theme)...)
		}
		about := style.Wrapped(c.Say(prose.Label(kit.Game.Blurb)), c.Theme.Text, l.cells-4)
		inside = append(style.Exactly(inside, 3), style.Exactly(about, l.lines-6)...)
		inside = append(inside, c.Theme.Faint.Render(c.Say(playersText(kit.Game))))
		title := kit.Game.Title
		if i < gameKeys {
			title = strconv.Itoa(i+1) + " " + title
		}
		for at, line := range widget.Framed(c, title, "", inside, l.cells, l.lines) {
			lines[i/l.columns*l.lines+at] += " " + line
		}
	}
	return style.Indented(lines, 1)
}

// drawGames lists the games in at most height lines: one per line with its description or, if there
// are too many, only names in columns.
func drawGames(c *screen.Context, height int) []string {
	if l := cardsIn(c, height); l.rows > 0 {
		return l.draw(c)
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

// gamesHeight returns the number of lines that drawGames takes.
func gamesHeight(c *screen.Context, height int) int {
	all := len(c.Games)
	if l := cardsIn(c, height); l.rows > 0 {
		return l.rows * l.lines
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

// drawTitles draws the names of games in columns. If some are left out, the last line has their
// number.
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

// titleColumns returns the number of names per line, and how many are shown in height lines.
func titleColumns(c *screen.Context, height int) (columns, shown int) {
	all := len(c.Games)
	columns = max(1, (c.Across()-4)/titleCells)
	if shown = min(all, height*columns); shown < all {
		shown = (height - 1) * columns
	}
	return columns, shown
}

// gameKey returns the key that starts a game, or a space.
func gameKey(c *screen.Context, i int) string {
	if i >= gameKeys {
		return " "
	}
	return c.Theme.Key.Render(strconv.Itoa(i + 1))
}

// playersText describes how many players a game has.
func playersText(game engine.Game) prose.Text {
	if game.MinSeats == game.MaxSeats {
		return prose.C("{n} player", "{n} players", prose.N(game.MinSeats))
	}
	return prose.T("{least}–{most} players", prose.N(game.MinSeats), prose.N(game.MaxSeats))
}
