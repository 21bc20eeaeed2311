// Package insight analyzes finished matches: how likely each guess was to be right given everything
// that its player knew, whether there was a better one, and how much remained unknown. All results
// are exact; they contain no assumptions about how people play.
//
// Its input contains every secret of a match. It must be used only for matches that have ended.
package insight

import (
	"context"
	"fmt"
	"math"

	"parlor/engine"
)

// Analysis is the analysis of a finished match.
type Analysis struct {
	// Steps are the steps of the match. For a match with the memory option, they are replayed
	// without that option, so that everything shown once counts as known.
	Steps  []engine.Step
	Memory bool // the match had the memory option

	Decisions []Decision // in order
	Players   []Player   // by seat
	Moments   []Moment   // the most important decisions, in order
	Graph     []Point    // in order
	// Dark holds the numbers of the games with claims whose chance cannot be computed, for example
	// because of too many codes. Such claims are not in Decisions.
	Dark []int
}

// Decision is a move with a claim.
type Decision struct {
	Step       int // index in Analysis.Steps of the state before the move; the next one is after it
	Round      int
	Seat       engine.Seat
	Action     engine.Action
	Right      bool          // the claim was true
	Chance     float64       // chance that the claim was true, given what the player knew
	Best       engine.Action // a claim with the highest chance
	BestChance float64
	Before     float64 // number of worlds that the player could not distinguish before the move
	After      float64 // the same after the move
	Ended      bool    // the move ended the game, so that nothing remained hidden
}

// Luck returns the difference between the result of the decision and its expectation.
func (d Decision) Luck() float64 {
	if d.Right {
		return 1 - d.Chance
	}
	return -d.Chance
}

// Missed returns the difference between the highest chance and the chance of the claim. The claim
// with the highest chance is not always the best move.
func (d Decision) Missed() float64 { return max(0, d.BestChance-d.Chance) }

// Told returns how much the player learned by the move, in bits, or 0 at the end of a game, when
// everything is shown.
func (d Decision) Told() float64 {
	if d.Ended {
		return 0
	}
	return max(0, math.Log2(d.Before/d.After))
}

// Player summarizes the decisions of a seat.
type Player struct {
	Seat   engine.Seat
	Claims int     // number of decisions
	Right  int     // number of right ones
	Luck   float64 // the sum of Decision.Luck
	Missed float64 // the sum of Decision.Missed

	Spread  float64 // variance of Luck: the sum of Chance × (1 − Chance)
	Squares float64 // sum of the squares of Decision.Missed
}

// Point is the remaining uncertainty before a move.
type Point struct {
	Step  int // index in Analysis.Steps
	Round int
	// Left is, by reader and owner, the number of bits unknown to the reader of what the owner
	// hides. The sum for a reader is the binary logarithm of the number of worlds that they could
	// not distinguish. The list of a reader is nil if it cannot be computed.
	Left [][]float64
}

// MaxPoints is the maximum number of points of a graph.
const MaxPoints = 30

// memory is the option under which views omit what was shown before. It changes nothing else, in
// any game.
const memory = "memory"

// Analyse is Of for a person, identified by ID, who may have to wait until ctx ends.
type Analyse func(ctx context.Context, person string, game engine.Game, record engine.Record) (Analysis, error)

// Of analyzes the record of a match. It returns an error if the match is not over or cannot be
// replayed.
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

// recalled returns the steps of a record as seen by players who forget nothing.
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

// players returns the summaries of all seats.
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
