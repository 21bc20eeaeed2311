package davinci

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlor/engine"
)

// fastOfState is a round in play as a value that knows everything.
func fastOfState(s state) fastRound {
	s.memory = false
	r := fastFrom(s.View(s.turn), s.points)
	for seat, rack := range s.racks {
		for place, one := range rack.tiles {
			r.racks[seat].tiles[place].id = fastOf(one.color, one.value)
			r.own[seat] |= fastOf(one.color, one.value).bit()
		}
	}
	for color, stack := range s.stacks {
		for i, value := range stack {
			r.stacks[color][i] = fastOf(Color(color), value)
		}
		r.left[color] = len(stack)
	}
	return r
}

// TestFastRound plays games by chance in a state and in a round as games in thought
// are played, and holds them to each other after every move.
func TestFastRound(t *testing.T) {
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
		for s.phase == PhaseSetup {
			s = played(t, s, s.ToMove()[0], randomLegal(s, s.ToMove()[0], random))
		}
		fast := fastOfState(s)
		for s.phase != PhaseOver {
			seat := s.turn
			if s.phase == PhaseAgain && random.IntN(2) == 0 || s.phase == PhaseGuess && random.IntN(3) == 0 {
				fast.matches(t, s)
				fast = fastOfState(s) // it can be told from any moment
			}
			action := randomLegal(s, seat, random)
			if s.phase == PhaseGuess && random.IntN(3) == 0 && !s.mustPlace(seat) {
				action = rightGuess(s, random)
			}
			if action == DrawAny {
				continue
			}
			chosen, _ := parse(action)
			s = played(t, s, seat, action)
			switch chosen.verb {
			case "draw":
				fast.draw(chosen.color)
			case "place":
				fast.gap = chosen.place
			case "guess":
				color := s.racks[chosen.seat].tiles[chosen.place].color
				fast.guess(int(chosen.seat), chosen.place, fastOf(color, chosen.value))
			case "stop":
				fast.stop()
			case "show":
				fast.show(chosen.place)
			}
			fast.matches(t, s)
		}
	}
}

func played(t *testing.T, s state, seat engine.Seat, action engine.Action) state {
	t.Helper()
	next, _, err := s.Play(seat, action)
	if err != nil {
		t.Fatal(err)
	}
	return next.(state)
}

// rightGuess is one that is true.
func rightGuess(s state, random *rand.Rand) engine.Action {
	for {
		seat := random.IntN(len(s.racks))
		if engine.Seat(seat) == s.turn || s.racks[seat].out {
			continue
		}
		if place := random.IntN(len(s.racks[seat].tiles)); !s.racks[seat].tiles[place].open {
			return Guess(engine.Seat(seat), place+1, s.racks[seat].tiles[place].value)
		}
	}
}

// matches holds a round to a state.
func (r fastRound) matches(t *testing.T, s state) {
	t.Helper()
	phases := map[string]fastPhase{PhaseDraw: fastDraw, PhaseGuess: fastGuess, PhaseAgain: fastAgain, PhaseShow: fastShow, PhaseOver: fastOver}
	if r.phase != phases[s.phase] || int(s.winner) != r.winner || s.phase != PhaseOver && int(s.turn) != r.turn {
		t.Fatalf("phase %d, turn %d, winner %d, and not %s, %d, %d", r.phase, r.turn, r.winner, s.phase, s.turn, s.winner)
	}
	asked := askedHaving(s.View(0))
	for seat, rack := range s.racks {
		fast := r.racks[seat]
		if rack.out != fast.out || rack.hidden() != fast.hidden || len(rack.tiles) != fast.n || s.scores[seat] != r.scores[seat] {
			t.Fatalf("the rack %+v with %d points, and not %+v with %d", fast, r.scores[seat], rack, s.scores[seat])
		}
		for place, one := range rack.tiles {
			got := fast.tiles[place]
			if got.id != fastOf(one.color, one.value) || got.color != one.color || got.open != one.open || one.open != (r.open>>got.id&1 != 0) ||
				!one.open && (got.not != setOf(one.color, one.not) || got.asked != setOf(one.color, asked[seat][place+1])) {
				t.Fatalf("tile %d of seat %d is %+v, and not %+v", place+1, seat+1, got, one)
			}
		}
		if rack.drawn == nil {
			continue
		}
		set := uint32(0)
		for _, gap := range gaps(rack.tiles, *rack.drawn, s.jokers == StrictJokers) {
			set |= 1 << gap
		}
		if r.hand != fastOf(rack.drawn.color, rack.drawn.value) || r.gaps() != set || r.gap != rack.entry(s.jokers == StrictJokers) {
			t.Fatalf("%d in hand goes to %d of %b, and not to %d of %b", r.hand, r.gap, r.gaps(), rack.entry(s.jokers == StrictJokers), set)
		}
	}
	for color, stack := range s.stacks {
		if len(stack) != r.left[color] {
			t.Fatalf("%d tiles are left, and not %d", r.left[color], len(stack))
		}
	}
}

// TestFastRule: the guess of the seats in thought is the likeliest by all ways to
// fill each rack by itself, where nobody has asked for anything.
func TestFastRule(t *testing.T) {
	random, compared := rand.New(rand.NewPCG(4, 5)), 0
	for n := range 400 {
		jokers := []string{NoJokers, FreeJokers}[n%2]
		first := dealt(t, 2+n%3, engine.Seed{byte(n), 32}, engine.Options{"jokers": jokers})
		s := after(t, first, wander(t, first, 20+random.IntN(30), random))
		if s.phase == PhaseSetup || s.phase == PhaseOver {
			continue
		}
		view, fast := s.View(s.turn), fastOfState(s)
		unseen := fast.inPlay &^ (fast.open | fast.own[fast.turn])
		if unseen&jokersOnly == jokersOnly {
			continue // the fast rule takes two jokers in one rack for a little likelier
		}
		most := 0.0
		for seat := range fast.racks {
			for place := range fast.racks[seat].tiles {
				fast.racks[seat].tiles[place].asked = 0
			}
			if seat >= len(view.Racks) || engine.Seat(seat) == view.Seat || view.Racks[seat].Out {
				continue
			}
			for place, all := range refMarginals(view.Racks[seat].Tiles, refSeenTiles(view), view.Jokers) {
				for _, chance := range all {
					if view.Racks[seat].Tiles[place].Value == Unknown {
						most = max(most, chance)
					}
				}
			}
		}
		var rule fastRule
		rule.look(&fast)
		claimed := refMarginals(view.Racks[rule.seat].Tiles, refSeenTiles(view), view.Jokers)[rule.place]
		chance := claimed[0]
		if rule.id < firstJoker {
			chance = claimed[rule.id/2+1]
		}
		if compared++; math.Abs(float64(rule.chance)-most) > 1e-4 || math.Abs(chance-most) > 1e-4 {
			t.Fatalf("game %d: it guesses with %v, and the likeliest has %v", n, rule.chance, most)
		}
	}
	if compared < 100 {
		t.Errorf("only %d views were compared", compared)
	}
}
