// Package arena lets levels of bots play against each other, and reports how certain the result is.
// In a contest one seat plays at one level, and all others at another. Every deal is played as many
// times as there are seats, each time with the one level in another seat, so that neither the luck
// of a deal nor that of beginning counts: two levels that play alike share every deal exactly. The
// results are shares: a match or a game that several seats win is divided among them, and one that
// no seat wins among all. The fair share, of a level no better than the others, is 1/seats.
package arena

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"parlor/engine"
)

// Contest is one level of a game against another, in one setting. The same contest always has the
// same result, except for the CPU time.
type Contest struct {
	Game    engine.Game
	Setting Setting
	// One is the level of one seat, and Others that of all others. They may be equal.
	One, Others engine.Level
	// Seed determines the deals and the random choices of the bots.
	Seed uint64
}

// Fair returns the share of a seat that plays as well as the others.
func (c Contest) Fair() float64 { return 1 / float64(c.Setting.Seats) }

// Outcome is the result of one deal, played once from each seat.
type Outcome struct {
	Matches     float64 // share of the matches won by level One, 0 to 1
	Games       float64 // share of the games
	Played      int     // number of games
	One, Others Side
}

// Side is the total over the seats of one level in all games of a deal.
type Side struct {
	Seats     int // seats played, one per match
	Points    float64
	Moves     int
	Processor time.Duration // CPU time of thinking; 0 if unknown on this system
}

// deal plays the n-th deal from every seat, and returns its outcome and the moves of each match.
func (c Contest) deal(ctx context.Context, n uint64) (Outcome, [][]engine.Move, error) {
	var sum Outcome
	var moves [][]engine.Move
	for seat := range engine.Seat(c.Setting.Seats) {
		made, err := c.match(ctx, n, seat, &sum, func(engine.Tally) {})
		if err != nil {
			return Outcome{}, nil, fmt.Errorf("deal %d, seat %v at level %d and the others at %d: %w", n, seat, c.One, c.Others, err)
		}
		moves = append(moves, made)
	}
	sum.Matches /= float64(c.Setting.Seats)
	sum.Games /= float64(sum.Played)
	return sum, moves, nil
}

// maxMoves bounds the moves of a match. It is far more than any match takes.
const maxMoves = 100_000

// match plays one match of a deal with level One in a seat. It adds the result to sum, calls tell
// with the tally of each game, and returns the moves.
func (c Contest) match(ctx context.Context, n uint64, one engine.Seat, sum *Outcome, tell func(engine.Tally)) ([]engine.Move, error) {
	match, err := c.Game.Start(c.Setting.Seats, c.stream(n, 0), c.Setting.Options)
	if err != nil {
		return nil, err
	}
	random := make([]*rand.Rand, c.Setting.Seats)
	for seat := range random {
		random[seat] = rand.New(rand.NewChaCha8(c.stream(n, byte(1+seat))))
	}
	for moves := 0; len(match.ToMove()) > 0; moves++ {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case moves == maxMoves:
			return nil, errors.New("the match does not end")
		}
		seat := match.ToMove()[0]
		level, side := c.Others, &sum.Others
		if seat == one {
			level, side = c.One, &sum.One
		}
		began := processorTime()
		action := match.Think(seat, level, random[seat])
		if action != engine.Next {
			side.Moves++
			side.Processor += processorTime() - began
		}
		next, events, err := match.Play(seat, action)
		if err != nil {
			return nil, fmt.Errorf("seat %v plays %q: %w", seat, action, err)
		}
		for _, event := range events {
			if told, ok := event.(engine.MatchEvent); ok && told.Kind == engine.RoundWon {
				sum.Games += c.share(told.Result.Winners(), one)
				sum.Played++
				tell(told.Result)
			}
		}
		match = next
	}
	c.add(match.View(engine.Watcher), one, sum)
	return match.Record().Moves, nil
}

// add counts a finished match.
func (c Contest) add(view engine.View, one engine.Seat, sum *Outcome) {
	sum.Matches += c.share(view.Winners, one)
	for seat, points := range view.Totals {
		side := &sum.Others
		if engine.Seat(seat) == one {
			side = &sum.One
		}
		side.Seats++
		side.Points += points
	}
}

// share returns a seat's part of a win, from 0 to 1.
func (c Contest) share(winners []engine.Seat, seat engine.Seat) float64 {
	switch {
	case len(winners) == 0:
		return c.Fair()
	case slices.Contains(winners, seat):
		return 1 / float64(len(winners))
	}
	return 0
}

// stream returns the seed of one of a deal's random streams: 0 is the deal's, and the others are the seats'. They do
// not depend on where level One sits.
func (c Contest) stream(n uint64, which byte) engine.Seed {
	var seed engine.Seed
	binary.LittleEndian.PutUint64(seed[:], c.Seed)
	binary.LittleEndian.PutUint64(seed[8:], n)
	seed[16] = which
	return seed
}
