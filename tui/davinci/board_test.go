package davinci

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

func TestBoard(t *testing.T) {
	boardtest.Run(t, Game(), 1, engine.Options{"jokers": "free"},
		engine.Options{"jokers": "strict", "points": "single"}, engine.Options{"memory": "on", "rounds": "1"})
}

// Whole matches are played by the keys that the boards hint at, and by nothing
// else; whatever the keys give is accepted.
func TestMatchesArePlayedByKeys(t *testing.T) {
	for _, jokers := range []string{game.NoJokers, game.FreeJokers, game.StrictJokers} {
		for seats := game.MinSeats; seats <= game.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s/%d", jokers, seats), func(t *testing.T) {
				options := engine.Options{"jokers": jokers, "rounds": "2"}
				m, err := Game().Game.Start(seats, engine.Seed{7}, options)
				if err != nil {
					t.Fatal(err)
				}
				playByKeys(t, m, seats)
			})
		}
	}
}

func playByKeys(t *testing.T, m engine.Match, seats int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, uint64(seats)))
	boards := make([]board.Board, seats)
	for i := range boards {
		boards[i] = newBoard(style.NewTheme(true), nil)
	}
	for moves := 0; len(m.ToMove()) > 0; moves++ {
		if moves > 3000 {
			t.Fatal("the match does not end")
		}
		seat := pick(random, m.ToMove()...)
		action := engine.Next
		if m.View(seat).Stage == engine.Playing {
			action = byKeys(t, boards[seat], boardtest.Scene(m, seat), random)
		}
		next, _, err := m.Play(seat, action)
		if err != nil {
			t.Fatalf("%q of seat %v: %v", action, seat, err)
		}
		m = next
	}
}

// byKeys presses keys of the hints until an action comes of them.
func byKeys(t *testing.T, b board.Board, scene board.Scene, random *rand.Rand) engine.Action {
	t.Helper()
	b.See(scene)
	for range 200 {
		hint := pick(random, keymap.Hints(b.Bindings())...)
		action, used := keymap.Press(b.Bindings(), boardtest.Key(pick(random, hint.Keys...)).String())
		if action != "" {
			return action
		}
		if !used {
			t.Fatalf("the hint %+v means nothing to the board; it asks %q", hint, b.Ask())
		}
	}
	t.Fatalf("no action came of the hints %v; the board asks %q", keymap.Hints(b.Bindings()), b.Ask())
	return ""
}

func TestLesson(t *testing.T) { boardtest.RunLesson(t, Game()) }
