package davinci

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlor/engine"
)

// BenchmarkWorlds looks at the views of seats that are to guess: all of some
// games by bots, and the one with the most states among those.
func BenchmarkWorlds(b *testing.B) {
	for _, jokers := range []string{NoJokers, FreeJokers, StrictJokers} {
		for seats := MinSeats; seats <= MaxSeats; seats++ {
			views := viewsToGuess(b, seats, jokers)
			b.Run(fmt.Sprintf("%s/%d seats", jokers, seats), func(b *testing.B) { benchmarkWorlds(b, views) })
			b.Run(fmt.Sprintf("%s/%d seats/largest", jokers, seats), func(b *testing.B) { benchmarkWorlds(b, largest(views)) })
		}
	}
}

// benchmarkWorlds also reports the median of single calls, which a busy machine
// moves less than their mean.
func benchmarkWorlds(b *testing.B, views []View) {
	b.ReportAllocs()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		if w := NewWorlds(views[i%len(views)]); w == nil {
			b.Fatal("a view has no worlds")
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "median-ns")
	b.ReportMetric(float64(took[len(took)/20].Nanoseconds()), "5%-ns")
}

// BenchmarkSlowestWorlds reports how long the slowest of all views takes, by the fastest
// of many runs of each: what else the machine does then counts for little, and the
// figure comes again.
func BenchmarkSlowestWorlds(b *testing.B) {
	for _, jokers := range []string{NoJokers, FreeJokers, StrictJokers} {
		for seats := MinSeats; seats <= MaxSeats; seats++ {
			views := viewsToGuess(b, seats, jokers)
			b.Run(fmt.Sprintf("%s/%d seats", jokers, seats), func(b *testing.B) {
				var slowest time.Duration
				for b.Loop() {
					slowest = 0
					for _, view := range views {
						slowest = max(slowest, fastest(view))
					}
				}
				b.ReportMetric(float64(len(views)), "views")
				b.ReportMetric(float64(slowest.Nanoseconds())/1000, "slowest-µs")
			})
		}
	}
}

// fastest is how long a view takes at best, of 40 runs, or of those that a hundredth of
// a second has room for, but 4 at least.
func fastest(view View) time.Duration {
	best, spent := time.Hour, time.Duration(0)
	for n := 0; n < 40 && (n < 4 || spent < 10*time.Millisecond); n++ {
		began := time.Now()
		NewWorlds(view)
		took := time.Since(began)
		best, spent = min(best, took), spent+took
	}
	return best
}

// BenchmarkDraw draws worlds of the largest view.
func BenchmarkDraw(b *testing.B) {
	for _, jokers := range []string{NoJokers, FreeJokers} {
		w, random := NewWorlds(largest(viewsToGuess(b, MaxSeats, jokers))[0]), rand.New(rand.NewPCG(1, 1))
		b.Run(jokers, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.Draw(random)
			}
		})
	}
}

// viewsToGuess are those of some games in which a seat has to guess.
func viewsToGuess(tb testing.TB, seats int, jokers string) []View {
	tb.Helper()
	var views []View
	random := rand.New(rand.NewPCG(uint64(seats), 9))
	for n := range 20 {
		s := dealt(tb, seats, engine.Seed{byte(n), 7}, engine.Options{"jokers": jokers})
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			if view := s.View(seat); view.Phase == PhaseGuess || view.Phase == PhaseAgain {
				views = append(views, view)
			}
			next, _, err := s.Play(seat, think(engine.Thought[View, Event]{View: s.View(seat), Level: engine.Level(1 + n%2), Random: random}))
			if err != nil {
				tb.Fatal(err)
			}
			s = *next.(*state)
		}
	}
	return views
}

// largest is the view whose counters have the most states in all.
func largest(views []View) []View {
	best, most := 0, 0
	for i, view := range views {
		p := allConstraints(view)
		sum := 0
		for _, jokers := range jokerCases(p) {
			s := newCounter(p)
			if _, can := s.count(jokers, nil); can {
				sum += s.states
			}
		}
		if sum > most {
			best, most = i, sum
		}
	}
	return views[best : best+1]
}
