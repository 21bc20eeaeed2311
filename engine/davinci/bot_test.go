package davinci

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestBotGuess: positions by hand with one likeliest tile and value, or a
// reason to stop. Seat 1 thinks.
func TestBotGuess(t *testing.T) {
	for _, c := range []struct{ name, table, script, want string }{
		{"the only number between two open ones", "rack 1 b6 w0\nrack 2 b1! b2 b3! w9", "", "guess 2 2 2"},
		{"the only one above", "rack 1 w0\nrack 2 w10! w11", "", "guess 2 2 11"},
		{"one of two, the other in the own rack", "rack 1 b4 w9\nrack 2 b3! b5 b6! w10", "", "guess 2 2 5"},
		{"one of two, the other in hand", "rack 1 w9 | b4\nrack 2 b3! b5 b6! w10", "", "guess 2 2 5"},
		{"one of two, the other open elsewhere", "rack 1 w9\nrack 2 b3! b5 b6! w10\nrack 3 w0 b4!", "", "guess 2 2 5"},
		{
			"one of two, the other guessed wrong", "first 2\nrack 1 w9 w11!\nrack 2 w0! w10 b11\nrack 3 b3! b5 b6! w7",
			"2 guess 3 2 4, 2 show 3, 3 guess 2 2 11, 3 show 4", "guess 3 2 5",
		},
		{"black stands before the white equal", "rack 1 b9 w9\nrack 2 w4! b5 w5! w10", "", "guess 2 2 5"},
		{"the joker, since no number fits", "jokers free\nrack 1 w9 b-\nrack 2 w3! w- b4! b8", "", "guess 2 2 joker"},
		{"goes on where it is certain", "rack 1 b8 w9\nrack 2 b1! b2 b3! b4 b5! w10", "1 guess 2 2 2", "guess 2 4 4"},
		{"goes on where it is even", "rack 1 b8 w9\nrack 2 b0! b1 b3! b4! b5 b6! w10", "1 guess 2 5 5", "guess 2 2 1|guess 2 2 2"},
		{"stops where it is worse", "rack 1 b8 w9\nrack 2 b0! b1 b2! w5 w10", "1 guess 2 2 1", "stop"},
		{"stops where it is one of three", "rack 1 b8 w9\nrack 2 b0! b1 b4! b5 b6! w10", "1 guess 2 4 5", "stop"},
		{"must guess where it has not yet", "rack 1 b8 w9\nrack 2 b0! b1 b4! w10", "", "guess 2 2 1|guess 2 2 2|guess 2 2 3"},
		{"draws the colour that it has less of", "rack 1 b1 b8 w9\nrack 2 w0\npool b2 w3", "", "draw white"},
		{"draws what there is", "rack 1 b1 b8 w9\nrack 2 w0\npool b2", "", "draw black"},
		{"turns up a hidden tile", "rack 1 b1! w2 w9\nrack 2 w0 w4", "1 guess 2 1 9", "show 2|show 3"},
	} {
		s := arrange(t, c.table)
		if c.script != "" {
			s, _ = play(t, s, c.script)
		}
		for seed := range uint64(20) {
			got := think(engine.Thought[View, Event]{View: s.View(0), Level: engine.FirstBot, Random: rand.New(rand.NewPCG(seed, 1))})
			if !slices.Contains(strings.Split(c.want, "|"), string(got)) {
				t.Fatalf("%s: %q, want %q", c.name, got, c.want)
			}
		}
	}
}

// TestBotOdds: shares by hand. The rack is that of seat 2.
func TestBotOdds(t *testing.T) {
	for _, c := range []struct {
		name, table string
		place       int
		value       Value
		want        float64
	}{
		// b0! b? b4!: 1, 2 or 3.
		{"one of three", "rack 1 w9\nrack 2 b0! b1 b4!", 2, 1, 1. / 3},
		// b0! b? b? b4!: 1 2, 1 3 or 2 3.
		{"two of three, the lower", "rack 1 w9\nrack 2 b0! b1 b2 b4!", 2, 1, 2. / 3},
		{"two of three, the upper", "rack 1 w9\nrack 2 b0! b1 b2 b4!", 3, 2, 1. / 3},
		// b3! w? b5!: 3 or 4.
		{"white after its black equal", "rack 1 b9\nrack 2 b3! w3 b5!", 2, 4, 1. / 2},
		// w4! b? w5!: b5 in one way, or a joker that its owner put into one of
		// the three gaps of the other two.
		{"a number or a joker", "jokers free\nrack 1 w9\nrack 2 w4! b5 w5!", 2, 5, 3. / 4},
		{"no joker there under strict", "jokers strict\nrack 1 w9\nrack 2 w4! b5 w5!", 2, 5, 1},
		{"unless nothing else fits", "jokers strict\nrack 1 b5\nrack 2 w4! b- w5!", 2, Joker, 1},
		{"a joker in the own rack is none", "jokers free\nrack 1 b-\nrack 2 w4! b5 w5!", 2, 5, 1},
	} {
		view := arrange(t, c.table).View(0)
		got := marginals(view.Racks[1].Tiles, seenTiles(view), view.Jokers)[c.place-1][c.value+1]
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestBotCounts holds the counting to another that writes out every way to
// fill a rack.
func TestBotCounts(t *testing.T) {
	random, compared := rand.New(rand.NewPCG(8, 8)), 0
	for n := range 200 {
		jokers := []string{NoJokers, FreeJokers, StrictJokers}[n%3]
		first := dealt(t, 2+n%2, engine.Seed{byte(n)}, engine.Options{"jokers": jokers})
		s := after(t, first, wander(t, first, 6+random.IntN(25), random))
		if s.phase == PhaseSetup || s.phase == PhaseOver {
			continue
		}
		view := s.View(0)
		tiles, seen := view.Racks[1].Tiles, seenTiles(view)
		if hidden := s.racks[1].hidden(); hidden > 4 {
			continue
		}
		want, total := writtenOut(tiles, seen, jokers != NoJokers, jokers == StrictJokers)
		if total == 0 {
			continue // a forced joker: TestBotOdds
		}
		compared++
		got := marginals(tiles, seen, jokers)
		for place := range tiles {
			for v := range got[place] {
				if math.Abs(got[place][v]-want[place][v]/total) > 1e-9 {
					t.Fatalf("%s, %s: place %d value %d: %v, want %v", jokers, row(view.Racks[1]), place+1, v-1, got[place][v], want[place][v]/total)
				}
			}
		}
	}
	if compared < 80 {
		t.Errorf("only %d racks were compared", compared)
	}
}

// writtenOut fills a rack from left to right in every way.
func writtenOut(tiles []Tile, seen [2]values, jokers, strict bool) ([]odds, float64) {
	sum, total := make([]odds, len(tiles)), 0.0
	filled := make([]tile, 0, len(tiles))
	var step func(seen [2]values, hiddenJokers int)
	step = func(seen [2]values, hiddenJokers int) {
		at := len(filled)
		if at == len(tiles) {
			weight := []float64{1, 1 / float64(at), 1 / float64(at) / float64(at-1)}[hiddenJokers]
			for i, one := range filled {
				sum[i][one.value+1] += weight
				if left, right := numberBefore(filled, i), numberAfter(filled, i); strict && one.value == Joker && consecutive(left, right) {
					for j := range i {
						sum[j][filled[j].value+1] -= weight
					}
					sum[i][one.value+1] -= weight
					return
				}
			}
			total += weight
			return
		}
		for value := Joker; value <= MaxNumber; value++ {
			one := tile{color: tiles[at].Color, value: value}
			last, known := numberBefore(filled, at), tiles[at].Value != Unknown
			switch {
			case known && tiles[at].Value != value, value == Joker && !jokers:
				continue
			case !known && (seen[one.color].has(value) || slices.Contains(tiles[at].Not, value)):
				continue
			case value != Joker && last != nil && last.order() >= one.order():
				continue
			}
			filled = append(filled, one)
			next, more := seen, hiddenJokers
			next[one.color] = next[one.color].with(value)
			if value == Joker && !known {
				more++
			}
			step(next, more)
			filled = filled[:at]
		}
	}
	step(seen, 0)
	return sum, total
}

// TestBotLegal: what the bot says is played, whatever the others do, and
// quickly; it never repeats what was ruled out.
func TestBotLegal(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 30
	}
	longest, thoughts, spent := time.Duration(0), 0, time.Duration(0)
	for n := range games {
		seats := 2 + n%3
		options := engine.Options{"jokers": []string{NoJokers, FreeJokers, StrictJokers}[n/3%3], "memory": []string{"off", "on"}[n/9%2]}
		random := rand.New(rand.NewPCG(uint64(n), 4))
		s := dealt(t, seats, engine.Seed{byte(n), byte(n >> 8)}, options)
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			action := randomLegal(s, seat, random)
			if seat == 0 {
				began := time.Now()
				action = think(engine.Thought[View, Event]{View: s.View(seat), Level: engine.FirstBot, Random: random})
				took := time.Since(began)
				longest, spent, thoughts = max(longest, took), spent+took, thoughts+1
				if again, err := parse(action); err == nil && again.verb == "guess" && !s.memory &&
					s.racks[again.seat].tiles[again.place].not.has(again.value) {
					t.Fatalf("%q was guessed before", action)
				}
			}
			next, _, err := s.Play(seat, action)
			if err != nil {
				t.Fatalf("game %d: %q: %v", n, action, err)
			}
			s = next.(state)
		}
	}
	t.Logf("%d thoughts of %v, the longest %v", thoughts, spent/time.Duration(thoughts), longest)
	if mean := spent / time.Duration(thoughts); mean > 2*time.Millisecond {
		t.Errorf("a thought takes %v", mean)
	}
}

// TestBotWins: against seats that guess at random among all that is legal,
// and against such as guess at random among what is possible. Both stop half
// of the time.
func TestBotWins(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 60
	}
	for _, against := range []struct {
		name  string
		plays func(s state, seat engine.Seat, random *rand.Rand) engine.Action
		least [MaxSeats + 1]int // percent, by seats
	}{
		{"anything", anything, [...]int{2: 90, 3: 90, 4: 90}},
		{"anything possible", anythingPossible, [...]int{2: 70, 3: 70, 4: 65}},
	} {
		for seats := MinSeats; seats <= MaxSeats; seats++ {
			won := 0
			for n := range games {
				bot := engine.Seat(n % seats)
				random := rand.New(rand.NewPCG(uint64(n), uint64(seats)))
				s := dealt(t, seats, engine.Seed{byte(n), byte(seats), 77}, engine.Options{"jokers": FreeJokers})
				for len(s.ToMove()) > 0 {
					seat := s.ToMove()[0]
					action := against.plays(s, seat, random)
					if seat == bot {
						action = think(engine.Thought[View, Event]{View: s.View(seat), Level: engine.FirstBot, Random: random})
					}
					s, _ = play(t, s, seat.String()+" "+string(action))
				}
				if s.winner == bot {
					won++
				}
			}
			t.Logf("against %s, %d seats: %d of %d", against.name, seats, won, games)
			if won*100 < games*against.least[seats] {
				t.Errorf("against %s, %d seats: the bot won only %d of %d", against.name, seats, won, games)
			}
		}
	}
}

func anything(s state, seat engine.Seat, random *rand.Rand) engine.Action {
	if s.phase == PhaseAgain && random.IntN(2) == 0 {
		return Stop
	}
	return randomLegal(s, seat, random)
}

// anythingPossible plays like the bot but for its guesses: any that can be
// right.
func anythingPossible(s state, seat engine.Seat, random *rand.Rand) engine.Action {
	view := s.View(seat)
	if action := think(engine.Thought[View, Event]{View: view, Level: engine.FirstBot, Random: random}); !strings.HasPrefix(string(action), "guess") && action != Stop {
		return action
	}
	if s.phase == PhaseAgain && random.IntN(2) == 0 {
		return Stop
	}
	var can []engine.Action
	for _, r := range view.Racks {
		if r.Seat == seat {
			continue
		}
		shares := marginals(r.Tiles, seenTiles(view), view.Jokers)
		for place, one := range r.Tiles {
			for value := Joker; value <= MaxNumber; value++ {
				if !one.Open && shares[place][value+1] > 0 {
					can = append(can, Guess(r.Seat, place+1, value))
				}
			}
		}
	}
	return can[random.IntN(len(can))]
}

// BenchmarkThink tells what a thought costs where it is dearest: four seats
// with jokers and long racks.
func BenchmarkThink(b *testing.B) {
	for _, jokers := range []string{NoJokers, StrictJokers} {
		b.Run("jokers="+jokers, func(b *testing.B) {
			s := arrange(b, "jokers "+jokers+"\nrack 1 b1 w4 b7\nrack 2 w0 b2 w3 b5 w7 b10 w11\nrack 3 b0 w1 b3 w5 b8 w10 b11\nrack 4 w2 b4 w6 b6 w8 b9 w9")
			random := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				think(engine.Thought[View, Event]{View: s.View(0), Level: engine.FirstBot, Random: random})
			}
		})
	}
}

// TestTheStrongBotWins more than half of its games against the usual one: 1,000
// games give a standard error of 1.6 %.
func TestTheStrongBotWins(t *testing.T) {
	if testing.Short() || enginetest.Race {
		t.Skip("plays a thousand games")
	}
	const games = 1000
	wins := 0
	for n := range games {
		state, err := Rules().Deal(engine.Setup{
			Seats: 2, First: engine.Seat(n % 2), Seed: engine.Seed{byte(n), byte(n >> 8)},
			Options: engine.Options{"jokers": NoJokers, "points": Single, "memory": "off"},
		})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(n), 3))
		strong := engine.Seat(n / 2 % 2)
		for len(state.ToMove()) > 0 {
			seat := state.ToMove()[0]
			level := engine.FirstBot
			if seat == strong {
				level = Strong
			}
			next, _, err := state.Play(seat, think(engine.Thought[View, Event]{View: state.View(seat), Level: level, Random: random}))
			if err != nil {
				t.Fatal(err)
			}
			state = next
		}
		if state.Result().Winners[0] == strong {
			wins++
		}
	}
	t.Logf("won %d of %d", wins, games)
	if wins < games*53/100 {
		t.Errorf("the strong bot won %d of %d games", wins, games)
	}
}
