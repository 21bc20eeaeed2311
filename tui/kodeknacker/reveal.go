package kodeknacker

import (
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
)

// end is what the end of a game shows one after the other: the colours of the
// codes.
func end() board.End { return board.End{Decided: decided, Hidden: hidden, Turned: turned} }

// decided tells who cracked a code and in which row, or what else ended the game.
func decided(scene prose.Scene) []prose.Text {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
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
func hidden(view engine.View) int {
	table, _ := view.Table.(game.View)
	count := 0
	for _, one := range table.Boards {
		if one.Seat != view.Seat {
			count += len(one.Code)
		}
	}
	return count
}

// covered stands for a colour that is not turned up yet.
const covered = '?'

// turned turns the colours up code by code. The log tells of a code once all are.
func turned(view engine.View, up int) engine.View {
	table, ok := view.Table.(game.View)
	if !ok || up >= hidden(view) {
		return view
	}
	table.Boards = slices.Clone(table.Boards)
	for i := range table.Boards {
		one := &table.Boards[i]
		if one.Seat == view.Seat {
			continue
		}
		shown := min(max(up, 0), len(one.Code))
		up -= len(one.Code)
		one.Code = one.Code[:shown] + strings.Repeat(string(covered), len(one.Code)-shown)
	}
	table.Log = slices.DeleteFunc(slices.Clone(table.Log), func(event game.Event) bool { return event.Kind == game.EventCode })
	view.Table = table
	return view
}

// parts are what the points are made of.
func parts(scene prose.Scene) []prose.Part {
	view, ok := scene.View.Table.(game.View)
	if !ok || view.Phase != game.PhaseOver || len(scene.View.Scores) == 0 {
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
