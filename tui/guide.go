package tui

import (
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
)

// The guide has this much room for an entry in a column, and is left out where not
// even so many entries can be read.
const guideCells, guideLeast = 56, 6

// guide is what can be done in the lobby, in whole sentences, in at most so many lines:
// whoever has a large window need not open the help to be told. What has no room is
// what is needed least often.
func (h *hallScreen) guide(room int) []string {
	if !h.root.ctx.Wide() || !h.shown || h.asking || h.talk != nil {
		return nil
	}
	from := guideOf{h.root.hintsOf(), room, h.length() == 0, h.alone()}
	return h.root.kept.guide.at(0, from, func() []string { return h.drawGuide(room) })
}

// guideOf is what a guide is drawn from.
type guideOf struct {
	hints        hintsOf
	room         int
	empty, alone bool // the lobby
}

// same implements source.
func (g guideOf) same(other guideOf) bool {
	return g.hints.same(other.hints) && g.room == other.room && g.empty == other.empty && g.alone == other.alone
}

func (h *hallScreen) drawGuide(room int) []string {
	theme, width, abreast := h.root.ctx.Theme, h.root.ctx.Across()-4, 1
	if width >= 2*guideCells {
		width, abreast = width/2, 2
	}
	heading := prose.T("What you can do here")
	if h.length() == 0 {
		heading = prose.T("What else you can do here")
	}
	var entries [][]string
	for _, hint := range keys.Help(h.Bindings()) {
		if h.length() == 0 && h.spare(hint.Written) {
			continue
		}
		key := look.Fit(hint.Written, guideKeyCells)
		var entry []string
		for _, line := range prose.Wrap(h.root.ctx.Say(hint.Does), width-guideKeyCells-2) {
			entry = append(entry, theme.Key.Render(key)+theme.Text.Render(line))
			key = look.Blanks(guideKeyCells)
		}
		entries = append(entries, entry)
	}
	columns, shown := flowed(entries, abreast, room-2)
	if shown < min(guideLeast, len(entries)) {
		return nil
	}
	lines := columns[0]
	if abreast > 1 {
		lines = look.Beside(lines, columns[1], width)
	}
	return append([]string{"", "   " + theme.Title.Render(h.root.ctx.Say(heading))}, look.Indented(lines, 3)...)
}

// guideKeyCells is the width of the guide's column of keys.
const guideKeyCells = 7

// flowed puts entries into columns one below the other, in as few lines as that takes
// and at most so many, and returns how many entries have room.
func flowed(entries [][]string, abreast, most int) (columns [][]string, shown int) {
	for height := 1; ; height++ {
		columns, shown = make([][]string, abreast), 0
		for at := range abreast {
			for shown < len(entries) && len(columns[at])+len(entries[shown]) <= height {
				columns[at] = append(columns[at], entries[shown]...)
				shown++
			}
		}
		if shown == len(entries) || height >= most {
			return columns, shown
		}
	}
}
