package bullscows

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/engine/enginetest"
	"parlor/engine/worlds"
)

// TestJudge: guesses and numbers by hand.
func TestJudge(t *testing.T) {
	for _, row := range []struct {
		guess, secret string
		bulls, cows   int
	}{
		{"4567", "4271", 1, 1},
		{"1234", "4321", 0, 4},
		{"0123", "0123", 4, 0},
		{"0123", "4567", 0, 0},
		{"012", "120", 0, 3},
		{"90123", "90132", 3, 2},
	} {
		if pegs := judge(row.guess, row.secret); pegs.Black != row.bulls || pegs.White != row.cows {
			t.Errorf("%s for %s has %+v", row.guess, row.secret, pegs)
		}
	}
}

// play plays moves such as "1 guess 0123" from a deal.
func play(t *testing.T, options engine.Options, moves ...string) (engine.State[View, Event], []Event, error) {
	t.Helper()
	complete, err := engine.Complete(Rules().Options, options)
	if err != nil {
		t.Fatal(err)
	}
	state, err := Rules().Deal(engine.Setup{Version: 1, Seats: 2, Seed: engine.Seed{1}, Options: complete})
	var events []Event
	for _, line := range moves {
		if err != nil {
			t.Fatal(line, err)
		}
		var move engine.Move
		if err := move.UnmarshalText([]byte(line)); err != nil {
			t.Fatal(err)
		}
		var next engine.State[View, Event]
		if next, events, err = state.Play(move.Seat, move.Action); err == nil {
			state = next
		}
	}
	return state, events, err
}

func lines(events []Event) string {
	var all []string
	for _, event := range events {
		all = append(all, event.String())
	}
	return strings.Join(all, "; ")
}

// TestAGame: both guess at once, a row is finished, and only counts are told.
func TestAGame(t *testing.T) {
	opening := []string{"1 secret 0427", "2 secret 4-2 7,0"}
	for _, row := range []struct {
		name  string
		moves []string
		told  string
		won   []engine.Seat // none while the game goes on
	}{
		{"the numbers stand", nil, "2 set; round 1", nil},
		{"a guess is not told", []string{"1 guess 4271"}, "1 guessed", nil},
		{"until both have guessed", []string{"1 guess 4271", "2 GUESS 0 4 5 6"}, "2 guessed; 1 row 1 4271 3 0; 2 row 1 0456 2 0; round 2", nil},
		{"one finds it", []string{"1 guess 4270", "2 guess 0456"}, "2 guessed; 1 row 1 4270 4 0; 2 row 1 0456 2 0; 1 cracked; 1 won; 1 code 0427; 2 code 4270", []engine.Seat{0}},
		{"both find it", []string{"1 guess 4270", "2 guess 0427"}, "2 guessed; 1 row 1 4270 4 0; 2 row 1 0427 4 0; 1 cracked; 2 cracked; draw; 1 code 0427; 2 code 4270", []engine.Seat{0, 1}},
		{"time runs out", []string{"1 guess 4271", "2 timeout"}, "2 timed_out; 2 guessed; 1 row 1 4271 3 0; 2 row 1 -; round 2", nil},
		{"one resigns", []string{"1 resign"}, "1 resigned; 2 won; 1 code 0427; 2 code 4270", []engine.Seat{1}},
	} {
		state, events, err := play(t, nil, append(slices.Clone(opening), row.moves...)...)
		if err != nil || lines(events) != row.told {
			t.Errorf("%s: %q, %v", row.name, lines(events), err)
		}
		if over := len(state.ToMove()) == 0; over != (row.won != nil) || over && !slices.Equal(state.Result().Winners, row.won) {
			t.Errorf("%s: %v won", row.name, state.Result())
		}
	}
	full := slices.Clone(opening)
	for range 6 {
		full = append(full, "1 guess 1234", "2 timeout")
	}
	if state, events, _ := play(t, engine.Options{"rows": "6"}, full...); !strings.Contains(lines(events), "draw") || !slices.Equal(state.Result().Points, []float64{0.5, 0.5}) {
		t.Errorf("full boards: %s", lines(events))
	}
}

// TestRefusals: a sentence says what is legal.
func TestRefusals(t *testing.T) {
	const number = "a number has 4 of 0123456789, all different."
	for action, want := range map[string]string{
		"1 secret 0042":  "secret 0042: " + number,
		"1 secret 123":   "secret 123: " + number,
		"1 secret 12345": "secret 12345: " + number,
		"1 secret ?":     "Play secret 4*0123456789; " + number,
		"1 secret":       "Play secret 4*0123456789; " + number,
		"1 guess 0123":   "You cannot play guess now; you can play secret 4*0123456789, resign.",
		"1 dance":        "That is no action here; you can play secret 4*0123456789, resign.",
	} {
		if _, _, err := play(t, nil, action); err == nil || err.Error() != want {
			t.Errorf("%s: %v", action, err)
		}
	}
	if _, _, err := play(t, nil, "1 secret 0123", "1 guess 0123"); err == nil || err.Error() != "You have made your code. Play begins when seat 2 has made one." {
		t.Error(err)
	}
}

// TestWorlds holds the numbers left to a list of all, each judged again.
func TestWorlds(t *testing.T) {
	enginetest.Worlds(t, Rules(), func(view View) iter.Seq2[engine.World, float64] {
		if view.Digits > 4 {
			return nil
		}
		return func(yield func(engine.World, float64) bool) { list(view, 0, nil, yield) }
	})
}

// list goes on with the number of a maker; false stops it all.
func list(view View, maker int, world engine.World, yield func(engine.World, float64) bool) bool {
	if maker == len(view.Boards) {
		return yield(world, 1)
	}
	if own := view.Boards[maker]; own.Code != "" || !own.CodeSet {
		return list(view, maker+1, world, yield)
	}
	var digits func(number string) bool
	digits = func(number string) bool {
		if len(number) < view.Digits {
			for digit := range Symbols {
				if one := Symbols[digit : digit+1]; !strings.Contains(number, one) && !digits(number+one) {
					return false
				}
			}
			return true
		}
		for _, row := range view.Boards[1-maker].Guesses {
			bulls, common := 0, 0
			for i := range len(row.Guess) {
				if row.Guess[i] == number[i] {
					bulls++
				}
				common += strings.Count(number, row.Guess[i:i+1])
			}
			if row.Guess != "" && (bulls != row.Bulls || common-bulls != row.Cows) {
				return true
			}
		}
		return list(view, maker+1, append(slices.Clip(world), strings.Split(number, "")...), yield)
	}
	return digits("")
}

// TestWhatTheLevelsNeed: how many guesses on average for numbers of 4 digits. The best
// that anybody can do is 5.21.
func TestWhatTheLevelsNeed(t *testing.T) {
	games := 60
	if testing.Short() || enginetest.Race {
		games = 15
	}
	random := rand.New(rand.NewPCG(4, 10))
	for level, most := range map[engine.Level]float64{worlds.Consistent: 5.9, worlds.ExpectedSize: 5.8, worlds.Probing: 5.7} {
		total := 0
		for range games {
			view := View{Phase: codebreak.PhasePlay, Digits: 4, Rows: 20, Boards: []Board{{CodeSet: true}, {Seat: 1, CodeSet: true}}}
			for secret, guess := anyNumber(4, random.IntN), ""; guess != secret; total++ {
				action := think(engine.Thought[View, Event]{View: view, Level: level, Random: random})
				guess = strings.TrimPrefix(string(action), "guess ")
				view.Boards[0].Guesses = append(view.Boards[0].Guesses, asRow(codebreak.Row{Guess: guess, Pegs: judge(guess, secret)}))
			}
		}
		if mean := float64(total) / float64(games); mean > most {
			t.Errorf("level %d needs %.2f guesses", level, mean)
		} else {
			t.Logf("level %d needs %.2f guesses", level, mean)
		}
	}
}

// TestClaims: what is typed in any way that the rules accept is a claim, and what they
// refuse is none.
func TestClaims(t *testing.T) {
	view := View{
		Seat: 1, Phase: codebreak.PhasePlay, Digits: 4,
		Boards: []Board{{CodeSet: true}, {Seat: 1, CodeSet: true, Code: "9876", Guesses: []Row{{"0123", 0, 4}, {"1032", 4, 0}}}},
	}
	worlds := NewWorlds(view)
	for _, row := range []struct {
		guess  engine.Action
		chance float64
		is     bool
	}{
		{"guess 1032", 1, true},
		{"guess 1 0 3 2", 1, true},
		{"GUESS 10-32", 1, true},
		{"guess 0123", 0, true},
		{"guess 103", 0, false},
		{"guess 1033", 0, false},
		{"secret 1032", 0, false},
		{engine.Timeout, 0, false},
	} {
		chance, is := worlds.Chance(row.guess)
		if chance != row.chance || is != row.is {
			t.Errorf("%s: %v, %v", row.guess, chance, is)
		}
		if claims := Rules().Claims(engine.Move{Seat: 1, Action: row.guess}); row.is && len(claims) != 4 {
			t.Errorf("%s claims %v", row.guess, claims)
		}
	}
	view.Boards = view.Boards[:1]
	if Rules().Worlds(view) != nil {
		t.Error("there are worlds of one board")
	}
}

// TestNothingFitsForASpectator: a spectator looks for no number.
func TestNothingFitsForASpectator(t *testing.T) {
	state, _, err := play(t, nil, "1 secret 0123", "2 secret 4567", "1 guess 4567", "2 guess 4567")
	if err != nil {
		t.Fatal(err)
	}
	if Fits(state.View(engine.Watcher), "0123") {
		t.Error("a number fits for a spectator")
	}
	if !Fits(state.View(1), "0123") {
		t.Error("the other number does not fit")
	}
}
