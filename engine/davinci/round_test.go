package davinci

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// TestGaps says where a tile may go, by hand: rules.md §1 "Where a tile may
// go", with the rows of the FR sheet's example. Gaps count from 1.
func TestGaps(t *testing.T) {
	for _, c := range []struct {
		name, rack, tile string
		free, strict     []int
	}{
		// A number has one place; black stands left of white.
		{"first tile", "", "b5", []int{1}, []int{1}},
		{"left end", "b3 w8", "w0", []int{1}, []int{1}},
		{"between", "b1 w4 w10", "b7", []int{3}, []int{3}},
		{"right end", "b1 w4 b7", "w10", []int{4}, []int{4}},
		{"black before the white equal", "b1 w7", "b7", []int{2}, []int{2}},
		{"white after the black equal", "b7 b9", "w7", []int{2}, []int{2}},
		{"between equals' neighbours", "w3 b4", "b3", []int{1}, []int{1}},
		{"number between consecutive ones", "b5 b6", "w5", []int{2}, []int{2}},

		// Jokers: the FR sheet's code w5 w6 b8 b9. Gaps 2 and 4 are its two
		// forbidden rows; 3, 1 and 5 its three allowed ones.
		{"FR example", "w5 w6 b8 b9", "b-", []int{1, 2, 3, 4, 5}, []int{1, 3, 5}},
		{"consecutive in two colours", "w5 b6", "w-", []int{1, 2, 3}, []int{1, 2, 3}},
		{"two apart", "w5 w7", "w-", []int{1, 2, 3}, []int{1, 2, 3}},
		{"equal numbers", "b5 w5", "w-", []int{1, 2, 3}, []int{1, 2, 3}},
		{"ten and eleven", "b10 b11", "w-", []int{1, 2, 3}, []int{1, 3}},
		{"empty rack", "", "w-", []int{1}, []int{1}},
		{"beside a joker", "w- w2 w3", "b-", []int{1, 2, 3, 4}, []int{1, 2, 4}},
		{"looking past a joker", "b5 w- b6", "b-", []int{1, 2, 3, 4}, []int{1, 4}},
		{"looking past a joker, allowed", "b5 w- b7", "b-", []int{1, 2, 3, 4}, []int{1, 2, 3, 4}},
		{"open tiles count as well", "b5! b6!", "b-", []int{1, 2, 3}, []int{1, 3}},

		// Numbers next to jokers have any gap next to those.
		{"left of or right of a joker", "b3 w- b8", "w5", []int{2, 3}, []int{2, 3}},
		{"joker at the left end", "w- b8", "w5", []int{1, 2}, []int{1, 2}},
		{"joker at the right end", "b3 w-", "w5", []int{2, 3}, []int{2, 3}},
		{"only jokers", "b- w-", "w5", []int{1, 2, 3}, []int{1, 2, 3}},
		{"a run of two", "b3 w- b- b8", "w5", []int{2, 3, 4}, []int{2, 3, 4}},
		{"joker elsewhere", "b3 w- b8", "w9", []int{4}, []int{4}},
		{"joker beyond the next number", "w- b3 b8", "w5", []int{3}, []int{3}},
		{"jokers on both sides of a number", "w- b5 b-", "b7", []int{3, 4}, []int{3, 4}},

		// Under strict a number must not put a joker into a forbidden place.
		{"not left of its successor", "w4 b- w7", "w6", []int{2, 3}, []int{3}},
		{"not right of its predecessor", "w5 b- w9", "w6", []int{2, 3}, []int{2}},
		{"joker at the left end, successor", "b- w7", "w6", []int{1, 2}, []int{2}},
		{"joker at the right end, predecessor", "w5 b-", "w6", []int{2, 3}, []int{2}},
		{"none good, so all", "w5 b- w7", "w6", []int{2, 3}, []int{2, 3}},
		{"other colours do not matter", "b5 b- b7", "w6", []int{2, 3}, []int{2, 3}},
		{"between two jokers", "w5 b- w- w9", "w6", []int{2, 3, 4}, []int{2}},
		{"between two jokers, none good", "w5 b- w- w7", "w6", []int{2, 3, 4}, []int{2, 3, 4}},
		{"a forbidden run elsewhere is left alone", "w1 b- w2 w6", "w8", []int{5}, []int{5}},
	} {
		rack, piece := rackOf(tilesOf(t, strings.Fields(c.rack))), tilesOf(t, []string{c.tile})[0]
		for _, rule := range []struct {
			strict bool
			want   []int
		}{{false, c.free}, {true, c.strict}} {
			got := bitsOf(rack.gaps(piece.id, rule.strict))
			for i := range got {
				got[i]++
			}
			if !slices.Equal(got, rule.want) {
				t.Errorf("%s: %s into %q (strict %t) may go to %v, want %v", c.name, c.tile, c.rack, rule.strict, got, rule.want)
			}
		}
	}
}

// TestRoundFromView plays games by chance, and compares after every move what a view tells
// of a round with the round itself.
func TestRoundFromView(t *testing.T) {
	games := 600
	if testing.Short() {
		games = 60
	}
	random := rand.New(rand.NewPCG(4, 4))
	for n := range games {
		options := engine.Options{
			"jokers": []string{NoJokers, FreeJokers, StrictJokers}[n/3%3], "points": []string{International, Classic}[n%2],
		}
		s := dealt(t, 2+n%3, engine.Seed{byte(n), byte(n >> 8), 31}, options)
		for s.phase != isOver {
			seat := s.ToMove()[0]
			action := randomLegal(&s, seat, random)
			if s.phase == toGuess && random.IntN(3) == 0 && !s.mustPlace(seat) {
				action = rightGuess(s, random)
			}
			next, _, err := s.Play(seat, action)
			if err != nil {
				t.Fatal(err)
			}
			if s = *next.(*state); s.phase != inSetup && s.phase != isOver {
				told(t, s)
			}
		}
	}
}

// rightGuess is one that is true.
func rightGuess(s state, random *rand.Rand) engine.Action {
	for {
		seat := random.IntN(s.seats)
		r := &s.racks[seat]
		if seat == s.turn || r.out {
			continue
		}
		if place := random.IntN(r.n); !r.tiles[place].open {
			return Guess(engine.Seat(seat), place+1, r.tiles[place].id.value())
		}
	}
}

// told holds what the view of the seat in turn tells of a round to the round itself.
func told(t *testing.T, s state) {
	t.Helper()
	got, want := roundFrom(s.View(engine.Seat(s.turn)), s.points), s.round
	for seat := range want.racks {
		for place := range want.racks[seat].tiles[:want.racks[seat].n] {
			told, is := &got.racks[seat].tiles[place], &want.racks[seat].tiles[place]
			if told.id == noTile && (seat == s.turn || is.open) {
				t.Fatalf("the view does not tell tile %d of seat %d", place+1, seat+1)
			}
			if told.id = is.id; is.open { // of which nothing needs to be remembered
				told.not, told.asked, is.not, is.asked = 0, 0, 0, 0
			}
		}
	}
	if want.hand == noTile {
		want.gap, want.asked = 0, 0
	}
	if got.own[s.turn] != want.own[s.turn] || got.pool != want.left {
		t.Fatalf("the view tells of %b and a pool of %v, not %b and %v", got.own[s.turn], got.pool, want.own[s.turn], want.left)
	}
	got.own, got.pool, got.left, got.stacks = want.own, want.pool, want.left, want.stacks
	if got != want {
		t.Fatalf("the view tells\n%+v, not\n%+v", got, want)
	}
}
