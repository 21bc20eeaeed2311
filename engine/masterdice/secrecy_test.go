package masterdice

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"parlor/engine"
)

// wander plays a game for at most n moves: mostly rolls and placements, now
// and then an answer, the clock or giving up.
func wander(tb testing.TB, s state, n int, random *rand.Rand) []engine.Move {
	tb.Helper()
	var moves []engine.Move
	for len(moves) < n && len(s.ToMove()) > 0 {
		solving := s.ToMove()
		seat := solving[random.IntN(len(solving))]
		i, _ := s.active(seat)
		b := s.boards[i]
		action := engine.Timeout
		switch chance := random.IntN(100); {
		case chance < 1:
			seat = engine.Seat(random.IntN(seats))
			action = engine.Resign
			if _, _, err := s.Play(seat, action); err != nil {
				continue
			}
		case chance < 4 || b.phase() == PhaseSolve && chance < 80:
			action = Solve(b.code)
			if random.IntN(2) == 0 {
				action = Solve(randomLine(random))
			}
		case chance < 90 && b.phase() == PhaseRoll:
			action = Roll
		case chance < 90 && b.phase() == PhasePlace:
			ways := slices.Collect(placements(b.onTable()))
			action = Place(ways[random.IntN(len(ways))])
		}
		s = played(tb, s, seat, action)
		moves = append(moves, engine.Move{Seat: seat, Action: action})
	}
	return moves
}

// glance is all that reaches a seat at one moment.
func glance(t *testing.T, s engine.State[View, Event], seat engine.Seat, events []Event) string {
	t.Helper()
	text, err := json.Marshal([]any{s.View(seat), s.Grammar(seat), s.ToMove(), events})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestResampleChangesWhatIsHidden in random games cut off anywhere, or TestContract
// would compare a game with itself: codes where a seat does not see them, in a
// duel the other's dice and answers too.
func TestResampleChangesWhatIsHidden(t *testing.T) {
	for _, mode := range []string{Classic, Duel} {
		random := rand.New(rand.NewPCG(1, uint64(len(mode))))
		codes, rolls, answers := 0, 0, 0
		for n := range 200 {
			first := dealt(t, mode, byte(n), byte(n>>8), engine.Seat(n%2))
			moves := wander(t, first, random.IntN(20), random)
			for seat := engine.Watcher; seat < seats; seat++ {
				other, otherMoves := resample(first, slices.Clone(moves), seat, random)
				for i, b := range other.(state).boards {
					if b.code != first.boards[i].code {
						codes++
					}
					if b.rolls[0] != first.boards[i].rolls[0] {
						rolls++
					}
				}
				if !slices.Equal(moves, otherMoves) {
					answers++
				}
			}
		}
		t.Logf("%s: %d codes, %d first rolls and %d lists of moves differed in 600 pairs", mode, codes, rolls, answers)
		if codes < 120 || mode == Duel && (rolls < 120 || answers < 120) || mode == Classic && answers > 0 {
			t.Errorf("%s: %d codes, %d first rolls and %d lists of moves differed: that proves little", mode, codes, rolls, answers)
		}
	}
}

// TestDuelHidesChoices: a roll changes nothing for the others, by hand or by
// the clock, and neither does what is placed or answered.
func TestDuelHidesChoices(t *testing.T) {
	s := testState(Duel, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}), testBoard(Line{1, 2, 3, 4}))
	rolled := played(t, s, 0, Roll)
	for _, pair := range []struct {
		name     string
		one, two state
	}{
		{"rolled or not", s, rolled},
		{"by the clock or by hand", played(t, s, 0, engine.Timeout), rolled},
		{"one die or four", played(t, rolled, 0, "place b3"), played(t, rolled, 0, "place b3 r5 y5 g1")},
		{"placed by the clock", played(t, rolled, 0, engine.Timeout), played(t, rolled, 0, "place r1")},
		{"right or wrong", played(t, s, 0, "solve 3 1 5 2"), played(t, s, 0, "solve 1 1 1 1")},
		{"answered before a roll or after the clock's", played(t, s, 0, "solve 3 1 5 2"), played(t, s, 0, engine.Timeout, "solve 3 1 5 2")},
	} {
		for _, seat := range []engine.Seat{engine.Watcher, 1} {
			if one, two := glance(t, pair.one, seat, pair.one.log), glance(t, pair.two, seat, pair.two.log); one != two {
				t.Errorf("%s: seat %v sees\n%s\nand\n%s", pair.name, seat, one, two)
			}
		}
		if glance(t, pair.one, 0, nil) == glance(t, pair.two, 0, nil) {
			t.Errorf("%s: the solver sees no difference", pair.name)
		}
	}
}

// TestCodeIsSeenByItsMakerOnly says in one table which seat sees which code when.
func TestCodeIsSeenByItsMakerOnly(t *testing.T) {
	one, two := Line{3, 1, 5, 2}, Line{1, 2, 3, 4}
	none := Line{}
	classic := testState(Classic, testBoard(one))
	duel := testState(Duel, testBoard(one), testBoard(two))
	for _, row := range []struct {
		name  string
		s     state
		codes [3][]Line // by watcher, seat 1, seat 2: the code of each board
	}{
		{"classic", classic, [3][]Line{{none}, {none}, {one}}},
		{"classic, over", played(t, classic, 0, engine.Resign), [3][]Line{{one}, {one}, {one}}},
		{"duel", duel, [3][]Line{{none, none}, {none, two}, {one, none}}},
		{"duel, one answered", played(t, duel, 0, "solve 1 1 1 1"), [3][]Line{{none, none}, {one, two}, {one, none}}},
		{"duel, one resigned", played(t, duel, 1, engine.Resign), [3][]Line{{none, none}, {none, two}, {one, two}}},
		{"duel, over", played(t, played(t, duel, 1, engine.Resign), 0, engine.Resign), [3][]Line{{one, two}, {one, two}, {one, two}}},
	} {
		for i, want := range row.codes {
			var got []Line
			for _, b := range row.s.View(engine.Seat(i - 1)).Boards {
				got = append(got, b.Code)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: seat %d sees the codes %v, want %v", row.name, i, got, want)
			}
		}
	}
}

// FuzzGame plays whole games from bytes, holds them to the rules after each
// move, and replays them.
func FuzzGame(f *testing.F) {
	f.Add([]byte{0}, false)
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, true)
	f.Add([]byte{250, 250, 250, 0, 0, 0, 90, 91, 92, 93, 17, 17, 17, 17, 3, 3, 3}, true)
	f.Fuzz(func(t *testing.T, choices []byte, duel bool) {
		mode := Classic
		if duel {
			mode = Duel
		}
		var seed byte
		if len(choices) > 0 {
			seed = choices[0]
		}
		first := dealt(t, mode, seed, 0, engine.Seat(seed%2))
		s := first
		var moves []engine.Move
		for at := 0; len(s.ToMove()) > 0 && at < 100; at++ {
			choice := 0
			if at < len(choices) {
				choice = int(choices[at])
			}
			move := choose(s, choice)
			next, _, err := s.Play(move.Seat, move.Action)
			if err != nil {
				t.Fatalf("%q by seat %v: %v", move.Action, move.Seat, err)
			}
			s = next.(state)
			moves = append(moves, move)
			holds(t, s)
		}
		if len(s.ToMove()) > 0 {
			t.Fatalf("the game does not end: %v", moves)
		}
		again := first
		for _, move := range moves {
			again = played(t, again, move.Seat, move.Action)
		}
		if !reflect.DeepEqual(again, s) {
			t.Errorf("replayed to %+v, not %+v", again, s)
		}
	})
}

// choose makes a legal move out of a number.
func choose(s state, choice int) engine.Move {
	solving := s.ToMove()
	seat := solving[choice%len(solving)]
	i, _ := s.active(seat)
	ways := slices.Collect(placements(s.boards[i].onTable()))
	switch {
	case choice > 250:
		return engine.Move{Seat: seat, Action: engine.Resign}
	case choice > 240:
		return engine.Move{Seat: seat, Action: Solve(codeAt(choice))}
	case choice < 40 || s.boards[i].phase() == PhaseSolve:
		return engine.Move{Seat: seat, Action: engine.Timeout}
	case len(ways) > 0:
		return engine.Move{Seat: seat, Action: Place(ways[choice*7%len(ways)])}
	}
	return engine.Move{Seat: seat, Action: Roll}
}

// holds checks what is true of every board at any time.
func holds(t *testing.T, s state) {
	t.Helper()
	for _, b := range s.boards {
		placed := 0
		for i, row := range b.rows {
			if !among(row.Cells, b.rolls[i][:min(Columns, WhiteDice-placed)]) {
				t.Errorf("row %v is not of the roll %v", row, b.rolls[i])
			}
			dice := row.Cells.Dice()
			if dice < 1 || row.Equal+row.High+row.Low != dice {
				t.Errorf("row %+v does not add up", row)
			}
			placed += dice
		}
		if len(b.rows) > MaxRows || placed > WhiteDice || b.dice() != WhiteDice-placed {
			t.Errorf("%d rows with %d dice, %d left", len(b.rows), placed, b.dice())
		}
		if !Fits(b.code, b.rows) {
			t.Errorf("the code %v does not fit its rows %v", b.code, b.rows)
		}
		if want := 20 + 5*(7-len(b.rows)); s.worth(b) != want {
			t.Errorf("a right answer is worth %d, want %d", s.worth(b), want)
		}
		if (b.outcome == Right) != (b.answer == b.code) {
			t.Errorf("answer %v to %v is %q", b.answer, b.code, b.outcome)
		}
	}
}
