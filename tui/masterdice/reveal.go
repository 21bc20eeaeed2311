package masterdice

import (
	"slices"

	game "parlor/engine/masterdice"
	"parlor/prose"
)

// decided describes the answers, or which player resigned.
func decided(view game.View, scene prose.Scene) []prose.Text {
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

// hidden returns the number of dice that the reader had not seen.
func hidden(view game.View) int {
	count := 0
	for _, one := range view.Boards {
		if wasHidden(view, one) {
			count += game.Columns
		}
	}
	return count
}

// turned returns the view with only the first up dice uncovered, board by board and column by
// column. The log shows a code once all its dice are uncovered.
func turned(view game.View, up int) game.View {
	all := view
	view.Boards = slices.Clone(view.Boards)
	for i := range view.Boards {
		one := &view.Boards[i]
		if !wasHidden(all, *one) {
			continue
		}
		for column := range one.Code {
			if up--; up < 0 {
				one.Code[column] = 0
			}
		}
	}
	view.Log = slices.DeleteFunc(slices.Clone(view.Log), func(event game.Event) bool { return event.Kind == game.EventCode })
	return view
}

// wasHidden reports whether the reader learned the code of a board at the end of the game. The
// player who rolled it knew it, and so did a solver who finished first.
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

// parts returns the parts of the points.
func parts(view game.View, scene prose.Scene) []prose.Part {
	if !view.Over {
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
