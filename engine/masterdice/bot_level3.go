package masterdice

import (
	"parlor/engine"
	"parlor/engine/masterdice/evaluator"
)

// shrewdRolls is the number of rolls of the next row that shrewd evaluates for each placement.
const shrewdRolls = 126

// shrewd looks two rows ahead with values fitted to many games, and plays to win the match.
func shrewd(s solver, b Board, thought engine.Thought[View, Event]) engine.Action {
	if b.Phase == PhaseRoll {
		return Roll // rolling costs nothing, and solving is possible after it
	}
	rolls := shrewdRolls
	if thought.Simulations > 0 {
		rolls = min(rolls, thought.Simulations)
	}
	codes := make([]evaluator.Cells, len(s.codes))
	for i, code := range s.codes {
		codes[i] = code
	}
	values := evaluator.Fitted(aim(thought))
	search := evaluator.NewSearch(values, len(codes))
	board := evaluator.Board{Codes: evaluator.NewCodes(codes), Rows: s.rows, Dice: s.dice}
	best := search.Ahead(board, b.Rolled, rolls, thought.Random)[0]
	if best.Value > values.Now(s.rows, s.dice, len(codes)) {
		return Place(best.Cells)
	}
	return s.guess(thought.Random)
}

// aim returns what to play for: winning the match if this round decides it and the opponent's
// points are known or can be estimated, and otherwise points.
func aim(thought engine.Thought[View, Event]) evaluator.Aim {
	view := thought.View
	points := evaluator.Aim{Bonus: view.BonusDice}
	if thought.Left > 0 {
		return points
	}
	other := seats - 1 - view.Seat
	ahead := int(thought.Totals[other] - thought.Totals[view.Seat])
	switch {
	case view.Mode == Classic || view.Boards[other].Outcome == Resigned:
		return evaluator.ToBeat(ahead, view.BonusDice)
	case ahead == 0:
		points.For = evaluator.Outdo
	}
	return points
}
