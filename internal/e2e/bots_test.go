package e2e

import (
	"slices"
	"testing"

	"parlor/engine"
	"parlor/internal/bench/arena"
)

// TestTheOrderOfLevels: in some settings, the second level does not play worse than
// the first by more than chance would have it in one of ten thousand runs: four
// standard errors. Every setting and every level is for .ci/night, which runs
//
//	parlor bots --all --stop-early
func TestTheOrderOfLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("plays some hundred matches")
	}
	t.Parallel()
	for _, row := range []struct {
		game    string
		seats   int
		options engine.Options
		deals   int
	}{
		{"davinci", 2, engine.Options{"points": "single"}, 120},
		{"davinci", 3, engine.Options{"points": "single", "jokers": "free"}, 50},
		{"davinci", 2, engine.Options{"points": "single", "memory": "on"}, 120},
		{"kodeknacker", 2, engine.Options{"preset": "classic", "rounds": "1"}, 120},
		{"kodeknacker", 2, engine.Options{"rounds": "1"}, 30},
		{"masterdice", 2, engine.Options{"rounds": "2"}, 80},
	} {
		at := slices.IndexFunc(offered(), func(g engine.Game) bool { return g.Name == row.game })
		game := offered()[at]
		options, err := engine.Complete(game.Options, row.options)
		if err != nil {
			t.Fatal(err)
		}
		if len(game.Levels) < 2 {
			t.Logf("%s has one level", row.game)
			continue
		}
		contest := arena.Contest{Game: game, Setting: arena.Setting{Seats: row.seats, Options: options}, One: 2, Others: 1, Seed: 1}
		played, err := contest.Play(t.Context(), arena.Until{Deals: row.deals})
		if err != nil {
			t.Fatal(err)
		}
		score, share := played.Score, played.Score.Matches
		t.Logf("%s, %s: %.1f ± %.1f %%, fair %.1f %%, %v and %v a move", row.game, contest.Setting.Describe(game),
			100*share.Value(), 100*share.Margin(), 100*contest.Fair(), score.One.Processor(), score.Others.Processor())
		if contest.Fair()-share.Value() > 4*share.Error() {
			t.Errorf("%s, %s: level 2 has %.1f ± %.1f %% against level 1", row.game, contest.Setting.Describe(game), 100*share.Value(), 100*share.Margin())
		}
	}
}
