package codebreak

import (
	"math/rand/v2"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
)

// This file states independently who may know what. A test of secrecy that used views or events
// would repeat their mistakes.

// resample returns a state with other codes for the seats that are not the reader's, consistent
// with all answers that the reader has seen, and another guess in the current round.
func (g Game[V]) resample(
	first engine.State[V, Event], moves []engine.Move, seat engine.Seat, random *rand.Rand,
) (engine.State[V, Event], []engine.Move) {
	end := first
	for _, move := range moves {
		next, _, err := end.Play(move.Seat, move.Action)
		if err != nil {
			panic("codebreak: a move to resample was never played: " + err.Error())
		}
		end = next
	}
	if len(end.ToMove()) == 0 {
		return first, moves
	}
	deal, now := kit.Inside[state](first).State, kit.Inside[state](end).State
	moves = slices.Clone(moves)
	for owner := range engine.Seat(seats) {
		if owner == seat {
			continue
		}
		secret := g.otherSecret(now, owner, seat, random)
		// The spare code is hidden, too. After a timeout, it is the secret.
		deal.boards[owner].spare = secret
		for i, move := range moves {
			if move.Seat == owner && strings.HasPrefix(strings.TrimSpace(strings.ToLower(string(move.Action))), g.Make) {
				moves[i].Action = engine.Action(g.Make + " " + secret)
			}
		}
		g.rewritePending(now, owner, moves, random)
	}
	return kit.Changed(first, deal), moves
}

// otherSecret returns a code of the owner that is consistent with what the reader has been told:
// the guesses against it, with that of the current round only if it is the reader's.
func (g Game[V]) otherSecret(end state, owner, reader engine.Seat, random *rand.Rand) string {
	against := end.boards[1-owner].rows
	if reader != 1-owner {
		against = against[:end.round()]
	}
	told := slices.DeleteFunc(slices.Clone(against), func(one Row) bool { return one.Guess == "" })
	// A code that was guessed in a complete round would have ended the game.
	other := g.Fitting(end.size, told, random)
	if slices.ContainsFunc(told, func(one Row) bool { return g.Judge(one.Guess, other) != one.Pegs }) ||
		slices.ContainsFunc(end.boards[1-owner].rows[:end.round()], func(one Row) bool { return one.Guess == other }) {
		return secretOf(end.boards[owner])
	}
	return other
}

// secretOf returns the code that was made, or that a timeout will make.
func secretOf(b board) string {
	if b.secret != "" {
		return b.secret
	}
	return b.spare
}

// rewritePending replaces the owner's guess in the current round, which no other seat has seen.
func (g Game[V]) rewritePending(end state, owner engine.Seat, moves []engine.Move, random *rand.Rand) {
	rows := end.boards[owner].rows
	if len(rows) == end.round() || rows[len(rows)-1].Guess == "" {
		return
	}
	for i := len(moves) - 1; i >= 0; i-- {
		if moves[i].Seat == owner {
			moves[i].Action = engine.Action(Guess + " " + g.Random(end.size, random.IntN))
			return
		}
	}
}
