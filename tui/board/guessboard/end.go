package guessboard

import (
	"slices"
	"strings"

	"parlor/engine/codebreak"
	"parlor/prose"
)

// resigned returns the event of a player who resigned, if any did.
func (t *Table) resigned() (codebreak.Event, bool) {
	if i := slices.IndexFunc(t.Log, func(event codebreak.Event) bool { return event.Kind == codebreak.EventResigned }); i >= 0 {
		return t.Log[i], true
	}
	return codebreak.Event{}, false
}

// decided describes who cracked a code and in which row, or what else ended the game.
func decided(table Table, scene prose.Scene) []prose.Text {
	who := scene.People()
	if event, is := table.resigned(); is {
		return []prose.Text{who.Say(event.Seat, "You resigned.", "{name} resigned.")}
	}
	var told []prose.Text
	for _, one := range table.Boards {
		if one.Cracked {
			told = append(told, who.Say(one.Seat, "You cracked the code in row {n}.", "{name} cracked the code in row {n}.", prose.N(len(one.Guesses))))
		}
	}
	if told == nil {
		told = append(told, prose.C("Nobody cracked a code in {n} row.", "Nobody cracked a code in {n} rows.", prose.N(table.Rows)))
	}
	return told
}

// hidden returns the number of symbols that the reader had not seen.
func hidden(table Table) int {
	count := 0
	for _, one := range table.Boards {
		if one.Seat != table.Seat {
			count += len(one.Code)
		}
	}
	return count
}

// covered stands for a symbol that is still hidden.
const covered = '?'

// turned returns the codes with only the first up of the hidden symbols uncovered.
func turned(table Table, up int) []string {
	codes := make([]string, len(table.Boards))
	for i, one := range table.Boards {
		codes[i] = one.Code
		if one.Seat == table.Seat {
			continue
		}
		shown := min(max(up, 0), len(one.Code))
		up -= len(one.Code)
		codes[i] = one.Code[:shown] + strings.Repeat(string(covered), len(one.Code)-shown)
	}
	return codes
}

// parts returns the parts of the points.
func parts(table Table, scene prose.Scene) []prose.Part {
	if table.Phase != codebreak.PhaseOver || len(scene.View.Scores) == 0 {
		return nil
	}
	why := prose.T("draw")
	switch _, resigned := table.resigned(); {
	case resigned:
		why = prose.T("the opponent resigned")
	case table.Boards[0].Cracked != table.Boards[1].Cracked:
		why = prose.T("cracked the code")
	case table.Boards[0].Cracked:
		why = prose.T("cracked the codes in the same row")
	}
	return []prose.Part{{For: why, Points: scene.View.Scores[len(scene.View.Scores)-1]}}
}
