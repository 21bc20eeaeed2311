package kodeknacker

import (
	"math/rand/v2"
	"slices"
	"strings"

	"parlor/engine"
)

// Who may know what is said again in this file, on purpose: a proof of secrecy
// that asked views or events would believe their mistakes.

// resample gives the seats that the reader is not another code that fits all
// answers told to him, and another guess in the round under way.
func resample(
	first engine.State[View, Event], moves []engine.Move, seat engine.Seat, random *rand.Rand,
) (engine.State[View, Event], []engine.Move) {
	deal := first.(state)
	end := deal
	for _, move := range moves {
		next, _, err := end.Play(move.Seat, move.Action)
		if err != nil {
			panic("kodeknacker: a move to resample was never played: " + err.Error())
		}
		end = next.(state)
	}
	if end.over() {
		return deal, moves
	}
	moves = slices.Clone(moves)
	for owner := range engine.Seat(seats) {
		if owner == seat {
			continue
		}
		secret := otherSecret(end, owner, seat, random)
		// The spare code is hidden too, and is the secret where time ran out.
		deal.boards[owner].spare = secret
		for i, move := range moves {
			if move.Seat == owner && move.Action != engine.Timeout && strings.HasPrefix(strings.TrimSpace(strings.ToLower(string(move.Action))), verbCode) {
				moves[i].Action = Code(secret.String())
			}
		}
		rewritePending(end, owner, moves, random)
	}
	return deal, moves
}

// otherSecret is a code of the owner that fits what the reader has been told of
// it: the guesses against it, that of the round under way only if it is his.
func otherSecret(end state, owner, reader engine.Seat, random *rand.Rand) code {
	against := end.boards[1-owner].rows
	if reader != 1-owner {
		against = against[:end.round()]
	}
	var told []row
	for _, one := range against {
		if one.guess != nil {
			told = append(told, one)
		}
	}
	other := consistent(told, end.positions, end.colors, random)
	if !fits(other, told) || endsNow(end, owner, other) {
		return secretOf(end.boards[owner])
	}
	return other
}

// endsNow says whether this secret would be cracked by a complete round: then
// the game would have ended. With the answers as told it cannot be.
func endsNow(end state, owner engine.Seat, secret code) bool {
	for _, one := range end.boards[1-owner].rows[:end.round()] {
		if slices.Equal(one.guess, secret) {
			return true
		}
	}
	return false
}

// secretOf is the code made, or the one that time will make.
func secretOf(b board) code {
	if b.secret != nil {
		return b.secret
	}
	return b.spare
}

// rewritePending puts another guess in place of the owner's in the round under
// way, which nobody else has seen.
func rewritePending(end state, owner engine.Seat, moves []engine.Move, random *rand.Rand) {
	rows := end.boards[owner].rows
	if len(rows) == end.round() || rows[len(rows)-1].guess == nil {
		return
	}
	for i := len(moves) - 1; i >= 0; i-- {
		if moves[i].Seat == owner {
			moves[i].Action = Guess(randomCode(end.positions, end.colors, random).String())
			return
		}
	}
}
