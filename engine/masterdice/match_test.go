package masterdice

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// TestMatchesReplay plays random matches under every mode and bonus, by legal
// actions alone: each ends, and its record replays to the same views.
func TestMatchesReplay(t *testing.T) {
	game := Rules().Game()
	random := rand.New(rand.NewPCG(5, 5))
	for n := range 200 {
		options := engine.Options{
			"mode": []string{Classic, Duel}[n%2], "bonus_dice": []string{"off", "on"}[n/2%2], "rounds": []string{"2", "4"}[n/4%2],
		}
		m, err := game.Start(2, engine.Seed{byte(n)}, options)
		if err != nil {
			t.Fatal(err)
		}
		for moves := 0; len(m.ToMove()) > 0; moves++ {
			if moves > 4*2*(2*MaxRows+1)+8 {
				t.Fatalf("match %d has not ended after %d moves", n, moves)
			}
			waiting := m.ToMove()
			seat := waiting[random.IntN(len(waiting))]
			if m, _, err = m.Play(seat, anyLegal(m, seat, random)); err != nil {
				t.Fatal(err)
			}
		}
		text, err := json.Marshal(m.Record())
		if err != nil {
			t.Fatal(err)
		}
		var record engine.Record
		if err := json.Unmarshal(text, &record); err != nil {
			t.Fatal(err)
		}
		again, err := game.Replay(record)
		if err != nil {
			t.Fatal(err)
		}
		for seat := engine.Watcher; seat < seats; seat++ {
			if want, got := m.View(seat), again.View(seat); !reflect.DeepEqual(got, want) {
				t.Fatalf("match %d replays for seat %v to %+v, not %+v", n, seat, got, want)
			}
		}
	}
}

// anyLegal prefers what is no answer, since most legal actions are answers.
func anyLegal(m engine.Match, seat engine.Seat, random *rand.Rand) engine.Action {
	legal := slices.Collect(m.Legal(seat))
	other := slices.DeleteFunc(slices.Clone(legal), func(a engine.Action) bool { return strings.HasPrefix(string(a), verbSolve) })
	if len(other) > 0 && random.IntN(15) > 0 {
		legal = other
	}
	return legal[random.IntN(len(legal))]
}
