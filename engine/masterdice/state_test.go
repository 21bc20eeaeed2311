package masterdice

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlor/engine"
)

// testBoard is a board with a code and its first rolls; later rolls are sixes.
func testBoard(code Line, rolls ...Line) board {
	b := board{code: code}
	for i := range b.rolls {
		b.rolls[i] = Line{6, 6, 6, 6}
	}
	copy(b.rolls[:], rolls)
	return b
}

// testState is a game of the boards that seats 1 and 2 solve; classic has the
// first one only.
func testState(mode string, boards ...board) state {
	s := state{mode: mode, boards: slices.Clone(boards)}
	for i := range s.boards {
		s.boards[i].solver = engine.Seat(i)
	}
	if mode == Classic {
		s.boards = s.boards[:1]
	}
	return s
}

// played plays actions of one seat that must all be accepted.
func played(tb testing.TB, s state, seat engine.Seat, actions ...engine.Action) state {
	tb.Helper()
	for _, action := range actions {
		next, _, err := s.Play(seat, action)
		if err != nil {
			tb.Fatalf("%q by seat %v: %v", action, seat, err)
		}
		s = next.(state)
	}
	return s
}

// TestPoints has the points of a right answer for each number of used rows,
// one die a row, with and without bonus dice.
func TestPoints(t *testing.T) {
	for used, want := range []struct{ plain, bonus float64 }{
		{55, 55 + 18}, {50, 50 + 17}, {45, 45 + 16}, {40, 40 + 15}, {35, 35 + 14}, {30, 30 + 13}, {25, 25 + 12}, {20, 20 + 11},
	} {
		for _, bonus := range []bool{false, true} {
			s := testState(Classic, testBoard(Line{3, 1, 5, 2}))
			s.bonus = bonus
			for range used {
				s = played(t, s, 0, Roll, "place g6")
			}
			points := want.plain
			if bonus {
				points = want.bonus
			}
			if now := s.View(0).Boards[0].ScoreNow; float64(now) != points {
				t.Errorf("%d rows used, bonus %v: score now %d, want %v", used, bonus, now, points)
			}
			right := played(t, s, 0, "solve 3 1 5 2")
			if got := right.Result(); !slices.Equal(got.Points, []float64{points, 0}) || !slices.Equal(got.Winners, []engine.Seat{0}) {
				t.Errorf("%d rows used, bonus %v: right gives %+v, want %v", used, bonus, got, points)
			}
			if board := right.View(1).Boards[0]; float64(board.Points) != points || board.ScoreNow != 0 || board.Outcome != Right {
				t.Errorf("%d rows used, bonus %v: the board shows %+v", used, bonus, board)
			}
			wrong := played(t, s, 0, "solve 3 1 5 1")
			if got := wrong.Result(); !slices.Equal(got.Points, []float64{0, 0}) || !slices.Equal(got.Winners, []engine.Seat{1}) {
				t.Errorf("%d rows used, bonus %v: wrong gives %+v", used, bonus, got)
			}
		}
	}
}

// TestBonusCountsUnspentDice: dice that lie rolled on the table are not spent.
func TestBonusCountsUnspentDice(t *testing.T) {
	s := testState(Classic, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}))
	s.bonus = true
	s = played(t, s, 0, Roll, "place b3 r5 y5", Roll)
	if got := s.View(0).Boards[0].ScoreNow; got != 20+6*5+15 {
		t.Errorf("score now %d, want 65", got)
	}
}

// TestDiceRunOut: four rows of four leave two, row 5 rolls only these, and then
// solving is the only move though two rows are empty.
func TestDiceRunOut(t *testing.T) {
	s := testState(Classic, testBoard(Line{3, 1, 5, 2}))
	for range 4 {
		s = played(t, s, 0, Roll, "place 6 6 6 6")
	}
	s = played(t, s, 0, Roll)
	if got := s.View(0).Boards[0]; !slices.Equal(got.Rolled, []int{6, 6}) || got.DiceLeft != 2 {
		t.Fatalf("row 5 has %v of %d dice, want two", got.Rolled, got.DiceLeft)
	}
	refused(t, s, 0, "place b6 r6 y6", engine.NotLegal, "You have rolled 6 6: place only these dice, each once, or solve.")
	s = played(t, s, 0, "place b6 g6")
	if got := s.View(0).Boards[0]; got.Phase != PhaseSolve || got.DiceLeft != 0 || got.RowsUsed != 5 || got.ScoreNow != 30 {
		t.Fatalf("after the last die: %+v", got)
	}
	refused(t, s, 0, Roll, engine.NotLegal, "No white die is left: solve with four values, such as solve 1 2 3 4.")
	refused(t, s, 0, "place b6", engine.NotLegal, "No white die is left: solve with four values, such as solve 1 2 3 4.")
	if got := s.Grammar(0); !slices.Equal(got, []string{"solve 1-6 1-6 1-6 1-6", "resign"}) {
		t.Errorf("Grammar gives %q", got)
	}
	if got := played(t, s, 0, "solve 3 1 5 2").Result().Points[0]; got != 30 {
		t.Errorf("%v points, want 30", got)
	}
}

// TestRowsRunOut: after seven rows solving is the only move though dice are left.
func TestRowsRunOut(t *testing.T) {
	s := testState(Classic, testBoard(Line{3, 1, 5, 2}))
	for range 7 {
		s = played(t, s, 0, Roll, "place y6")
	}
	if got := s.View(0).Boards[0]; got.Phase != PhaseSolve || got.DiceLeft != 11 || got.ScoreNow != 20 {
		t.Fatalf("after row 7: %+v", got)
	}
	refused(t, s, 0, Roll, engine.NotLegal, "All 7 rows are used: solve with four values, such as solve 1 2 3 4.")
}

// TestLastDie: seventeen are spent, one is left and rolled alone.
func TestLastDie(t *testing.T) {
	s := testState(Classic, testBoard(Line{3, 1, 5, 2}))
	for range 4 {
		s = played(t, s, 0, Roll, "place 6 6 6 6")
	}
	s = played(t, s, 0, Roll, "place b6", Roll)
	if got := s.View(0).Boards[0].Rolled; !slices.Equal(got, []int{6}) {
		t.Errorf("rolled %v, want one die", got)
	}
	if got := played(t, s, 0, "place r6").View(0).Boards[0]; got.Phase != PhaseSolve || got.RowsUsed != 6 {
		t.Errorf("after the last die: %+v", got)
	}
}

func refused(t *testing.T, s state, seat engine.Seat, action engine.Action, code, sentence string) {
	t.Helper()
	next, events, err := s.Play(seat, action)
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || next != nil || events != nil {
		t.Errorf("%q by seat %v gives %v, %v, %v, want a refusal", action, seat, next, events, err)
		return
	}
	if refusal.Code != code || refusal.Error() != sentence {
		t.Errorf("%q by seat %v is refused with %s %q, want %s %q", action, seat, refusal.Code, refusal, code, sentence)
	}
}

func TestRefusals(t *testing.T) {
	classic := testState(Classic, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}))
	duel := testState(Duel, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}), testBoard(Line{1, 2, 3, 4}))
	rolled := played(t, classic, 0, Roll)
	const (
		dice    = "You have rolled 3 5 5 1: place only these dice, each once, or solve."
		watched = "You rolled the code of this game. Watch seat 1 solve it, or resign."
		done    = "Your board is finished. The game ends when that of seat 2 is, too."
	)
	for _, row := range []struct {
		name     string
		s        state
		seat     engine.Seat
		action   engine.Action
		code     string
		sentence string
	}{
		{"place before rolling", classic, 0, "place b3", engine.NotLegal, "Roll before you place dice, or solve."},
		{"roll twice", rolled, 0, Roll, engine.NotLegal, "You have rolled 3 5 5 1: place at least one of these dice, or solve."},
		{"a value not rolled", rolled, 0, "place b2", engine.NotLegal, dice},
		{"a value too often", rolled, 0, "place b3 r3", engine.NotLegal, dice},
		{"three of two", rolled, 0, "place b5 r5 y5", engine.NotLegal, dice},
		{"the codemaker rolls", classic, 1, Roll, engine.NotYourTurn, watched},
		{"the codemaker solves", classic, 1, "solve 3 1 5 2", engine.NotYourTurn, watched},
		{"the codemaker's time", classic, 1, engine.Timeout, engine.NotYourTurn, watched},
		{"a watcher", classic, engine.Watcher, Roll, engine.NotYourTurn, engine.RefusedWatcher},
		{"a seat that is not there", duel, 2, engine.Resign, engine.NotYourTurn, engine.RefusedWatcher},
		{"after the end", played(t, classic, 0, "solve 1 1 1 1"), 0, Roll, engine.RoundOver, "This game is over."},
		{"resigning after the end", played(t, classic, 0, "solve 1 1 1 1"), 1, engine.Resign, engine.RoundOver, "This game is over."},
		{"a done board", played(t, duel, 0, "solve 1 1 1 1"), 0, Roll, engine.NotYourTurn, done},
		{"resigning a done board", played(t, duel, 0, "solve 1 1 1 1"), 0, engine.Resign, engine.NotYourTurn, done},
		{"time of a done board", played(t, duel, 0, engine.Resign), 0, engine.Timeout, engine.NotYourTurn, done},
	} {
		t.Run(row.name, func(t *testing.T) {
			before := fmt.Sprintf("%+v", row.s)
			refused(t, row.s, row.seat, row.action, row.code, row.sentence)
			if after := fmt.Sprintf("%+v", row.s); after != before {
				t.Errorf("the state changed from %s to %s", before, after)
			}
		})
	}
}

// TestMay goes with Legal: the grammar's verbs are those that are yielded.
func TestMay(t *testing.T) {
	classic := testState(Classic, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}))
	duel := testState(Duel, testBoard(Line{3, 1, 5, 2}), testBoard(Line{1, 2, 3, 4}))
	const solve, place = "solve 1-6 1-6 1-6 1-6", "place [bVALUE] [rVALUE] [yVALUE] [gVALUE]"
	for _, row := range []struct {
		s     state
		seat  engine.Seat
		may   []string
		legal int
	}{
		{classic, 0, []string{"roll", solve, "resign"}, 1 + 1296},
		{classic, 1, []string{"resign"}, 0},
		{classic, engine.Watcher, nil, 0},
		// 3, 5, 5, 1: 12 ways for one die, 6·(6+1) for two, 4·(6+3+3) for three, 12 for four.
		{played(t, classic, 0, Roll), 0, []string{place, solve, "resign"}, 12 + 42 + 48 + 12 + 1296},
		{played(t, classic, 0, engine.Resign), 0, nil, 0},
		{played(t, classic, 0, engine.Resign), 1, nil, 0},
		{duel, 1, []string{"roll", solve, "resign"}, 1 + 1296},
		{played(t, duel, 1, "solve 1 1 1 1"), 1, nil, 0},
	} {
		if got := row.s.Grammar(row.seat); !slices.Equal(got, row.may) {
			t.Errorf("Grammar(%v) = %q, want %q", row.seat, got, row.may)
		}
		legal := slices.Collect(row.s.Legal(row.seat))
		if len(legal) != row.legal {
			t.Errorf("%d legal actions, want %d", len(legal), row.legal)
		}
		for _, action := range legal {
			verb, _, _ := strings.Cut(string(action), " ")
			if !slices.ContainsFunc(row.may, func(form string) bool { return strings.HasPrefix(form, verb) }) {
				t.Fatalf("%q is legal but not in %q", action, row.may)
			}
		}
	}
}

// TestTimeouts takes a board from its first roll to its answer by the clock.
func TestTimeouts(t *testing.T) {
	s := testState(Classic, testBoard(Line{6, 6, 6, 6}, Line{3, 5, 5, 1}))
	s = played(t, s, 0, engine.Timeout)
	if got := s.View(0).Boards[0]; got.Phase != PhasePlace {
		t.Fatalf("a due roll gives %+v", got)
	}
	s = played(t, s, 0, engine.Timeout)
	if got := s.View(0).Boards[0].Rows; !slices.Equal(got, []Row{{Line{3, 5, 5, 1}, 0, 0, 4}}) {
		t.Fatalf("a due placement gives %+v", got)
	}
	// Row 2 has b6, which is right; it leaves 6 for blue, 6 for red and yellow
	// (above 5), 2 to 6 for green.
	s = played(t, s, 0, Roll, "place b6")
	for range 5 {
		s = played(t, s, 0, Roll, "place b6")
	}
	s = played(t, s, 0, engine.Timeout)
	if got := s.boards[0]; got.answer != (Line{6, 6, 6, 2}) || got.outcome != Wrong {
		t.Errorf("a due answer is %v %s, want the lowest that fits, 6 6 6 2", got.answer, got.outcome)
	}
	if got := s.log[len(s.log)-3:]; !slices.Equal(lines(got), []string{"1 timed_out", "1 solved 6 6 6 2 wrong", "2 code 6 6 6 6"}) {
		t.Errorf("told: %q", got)
	}
}

// TestTimeoutPlacesWhatIsLeft: the last two dice go to blue and red.
func TestTimeoutPlacesWhatIsLeft(t *testing.T) {
	s := testState(Classic, testBoard(Line{1, 1, 1, 1}))
	for range 10 {
		s = played(t, s, 0, engine.Timeout)
	}
	if got := s.View(0).Boards[0]; got.Phase != PhaseSolve || got.Rows[4].Cells != (Line{6, 6, 0, 0}) {
		t.Errorf("ten timeouts give %+v", got)
	}
}

func TestResign(t *testing.T) {
	base := []board{testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}), testBoard(Line{1, 2, 3, 4}, Line{2, 2, 2, 2})}
	classic, duel := testState(Classic, base...), testState(Duel, base...)
	right := played(t, duel, 1, Roll, "place b2", "solve 1 2 3 4") // 50 points
	for _, row := range []struct {
		name    string
		s       state
		seat    engine.Seat
		points  []float64
		winners []engine.Seat
	}{
		{"the solver", played(t, classic, 0, Roll), 0, []float64{0, 0}, []engine.Seat{1}},
		{"the codemaker at once", classic, 1, []float64{55, 0}, []engine.Seat{0}},
		{"the codemaker after a row", played(t, classic, 0, Roll, "place b3"), 1, []float64{50, 0}, []engine.Seat{0}},
		{"in a duel, the other was right", right, 0, []float64{0, 50}, []engine.Seat{1}},
		{"in a duel, the other was wrong", played(t, duel, 1, "solve 1 1 1 1"), 0, []float64{0, 0}, nil},
		{"in a duel, both", played(t, duel, 1, engine.Resign), 0, []float64{0, 0}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			end := played(t, row.s, row.seat, engine.Resign)
			if len(end.ToMove()) != 0 {
				t.Fatalf("seats %v are still to move", end.ToMove())
			}
			got := end.Result()
			if !slices.Equal(got.Points, row.points) || !slices.Equal(got.Winners, row.winners) {
				t.Errorf("result %+v, want %v to %v", got, row.points, row.winners)
			}
		})
	}
	after := played(t, duel, 0, engine.Resign)
	if !slices.Equal(after.ToMove(), []engine.Seat{1}) {
		t.Errorf("after one resigns in a duel seats %v are to move", after.ToMove())
	}
}

func TestDuelResult(t *testing.T) {
	duel := testState(Duel, testBoard(Line{3, 1, 5, 2}), testBoard(Line{1, 2, 3, 4}))
	oneRow := []engine.Action{Roll, "place b6"}
	for _, row := range []struct {
		name        string
		first, last []engine.Action
		points      []float64
		winners     []engine.Seat
	}{
		{"the quicker", []engine.Action{"solve 3152"}, append(oneRow, "solve 1234"), []float64{55, 50}, []engine.Seat{0}},
		{"equal", append(oneRow, "solve 3152"), append(oneRow, "solve 1234"), []float64{50, 50}, []engine.Seat{0, 1}},
		{"one right", []engine.Action{"solve 1234"}, append(oneRow, "solve 1234"), []float64{0, 50}, []engine.Seat{1}},
		{"none", []engine.Action{"solve 1234"}, []engine.Action{"solve 3152"}, []float64{0, 0}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, end := range []state{
				played(t, played(t, duel, 0, row.first...), 1, row.last...),
				played(t, played(t, duel, 1, row.last...), 0, row.first...),
			} {
				if got := end.Result(); !slices.Equal(got.Points, row.points) || !slices.Equal(got.Winners, row.winners) {
					t.Errorf("result %+v, want %v to %v", got, row.points, row.winners)
				}
			}
		})
	}
}

// TestPlayLeavesTheReceiver: two successors of one state do not meet.
func TestPlayLeavesTheReceiver(t *testing.T) {
	s := played(t, testState(Classic, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1})), 0, Roll)
	one, two := played(t, s, 0, "place b3"), played(t, s, 0, "place r5")
	if one.boards[0].rows[0].Cells != (Line{3, 0, 0, 0}) || two.boards[0].rows[0].Cells != (Line{0, 5, 0, 0}) || len(s.boards[0].rows) != 0 {
		t.Errorf("%v and %v from %v", one.boards, two.boards, s.boards)
	}
	if len(s.log) != 1 || reflect.DeepEqual(one.log, two.log) {
		t.Errorf("%q and %q from %q", one.log, two.log, s.log)
	}
	view := s.View(0)
	view.Boards[0].Rolled[0], view.Log[0] = 9, Event{}
	if again := s.View(0); again.Boards[0].Rolled[0] != 3 || again.Log[0].String() != "1 rolled 3 5 5 1" {
		t.Errorf("a view shares memory with the state: %+v", again)
	}
}

// TestDeal: all dice are dice, codes and rolls come from streams of their own,
// and the same seed deals the same in both modes.
func TestDeal(t *testing.T) {
	var seen [Columns][Faces + 1]int
	for n := range 600 {
		duel := dealt(t, Duel, byte(n), byte(n>>8), 0)
		for _, b := range duel.boards {
			for column, value := range b.code {
				seen[column][value]++
			}
			for _, roll := range b.rolls {
				if slices.Min(roll[:]) < 1 || slices.Max(roll[:]) > Faces {
					t.Fatalf("rolled %v", roll)
				}
			}
		}
		classic := dealt(t, Classic, byte(n), byte(n>>8), 1)
		b := duel.boards[0]
		b.solver = 1
		if !reflect.DeepEqual(classic.boards, []board{b}) {
			t.Fatalf("classic deals %+v, duel %+v", classic.boards, b)
		}
	}
	for column, counts := range seen {
		for value := 1; value <= Faces; value++ {
			// 1,200 codes: 200 of each value expected, deviation 13.
			if counts[value] < 140 || counts[value] > 260 {
				t.Errorf("%v is %d in %d of 1200 codes", Column(column), value, counts[value])
			}
		}
	}
}

func dealt(tb testing.TB, mode string, seed0, seed1 byte, first engine.Seat) state {
	tb.Helper()
	rules := Rules()
	options, err := engine.Complete(rules.Options, engine.Options{"mode": mode})
	if err != nil {
		tb.Fatal(err)
	}
	s, err := rules.Deal(engine.Setup{Seats: 2, First: first, Seed: engine.Seed{seed0, seed1}, Options: options})
	if err != nil {
		tb.Fatal(err)
	}
	return s.(state)
}

func TestDealRefusesOtherSeats(t *testing.T) {
	if s, err := deal(engine.Setup{Seats: 3}); err == nil {
		t.Errorf("dealt %v for three", s)
	}
}

// TestMatchSwapsRoles plays a match of four games: the seats solve in turn, and
// points decide, not games won.
func TestMatchSwapsRoles(t *testing.T) {
	m, err := Rules().Game().Start(2, engine.Seed{1}, engine.Options{"rounds": "4", "first": "2"})
	if err != nil {
		t.Fatal(err)
	}
	play := func(seat engine.Seat, action engine.Action) []engine.Event {
		t.Helper()
		next, events, err := m.Play(seat, action)
		if err != nil {
			t.Fatalf("%q by seat %v: %v", action, seat, err)
		}
		m = next
		return events
	}
	for round, solver := range []engine.Seat{1, 0, 1, 0} {
		view := m.View(engine.Watcher)
		if view.Round != round+1 || view.First != solver || !slices.Equal(view.ToMove, []engine.Seat{solver}) {
			t.Fatalf("round %d: %+v", round+1, view)
		}
		code := m.View(1 - solver).Table.(View).Boards[0].Code
		if own := m.View(solver).Table.(View).Boards[0].Code; own != (Line{}) || code == own {
			t.Fatalf("round %d: the solver sees %v, the codemaker %v", round+1, own, code)
		}
		switch round {
		case 0: // seat 2 makes 50
			play(solver, Roll)
			play(solver, engine.Timeout)
			play(solver, Solve(code))
		case 1: // seat 1 makes nothing
			code[0] = code[0]%Faces + 1
			play(solver, Solve(code))
		case 2: // seat 2 makes nothing: seat 1 has won two games of three and has no points
			code[0] = code[0]%Faces + 1
			play(solver, Solve(code))
		case 3:
			play(solver, Solve(code))
		}
		if round < 3 {
			play(0, engine.Next)
			play(1, engine.Next)
		}
	}
	view := m.View(engine.Watcher)
	if view.Stage != engine.Over || !slices.Equal(view.Totals, []float64{55, 50}) || !slices.Equal(view.Winners, []engine.Seat{0}) {
		t.Errorf("the match ends with %+v", view)
	}
	if want := [][]float64{{0, 50}, {0, 0}, {0, 0}, {55, 0}}; !reflect.DeepEqual(view.Scores, want) {
		t.Errorf("points by game %v, want %v", view.Scores, want)
	}
}

// TestWhoResignsAheadDoesNotWin: seat 1 solves the first code and resigns the
// second game, in which it makes the code.
func TestWhoResignsAheadDoesNotWin(t *testing.T) {
	game := Rules().Game()
	for version, want := range map[int]engine.Seat{3: 1, 2: 0} {
		options, err := engine.Complete(game.Options, engine.Options{"first": "1"})
		if err != nil {
			t.Fatal(err)
		}
		record := engine.Record{Game: game.Name, Version: version, Seats: 2, Options: options}
		m, err := game.Begin(record)
		if err != nil {
			t.Fatal(err)
		}
		code := m.View(1).Table.(View).Boards[0].Code
		record.Moves = []engine.Move{
			{Seat: 0, Action: Solve(code)},
			{Seat: 0, Action: engine.Next},
			{Seat: 1, Action: engine.Next},
			{Seat: 1, Action: Roll},
			{Seat: 1, Action: engine.Timeout},
			{Seat: 0, Action: engine.Resign},
		}
		m, err = game.Replay(record)
		if err != nil {
			t.Fatal(err)
		}
		if view := m.View(0); view.Stage != engine.Over || view.Totals[0] <= view.Totals[1] || !slices.Equal(view.Winners, []engine.Seat{want}) {
			t.Errorf("by version %d, %v won with %v", version, view.Winners, view.Totals)
		}
	}
}

// TestWhoResignsADuelWhenDone: a player who has solved their code well and then leaves does
// not win the match that the other plays to its end.
func TestWhoResignsADuelWhenDone(t *testing.T) {
	m, err := Rules().Game().Start(2, engine.Seed{3}, engine.Options{"mode": Duel})
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []engine.Move{{Seat: 0, Action: Solve(Line{1, 1, 1, 1})}, {Seat: 0, Action: engine.Resign}, {Seat: 1, Action: Solve(Line{1, 1, 1, 2})}} {
		next, events, err := m.Play(move.Seat, move.Action)
		if err != nil {
			t.Fatalf("%v: %v", move, err)
		}
		if move.Action == engine.Resign && (len(events) != 1 || events[0].String() != "1 resigned") {
			t.Errorf("the table saw %v", events)
		}
		m = next
	}
	if view := m.View(0); view.Stage != engine.Over || !slices.Equal(view.Winners, []engine.Seat{1}) {
		t.Errorf("it ended with %+v", view)
	}
}

func TestOptions(t *testing.T) {
	game := Rules().Game()
	for _, rounds := range []string{"2", "4", "6", "8", "10"} {
		m, err := game.Start(2, engine.Seed{}, engine.Options{"rounds": rounds})
		if err != nil || strconv.Itoa(m.View(0).Rounds) != rounds {
			t.Errorf("%s games: %v", rounds, err)
		}
	}
	for _, bad := range []engine.Options{{"rounds": "1"}, {"rounds": "3"}, {"rounds": "12"}, {"mode": "trio"}, {"first": "3"}} {
		if _, err := game.Start(2, engine.Seed{}, bad); err == nil {
			t.Errorf("options %v are accepted", bad)
		}
	}
	m, err := game.Start(2, engine.Seed{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if view := m.View(0); view.Rounds != 2 || view.Options["mode"] != Classic || view.Options["bonus_dice"] != "off" {
		t.Errorf("defaults: %+v", view)
	}
	m, err = game.Start(2, engine.Seed{}, engine.Options{"memory": "on", "bonus_dice": "on", "mode": "duel"})
	if err != nil {
		t.Fatal(err)
	}
	if view := m.View(1).Table.(View); !view.Memory || !view.BonusDice || view.Mode != Duel || view.Boards[1].ScoreNow != 73 {
		t.Errorf("options are not told: %+v", view)
	}
}
