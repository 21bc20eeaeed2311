package masterdice

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
)

// end is what the end of a game shows one after the other: the dice of the code.
func end() board.End { return board.End{Decided: decided, Hidden: hidden, Turned: turned} }

// decided tells the answers, or who resigned.
func decided(scene prose.Scene) []prose.Text {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	var told []prose.Text
	for _, one := range view.Boards {
		switch one.Outcome {
		case game.Right, game.Wrong:
			told = append(told, tellSolved(one.Solver, one.Answer, one.Outcome == game.Right, scene.People()))
		case game.Resigned:
			told = append(told, tellResigned(one.Solver, scene.People()))
		case game.Conceded:
			told = append(told, tellResigned(1-one.Solver, scene.People()))
		}
	}
	return told
}

// hidden counts the dice that the view's reader had not seen.
func hidden(view engine.View) int {
	table, _ := view.Table.(game.View)
	count := 0
	for _, one := range table.Boards {
		if wasHidden(table, one) {
			count += game.Columns
		}
	}
	return count
}

// turned turns the dice up board by board, each column by column. The log tells of
// a code once all are.
func turned(view engine.View, up int) engine.View {
	table, ok := view.Table.(game.View)
	if !ok || up >= hidden(view) {
		return view
	}
	all := table
	table.Boards = slices.Clone(table.Boards)
	for i := range table.Boards {
		one := &table.Boards[i]
		if !wasHidden(all, *one) {
			continue
		}
		for column := range one.Code {
			if up--; up < 0 {
				one.Code[column] = 0
			}
		}
	}
	table.Log = slices.DeleteFunc(slices.Clone(table.Log), func(event game.Event) bool { return event.Kind == game.EventCode })
	view.Table = table
	return view
}

// wasHidden reports whether the reader learned the code of a board when the game
// was over: whoever rolled it knew it, and so did a solver who was done before the
// other one.
func wasHidden(view game.View, one game.Board) bool {
	switch {
	case view.Seat == 1-one.Solver:
		return false
	case view.Mode != game.Duel || view.Seat != one.Solver:
		return true
	}
	for _, event := range slices.Backward(view.Log) {
		if event.Kind == game.EventFinished || event.Kind == game.EventResigned {
			return event.Seat == one.Solver
		}
	}
	return true
}

// parts are what the points are made of.
func parts(scene prose.Scene) []prose.Part {
	view, ok := scene.View.Table.(game.View)
	if !ok || !view.Over {
		return nil
	}
	all := []prose.Part{{For: prose.T("right answer")}, {For: prose.T("empty rows")}, {For: prose.T("dice left")}}
	for i := range all {
		all[i].Points = make([]float64, scene.View.Seats)
	}
	for _, one := range view.Boards {
		sum := view.SumOf(one)
		for i, points := range []int{sum.Right, sum.Rows, sum.Dice} {
			all[i].Points[one.Solver] = float64(points)
		}
	}
	return all
}
