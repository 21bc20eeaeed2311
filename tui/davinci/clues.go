package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// clueView shows what is known of the tile under the cursor.
type clueView struct {
	*guesser
}

// clueRows is the minimum number of lines for clues below the own rack.
const clueRows = 1

// drawClueBlock draws the clues with a title.
func (c *clueView) drawClueBlock(width int) []string {
	text := c.clueText()
	if text == "" {
		return nil
	}
	heading := prose.T("About tile {n} of {owner}", prose.N(c.focus().place), c.People.Name(c.focus().seat))
	lines := []string{"", c.Theme.Title.Render(c.Say(heading))}
	return append(lines, c.faint(text, width)...)
}

// faint returns the lines of a secondary text.
func (c *clueView) faint(text string, width int) []string {
	lines := prose.Wrap(text, width)
	for i, line := range lines {
		lines[i] = c.Theme.Faint.Render(line)
	}
	return lines
}

// drawClues returns the clues below the own rack, or an empty line.
func (c *clueView) drawClues(width int) []string {
	facts := c.clues()
	if len(facts) == 0 {
		return []string{""}
	}
	return c.faint(c.Say(prose.T("Tile {n} of {owner}: {facts}",
		prose.N(c.focus().place), c.People.Name(c.focus().seat), c.joined(facts))), width)
}

// drawShortClues returns what is known of the tile under the cursor in at most rows lines. It names
// the tile only if that takes no additional line. If nothing is known yet, it returns an empty
// line.
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

// clueText returns what is known of the tile under the cursor, or "".
func (c *clueView) clueText() string { return c.joined(c.clues()).Word }

// clues returns the values that are ruled out for the tile under the cursor, and a warning about an
// impossible number. It returns nothing under the memory option.
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

// impossible explains why a hidden tile cannot have a value, if the player's view shows that
// directly. Otherwise it returns the zero Text.
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
