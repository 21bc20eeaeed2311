package masterdice

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// This file implements the rules of secrecy a second time on purpose. If it used the code of the
// views, the secrecy checks would not find mistakes in that code.

// resample returns a deal and moves that the seat cannot tell from the given ones.
func resample(
	first engine.State[View, Event], moves []engine.Move, seat engine.Seat, random *rand.Rand,
) (engine.State[View, Event], []engine.Move) {
	other := first.(state)
	end, steps := retrace(other, moves)
	other.boards, moves = slices.Clone(other.boards), slices.Clone(moves)
	over := len(end.ToMove()) == 0
	for i := range other.boards {
		b, last := &other.boards[i], end.boards[i]
		if other.mode == Duel && seat != b.solver && !over {
			if seat == engine.Watcher {
				b.code = randomLine(random)
			}
			rerollFrom(0, b, random)
			rewrite(*b, steps[i], moves, random)
			continue
		}
		codeSeen := over || seat == 1-b.solver || (seat == b.solver && last.outcome != Unsolved)
		if !codeSeen {
			fitting := slices.Collect(Consistent(last.rows))
			b.code = fitting[random.IntN(len(fitting))]
		}
		rerollFrom(rollsMade(steps[i]), b, random)
	}
	return other, moves
}

// rerollFrom rerolls the dice of roll n, counted from 0, and of all later rolls.
func rerollFrom(n int, b *board, random *rand.Rand) {
	for ; n < MaxRows; n++ {
		b.rolls[n] = randomLine(random)
	}
}

func randomLine(random *rand.Rand) Line { return codeAt(random.IntN(Codes)) }

// A step is the effect of a move on a board.
type step struct {
	move int    // its index
	verb string // verbRoll, verbPlace or verbSolve; empty for resigning
	dice int    // placed dice
}

// retrace plays the moves and returns the last state and the steps of each board.
func retrace(s state, moves []engine.Move) (state, [][]step) {
	steps := make([][]step, len(s.boards))
	for at, move := range moves {
		next, _, err := s.Play(move.Seat, move.Action)
		if err != nil {
			panic("masterdice: a move to resample was never played: " + err.Error())
		}
		now := next.(state)
		for i, b := range now.boards {
			was := s.boards[i]
			st := step{move: at}
			switch {
			case len(b.rows) > len(was.rows):
				st.verb, st.dice = verbPlace, b.rows[len(was.rows)].Cells.Dice()
			case b.answer != was.answer:
				st.verb = verbSolve
			case b.rolled && !was.rolled:
				st.verb = verbRoll
			case b.outcome == was.outcome:
				continue // the move was for the other board
			}
			steps[i] = append(steps[i], st)
		}
		s = now
	}
	return s, steps
}

func rollsMade(steps []step) int {
	made := 0
	for _, st := range steps {
		if st.verb == verbRoll {
			made++
		}
	}
	return made
}

// rewrite changes the moves of a board that the seat does not see so that they fit its new dice:
// the same number of rows with other dice, and another answer. Time-outs become decisions of the
// solver, and rolls may become time-outs or the reverse.
func rewrite(b board, steps []step, moves []engine.Move, random *rand.Rand) {
	counts := replan(steps, random)
	for _, st := range steps {
		action := &moves[st.move].Action
		switch st.verb {
		case verbRoll:
			b.rolled = true
			*action = [...]engine.Action{Roll, engine.Timeout}[random.IntN(2)]
		case verbPlace:
			cells := randomPlacement(b.onTable(), counts[len(b.rows)], random)
			b.rows, b.rolled = append(b.rows, Judge(b.code, cells)), false
			*action = Place(cells)
		case verbSolve:
			*action = Solve(randomLine(random))
		}
	}
}

func randomPlacement(rolled []int, dice int, random *rand.Rand) Line {
	var cells Line
	columns := random.Perm(Columns)
	for i, die := range random.Perm(len(rolled))[:dice] {
		cells[columns[i]] = rolled[die]
	}
	return cells
}

// replan draws new numbers of dice for each row so that every roll still has some. If it finds no
// others it keeps the numbers.
func replan(steps []step, random *rand.Rand) []int {
	const tries = 20
	for range tries {
		if counts, ok := tryPlan(steps, random); ok {
			return counts
		}
	}
	var counts []int
	for _, st := range steps {
		if st.verb == verbPlace {
			counts = append(counts, st.dice)
		}
	}
	return counts
}

func tryPlan(steps []step, random *rand.Rand) ([]int, bool) {
	var counts []int
	left := WhiteDice
	for _, st := range steps {
		switch st.verb {
		case verbRoll:
			if left == 0 {
				return nil, false
			}
		case verbPlace:
			dice := 1 + random.IntN(min(Columns, left))
			counts, left = append(counts, dice), left-dice
		}
	}
	return counts, true
}
