package masterdice_test

import (
	"math/rand/v2"
	"testing"

	"parlor/engine"
	"parlor/engine/masterdice"
)

// TestSumsAddUp plays games of both modes, some with players who resign: what a
// board's points are made of adds up to them.
func TestSumsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	game := masterdice.Rules().Game()
	for _, mode := range []string{masterdice.Classic, masterdice.Duel} {
		for _, bonus := range []string{"on", "off"} {
			for n := range 40 {
				m, err := game.Start(2, engine.Seed{byte(n), 2}, engine.Options{"mode": mode, "bonus_dice": bonus})
				for err == nil && m.View(engine.Watcher).Stage == engine.Playing {
					seat := m.ToMove()[0]
					action := m.Think(seat, engine.FirstBot, random)
					if random.IntN(60) == 0 {
						seat, action = engine.Seat(random.IntN(2)), engine.Resign
					}
					if m2, _, refused := m.Play(seat, action); refused == nil {
						m = m2
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				match := m.View(engine.Watcher)
				view, _ := match.Table.(masterdice.View)
				for _, one := range view.Boards {
					if sum := view.SumOf(one); float64(sum.Right+sum.Rows+sum.Dice) != match.Scores[0][one.Solver] {
						t.Errorf("%s, bonus %s: %+v is not %v", mode, bonus, sum, match.Scores[0][one.Solver])
					}
				}
			}
		}
	}
}

// TestSumsByHand: 20 for the code, 5 for each empty row of the 7, and under the
// option 1 for each die that is left.
func TestSumsByHand(t *testing.T) {
	for _, row := range []struct {
		one   masterdice.Board
		bonus bool
		want  masterdice.Sum
	}{
		{masterdice.Board{Outcome: masterdice.Right, RowsUsed: 3, DiceLeft: 6}, false, masterdice.Sum{Right: 20, Rows: 20}},
		{masterdice.Board{Outcome: masterdice.Right, RowsUsed: 3, DiceLeft: 6}, true, masterdice.Sum{Right: 20, Rows: 20, Dice: 6}},
		{masterdice.Board{Outcome: masterdice.Right, RowsUsed: 7}, true, masterdice.Sum{Right: 20}},
		{masterdice.Board{Outcome: masterdice.Conceded, DiceLeft: 18}, false, masterdice.Sum{Right: 20, Rows: 35}},
		{masterdice.Board{Outcome: masterdice.Wrong, RowsUsed: 1, DiceLeft: 14}, true, masterdice.Sum{}},
		{masterdice.Board{Outcome: masterdice.Resigned, DiceLeft: 18}, true, masterdice.Sum{}},
	} {
		if got := (masterdice.View{BonusDice: row.bonus}).SumOf(row.one); got != row.want {
			t.Errorf("%+v with bonus %v is worth %+v, not %+v", row.one, row.bonus, got, row.want)
		}
	}
}
