package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// clueView says what is known of the tile in focus.
type clueView struct {
	*guesser
}

// clueRows is how many lines clues have under the own rack at least.
const clueRows = 1

// drawClueBlock draws the clues below a title.
func (c *clueView) drawClueBlock(width int) []string {
	text := c.clueText()
	if text == "" {
		return nil
	}
	heading := prose.T("About tile {n} of {owner}", prose.N(c.focus().place), c.People.Name(c.focus().seat))
	lines := []string{"", c.Theme.Title.Render(c.Say(heading))}
	return append(lines, c.faint(text, width)...)
}

// faint returns the lines of a text of no great weight.
func (c *clueView) faint(text string, width int) []string {
	lines := prose.Wrap(text, width)
	for i, line := range lines {
		lines[i] = c.Theme.Faint.Render(line)
	}
	return lines
}

// drawClues returns the same under the own rack; one empty line where nothing is known.
func (c *clueView) drawClues(width int) []string {
	facts := c.clues()
	if len(facts) == 0 {
		return []string{""}
	}
	return c.faint(c.Say(prose.T("Tile {n} of {owner}: {facts}",
		prose.N(c.focus().place), c.People.Name(c.focus().seat), c.joined(facts))), width)
}

// drawShortClues returns what is known of the tile in focus in at most rows lines, which
// does not name the tile where that would take another line; an empty line where
// nothing is known but might be.
func (c *clueView) drawShortClues(width, rows int) []string {
	var lines []string
	switch text := c.clueText(); {
	case text != "":
		lines = c.drawClues(width)
		if len(lines) > clueRows {
			lines = c.faint(text, width)
		}
	case c.hasNotes():
		lines = make([]string, clueRows)
	}
	return lines[:max(0, min(len(lines), rows))]
}

// clueText returns what is known of the tile in focus; empty where nothing is.
func (c *clueView) clueText() string { return c.joined(c.clues()).Word }

// clues say what was ruled out at the tile in focus, and warn of a number that
// cannot be there. There are none under the memory option.
func (c *clueView) clues() (facts []prose.Text) {
	tile, ok := c.tile(c.focus())
	if !ok || c.view.Memory || !c.focusShown() {
		return nil
	}
	if len(tile.Not) > 0 {
		facts = append(facts, prose.T("not {values}", prose.Or(values(tile.Not))))
	}
	if value, typed := c.typed(); typed && c.mayGuess() {
		if why := c.impossible(tile, value); !why.IsZero() {
			facts = append(facts, why)
		}
	}
	return facts
}

// impossible says why a hidden tile cannot have the value, as far as the
// player's own view shows it at a glance; nothing where it might.
func (c *clueView) impossible(tile game.Tile, value game.Value) prose.Text {
	same := game.Tile{Color: tile.Color, Value: value}
	if slices.Contains(tile.Not, value) {
		return prose.T("guessed here before")
	}
	for i, rack := range c.view.Racks {
		seat := engine.Seat(i)
		tiles := slices.Clone(rack.Tiles)
		if rack.Drawn != nil {
			tiles = append(tiles, *rack.Drawn)
		}
		for _, other := range tiles {
			switch {
			case other.Color != same.Color || other.Value != same.Value:
			case seat == c.view.Seat:
				return prose.T("you have the {tile} yourself", prose.Sub(named(same)))
			case other.Open:
				return prose.T("the {tile} is open already", prose.Sub(named(same)))
			}
		}
	}
	return prose.Text{}
}
