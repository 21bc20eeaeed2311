package home

import (
	"slices"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

const (
	guideCells    = 56 // width of an entry in a column
	guideKeyCells = 7  // width of the column of keys
	guideLeast    = 6  // entries that there is room for, or the guide is left out
)

// guideLines returns what can be done in the lobby, in whole sentences and at most room lines.
// If they do not fit, the least important ones are left out.
func guideLines(s *Screen, room int) []string {
	from := guideSource{s.bindingState(), room, s.rooms.empty(), s.rooms.alone()}
	return s.cache.guide.At(0, from, func() []string { return drawGuide(s.ctx, s.bind(from.bound), from) })
}

func drawGuide(c *screen.Context, all []screen.Binding, from guideSource) []string {
	width, columns := c.Across()-4, 1
	if width >= 2*guideCells {
		width, columns = width/2, 2
	}
	heading := prose.T("What you can do here")
	if from.empty {
		heading = prose.T("More you can do here")
	}
	var entries [][]string
	for _, hint := range keymap.Help(slices.Values(all)) {
		if from.empty && isOffered(from.alone, hint.Written) {
			continue
		}
		key := style.Fit(hint.Written, guideKeyCells)
		var entry []string
		for _, line := range prose.Wrap(c.Say(hint.Does), width-guideKeyCells-2) {
			entry = append(entry, c.Theme.Key.Render(key)+c.Theme.Text.Render(line))
			key = style.Blanks(guideKeyCells)
		}
		entries = append(entries, entry)
	}
	flowed, shown := flow(entries, columns, from.room-2)
	if shown < min(guideLeast, len(entries)) {
		return nil
	}
	lines := flowed[0]
	if columns > 1 {
		lines = style.Beside(lines, flowed[1], width)
	}
	return append([]string{"", "   " + c.Theme.Title.Render(c.Say(heading))}, style.Indented(lines, 3)...)
}

// flow puts entries into columns, in as few lines as that takes and at most some, and
// returns how many entries have room.
func flow(entries [][]string, columns, most int) (flowed [][]string, shown int) {
	for height := 1; ; height++ {
		flowed, shown = make([][]string, columns), 0
		for at := range columns {
			for shown < len(entries) && len(flowed[at])+len(entries[shown]) <= height {
				flowed[at] = append(flowed[at], entries[shown]...)
				shown++
			}
		}
		if shown == len(entries) || height >= most {
			return flowed, shown
		}
	}
}
