package davinci

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/look"
)

// newest are the newest entries of what happened, in at most rows lines.
func (b *model) newest(width, rows int) []string { return b.logOf(b.told, width, rows) }

// logOf is the last of some entries, in at most rows lines.
func (b *model) logOf(entries []entry, width, rows int) []string {
	var lines []string
	for _, entry := range slices.Backward(entries) {
		more := b.entryLines(entry, width)
		if len(lines)+len(more) > rows {
			break // no entry without its beginning
		}
		lines = append(more, lines...)
	}
	return lines
}

// entryLines wraps an entry, its mark standing out at the left.
func (b *model) entryLines(e entry, width int) []string {
	mark := b.Theme.Faint.Render("·")
	switch {
	case e.asked.known && e.asked.right:
		mark = b.Theme.Good.Render("✓")
	case e.asked.known:
		mark = b.Theme.Bad.Render("✗")
	}
	text := b.line(e)
	if look.Width(text) <= width-2 {
		return []string{mark + " " + text}
	}
	// A point that stood first on a line would look like the mark of another entry.
	text = strings.ReplaceAll(text, clauseMark, "\u00a0"+clauseMark[1:])
	lines := strings.Split(ansi.Wrap(text, max(1, width-2), ""), "\n")
	for i, line := range lines {
		line = strings.ReplaceAll(line, "\u00a0", " ")
		lines[i] = "  " + line
		if i == 0 {
			lines[i] = mark + " " + line
		}
	}
	return lines
}

// line is an entry as the log has it: a name, and what was done.
func (b *model) line(e entry) string {
	return b.Say(e.who.Say(e.seat, "You: {events}", "{name}: {events}", b.joined(e.clauses)))
}

// clauseMark parts clauses on one line.
const clauseMark = " · "

// joined are clauses as they stand beside each other on one line.
func (b *model) joined(clauses []prose.Text) prose.Arg {
	return prose.Literal(strings.Join(b.Voice.SayAll(clauses), clauseMark))
}

// What stands beside the table, in cells: the log as wide as it reads well, the
// notes as wide as they are.
const sideLeast, sideMost, sideShare = 38, 56, 4

func (b *model) sideCells(width int) int {
	if b.page() == notesPage {
		return b.closeCells()
	}
	return max(sideLeast, min(width/sideShare, sideMost))
}

// sideOwn is how many lines beside the table the board needs at least.
const sideOwn = 12

// side is what stands beside the table.
func (b *model) side(width, height int) []string {
	return b.Column(width, height, sideOwn, func(height int) []string { return b.ownSide(width, height) })
}

// ownSide is the board's part of that.
func (b *model) ownSide(width, height int) []string {
	switch b.page() {
	case notesPage:
		return b.notesSide(width, height)
	case logPage:
		return append([]string{""}, b.history(width, height-1)...)
	case tablePage:
	}
	return b.panel(width, height)
}

// panel is the log beside the table, and under it what is known of the tile in
// focus.
func (b *model) panel(width, height int) []string {
	foot := b.panelAid(width)
	lines := []string{"", b.logTitle()}
	lines = append(lines, b.newest(width, max(0, height-len(lines)-len(foot)))...)
	return append(look.Exactly(lines, height-len(foot)), foot...)
}

// logTitle stands above the log.
func (b *model) logTitle() string { return b.Theme.Title.Render(b.Say(b.logHeading())) }

func (b *model) logHeading() prose.Text {
	if b.view.Memory {
		return prose.T("The last guess")
	}
	return prose.T("What happened")
}

func (b *model) panelAid(width int) []string {
	text := b.aidText()
	if text == "" {
		return nil
	}
	heading := prose.T("About tile {n} of {owner}", prose.N(b.focus().place), b.People.Name(b.focus().seat))
	lines := []string{"", b.Theme.Title.Render(b.Say(heading))}
	return append(lines, b.faint(text, width)...)
}

// faint are the lines of a text of no great weight.
func (b *model) faint(text string, width int) []string {
	lines := prose.Wrap(text, width)
	for i, line := range lines {
		lines[i] = b.Theme.Faint.Render(line)
	}
	return lines
}

// aid is the same under the own rack; one empty line where nothing is known.
func (b *model) aid(width int) []string {
	facts := b.aids()
	if len(facts) == 0 {
		return []string{""}
	}
	return b.faint(b.Say(prose.T("Tile {n} of {owner}: {facts}",
		prose.N(b.focus().place), b.People.Name(b.focus().seat), b.joined(facts))), width)
}

// aidText is what is known of the tile in focus; empty where nothing is.
func (b *model) aidText() string { return b.joined(b.aids()).Word }

// aids say what was ruled out at the tile in focus, and warn of a number that
// cannot be there. There are none under the memory option.
func (b *model) aids() (facts []prose.Text) {
	tile, ok := b.tile(b.focus())
	if !ok || b.view.Memory || !b.focusShown() {
		return nil
	}
	if len(tile.Not) > 0 {
		facts = append(facts, prose.T("not {values}", prose.Or(values(tile.Not))))
	}
	if value, typed := b.typed(); typed && b.mayGuess() {
		if why := b.impossible(tile, value); !why.IsZero() {
			facts = append(facts, why)
		}
	}
	return facts
}

// impossible says why a hidden tile cannot have the value, as far as the
// person's own view shows it at a glance; nothing where it might.
func (b *model) impossible(tile game.Tile, value game.Value) prose.Text {
	same := game.Tile{Color: tile.Color, Value: value}
	if slices.Contains(tile.Not, value) {
		return prose.T("this was guessed here before")
	}
	for i, rack := range b.view.Racks {
		seat := engine.Seat(i)
		tiles := slices.Clone(rack.Tiles)
		if rack.Drawn != nil {
			tiles = append(tiles, *rack.Drawn)
		}
		for _, other := range tiles {
			switch {
			case other.Color != same.Color || other.Value != same.Value:
			case seat == b.view.Seat:
				return prose.T("you have the {tile} yourself", prose.Sub(named(same)))
			case other.Open:
				return prose.T("the {tile} is open already", prose.Sub(named(same)))
			}
		}
	}
	return prose.Text{}
}
