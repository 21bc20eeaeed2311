// Package insight says of a match that is over what could be known when: how
// likely each guess was to be right by all that its player knew, whether there
// was a better one, and how much was left to find out. All of it are facts: no
// opinion about how people play is in them.
//
// What it is given has every secret of a match. It is for matches that have
// ended, and for nothing else.
package insight

import (
	"context"
	"fmt"
	"math"

	"parlor/engine"
)

// Analysis is what could be known in a match that is over.
type Analysis struct {
	// Steps are the match, move by move. Where it was played from memory they are
	// the same moves without that option: what was told once counts as known.
	Steps  []engine.Step
	Memory bool // it was played from memory

	Decisions []Decision // in order
	Players   []Player   // by seat
	Moments   []Moment   // those that changed most, in order
	Graph     []Point    // in order
	// Dark are the numbers of the games with claims whose chance cannot be told, such as
	// those with too many codes left. These claims are no decisions.
	Dark []int
}

// Decision is a move that claimed something.
type Decision struct {
	Step       int // the place in Analysis.Steps of the match before it; the next one is after it
	Round      int
	Seat       engine.Seat
	Action     engine.Action
	Right      bool          // what it claimed was so
	Chance     float64       // of that, by what the player knew
	Best       engine.Action // the likeliest claim there was, one of equal ones
	BestChance float64
	Before     float64 // how many worlds the player could not tell apart before the move
	After      float64 // and after it
	Ended      bool    // it ended its game, so that nothing was hidden after it
}

// Luck is how much more came of the decision than was to be expected.
func (d Decision) Luck() float64 {
	if d.Right {
		return 1 - d.Chance
	}
	return -d.Chance
}

// Missed is how much likelier the likeliest claim was. The likeliest one is not
// always the best move.
func (d Decision) Missed() float64 { return max(0, d.BestChance-d.Chance) }

// Told is how much the player found out by the move, in bits: nothing where all was
// shown anyway, at the end of a game.
func (d Decision) Told() float64 {
	if d.Ended {
		return 0
	}
	return max(0, math.Log2(d.Before/d.After))
}

// Player sums up the decisions of one seat.
type Player struct {
	Seat   engine.Seat
	Claims int     // decisions
	Right  int     // of these
	Luck   float64 // the sum of Decision.Luck
	Missed float64 // the sum of Decision.Missed

	Spread  float64 // the variance of Luck: the sum of Chance × (1 − Chance)
	Squares float64 // the sum of the squares of Decision.Missed
}

// Point is how much there was to find out before a move.
type Point struct {
	Step  int // its place in Analysis.Steps
	Round int
	// Left is by reader and then by owner: how many bits of what that owner hides the
	// reader could not know. Those of a reader add up to the binary logarithm of the
	// worlds that they could not tell apart. The list of a reader is nil where that
	// cannot be told.
	Left [][]float64
}

// MaxPoints bounds the graph of a match.
const MaxPoints = 30

// memory is the option under which views leave out what was told before. It
// changes nothing else, in any game that has it.
const memory = "memory"

// Analyse is Of for a person, an identity, who may have to wait for others: as long
// as the context lasts.
type Analyse func(ctx context.Context, person string, game engine.Game, record engine.Record) (Analysis, error)

// Of analyses the record of a match. It fails where the match is not over, and
// where the record cannot be played again.
func Of(game engine.Game, record engine.Record) (Analysis, error) {
	steps, forgot, err := recalled(game, record)
	if err != nil {
		return Analysis{}, err
	}
	if last := steps[len(steps)-1].Match; len(last.ToMove()) > 0 {
		return Analysis{}, fmt.Errorf("the match of this record is not over: after %d moves somebody is to move", len(record.Moves))
	}
	r := reader{game: game, steps: steps, known: map[eyes]engine.Worlds{}}
	a := Analysis{Steps: steps, Memory: forgot, Decisions: r.decisions()}
	a.Graph = r.graph(record.Seats, a.Decisions)
	a.Dark = r.dark
	a.Players = a.players(record.Seats)
	a.Moments = a.moments()
	return a, nil
}

// recalled are the steps of a record as people see them who forget nothing.
func recalled(game engine.Game, record engine.Record) (steps []engine.Step, forgot bool, err error) {
	if forgot = record.Options[memory] == "on"; forgot {
		open := record
		open.Options = engine.Options{}
		for name, value := range record.Options {
			open.Options[name] = value
		}
		open.Options[memory] = "off"
		if steps, err = game.Steps(open); err == nil {
			return steps, true, nil
		}
	}
	steps, err = game.Steps(record)
	return steps, forgot, err
}

// players are the sums of all seats.
func (a Analysis) players(seats int) []Player {
	players := make([]Player, seats)
	for seat := range players {
		players[seat].Seat = engine.Seat(seat)
	}
	for _, one := range a.Decisions {
		player := &players[one.Seat]
		player.Claims++
		if one.Right {
			player.Right++
		}
		player.Luck += one.Luck()
		player.Missed += one.Missed()
		player.Spread += one.Chance * (1 - one.Chance)
		player.Squares += one.Missed() * one.Missed()
	}
	return players
}
