package arena

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"parlor/engine"
)

// Ladder returns the contests of each level of a game, from the second on, against the level below,
// in each of its [Settings]. If the game gives points, a match has the default number of games, so
// that points decide it; otherwise it is as short as possible. Of contests in which the same moves
// are played, only the first is included. Each contest has its own seed, so that the results are
// independent. all is the number of contests before duplicates were removed.
func Ladder(ctx context.Context, game engine.Game, seed uint64) (contests []Contest, all int, err error) {
	for _, setting := range Settings(game) {
		if setting, err = decided(ctx, game, setting); err != nil {
			return nil, 0, err
		}
		for i := range len(game.Levels) - 1 {
			below := engine.FirstBot + engine.Level(i)
			contests = append(contests, Contest{Game: game, Setting: setting, One: below + 1, Others: below, Seed: seed})
		}
	}
	all = len(contests)
	if contests, err = differing(ctx, contests); err != nil {
		return nil, 0, err
	}
	for i, one := range contests {
		contests[i] = one.Apart()
	}
	return contests, all, nil
}

// Apart returns the contest with a seed derived from its seed and all its other parameters. Without
// that, contests with one seed play the same deals.
func (c Contest) Apart() Contest {
	name, err := json.Marshal(struct {
		Seed        uint64
		Game        string
		Seats       int
		Options     engine.Options // JSON has them in order
		One, Others engine.Level
	}{c.Seed, c.Game.Name, c.Setting.Seats, c.Setting.Options, c.One, c.Others})
	if err != nil {
		panic("arena: numbers and words cannot be written: " + err.Error())
	}
	sum := sha256.Sum256(name)
	c.Seed = binary.LittleEndian.Uint64(sum[:])
	return c
}

// decided returns the setting with enough games per match for points to decide it. It changes the
// setting only if the game's points express more than who has won.
func decided(ctx context.Context, game engine.Game, s Setting) (Setting, error) {
	i := slices.IndexFunc(game.Options, func(o engine.Option) bool { return o.Name == rounds })
	if i < 0 {
		return s, nil
	}
	longer := Setting{s.Seats, engine.Options{}}
	for name, value := range s.Options {
		longer.Options[name] = value
	}
	longer.Options[rounds] = game.Options[i].Default
	lowest := Contest{Game: game, Setting: s, One: engine.FirstBot, Others: engine.FirstBot}
	counted, err := lowest.pointsCount(ctx)
	if err != nil || !counted || (game.Options[i].Applies != nil && !game.Options[i].Applies(longer.Options)) {
		return s, err
	}
	return longer, nil
}

// pointsCount reports whether any game of the first match gives points other than the shares of its winners.
func (c Contest) pointsCount(ctx context.Context) (bool, error) {
	counted := false
	_, err := c.match(ctx, 0, 0, &Outcome{}, func(round engine.Tally) {
		for seat, points := range round.Points() {
			share := 0.0
			if slices.Contains(round.Winners(), engine.Seat(seat)) {
				share = c.share(round.Winners(), engine.Seat(seat))
			}
			counted = counted || points != share
		}
	})
	return counted, err
}

// alikeDeals is the number of deals that must have the same moves in two settings, from every seat,
// for their contests to count as duplicates.
const alikeDeals = 5

// differing returns contests, which have one seed, without duplicates: contests in which the same
// levels play the same moves as in an earlier one, because the options in which they differ have no
// effect there, or rarely.
func differing(ctx context.Context, contests []Contest) ([]Contest, error) {
	type levels struct {
		seats       int
		one, others engine.Level
		went        [sha256.Size]byte
	}
	went := make([][sha256.Size]byte, len(contests)) // by now, one deal after the other
	alike := map[levels][]int{}
	for deal := range uint64(alikeDeals) {
		var open []int
		if deal == 0 {
			for i := range contests {
				open = append(open, i)
			}
		}
		for _, group := range alike {
			if len(group) > 1 {
				open = append(open, group...)
			}
		}
		if err := goOn(ctx, contests, open, deal, went); err != nil {
			return nil, err
		}
		clear(alike)
		for i, c := range contests {
			name := levels{c.Setting.Seats, c.One, c.Others, went[i]}
			alike[name] = append(alike[name], i)
		}
	}
	var first []int
	for _, group := range alike {
		first = append(first, group[0])
	}
	slices.Sort(first)
	left := make([]Contest, len(first))
	for i, at := range first {
		left[i] = contests[at]
	}
	return left, nil
}

// goOn plays the given deal of the contests with the indexes in open, as many at once as there are
// CPUs, and updates went, the hashes of how each contest was played so far.
func goOn(ctx context.Context, contests []Contest, open []int, deal uint64, went [][sha256.Size]byte) error {
	var running sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	failed := make([]error, len(open))
	for n, i := range open {
		places <- struct{}{}
		running.Go(func() {
			defer func() { <-places }()
			var outcome Outcome
			var moves [][]engine.Move
			if outcome, moves, failed[n] = contests[i].deal(ctx, deal); failed[n] == nil {
				went[i] = sha256.Sum256(fmt.Append(went[i][:], outcome.Matches, outcome.Games, outcome.One.Points, outcome.Others.Points, moves))
			}
		})
	}
	running.Wait()
	return errors.Join(failed...)
}
