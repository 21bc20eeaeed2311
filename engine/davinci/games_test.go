package davinci

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"parlor/engine"
)

// maxMoves bounds a match at random: a seat with a choice of gap may change
// its mind often.
const maxMoves = 20_000

// forEachOption runs a test for every set of options and seats.
func forEachOption(t *testing.T, run func(t *testing.T, seats int, options engine.Options)) {
	t.Helper()
	for _, jokers := range []string{NoJokers, FreeJokers, StrictJokers} {
		for _, points := range []string{International, Classic, Single} {
			for _, memory := range []string{"off", "on"} {
				for seats := MinSeats; seats <= MaxSeats; seats++ {
					t.Run(fmt.Sprintf("%s_%s_memory_%s_%d", jokers, points, memory, seats), func(t *testing.T) {
						t.Parallel()
						run(t, seats, engine.Options{"jokers": jokers, "points": points, "memory": memory, "rounds": "1"})
					})
				}
			}
		}
	}
}

// TestThousandGames: full games at random end, and replay to the same record.
// PARLOR_GAMES says how many, if not a thousand.
func TestThousandGames(t *testing.T) {
	games := 1000
	if n, err := strconv.Atoi(os.Getenv("PARLOR_GAMES")); err == nil {
		games = n
	}
	if testing.Short() {
		games = 20
	}
	game := Rules().Game()
	forEachOption(t, func(t *testing.T, seats int, options engine.Options) {
		random := rand.New(rand.NewPCG(uint64(seats), 11))
		for n := range games {
			m, err := game.Start(seats, engine.Seed{byte(n), byte(n >> 8), byte(seats)}, options)
			if err != nil {
				t.Fatal(err)
			}
			m = playToEnd(t, m, random)
			record := m.Record()
			again, err := game.Replay(record)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again.Record(), record) {
				t.Fatalf("replayed to %v, not %v", again.Record(), record)
			}
			if !reflect.DeepEqual(again.View(0), m.View(0)) {
				t.Fatalf("replayed to %+v, not %+v", again.View(0), m.View(0))
			}
		}
	})
}

// playToEnd plays legal actions at random, with some timeouts and few
// resignations.
func playToEnd(tb testing.TB, m engine.Match, random *rand.Rand) engine.Match {
	tb.Helper()
	for range maxMoves {
		waiting := m.ToMove()
		if len(waiting) == 0 {
			return m
		}
		seat := waiting[random.IntN(len(waiting))]
		action := engine.Timeout
		switch chance := random.IntN(500); {
		case chance == 0:
			action = engine.Resign
		case chance > 10:
			action = oneOf(m.Legal(seat), random)
		}
		m = playMatch(tb, m, seat, action)
	}
	tb.Fatalf("no end after %d moves: %v", maxMoves, m.Record())
	return nil
}

// oneOf picks one of a sequence, each equally likely.
func oneOf(legal iter.Seq[engine.Action], random *rand.Rand) engine.Action {
	var picked engine.Action
	n := 0
	for action := range legal {
		if n++; random.IntN(n) == 0 {
			picked = action
		}
	}
	return picked
}

// TestRecordText: a record goes through JSON.
func TestRecordText(t *testing.T) {
	game := Rules().Game()
	m, err := game.Start(4, engine.Seed{9}, engine.Options{"jokers": StrictJokers, "rounds": "1"})
	if err != nil {
		t.Fatal(err)
	}
	m = playToEnd(t, m, rand.New(rand.NewPCG(5, 5)))
	text, err := json.Marshal(m.Record())
	if err != nil {
		t.Fatal(err)
	}
	var record engine.Record
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	again, err := game.Replay(record)
	if err != nil || !reflect.DeepEqual(again.View(2), m.View(2)) {
		t.Fatalf("%s replays to %+v, %v", text, again, err)
	}
}

// holds checks what is true at any time in a round that began with these
// stacks.
func holds(tb testing.TB, s state) {
	tb.Helper()
	var count [2]int
	var seen tileSet
	add := func(id tileID) {
		count[id.color()]++
		if seen&id.bit() != 0 {
			tb.Fatalf("two tiles are %v %v", id.color(), id.value())
		}
		seen |= id.bit()
	}
	for color, stack := range s.stacks {
		for _, id := range stack[:s.left[color]] {
			add(id)
		}
	}
	in := 0
	for seat := range s.seats {
		r := &s.racks[seat]
		for _, one := range r.tiles[:r.n] {
			add(one.id)
		}
		for _, id := range s.setup[seat].pending {
			add(id)
		}
		holdsRack(tb, s, seat)
		if !r.out {
			in++
		}
	}
	if s.hand != noTile {
		add(s.hand)
		if s.turn == none {
			tb.Fatal("a tile is in hand, and no seat is in turn")
		}
	}
	each := 12
	if s.jokers != NoJokers {
		each = 13
	}
	if count != [2]int{each, each} {
		tb.Fatalf("there are %v tiles, not %d of each colour", count, each)
	}
	over := s.phase == isOver
	if over != (in == 1) || over != (len(s.ToMove()) == 0) || over != (s.winner != none) {
		tb.Fatalf("phase %s with %d seats in, %v to move, winner %v", s.phase, in, s.ToMove(), s.winner)
	}
}

func holdsRack(tb testing.TB, s state, seat int) {
	tb.Helper()
	r, own, last, hidden := &s.racks[seat], s.setup[seat], -1, 0
	for _, one := range r.tiles[:r.n] {
		if !one.open {
			hidden++
		}
		if one.id >= firstJoker {
			continue
		}
		if int(one.id) <= last {
			tb.Fatalf("a rack is not ascending: %v", r.tiles)
		}
		last = int(one.id)
	}
	// A seat that has taken nothing when the last other resigns wins with an empty rack.
	if hidden != r.hidden || s.phase != inSetup && own.taken > 0 && r.out != (hidden == 0) {
		tb.Fatalf("out is %t with %d hidden tiles, of which %d are counted", r.out, hidden, r.hidden)
	}
	if s.phase != inSetup && len(own.pending) > 0 {
		tb.Fatal("a joker has no place in play")
	}
}

// FuzzGame plays whole rounds from bytes, holds them to the rules after each
// move, checks that the state before is unchanged, and replays them.
func FuzzGame(f *testing.F) {
	f.Add([]byte{0}, uint8(0), uint8(0))
	f.Add([]byte{255}, uint8(0), uint8(2))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, uint8(1), uint8(1))
	f.Add([]byte{255, 254, 253, 0, 0, 0, 90, 91, 92, 93, 17, 17, 17, 17, 3, 3, 3}, uint8(2), uint8(2))
	f.Fuzz(func(t *testing.T, choices []byte, seats, jokers uint8) {
		options := engine.Options{"jokers": []string{NoJokers, FreeJokers, StrictJokers}[jokers%3]}
		var seed engine.Seed
		copy(seed[:], choices)
		first := dealt(t, 2+int(seats%3), seed, options)
		s := first
		var moves []engine.Move
		for at := 0; len(s.ToMove()) > 0; at++ {
			choice := 251 // what is not written is timed out, so that it ends
			if at < len(choices) {
				choice = int(choices[at])
			}
			move := choose(s, choice)
			before, was := s, truth(s)
			next, _, err := s.Play(move.Seat, move.Action)
			if err != nil {
				t.Fatalf("%q by seat %v: %v", move.Action, move.Seat, err)
			}
			s = *next.(*state)
			moves = append(moves, move)
			if !slices.Equal(truth(before), was) {
				t.Fatalf("%q by seat %v changed the state before", move.Action, move.Seat)
			}
			holds(t, s)
		}
		if again := after(t, first, moves); !reflect.DeepEqual(again, s) {
			t.Errorf("replayed to %+v, not %+v", again, s)
		}
	})
}

// choose makes a move that can be played out of a number.
func choose(s state, choice int) engine.Move {
	waiting := s.ToMove()
	seat := waiting[choice%len(waiting)]
	if choice > 250 {
		action := engine.Timeout
		if choice == 255 {
			action = engine.Resign
		}
		return engine.Move{Seat: seat, Action: action}
	}
	legal := slices.Collect(s.Legal(seat))
	return engine.Move{Seat: seat, Action: legal[choice*7%len(legal)]}
}

// FuzzParse: no text panics, what is refused is refused by a sentence, and
// nothing that a seat types runs the clock or echoes.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"take black", "deal", "place 3", "ready", "draw any", "guess 2 3 7", "guess 2 3 joker", "stop", "show 1", "resign", "next",
		"", " ", "guess", "guess 2 3", "guess 0 0 0", "guess 9 99 11", "guess -1 1 1", "place 99999999999999999999", "draw red", "\x00\x1b[2J", "take  BLACK",
	} {
		f.Add(text)
	}
	tables := []string{
		"jokers free\nseats 2\npool b- b1 b2 w3 w4 w5 w6 w7 w8", two + "pool b9 w2", two,
		"jokers free\nrack 1 b3 w- b8 | w5\nrack 2 w0 b5",
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == string(engine.Timeout) {
			return
		}
		for _, table := range tables {
			s := arrange(t, table)
			for seat := engine.Watcher; seat < 3; seat++ {
				next, events, err := s.Play(seat, engine.Action(text))
				if err == nil {
					for _, event := range events {
						if event.String() == "1 timed_out" {
							t.Fatalf("%q ran the clock", text)
						}
					}
					continue
				}
				sentence := err.Error()
				if refusalCode(err) == "" || next != nil || len(sentence) < 10 || sentence[len(sentence)-1] != '.' && sentence[len(sentence)-1] != '7' {
					t.Fatalf("%q by seat %v is refused with %q", text, seat, sentence)
				}
			}
		}
	})
}

// BenchmarkGames tells games per second, dealt and played to the end.
func BenchmarkGames(b *testing.B) {
	for _, jokers := range []string{NoJokers, FreeJokers} {
		for _, seats := range []int{2, 4} {
			for name, choose := range map[string]func(state, engine.Seat, *rand.Rand) engine.Action{
				"random": func(s state, seat engine.Seat, random *rand.Rand) engine.Action { return randomLegal(&s, seat, random) },
				"bot": func(s state, seat engine.Seat, random *rand.Rand) engine.Action {
					return think(engine.Thought[View, Event]{View: s.View(seat), Level: engine.FirstBot, Random: random})
				},
			} {
				b.Run(fmt.Sprintf("%s/jokers=%s/seats=%d", name, jokers, seats), func(b *testing.B) {
					benchmarkGames(b, seats, engine.Options{"jokers": jokers}, choose)
				})
			}
		}
	}
}

func benchmarkGames(b *testing.B, seats int, options engine.Options, choose func(state, engine.Seat, *rand.Rand) engine.Action) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	moves, n := 0, uint64(0)
	for b.Loop() {
		n++
		s := dealt(b, seats, engine.Seed{byte(n), byte(n >> 8), byte(n >> 16)}, options)
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			next, _, err := s.Play(seat, choose(s, seat, random))
			if err != nil {
				b.Fatal(err)
			}
			s = *next.(*state)
			moves++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

// BenchmarkPlay tells what the moves of a game cost alone.
func BenchmarkPlay(b *testing.B) {
	first := dealt(b, 4, engine.Seed{3}, engine.Options{"jokers": FreeJokers})
	moves := wander(b, first, 1000, rand.New(rand.NewPCG(1, 2)))
	for b.Loop() {
		after(b, first, moves)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(moves)), "ns/move")
}
