package kodeknacker

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// game is a round under way in a test.
type game struct {
	t      *testing.T
	state  engine.State[View, Event]
	events []Event
}

func start(t *testing.T, options engine.Options, moves ...string) *game {
	t.Helper()
	complete, err := engine.Complete(Rules().Options, options)
	if err != nil {
		t.Fatal(err)
	}
	state, err := Rules().Deal(engine.Setup{Seats: 2, Seed: engine.Seed{1}, Options: complete})
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, state: state}
	g.play(moves...)
	return g
}

// play plays moves such as "1 guess rgbyo".
func (g *game) play(moves ...string) {
	g.t.Helper()
	for _, line := range moves {
		if err := g.try(line); err != nil {
			g.t.Fatalf("%s: %v", line, err)
		}
	}
}

func (g *game) try(line string) error {
	var move engine.Move
	if err := move.UnmarshalText([]byte(line)); err != nil {
		g.t.Fatal(err)
	}
	next, events, err := g.state.Play(move.Seat, move.Action)
	if err == nil {
		g.state, g.events = next, events
	}
	return err
}

func (g *game) view(seat engine.Seat) View { return g.state.View(seat) }

func codesMade() []string { return []string{"1 code rgbyo", "2 code ppgrr"} }

func TestCodesAreMadeInSecret(t *testing.T) {
	g := start(t, nil, "1 code rgbyo")
	if want := []string{"1 set"}; !slices.Equal(lines(g.events), want) {
		t.Errorf("events %v", g.events)
	}
	if got := g.view(0).Boards[0].Code; got != "rgbyo" {
		t.Errorf("the maker sees %q", got)
	}
	for _, seat := range []engine.Seat{1, engine.Watcher} {
		if board := g.view(seat).Boards[0]; board.Code != "" || !board.CodeSet {
			t.Errorf("seat %v sees %+v", seat, board)
		}
	}
	g.play("2 code ppgrr")
	if want := []string{"2 set", "round 1"}; !slices.Equal(lines(g.events), want) {
		t.Errorf("events %v", g.events)
	}
	if view := g.view(0); view.Phase != PhasePlay || view.Round != 1 {
		t.Errorf("%+v", view)
	}
}

func TestARowIsShownWhenBothHaveGuessed(t *testing.T) {
	g := start(t, nil, append(codesMade(), "1 guess rrggb")...)
	if want := []string{"1 guessed"}; !slices.Equal(lines(g.events), want) {
		t.Errorf("events %v", g.events)
	}
	if own := g.view(0).Boards[0]; !slices.Equal(own.Guesses, []Row{{Guess: "rrggb", Pegs: Pegs{Black: 1, White: 2}}}) || !own.Guessed {
		t.Errorf("the guesser sees %+v", own)
	}
	for _, seat := range []engine.Seat{1, engine.Watcher} {
		if board := g.view(seat).Boards[0]; len(board.Guesses) != 0 || !board.Guessed {
			t.Errorf("seat %v sees %+v", seat, board)
		}
	}
	g.play("2 guess rgrgr")
	want := []string{"2 guessed", "1 row 1 rrggb 1 2", "2 row 1 rgrgr 2 0", "round 2"}
	if !slices.Equal(lines(g.events), want) {
		t.Errorf("events %v", g.events)
	}
	if board := g.view(engine.Watcher).Boards[0]; !slices.Equal(board.Guesses, []Row{{Guess: "rrggb", Pegs: Pegs{Black: 1, White: 2}}}) || board.Guessed {
		t.Errorf("a watcher sees %+v", board)
	}
}

func TestEnds(t *testing.T) {
	miss := []string{"1 guess bbbbb", "2 guess ppppp"}
	full := codesMade()
	for range 12 {
		full = append(full, miss...)
	}
	for _, row := range []struct {
		name    string
		moves   []string
		winners []engine.Seat
		points  []float64
		last    string
	}{
		{"one cracks", append(codesMade(), "1 guess ppgrr", "2 guess ppppp"), []engine.Seat{0}, []float64{1, 0}, "1 won"},
		{"the other cracks", append(codesMade(), "1 guess ppppp", "2 guess rgbyo"), []engine.Seat{1}, []float64{0, 1}, "2 won"},
		{"both crack in one round", append(codesMade(), "1 guess ppgrr", "2 guess rgbyo"), []engine.Seat{0, 1}, []float64{0.5, 0.5}, "draw"},
		{"the boards are full", full, []engine.Seat{0, 1}, []float64{0.5, 0.5}, "draw"},
		{"resigning", append(codesMade(), "1 resign"), []engine.Seat{1}, []float64{0, 1}, "2 won"},
		{"resigning before codes are made", []string{"2 resign"}, []engine.Seat{0}, []float64{1, 0}, "1 won"},
		{"the last row can still win", append(append([]string{}, full[:len(full)-2]...), "1 guess ppgrr", "2 timeout"), []engine.Seat{0}, []float64{1, 0}, "1 won"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := start(t, nil, row.moves...)
			if len(g.state.ToMove()) != 0 {
				t.Fatal("the game is not over")
			}
			if got := g.state.Result(); !slices.Equal(got.Winners, row.winners) || !slices.Equal(got.Points, row.points) {
				t.Errorf("%+v", got)
			}
			if !slices.Contains(lines(g.events), row.last) {
				t.Errorf("events %v", g.events)
			}
			if err := g.try("1 guess rgbyo"); err == nil {
				t.Error("a guess after the end")
			}
		})
	}
}

func TestTheRoundIsFinishedAfterACrack(t *testing.T) {
	g := start(t, nil, append(codesMade(), "1 guess ppgrr")...)
	if !slices.Equal(g.state.ToMove(), []engine.Seat{1}) {
		t.Errorf("to move: %v", g.state.ToMove())
	}
	if !g.view(0).Boards[0].Cracked || g.view(1).Boards[0].Cracked || g.view(engine.Watcher).Boards[0].Cracked {
		t.Error("that a code is cracked is told to others before the round is over, or not to the own seat")
	}
}

func TestTimeouts(t *testing.T) {
	g := start(t, nil, "1 timeout", "2 timeout")
	if made := g.view(0).Boards[0].Code; len(made) != 5 || strings.Trim(made, "rgbyop") != "" {
		t.Errorf("time made the code %q", made)
	}
	g.play("1 timeout")
	if want := []string{"1 timed_out", "1 guessed"}; !slices.Equal(lines(g.events), want) {
		t.Errorf("events %v", g.events)
	}
	g.play("2 guess rrrrr")
	if g.events[1].String() != "1 row 1 -" {
		t.Errorf("events %v", g.events)
	}
	if rows := g.view(1).Boards[0].Guesses; !slices.Equal(rows, []Row{{}}) {
		t.Errorf("an empty row is %+v", rows)
	}
}

func TestSizes(t *testing.T) {
	for _, row := range []struct {
		options                 engine.Options
		positions, colors, rows int
	}{
		{nil, 5, 6, 12},
		{engine.Options{"preset": "classic"}, 4, 6, 10},
		{engine.Options{"preset": "super"}, 5, 8, 12},
		{engine.Options{"preset": "classic", "positions": "8", "rows": "20"}, 4, 6, 10},
		{engine.Options{"preset": "free"}, 5, 6, 12},
		{engine.Options{"preset": "free", "positions": "3", "colors": "4", "rows": "6"}, 3, 4, 6},
		{engine.Options{"preset": "free", "positions": "8", "colors": "10", "rows": "20"}, 8, 10, 20},
	} {
		if v := start(t, row.options).view(0); v.Positions != row.positions || v.Colors != row.colors || v.Rows != row.rows {
			t.Errorf("%v: %d × %d in %d rows", row.options, v.Positions, v.Colors, v.Rows)
		}
	}
}

func TestNotation(t *testing.T) {
	for _, text := range []string{"1 code rgbyo", "1 CODE RGBYO", "1 code r g b y o", "1 code r-g-b-y-o", "1 code 12345", "1 code 1g3y5"} {
		if got := start(t, nil, text).view(0).Boards[0].Code; got != "rgbyo" {
			t.Errorf("%q made %q", text, got)
		}
	}
	for _, row := range []struct{ text, words string }{
		{"1 code rgby", "Name 5 colours out of rgbyop"},
		{"1 code rgbyw", "out of rgbyop"},
		{"1 code 78901", "out of rgbyop"},
		{"1 guess rgbyo", "First make your code"},
		{"1 hello", "no action here"},
		{"0 code rgbyo", "watching"},
	} {
		err := start(t, nil).try(row.text)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), row.words) {
			t.Errorf("%q: %v, want %q", row.text, err, row.words)
		}
	}
	g := start(t, nil, append(codesMade(), "1 guess rrrrr")...)
	for text, words := range map[string]string{
		"1 guess rrrrr": "You have guessed", "2 code rrrrr": "You have made your code",
	} {
		if err := g.try(text); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestRandomMatches plays whole matches of every preset by bots; each ends and
// replays to the same end.
func TestRandomMatches(t *testing.T) {
	matches := 1000
	if testing.Short() || enginetest.Race {
		matches = 40
	}
	rules := Rules().Game()
	for _, preset := range []string{PresetStandard, PresetClassic, PresetSuper, PresetFree} {
		for n := range matches {
			random := rand.New(rand.NewPCG(uint64(n), 5))
			options := engine.Options{"preset": preset, "rounds": "1", "rows": "6", "positions": "4", "colors": "5"}
			m, err := rules.Start(2, engine.Seed{byte(n), byte(n >> 8)}, options)
			if err != nil {
				t.Fatal(err)
			}
			for len(m.ToMove()) > 0 {
				seat := m.ToMove()[random.IntN(len(m.ToMove()))]
				action := engine.Action("guess " + randomCode(m.View(seat).Table.(View).Positions, 5, random.IntN).String())
				if m.View(seat).Table.(View).Phase == PhaseSet {
					action = "timeout"
				}
				if m, _, err = m.Play(seat, action); err != nil {
					t.Fatal(err)
				}
			}
			again, err := rules.Replay(m.Record())
			if err != nil || !reflect.DeepEqual(again.View(0), m.View(0)) {
				t.Fatalf("match %d of %s replays to another end: %v", n, preset, err)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"code rgbyo", "guess 12345", "guess r-g b", "\x00", "GUESS pppppp", "resign"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, moves := range [][]string{nil, codesMade()} {
			g := start(t, nil, moves...)
			_, _, err := g.state.Play(0, engine.Action(text))
			var refusal *engine.Refusal
			if err != nil && (!errors.As(err, &refusal) || refusal.Error() == "") {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

// FuzzGame plays a game by bytes: seat and kind of move, then colours.
func FuzzGame(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 200, 100, 50})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := start(t, engine.Options{"preset": "classic"})
		var played []string
		for i := 0; i+1 < len(data) && len(g.state.ToMove()) > 0; i += 2 {
			seat := engine.Seat(data[i] % 2)
			action := string(engine.Timeout)
			if data[i] < 200 {
				action = []string{"code ", "guess "}[data[i]/2%2] + codeAt(int(data[i+1])*5, 4, 6).String()
			} else if data[i] > 250 {
				action = string(engine.Resign)
			}
			before := g.state.View(1 - seat)
			if g.try(seat.String()+" "+action) == nil {
				played = append(played, seat.String()+" "+action)
			} else if !reflect.DeepEqual(before, g.state.View(1-seat)) {
				t.Fatal("a refused action changed a view")
			}
		}
		again := start(t, engine.Options{"preset": "classic"}, played...)
		if !reflect.DeepEqual(again.view(0), g.view(0)) || !reflect.DeepEqual(again.view(engine.Watcher), g.view(engine.Watcher)) {
			t.Fatal("the same moves came to another end")
		}
	})
}

// TestTheBotsGuesses: random consistent play needs 5.07 guesses for a code of 5
// places and 6 colours on average (the reference counts all 7,776 codes).
func TestTheBotsGuesses(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	games, sum, most := 400, 0, 0
	if testing.Short() || enginetest.Race {
		games = 60
	}
	for range games {
		secret := randomCode(5, 6, random.IntN)
		var rows []row
		for {
			guess := consistent(rows, 5, 6, random)
			pegs := judge(guess, secret)
			rows = append(rows, row{guess, pegs})
			if pegs.Black == 5 {
				break
			}
		}
		sum, most = sum+len(rows), max(most, len(rows))
	}
	mean := float64(sum) / float64(games)
	t.Logf("mean %.3f, most %d over %d games", mean, most, games)
	if mean < 4.8 || mean > 5.35 || most > 9 {
		t.Errorf("mean %.3f, most %d", mean, most)
	}
}

// TestTheBotOnLargeBoards: nearly every search finds a code that fits all
// answers; the bound on its steps lets a few give up.
func TestTheBotOnLargeBoards(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	searches, gaveUp := 0, 0
	for range 30 {
		secret := randomCode(8, 10, random.IntN)
		var rows []row
		for len(rows) < 20 {
			guess := consistent(rows, 8, 10, random)
			searches++
			if !fits(guess, rows) {
				gaveUp++
			}
			rows = append(rows, row{guess, judge(guess, secret)})
			if rows[len(rows)-1].pegs.Black == 8 {
				break
			}
		}
	}
	t.Logf("%d of %d searches gave up", gaveUp, searches)
	if gaveUp > searches/50 {
		t.Errorf("%d of %d searches gave up", gaveUp, searches)
	}
}

func BenchmarkBotLarge(b *testing.B) {
	random := rand.New(rand.NewPCG(4, 4))
	secret := randomCode(8, 10, random.IntN)
	var rows []row
	for range 6 {
		guess := consistent(rows, 8, 10, random)
		rows = append(rows, row{guess, judge(guess, secret)})
	}
	for b.Loop() {
		consistent(rows, 8, 10, random)
	}
}

func BenchmarkGames(b *testing.B) {
	rules := Rules().Game()
	games := 0
	for b.Loop() {
		m, err := rules.Start(2, engine.Seed{byte(games), byte(games >> 8)}, engine.Options{"rounds": "1"})
		if err != nil {
			b.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(games), 1))
		for len(m.ToMove()) > 0 {
			seat := m.ToMove()[0]
			if m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random)); err != nil {
				b.Fatal(err)
			}
		}
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

// TestWhoResignsAheadDoesNotWin: seat 1 has won a game and resigns the next. By
// the rules of before that was a draw of the match.
func TestWhoResignsAheadDoesNotWin(t *testing.T) {
	game := Rules().Game()
	for version, want := range map[int][]engine.Seat{3: {1}, 2: {0, 1}} {
		options, err := engine.Complete(game.Options, engine.Options{"rounds": "2"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.Replay(engine.Record{Game: game.Name, Version: version, Seats: 2, Options: options, Moves: []engine.Move{
			{Seat: 0, Action: "code rrrrr"},
			{Seat: 1, Action: "code ggggg"},
			{Seat: 0, Action: "guess ggggg"},
			{Seat: 1, Action: "guess ggggg"},
			{Seat: 0, Action: engine.Next},
			{Seat: 1, Action: engine.Next},
			{Seat: 0, Action: engine.Resign},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if view := m.View(0); view.Stage != engine.Over || !slices.Equal(view.Totals, []float64{1, 1}) || !slices.Equal(view.Winners, want) {
			t.Errorf("by version %d, %v won with %v", version, view.Winners, view.Totals)
		}
	}
}
