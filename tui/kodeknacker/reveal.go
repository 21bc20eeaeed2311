package kodeknacker

import (
	"slices"
	"strings"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
)

// decided tells who cracked a code and in which row, or what else ended the game.
func decided(view game.View, scene prose.Scene) []prose.Text {
	who := scene.People()
	for _, event := range view.Log {
		if event.Kind == game.EventResigned {
			return []prose.Text{who.Say(event.Seat, "You resigned.", "{name} resigned.")}
		}
	}
	var told []prose.Text
	for _, one := range view.Boards {
		if one.Cracked {
			told = append(told, who.Say(one.Seat, "You cracked the code in row {n}.", "{name} cracked the code in row {n}.", prose.N(len(one.Guesses))))
		}
	}
	if told == nil {
		told = append(told, prose.C("Nobody cracked a code in {n} row.", "Nobody cracked a code in {n} rows.", prose.N(view.Rows)))
	}
	return told
}

// hidden counts the colours that the view's reader had not seen.
func hidden(view game.View) int {
	count := 0
	for _, one := range view.Boards {
		if one.Seat != view.Seat {
			count += len(one.Code)
		}
	}
	return count
}

// covered stands for a colour that is not turned up yet.
const covered = '?'

// turned turns the colours up code by code. The log tells of a code once all are.
func turned(view game.View, up int) game.View {
	view.Boards = slices.Clone(view.Boards)
	for i := range view.Boards {
		one := &view.Boards[i]
		if one.Seat == view.Seat {
			continue
		}
		shown := min(max(up, 0), len(one.Code))
		up -= len(one.Code)
		one.Code = one.Code[:shown] + strings.Repeat(string(covered), len(one.Code)-shown)
	}
	view.Log = slices.DeleteFunc(slices.Clone(view.Log), func(event game.Event) bool { return event.Kind == game.EventCode })
	return view
}

// parts are what the points are made of.
func parts(view game.View, scene prose.Scene) []prose.Part {
	if view.Phase != game.PhaseOver || len(scene.View.Scores) == 0 {
		return nil
	}
	why := prose.T("draw")
	switch resigned := slices.ContainsFunc(view.Log, func(event game.Event) bool { return event.Kind == game.EventResigned }); {
	case resigned:
		why = prose.T("the opponent resigned")
	case view.Boards[0].Cracked != view.Boards[1].Cracked:
		why = prose.T("cracked the code")
	case view.Boards[0].Cracked:
		why = prose.T("cracked the codes in the same row")
	}
	return []prose.Part{{For: why, Points: scene.View.Scores[len(scene.View.Scores)-1]}}
}
