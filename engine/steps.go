package engine

import "fmt"

// MaxSteps bounds the moves of a record that is taken apart into steps. Honest
// matches have hundreds of moves; a player who moves one tile to and fro for days
// makes one that is too long to be shown.
const MaxSteps = 10_000

// A Step is a match at one moment, and what led there.
type Step struct {
	Match  Match
	Round  int     // that of the match's views
	Move   Move    // the newest; no seat's in the first step
	Events []Event // what the table saw of it
}

// Steps plays a record again and answers the match before the first move and
// after each one. It fails where Replay does, and for more than MaxSteps moves.
func (g Game) Steps(record Record) ([]Step, error) {
	if len(record.Moves) > MaxSteps {
		return nil, fmt.Errorf("this match has %d moves; only one of at most %d can be shown step by step", len(record.Moves), MaxSteps)
	}
	steps := make([]Step, 0, len(record.Moves)+1)
	_, err := g.follow(record, func(step Step) {
		step.Round = step.Match.View(Watcher).Round
		steps = append(steps, step)
	})
	if err != nil {
		return nil, err
	}
	return steps, nil
}
