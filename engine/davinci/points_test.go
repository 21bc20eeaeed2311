package davinci_test

import (
	"math/rand/v2"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
)

// TestSumsAddUp plays rounds under all kinds of points, with and without memory,
// some of them with players who resign or whose time runs out: what each seat's
// points are made of adds up to them in every view.
func TestSumsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	game := davinci.Rules().Game()
	for _, points := range []string{davinci.International, davinci.Classic, davinci.Single} {
		for _, memory := range []string{"on", "off"} {
			for n := range 40 {
				m, err := game.Start(2+n%3, engine.Seed{byte(n), 1}, engine.Options{"points": points, "memory": memory, "jokers": "free", "rounds": "1"})
				for err == nil && len(m.ToMove()) > 0 {
					seat := m.ToMove()[0]
					action := m.Think(seat, engine.FirstBot, random)
					switch chance := random.IntN(200); {
					case chance == 0:
						action = engine.Resign
					case chance < 5:
						action = engine.Timeout
					}
					m, _, err = m.Play(seat, action)
				}
				if err != nil {
					t.Fatal(err)
				}
				for seat := engine.Watcher; int(seat) < 2+n%3; seat++ {
					addsUp(t, m.View(seat), points)
				}
			}
		}
	}
}

func addsUp(t *testing.T, match engine.View, points string) {
	t.Helper()
	view, ok := match.Table.(davinci.View)
	if !ok {
		t.Fatalf("the table is %T", match.Table)
	}
	sums := davinci.Sums(view, points)
	if points == davinci.Single {
		if sums != nil {
			t.Errorf("a round without points has the sums %+v", sums)
		}
		return
	}
	for seat, sum := range sums {
		if all := sum.Right + sum.KnockOuts + sum.Guesses + sum.Won + sum.Hidden; float64(all) != match.Scores[0][seat] || all < 0 || sum.Guesses < 0 {
			t.Errorf("%s, seat %d: %+v is not %v", points, seat, sum, match.Scores[0][seat])
		}
	}
	if len(sums) != match.Seats {
		t.Errorf("%d sums for %d seats", len(sums), match.Seats)
	}
}

// TestThereAreNoSumsBeforeTheEnd: what could be counted then says nothing of the
// winner.
func TestThereAreNoSumsBeforeTheEnd(t *testing.T) {
	m, err := davinci.Rules().Game().Start(2, engine.Seed{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if view, _ := m.View(0).Table.(davinci.View); davinci.Sums(view, davinci.International) != nil {
		t.Error("there are sums before the end")
	}
}
