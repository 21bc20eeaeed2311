package davinci

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// log is the newest entries of what happened, in at most rows lines.
func (b *board) log(width, rows int) []string {
	entries := tell(b.view.Log, b.who)
	var lines []string
	for i := len(entries) - 1; i >= 0; i-- {
		more := b.entryLines(entries[i], width)
		if len(lines)+len(more) > rows {
			break // no entry without its beginning
		}
		lines = append(more, lines...)
	}
	return lines
}

// entryLines wraps an entry, its mark standing out at the left.
func (b *board) entryLines(e entry, width int) []string {
	mark := b.theme.Faint.Render("·")
	switch {
	case e.asked.known && e.asked.right:
		mark = b.theme.Good.Render("✓")
	case e.asked.known:
		mark = b.theme.Bad.Render("✗")
	}
	lines := strings.Split(ansi.Wrap(e.text, max(1, width-2), ""), "\n")
	for i, line := range lines {
		lines[i] = "  " + line
		if i == 0 {
			lines[i] = mark + " " + line
		}
	}
	return lines
}

// panel is the log beside the table, and under it what is known of the tile in
// focus.
func (b *board) panel(width, height int) []string {
	heading := "What happened"
	if b.view.Memory {
		heading = "The last guess"
	}
	foot := b.panelAid(width)
	lines := []string{"", b.theme.Title.Render(heading)}
	lines = append(lines, b.log(width, max(0, height-len(lines)-len(foot)))...)
	return append(pad(lines, height-len(foot)), foot...)
}

func (b *board) panelAid(width int) []string {
	text := b.aidText()
	if text == "" {
		return nil
	}
	lines := []string{"", b.theme.Title.Render(b.who.Whose(b.focus.seat) + " " + ordinal(b.focus.place))}
	for _, line := range strings.Split(ansi.Wrap(text, width, ""), "\n") {
		lines = append(lines, b.theme.Faint.Render(line))
	}
	return lines
}

// aid is the same in one line.
func (b *board) aid() string {
	text := b.aidText()
	if text == "" {
		return ""
	}
	which := b.who.Whose(b.focus.seat) + " " + ordinal(b.focus.place) + ": "
	return b.theme.Faint.Render(which + text)
}

// aidText says what was ruled out at the tile in focus, and warns of a number
// that cannot be there. There are no aids under the memory option.
func (b *board) aidText() string {
	tile, ok := b.tile(b.focus)
	if !ok || b.view.Memory || !b.focusShown() {
		return ""
	}
	var parts []string
	if len(tile.Not) > 0 {
		values := make([]string, len(tile.Not))
		for i, value := range tile.Not {
			values[i] = value.String()
		}
		parts = append(parts, "not "+strings.Join(values, ", "))
	}
	if value, typed := b.typed(); typed && b.mayGuess() {
		if why := b.impossible(tile, value); why != "" {
			parts = append(parts, why)
		}
	}
	return strings.Join(parts, " · ")
}

// impossible says why a hidden tile cannot have the value, as far as the
// person's own view shows it at a glance; empty where it might.
func (b *board) impossible(tile game.Tile, value game.Value) string {
	same := game.Tile{Color: tile.Color, Value: value}
	if slices.Contains(tile.Not, value) {
		return "that was guessed here before"
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
				return "you have the " + named(same) + " yourself"
			case other.Open:
				return "the " + named(same) + " lies open already"
			}
		}
	}
	return ""
}
