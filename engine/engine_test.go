package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// duel is a tiny game: the seats say numbers in turn, and the one that says more
// than 9 loses; "draw" ends the round without a winner.
type duel struct {
	turn  engine.Seat
	sum   int
	drawn bool
	mode  string
}

type duelView struct {
	Seat engine.Seat `json:"seat"`
	Sum  int         `json:"sum"`
}

func rules() engine.Rules[duelView, said] {
	return engine.Rules[duelView, said]{
		Name: "duel", Title: "Duel", Version: 3, MinSeats: 2, MaxSeats: 3,
		Options: []engine.Option{
			engine.RoundsOption("Rounds", "How many.", 1, 5, 2, 3),
			engine.FirstOption("First", "Who begins.", 3),
			{Name: "points", Title: "Points", Help: "Kept or not.", Values: engine.OffOn(), Default: "on"},
		},
		Deal: func(s engine.Setup) (engine.State[duelView, said], error) {
			return duel{turn: s.First, mode: s.Options["points"]}, nil
		},
		ReadEvent: readSaid,
		Think: func(t engine.Thought[duelView, said]) engine.Action {
			return engine.Action([]string{"say 4", "say 5"}[t.View.Sum%2])
		},
	}
}

// said is the one event of a duel: what a seat has played.
type said struct {
	seat   engine.Seat
	action engine.Action
}

func (s said) String() string               { return s.seat.String() + " " + string(s.action) }
func (s said) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s said) About() engine.Seat           { return s.seat }

func readSaid(line string) (said, error) {
	return engine.ReadEvent(line, func(words []string) (said, bool) {
		seat, ok := engine.ReadSeat(words[0], 3)
		action := engine.Action(strings.Join(words[1:], " "))
		return said{seat, action}, ok && slices.Contains([]engine.Action{"say 4", "say 5", "draw", "timeout"}, action)
	})
}

// lines are events as they are written.
func lines(events []engine.Event) []string {
	var text []string
	for _, event := range events {
		text = append(text, event.String())
	}
	return text
}

func (d duel) over() bool { return d.sum > 9 || d.drawn }

func (d duel) ToMove() []engine.Seat {
	if d.over() {
		return nil
	}
	return []engine.Seat{d.turn}
}

func (d duel) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	if d.over() || seat != d.turn {
		return func(func(engine.Action) bool) {}
	}
	return slices.Values([]engine.Action{"say 4", "say 5", "draw"})
}

func (d duel) Grammar(seat engine.Seat) []string {
	if d.over() || seat != d.turn {
		return nil
	}
	return []string{"say 4|5", "draw"}
}

func (d duel) Play(seat engine.Seat, action engine.Action) (engine.State[duelView, said], []said, error) {
	if d.over() || seat != d.turn {
		return nil, nil, engine.Refuse(engine.NotYourTurn, "It is the turn of seat %v.", d.turn)
	}
	switch action {
	case "say 4", engine.Timeout:
		d.sum += 4
	case "say 5":
		d.sum += 5
	case "draw":
		d.drawn = true
	default:
		return nil, nil, engine.Refuse(engine.NotAnAction, "Say 4 or 5.")
	}
	d.turn = 1 - d.turn
	return d, []said{{seat, action}}, nil
}

func (d duel) View(seat engine.Seat) duelView { return duelView{seat, d.sum} }

func (d duel) Result() engine.Result {
	if d.drawn {
		return engine.Result{}
	}
	result := engine.Result{Winners: []engine.Seat{d.turn}} // who did not say the last number
	if d.mode == "on" {
		result.Points = make([]float64, 2)
		result.Points[d.turn] = 2.5
	}
	return result
}

func start(t *testing.T, options engine.Options) engine.Match {
	t.Helper()
	m, err := rules().Game().Start(2, engine.Seed{1}, options)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play plays lines such as "1 say 4" and answers the last events.
func play(t *testing.T, m engine.Match, lines ...string) (engine.Match, []engine.Event) {
	t.Helper()
	var events []engine.Event
	for _, line := range lines {
		var move engine.Move
		if err := move.UnmarshalText([]byte(line)); err != nil {
			t.Fatal(err)
		}
		next, told, err := m.Play(move.Seat, move.Action)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		m, events = next, told
	}
	return m, events
}

func TestAMatchOfThreeRounds(t *testing.T) {
	m := start(t, engine.Options{"first": "1"})
	m, events := play(t, m, "1 say 4", "2 say 4", "1 say 4")
	if want := []string{"1 say 4", "round 1 won 2 points 0 2.5"}; !slices.Equal(lines(events), want) {
		t.Errorf("events %v", events)
	}
	view := m.View(0)
	if view.Stage != engine.Interval || !slices.Equal(m.ToMove(), []engine.Seat{0, 1}) || !slices.Equal(view.Grammar, []string{"next"}) ||
		!slices.Equal(view.Winners, []engine.Seat{1}) || !slices.Equal(view.Totals, []float64{0, 2.5}) {
		t.Errorf("interval: %+v", view)
	}
	waiting, events := play(t, m, "2 next")
	if want := []string{"round 2 ready 2"}; !slices.Equal(lines(events), want) {
		t.Errorf("one who is ready: %v, want %v", events, want)
	}
	if !slices.Equal(waiting.ToMove(), []engine.Seat{0}) || len(waiting.View(1).Grammar) != 0 {
		t.Errorf("after one next: %v", waiting.ToMove())
	}
	if _, _, err := waiting.Play(1, engine.Next); err == nil {
		t.Error("next was said twice")
	}
	if _, _, err := waiting.Play(0, "say 4"); err == nil {
		t.Error("a move between rounds")
	}
	m, events = play(t, waiting, "1 timeout") // time says next
	if want := []string{"round 2 ready 1", "round 2 first 2"}; !slices.Equal(lines(events), want) || m.View(0).First != 1 || m.View(0).Round != 2 {
		t.Errorf("round 2: %v, %+v", events, m.View(0))
	}
	m, _ = play(t, m, "2 draw", "1 next", "2 next")
	if view := m.View(0); view.First != 0 || len(view.Scores) != 2 || view.Scores[1][0] != 0 {
		t.Errorf("round 3: %+v", view)
	}
	m, events = play(t, m, "1 say 5", "2 say 5")
	if want := []string{"2 say 5", "round 3 won 1 points 2.5 0", "match 3 won 1,2 points 2.5 2.5"}; !slices.Equal(lines(events), want) {
		t.Errorf("end: %v", events)
	}
	if view := m.View(engine.Watcher); view.Stage != engine.Over || !slices.Equal(view.Winners, []engine.Seat{0, 1}) || len(m.ToMove()) != 0 {
		t.Errorf("end: %+v", view)
	}
	for _, action := range []engine.Action{"say 4", engine.Next, engine.Timeout, engine.Resign} {
		if _, _, err := m.Play(0, action); err == nil {
			t.Errorf("%s after the end", action)
		}
	}
}

// TestAMatchEndsBetweenTwoRounds checks that "enough" ends a match in an interval, and
// nowhere else, and that its record plays again.
func TestAMatchEndsBetweenTwoRounds(t *testing.T) {
	m := start(t, engine.Options{"first": "1"})
	if _, _, err := m.Play(0, engine.Enough); err == nil {
		t.Error("a match ends in a round")
	}
	m, _ = play(t, m, "1 say 4", "2 say 4", "1 say 4", "2 next")
	over, events := play(t, m, "1 enough")
	if want := []string{"match 1 won 2 points 0 2.5"}; !slices.Equal(lines(events), want) {
		t.Errorf("events %v, want %v", lines(events), want)
	}
	view := over.View(engine.Watcher)
	if view.Stage != engine.Over || !slices.Equal(view.Winners, []engine.Seat{1}) || len(over.ToMove()) != 0 {
		t.Errorf("the match is %+v", view)
	}
	if m.View(0).Stage != engine.Interval {
		t.Error("the match before has changed")
	}
	if _, _, err := over.Play(0, engine.Enough); err == nil {
		t.Error("a match ends twice")
	}
	again, err := rules().Game().Replay(over.Record())
	if err != nil || !reflect.DeepEqual(again.View(engine.Watcher), view) {
		t.Errorf("played again, it is %+v (%v)", again, err)
	}
}

func TestAMatchWithoutPointsCountsRounds(t *testing.T) {
	m := start(t, engine.Options{"first": "1", "points": "off", "rounds": "1"})
	m, events := play(t, m, "1 say 5", "2 say 5")
	if events[1].String() != "round 1 won 1 points 1 0" || m.View(0).Totals[0] != 1 {
		t.Errorf("%v", events)
	}
	m = start(t, engine.Options{"first": "1", "points": "off", "rounds": "1"})
	if _, events = play(t, m, "1 draw"); events[1].String() != "round 1 won - points 0 0" {
		t.Errorf("%v", events)
	}
}

// resigning is a duel in which a seat whose turn it is may resign: the other wins
// the round. Only later versions of its rules take that for the match.
func resigning() engine.Game {
	r := rules()
	deal := r.Deal
	r.ResignsMatch, r.Resigned = 3, func(seat engine.Seat) said { return said{seat, engine.Resign} }
	r.Deal = func(s engine.Setup) (engine.State[duelView, said], error) {
		state, err := deal(s)
		return quitter{state.(duel)}, err
	}
	return r.Game()
}

type quitter struct{ duel }

func (q quitter) Play(seat engine.Seat, action engine.Action) (engine.State[duelView, said], []said, error) {
	if action == engine.Resign && seat == q.turn && !q.over() {
		q.sum, q.turn = 99, 1-q.turn
		return q, []said{{seat, action}}, nil
	}
	next, events, err := q.duel.Play(seat, action)
	if err != nil {
		return nil, nil, err
	}
	return quitter{next.(duel)}, events, nil
}

// TestWhoResignsDoesNotWin: by the rules of today a seat that resigns is out of the
// match, which ends where one is left, whatever the points. Matches of older rules
// end as they did.
func TestWhoResignsDoesNotWin(t *testing.T) {
	moves := []string{"1 say 4", "2 say 4", "1 say 4", "1 next", "2 next", "2 resign"}
	for version, want := range map[int][]string{
		3: {"2 resign", "round 2 won 1 points 2.5 0", "match 2 won 1 points 2.5 2.5"},
		2: {"2 resign", "round 2 won 1 points 2.5 0"},
	} {
		game := resigning()
		options, err := engine.Complete(game.Options, engine.Options{"first": "1"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.Begin(engine.Record{Game: "duel", Version: version, Seats: 2, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		m, events := play(t, m, moves...)
		if !slices.Equal(lines(events), want) {
			t.Errorf("by version %d: %v", version, lines(events))
		}
		if version == 3 {
			if view := m.View(0); view.Stage != engine.Over || view.Round != 2 || view.Rounds != 3 || !slices.Equal(view.Winners, []engine.Seat{0}) {
				t.Errorf("the match ended with %+v", view)
			}
			continue
		}
		if resigned := m.Resigned(); len(resigned) != 0 {
			t.Errorf("by version %d the match was resigned by %v", version, resigned)
		}
		m, _ = play(t, m, "1 next", "2 next", "1 draw")
		if view := m.View(0); view.Stage != engine.Over || !slices.Equal(view.Winners, []engine.Seat{0, 1}) {
			t.Errorf("by version %d it ended with %+v", version, view)
		}
	}
}

// TestWhoIsDoneResigns: a seat that the game asks nothing more in a round resigns
// the match all the same, once, and what the bot hears of the round stays as it was.
func TestWhoIsDoneResigns(t *testing.T) {
	options, err := engine.Complete(rules().Options, engine.Options{"first": "1", "rounds": "1"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := resigning().Begin(engine.Record{Game: "duel", Version: 3, Seats: 2, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	m, _ = play(t, m, "1 say 4")
	m, events := play(t, m, "1 resign") // which is not to move
	if !slices.Equal(lines(events), []string{"1 resign"}) || !slices.Equal(m.Resigned(), []engine.Seat{0}) {
		t.Errorf("the table saw %v", lines(events))
	}
	if _, _, err := m.Play(0, engine.Resign); err == nil {
		t.Error("it resigned twice")
	}
	m.Think(1, engine.FirstBot, nil)
	m, _ = play(t, m, "2 say 4", "1 say 4")
	if view := m.View(0); !slices.Equal(view.Winners, []engine.Seat{1}) || !slices.Equal(view.Totals, []float64{0, 2.5}) {
		t.Errorf("it ended with %+v", view)
	}
	m, err = resigning().Begin(engine.Record{Game: "duel", Version: 3, Seats: 2, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	m, events = play(t, m, "1 say 4", "1 resign", "2 resign")
	if view := m.View(0); len(view.Winners) != 0 || lines(events)[len(events)-1] != "match 1 won - points 2.5 0" {
		t.Errorf("all resigned, and it ended with %+v, %v", view, lines(events))
	}
}

func TestAMatchIsImmutable(t *testing.T) {
	m := start(t, engine.Options{"first": "1", "rounds": "1"})
	before := [2]engine.View{m.View(0), m.View(1)}
	left, _ := play(t, m, "1 say 4")
	right, _ := play(t, m, "1 say 5", "2 say 5")
	if !reflect.DeepEqual(before, [2]engine.View{m.View(0), m.View(1)}) || len(m.Record().Moves) != 0 {
		t.Error("playing changed the match")
	}
	if got := len(left.Record().Moves); got != 1 || len(right.Record().Moves) != 2 {
		t.Errorf("the branches have %d and %d moves", got, len(right.Record().Moves))
	}
	view := m.View(0)
	view.Options["points"] = "spoilt"
	view.ToMove[0] = 5
	if m.View(0).Options["points"] != "on" || m.View(0).ToMove[0] != 0 {
		t.Error("a view shares memory with the match")
	}
}

func TestStartRefuses(t *testing.T) {
	game := rules().Game()
	for _, row := range []struct {
		seats   int
		options engine.Options
		words   string
	}{
		{1, nil, "2 to 3 players, not 1"},
		{4, nil, "2 to 3 players, not 4"},
		{2, engine.Options{"first": "3"}, "Seat 3 cannot begin"},
		{2, engine.Options{"size": "9"}, `no option "size"; the options are rounds, first, points`},
		{2, engine.Options{"rounds": "2"}, `cannot be "2"; it can be 1, 3, 5`},
	} {
		_, err := game.Start(row.seats, engine.Seed{}, row.options)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) || refusal.Code != engine.BadSetup || !strings.Contains(err.Error(), row.words) {
			t.Errorf("%d seats, %v: %v", row.seats, row.options, err)
		}
	}
}

// TestOptionsAreCompletedOrRefused also holds what anybody types out of the
// sentence: it is quoted, in one line.
func TestOptionsAreCompletedOrRefused(t *testing.T) {
	known := rules().Options
	chosen := engine.Options{"rounds": "5"}
	complete, err := engine.Complete(known, chosen)
	want := engine.Options{"rounds": "5", "first": "random", "points": "on"}
	if err != nil || !maps.Equal(complete, want) {
		t.Errorf("%v, %v", complete, err)
	}
	complete["points"] = "off"
	if len(chosen) != 1 {
		t.Errorf("what was chosen became %v", chosen)
	}
	for _, row := range []struct {
		chosen engine.Options
		words  string
	}{
		{engine.Options{"": "1"}, `There is no option ""; the options are rounds, first, points.`},
		{engine.Options{"Rounds": "1"}, `There is no option "Rounds"; the options are rounds, first, points.`},
		{engine.Options{"points": ""}, `Option points cannot be ""; it can be off, on.`},
		{engine.Options{"rounds": "3", "first": "4"}, `Option first cannot be "4"; it can be random, 1, 2, 3.`},
		{engine.Options{"points": "\x1b[2J\n\u202e"}, `Option points cannot be "\x1b[2J\n\u202e"; it can be off, on.`},
		{engine.Options{"\x07": "on", "\x08": "on"}, `There is no option "\a"; the options are rounds, first, points.`},
	} {
		_, err := engine.Complete(known, row.chosen)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) || refusal.Code != engine.BadSetup || err.Error() != row.words {
			t.Errorf("%v: %v", row.chosen, err)
		}
	}
	if complete.Int("rounds") != 5 || complete.Int("first") != 0 || complete.Int("nothing") != 0 {
		t.Error("an option as a number")
	}
	if label := (engine.Value{Name: "3"}).Label() + (engine.Value{Name: "on", Title: "yes"}).Label(); label != "3yes" {
		t.Error(label)
	}
}

func TestArgumentsOfARefusal(t *testing.T) {
	refusal := (*engine.Refusal)(nil)
	if !errors.As(engine.Refuse(engine.NotLegal, "Seat %v has %d of %s, not %s.", engine.Seat(2), 4, engine.Words{"1", "3"}, "b"), &refusal) {
		t.Fatal("it is no refusal")
	}
	if refusal.Error() != "Seat 3 has 4 of 1, 3, not b." {
		t.Error(refusal)
	}
	if seat, n, word := engine.Arg[engine.Seat](refusal, 0), engine.Arg[int](refusal, 1), engine.Arg[string](refusal, 3); seat != 2 || n != 4 || word != "b" {
		t.Error(seat, n, word)
	}
	if words := engine.Arg[engine.Words](refusal, 2); !slices.Equal(words, engine.Words{"1", "3"}) {
		t.Error(words)
	}
	if engine.Arg[int](refusal, 0) != 0 || engine.Arg[string](refusal, 4) != "" {
		t.Error("an argument is read that is none, or is of another type")
	}
}

// TestADealThatIsRefused: what the game says of the options reaches the host.
func TestADealThatIsRefused(t *testing.T) {
	r := rules()
	r.Deal = func(engine.Setup) (engine.State[duelView, said], error) {
		return nil, engine.Refuse(engine.BadSetup, "These do not go together.")
	}
	if _, err := r.Game().Start(2, engine.Seed{}, nil); err == nil || err.Error() != "These do not go together." {
		t.Error(err)
	}
}

func TestWhoMayDoWhatInAnInterval(t *testing.T) {
	m := start(t, engine.Options{"first": "1"})
	if _, _, err := m.Play(0, engine.Next); err == nil {
		t.Error("next while a round is played")
	}
	m, _ = play(t, m, "1 draw", "2 next")
	for seat, want := range map[engine.Seat][]engine.Action{engine.Watcher: nil, 0: {engine.Next}, 1: nil, 7: nil} {
		if got := slices.Collect(m.Legal(seat)); !slices.Equal(got, want) {
			t.Errorf("seat %v may play %v", seat, got)
		}
	}
	if got := m.Think(0, engine.FirstBot, nil); got != engine.Next {
		t.Errorf("a bot plays %q", got)
	}
	for _, row := range []struct {
		seat   engine.Seat
		action engine.Action
		code   string
	}{
		{engine.Watcher, engine.Next, engine.NotYourTurn},
		{2, engine.Next, engine.NotYourTurn},
		{0, engine.Resign, engine.NotLegal},
		{0, "next ", engine.NotLegal},
		{1, engine.Next, engine.NotYourTurn},
		{1, engine.Timeout, engine.NotYourTurn},
	} {
		_, _, err := m.Play(row.seat, row.action)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) || refusal.Code != row.code {
			t.Errorf("%q by seat %v: %v", row.action, row.seat, err)
		}
	}
	over, _ := play(t, start(t, engine.Options{"rounds": "1", "first": "1"}), "1 draw")
	if got := slices.Collect(over.Legal(0)); len(got) != 0 {
		t.Errorf("after the end seat 1 may play %v", got)
	}
}

// TestAViewIsJSONWithoutNull in every stage, for players and watchers.
func TestAViewIsJSONWithoutNull(t *testing.T) {
	m := start(t, engine.Options{"rounds": "1", "first": "1", "points": "off"})
	interval, _ := play(t, start(t, engine.Options{"first": "1"}), "1 draw", "1 next")
	over, _ := play(t, m, "1 draw")
	for _, m := range []engine.Match{m, interval, over} {
		for _, seat := range []engine.Seat{engine.Watcher, 0, 1} {
			text, err := json.Marshal(m.View(seat))
			back := engine.View{Table: &duelView{}}
			if err != nil || json.Unmarshal(text, &back) != nil {
				t.Fatalf("%s: %v", text, err)
			}
			back.Table = *back.Table.(*duelView)
			if !reflect.DeepEqual(back, m.View(seat)) || strings.Contains(string(text), "null") {
				t.Errorf("%s read as %+v", text, back)
			}
		}
	}
}

func TestARecordOfNoMoves(t *testing.T) {
	m := start(t, nil)
	record := m.Record()
	text, err := json.Marshal(record)
	if err != nil || !strings.Contains(string(text), `"moves":[]`) {
		t.Errorf("%s, %v", text, err)
	}
	record.Options["rounds"] = "spoilt"
	if m.Record().Options["rounds"] != "3" {
		t.Error("a record shares memory with the match")
	}
	if m, err := rules().Game().Replay(m.Record()); err != nil || len(m.Record().Moves) != 0 {
		t.Error(err)
	}
}

func TestReplay(t *testing.T) {
	game := rules().Game()
	m := start(t, engine.Options{"first": "2"})
	m, _ = play(t, m, "2 say 4", "1 timeout", "2 say 5", "1 next", "2 next")
	text, err := json.Marshal(m.Record())
	if err != nil {
		t.Fatal(err)
	}
	var record engine.Record
	if err := json.Unmarshal(text, &record); err != nil || !reflect.DeepEqual(record, m.Record()) {
		t.Fatalf("%v: %s", err, text)
	}
	if !strings.Contains(string(text), `"moves":["2 say 4","1 timeout","2 say 5","1 next","2 next"]`) {
		t.Errorf("a record reads %s", text)
	}
	again, err := game.Replay(record)
	if err != nil || !reflect.DeepEqual(again.View(0), m.View(0)) {
		t.Errorf("%v: %+v", err, again)
	}
	record.Moves[1].Action = "say 99"
	if _, err := game.Replay(record); err == nil || !strings.Contains(err.Error(), `move 2, "say 99" by seat 1`) {
		t.Error(err)
	}
	record.Moves[1] = engine.Move{Seat: engine.Watcher, Action: engine.Timeout}
	if _, err := game.Replay(record); err == nil || !strings.Contains(err.Error(), `move 2, "timeout" by seat 0`) {
		t.Error(err)
	}
	crowded := record
	crowded.Seats = 9
	if _, err := game.Replay(crowded); err == nil || !strings.Contains(err.Error(), "not 9") {
		t.Error(err)
	}
	for _, version := range []int{0, 4} {
		record.Version = version
		if _, err := game.Replay(record); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("version %d", version)) {
			t.Error(err)
		}
	}
}

// TestAnOldRecordIsPlayedByItsOwnRules: the version stands in the setup, and
// stays that of the record, also where the match goes on.
func TestAnOldRecordIsPlayedByItsOwnRules(t *testing.T) {
	var dealt []int
	r := rules()
	deal := r.Deal
	r.Deal = func(s engine.Setup) (engine.State[duelView, said], error) {
		dealt = append(dealt, s.Version)
		return deal(s)
	}
	m, err := r.Game().Start(2, engine.Seed{7}, nil)
	if err != nil {
		t.Fatal(err)
	}
	record := m.Record()
	record.Version = 2
	old, err := r.Game().Replay(record)
	if err != nil {
		t.Fatal(err)
	}
	if got := old.Record().Version; got != 2 || !slices.Equal(dealt, []int{3, 2}) {
		t.Errorf("the record goes on by version %d; versions %v were dealt", got, dealt)
	}
}

func TestTheDealDoesNotDependOnWhoIsNamedFirst(t *testing.T) {
	var seeds []engine.Seed
	r := rules()
	deal := r.Deal
	r.Deal = func(s engine.Setup) (engine.State[duelView, said], error) {
		seeds = append(seeds, s.Seed)
		return deal(s)
	}
	for _, first := range []string{"random", "1", "2"} {
		if _, err := r.Game().Start(2, engine.Seed{7}, engine.Options{"first": first}); err != nil {
			t.Fatal(err)
		}
	}
	if seeds[0] != seeds[1] || seeds[1] != seeds[2] {
		t.Error("another first seat has other tiles")
	}
}

// TestACommitmentIsWhatAnybodyCanCompute holds commitments to digits that
// sha256sum made of the prefix and the bytes.
func TestACommitmentIsWhatAnybodyCanCompute(t *testing.T) {
	var counting engine.Seed
	for i := range counting {
		counting[i] = byte(i)
	}
	for seed, want := range map[engine.Seed]string{
		{}:       "5350fcaba81a648c04f5a64c5028067ca43d9826d48b673006b381b843fdec12",
		counting: "18d9fd72c920fcda5bbddbbb1fc73f6c33ce68a1a064d4f318bcbfc0f45e5679",
	} {
		if got := seed.Commitment(); got != want {
			t.Errorf("the commitment of %x is %s, not %s", seed, got, want)
		}
	}
}

func TestChance(t *testing.T) {
	a := engine.NewChance(engine.Seed{1})
	b := a
	var fromA, fromB []int
	for range 50 {
		fromA, fromB = append(fromA, a.IntN(1000)), append(fromB, b.IntN(1000))
	}
	if !slices.Equal(fromA, fromB) {
		t.Error("a copy goes another way")
	}
	if c := engine.NewChance(engine.Seed{2}); c.Seed() == a.Seed() {
		t.Error("two seeds give one stream")
	}
}

func TestText(t *testing.T) {
	for _, seat := range []engine.Seat{engine.Watcher, 0, 3} {
		text, err := json.Marshal(seat)
		var back engine.Seat
		if err != nil || json.Unmarshal(text, &back) != nil || back != seat {
			t.Errorf("seat %d became %s and %d", int(seat), text, int(back))
		}
	}
	for _, text := range []string{"", "-1", "x", "1.5", "01", "99999999999999999999"} {
		if seat, err := engine.ParseSeat(text); err == nil {
			t.Errorf("%q was read as seat %v", text, seat)
		}
	}
	var seed engine.Seed
	if err := seed.UnmarshalText([]byte("abc")); err == nil {
		t.Error("a seed of three digits")
	}
	if err := seed.UnmarshalText([]byte(strings.Repeat("11", 31) + "zz")); err == nil || seed != (engine.Seed{}) {
		t.Errorf("a seed with letters: %v, %x", err, seed)
	}
	text, err := engine.Seed{1, 0xab}.MarshalText()
	if want := "01ab" + strings.Repeat("0", 60); err != nil || string(text) != want || seed.UnmarshalText(text) != nil || seed != (engine.Seed{1, 0xab}) {
		t.Errorf("a seed reads %s, %x (%v)", text, seed, err)
	}
	for _, text := range []string{"", "1", "1 ", "x draw", " draw"} {
		if err := new(engine.Move).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read as a move", text)
		}
	}
}

func FuzzMove(f *testing.F) {
	f.Add("2 draw black")
	f.Add("0 next")
	f.Fuzz(func(t *testing.T, text string) {
		var move engine.Move
		if move.UnmarshalText([]byte(text)) != nil {
			return
		}
		back, err := move.MarshalText()
		if err != nil || string(back) != text {
			t.Errorf("%q became %q (%v)", text, back, err)
		}
	})
}

func FuzzSeat(f *testing.F) {
	f.Add("0")
	f.Add("4")
	f.Add("9223372036854775807")
	f.Add("-0")
	f.Fuzz(func(t *testing.T, text string) {
		seat, err := engine.ParseSeat(text)
		var read engine.Seat
		if jsonErr := read.UnmarshalJSON([]byte(text)); (jsonErr == nil) != (err == nil) || read != seat {
			t.Errorf("%q is seat %d (%v), and %d (%v) in JSON", text, int(seat), err, int(read), jsonErr)
		}
		if err == nil && (seat.String() != text || seat < engine.Watcher) {
			t.Errorf("%q became seat %d", text, int(seat))
		}
	})
}

func FuzzSeed(f *testing.F) {
	f.Add(strings.Repeat("0f", 32))
	f.Add(strings.Repeat("0F", 32))
	f.Add(strings.Repeat("0g", 32))
	f.Fuzz(func(t *testing.T, text string) {
		seed := engine.Seed{9}
		if err := seed.UnmarshalText([]byte(text)); err != nil {
			if seed != (engine.Seed{9}) {
				t.Errorf("%q was refused, and left %x", text, seed)
			}
			return
		}
		if back, err := seed.MarshalText(); err != nil || !strings.EqualFold(string(back), text) {
			t.Errorf("%q became %q (%v)", text, back, err)
		}
	})
}

func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"game":"duel","version":3,"seats":2,"seed":"` + strings.Repeat("00", 32) + `","options":{"first":"1"},"moves":["1 say 4"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var record engine.Record
		if json.Unmarshal(text, &record) != nil {
			return
		}
		m, err := rules().Game().Replay(record)
		if err != nil {
			return
		}
		if got := m.Record(); !slices.Equal(got.Moves, record.Moves) {
			t.Errorf("%v became %v", record.Moves, got.Moves)
		}
	})
}
