package arena

import (
	"context"

	"parlor/engine"
)

// Until says when a contest has been played long enough.
type Until struct {
	Deals int     // at most
	Wrong float64 // as soon as a Test with this chance of an error has found something; 0 plays all deals
}

// Play plays a contest, and returns what came of it. Where it ended because a Test
// had found something, the shares are a little too far from the fair one: the verdict
// holds as it says, the margins do not.
func (c Contest) Play(ctx context.Context, until Until) (Score, Verdict, error) {
	var score Score
	test := Test{Fair: c.Fair(), Wrong: until.Wrong}
	for outcome, err := range c.Deals(ctx) {
		if err != nil {
			return score, Undecided, err
		}
		score.Add(outcome)
		if until.Wrong > 0 && test.Add(outcome.Matches) != Undecided || score.Deals >= until.Deals {
			break
		}
	}
	return score, test.Verdict(), nil
}

// Ladder is each level of a game from the second on against the one below, in each of
// the given settings.
func Ladder(game engine.Game, settings []Setting, seed uint64) []Contest {
	var contests []Contest
	for _, setting := range settings {
		for i := range len(game.Levels) - 1 {
			below := engine.FirstBot + engine.Level(i)
			contests = append(contests, Contest{Game: game, Setting: setting, One: below + 1, Others: below, Seed: seed})
		}
	}
	return contests
}
