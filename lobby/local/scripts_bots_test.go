package local_test

import (
	"math/rand/v2"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
)

// The bots of the recorded scripts. They differ from those of the games, which may change.

// scriptedDavinci takes, draws and guesses at random, but never a number that was wrong at
// that tile.
func scriptedDavinci(view davinci.View, random *rand.Rand) engine.Action {
	if c := view.Choice; c != nil && c.Chosen == 0 {
		return davinci.Place(c.Gaps[random.IntN(len(c.Gaps))])
	}
	switch view.Phase {
	case davinci.PhaseSetup:
		if random.IntN(2) == 0 {
			return davinci.Deal
		}
		return davinci.Ready
	case davinci.PhaseDraw:
		return davinci.DrawAny
	case davinci.PhaseAgain:
		if random.IntN(2) == 0 {
			return davinci.Stop
		}
	}
	var open []engine.Action
	for _, rack := range view.Racks {
		for i, one := range rack.Tiles {
			if one.Open || rack.Out || (rack.Seat == view.Seat) != (view.Phase == davinci.PhaseShow) {
				continue
			}
			if view.Phase == davinci.PhaseShow {
				open = append(open, davinci.Show(i+1))
				continue
			}
			open = append(open, scriptedGuesses(rack.Seat, i+1, one)...)
		}
	}
	return open[random.IntN(len(open))]
}

// scriptedGuesses returns the guesses at a hidden tile that have not been wrong yet.
func scriptedGuesses(seat engine.Seat, place int, one davinci.Tile) []engine.Action {
	var guesses []engine.Action
	wrong := map[davinci.Value]bool{}
	for _, value := range one.Not {
		wrong[value] = true
	}
	for value := range davinci.MaxNumber + 1 {
		if !wrong[value] {
			guesses = append(guesses, davinci.Guess(seat, place, value))
		}
	}
	return guesses
}

// scriptedKodeknacker makes and guesses random codes.
func scriptedKodeknacker(view kodeknacker.View, random *rand.Rand) engine.Action {
	code := make([]byte, view.Positions)
	for i := range code {
		code[i] = kodeknacker.Letters(view.Colors)[random.IntN(view.Colors)]
	}
	if view.Phase == kodeknacker.PhaseSet {
		return kodeknacker.Code(string(code))
	}
	return kodeknacker.Guess(string(code))
}

// scriptedMasterDice rolls while it can, places dice in any column, and answers with any
// code.
func scriptedMasterDice(view masterdice.View, random *rand.Rand) engine.Action {
	var board masterdice.Board
	for _, one := range view.Boards {
		if one.Solver == view.Seat {
			board = one
		}
	}
	switch board.Phase {
	case masterdice.PhaseRoll:
		return masterdice.Roll
	case masterdice.PhasePlace:
		var cells masterdice.Line
		cells[random.IntN(len(cells))] = board.Rolled[random.IntN(len(board.Rolled))]
		return masterdice.Place(cells)
	}
	var code masterdice.Line
	for i := range code {
		code[i] = 1 + random.IntN(masterdice.Faces)
	}
	return masterdice.Solve(code)
}
