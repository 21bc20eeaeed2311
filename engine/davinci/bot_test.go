package davinci

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestBotGuess: positions by hand with one likeliest tile and value, or a reason
// to stop, for the levels whose rule it is. Seat 1 thinks.
func TestBotGuess(t *testing.T) {
	for _, c := range []struct{ name, table, script, want string }{
		{"the only number between two open ones", "rack 1 w0 b6\nrack 2 b1! b2 b3! w9", "", "guess 2 2 2"},
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
		{"must guess where it has not yet", "rack 1 b8 w9\nrack 2 b0! b1 b4! w10", "", "guess 2 2 1|guess 2 2 2|guess 2 2 3"},
		{"turns up a hidden tile", "rack 1 b1! w2 w9\nrack 2 w0 w4", "1 guess 2 1 9", "show 2|show 3"},
	} {
		s := arrange(t, c.table)
		if c.script != "" {
			s, _ = play(t, s, c.script)
		}
		for level := Exact; level <= Signals; level++ {
			for seed := range uint64(20) {
				got := thinks(s, 0, level, rand.New(rand.NewPCG(seed, 1)))
				if !slices.Contains(strings.Split(c.want, "|"), string(got)) {
					t.Fatalf("%s, level %d: %q, want %q", c.name, level, got, c.want)
				}
			}
		}
	}
}

// thinks is what a bot does that has heard what the table did, with a few
// simulations.
func thinks(s state, seat engine.Seat, level engine.Level, random *rand.Rand) engine.Action {
	open := s
	open.memory = false
	return think(engine.Thought[View, Event]{
		View: s.View(seat), Heard: open.visibleLog, Totals: make([]float64, s.seats), Level: level, Simulations: 8, Random: random,
	})
}

// wrongAt reports whether a value was guessed wrong at a tile.
func wrongAt(s state, at engine.Spot, value Value) bool {
	one := s.racks[at.Seat].tiles[at.Place-1]
	return one.not&idOf(one.color, value).bit() != 0
}

// TestBotLevels: positions by hand that the levels play differently.
func TestBotLevels(t *testing.T) {
	var between []string
	for place := 2; place <= 4; place++ {
		for value := Value(2); value <= 6; value++ {
			between = append(between, string(Guess(1, place, value)))
		}
	}
	for _, c := range []struct {
		name, table, script string
		level               engine.Level
		want                string
	}{
		{"one of three is too risky", "rack 1 b8 w9\nrack 2 b0! b1 b4! b5 b6! w10", "1 guess 2 4 5", Exact, "stop"},
		{"one of three is not", "rack 1 b8 w9\nrack 2 b0! b1 b4! b5 b6! w10", "1 guess 2 4 5", Signals, "guess 2 2 1|guess 2 2 2|guess 2 2 3"},
		// w1! b? b? b? w6!: three of 2 to 6, in ten ways; the first is a 2 in six.
		{"counts the ways", "rack 1 b8 w9\nrack 2 w1! b3 b4 b5 w6!", "", Exact, "guess 2 2 2|guess 2 4 6"},
		{"sees only what can be", "rack 1 b8 w9\nrack 2 w1! b3 b4 b5 w6!", "", Beginner, strings.Join(between, "|")},
		{"draws the colour that it has less of", "rack 1 b1 b8 w9\nrack 2 w0\npool b2 w3", "", Signals, "draw white"},
		{"draws what there is", "rack 1 b1 b8 w9\nrack 2 w0\npool b2", "", Signals, "draw black"},
		{"draws what comes", "rack 1 b1 b8 w9\nrack 2 w0\npool b2 w3", "", Exact, "draw any"},
	} {
		s := arrange(t, c.table)
		if c.script != "" {
			s, _ = play(t, s, c.script)
		}
		for seed := range uint64(20) {
			got := thinks(s, 0, c.level, rand.New(rand.NewPCG(seed, 1)))
			if !slices.Contains(strings.Split(c.want, "|"), string(got)) {
				t.Fatalf("%s: %q, want %q", c.name, got, c.want)
			}
		}
	}
}

// TestRecalled: a player who recalls everything has under memory the view of a game
// without it; one who recalls less has no other tiles, and no guess that was none.
func TestRecalled(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for n := range 120 {
		options := engine.Options{"jokers": []string{NoJokers, FreeJokers, StrictJokers}[n/3%3], "memory": "on"}
		first := dealt(t, 2+n%3, engine.Seed{byte(n), 12}, options)
		s := after(t, first, wander(t, first, 10+random.IntN(60), random))
		written := s
		written.memory = false
		for seat := range engine.Seat(s.seats) {
			want := written.View(seat)
			got := recalled(s.View(seat), written.visibleLog, everything)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("game %d: seat %v recalls %+v, and not %+v", n, seat, got, want)
			}
			some := recalled(s.View(seat), written.visibleLog, random.IntN(4))
			for owner, r := range some.Racks {
				for place, one := range r.Tiles {
					for _, value := range one.Not {
						if !slices.Contains(want.Racks[owner].Tiles[place].Not, value) {
							t.Fatalf("game %d: %v was never guessed at tile %d of seat %d", n, value, place+1, owner+1)
						}
					}
				}
			}
		}
	}
}

// TestBotLegal: what the bot says is played, whatever the others do; it never repeats what was ruled out, from the level that recalls everything on
// also where nothing is written down.
func TestBotLegal(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 30
	}
	for n := range games {
		seats := 2 + n%3
		options := engine.Options{"jokers": []string{NoJokers, FreeJokers, StrictJokers}[n/3%3], "memory": []string{"off", "on"}[n/9%2]}
		random := rand.New(rand.NewPCG(uint64(n), 4))
		s := dealt(t, seats, engine.Seed{byte(n), byte(n >> 8)}, options)
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			action := randomLegal(&s, seat, random)
			if seat == 0 {
				level := Beginner + engine.Level(n/18%len(levelTitles()))
				action = thinks(s, seat, level, random)
				if at, value, ok := readGuess(action); ok && (!s.memory || level >= Signals) &&
					wrongAt(s, at, value) {
					t.Fatalf("%q was guessed before", action)
				}
			}
			next, _, err := s.Play(seat, action)
			if err != nil {
				t.Fatalf("game %d: %q: %v", n, action, err)
			}
			s = *next.(*state)
		}
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
				s := dealt(t, seats, engine.Seed{byte(n), byte(seats), 77}, engine.Options{"jokers": []string{FreeJokers, NoJokers, NoJokers, NoJokers}[n/seats%4]})
				for len(s.ToMove()) > 0 {
					seat := s.ToMove()[0]
					action := against.plays(s, seat, random)
					if seat == bot {
						action = thinks(s, seat, Exact, random)
					}
					s, _ = play(t, s, seat.String()+" "+string(action))
				}
				if engine.Seat(s.winner) == bot {
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
	if s.phase == toGoOn && random.IntN(2) == 0 {
		return Stop
	}
	return randomLegal(&s, seat, random)
}

// anythingPossible plays like the bot but for its guesses: any that can be
// right.
func anythingPossible(s state, seat engine.Seat, random *rand.Rand) engine.Action {
	if action := thinks(s, seat, Exact, random); !strings.HasPrefix(string(action), "guess") && action != Stop {
		return action
	}
	if s.phase == toGoOn && random.IntN(2) == 0 {
		return Stop
	}
	var can []engine.Action
	for owner, r := range Candidates(s.View(seat)) {
		for place, all := range r {
			for _, value := range all {
				can = append(can, Guess(engine.Seat(owner), place+1, value))
			}
		}
	}
	return can[random.IntN(len(can))]
}

// BenchmarkThink measures a decision in the most expensive position: four seats with long
// racks.
func BenchmarkThink(b *testing.B) {
	for level, title := range levelTitles() {
		for _, jokers := range []string{NoJokers, StrictJokers} {
			left := map[string]string{StrictJokers: " b- w-"}[jokers]
			b.Run(title+"/jokers="+jokers, func(b *testing.B) {
				s := arrange(b, "jokers "+jokers+"\nrack 1 b1 w4 b7 | w9\nrack 2 w0! b2 w3! b5 w7! b10\nrack 3 b0! w1 b3! w5 b8 w10!\nrack 4 w2! b4 b6! w6 w8\npool b9 b11 w11"+left)
				random := rand.New(rand.NewPCG(1, 1))
				for b.Loop() {
					think(engine.Thought[View, Event]{View: s.View(0), Totals: make([]float64, 4), Level: Beginner + engine.Level(level), Random: random})
				}
			})
		}
	}
}

// TestLevelsInOrder plays levels against the one below: each wins more than half of
// its games with two seats. 400 games give a standard error of 2.5 %.
func TestLevelsInOrder(t *testing.T) {
	if testing.Short() || enginetest.Race {
		t.Skip("plays many games")
	}
	for level := Exact; level <= Signals; level++ {
		wins := duel(t, 400, bot(level), bot(level-1))
		t.Logf("%s won %d of 400", levelTitles()[level-1], wins)
		if wins < 212 {
			t.Errorf("%s won %d of 400 games", levelTitles()[level-1], wins)
		}
	}
}

// bot is a level as a player.
func bot(level engine.Level) func(engine.Thought[View, Event]) engine.Action {
	return func(thought engine.Thought[View, Event]) engine.Action {
		thought.Level = level
		return think(thought)
	}
}

// duel plays games of two, and counts those that one wins.
func duel(t *testing.T, games int, one, other func(engine.Thought[View, Event]) engine.Action) int {
	t.Helper()
	wins := 0
	for n := range games {
		s := dealt(t, 2, engine.Seed{byte(n / 2), byte(n / 2 >> 8)}, engine.Options{"points": Single})
		random := rand.New(rand.NewPCG(uint64(n), 3))
		seat := engine.Seat(n % 2)
		for len(s.ToMove()) > 0 {
			mover, thinks := s.ToMove()[0], other
			if mover == seat {
				thinks = one
			}
			next, _, err := s.Play(mover, thinks(engine.Thought[View, Event]{
				View: s.View(mover), Heard: s.visibleLog, Totals: make([]float64, 2), Random: random,
			}))
			if err != nil {
				t.Fatal(err)
			}
			s = *next.(*state)
		}
		if engine.Seat(s.winner) == seat {
			wins++
		}
	}
	return wins
}
