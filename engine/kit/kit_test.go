package kit_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
	"parlor/engine/kit"
)

// tricks is a game for two to four: each has hidden cards, and in turn puts one on the
// table; a card higher than all there scores 1, and its seat has the turn again.
type tricks struct {
	hands [4][]int
	table []int
}

type table = kit.Table[tricks, kit.Event]

type view struct {
	Seat  engine.Seat `json:"seat"`
	Hand  []int       `json:"hand"`
	Cards []int       `json:"cards"` // how many each seat has
	Score []float64   `json:"score"`
	Log   []kit.Event `json:"log"`
}

const (
	cards    = 12
	handSize = 3
)

func card() kit.Term { return kit.Number("card", 1, cards) }

func rules() engine.Rules[view, kit.Event] {
	return kit.Plain(kit.Rules[tricks, view, kit.Event]{
		Rules: engine.Rules[view, kit.Event]{
			Name: "tricks", Title: "Tricks", Blurb: "Put down your cards.", Version: 1, MinSeats: 2, MaxSeats: 4,
			Options: []engine.Option{engine.RoundsOption("Games", "How many games.", 1, 3, 1, 1)},
			Think: func(t engine.Thought[view, kit.Event]) engine.Action {
				return kit.Verb{Name: "put", Terms: []kit.Term{card()}}.Action(t.View.Hand[t.Random.IntN(len(t.View.Hand))])
			},
			Resample: resample,
		},
		Begin: func(t *table) {
			chance := t.Setup.Seed.Stream("deck")
			deck := make([]int, cards)
			for i := range deck {
				deck[i] = i + 1
			}
			chance.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			for seat := range t.Setup.Seats {
				t.State.hands[seat] = deck[seat*handSize : (seat+1)*handSize]
			}
		},
		Events: []kit.EventForm{{Word: "put", Terms: []kit.Term{card()}}},
		Verbs: func(t *table, seat engine.Seat) []kit.Verb {
			return []kit.Verb{{
				Name: "put", Terms: []kit.Term{card()},
				May: func(v kit.Values) error {
					return kit.Unless(slices.Contains(t.State.hands[seat], v[0]), "You have no card %d.", v[0])
				},
				Do: func(v kit.Values) { put(t, seat, v[0]) },
			}}
		},
		TimedOut: func(t *table, seat engine.Seat) { put(t, seat, slices.Min(t.State.hands[seat])) },
		View: func(t *table, seat engine.Seat) view {
			v := view{Seat: seat, Hand: []int{}, Cards: make([]int, t.Setup.Seats), Score: t.Points(), Log: t.Log()}
			for other := range v.Cards {
				v.Cards[other] = len(t.State.hands[other])
			}
			if seat != engine.Watcher {
				v.Hand = append(v.Hand, t.State.hands[seat]...)
			}
			return v
		},
	})
}

func put(t *table, seat engine.Seat, value int) {
	s := &t.State
	s.hands[seat] = slices.DeleteFunc(slices.Clone(s.hands[seat]), func(one int) bool { return one == value })
	if len(s.table) > 0 && value > slices.Max(s.table) {
		t.Score(seat, 1)
		t.Pass(seat)
	}
	s.table = append(slices.Clip(s.table), value)
	t.Tell(kit.Say(seat, "put", card().Write(value)))
}

// resample deals the cards that the seat has not seen in another way, so that those which
// were put down stay where they were.
func resample(first engine.State[view, kit.Event], moves []engine.Move, seat engine.Seat, random *rand.Rand) (engine.State[view, kit.Event], []engine.Move) {
	end := first
	late := false
	for _, move := range moves {
		end, _, _ = end.Play(move.Seat, move.Action)
		late = late || move.Action == engine.Timeout
	}
	if late { // what the clock puts down depends on the hand
		return first, moves
	}
	deal, now := kit.Inside[tricks](first).State, kit.Inside[tricks](end).State
	var hidden []int
	for other, hand := range now.hands {
		if engine.Seat(other) != seat {
			hidden = append(hidden, hand...)
		}
	}
	random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	for other, hand := range deal.hands {
		if engine.Seat(other) == seat {
			continue
		}
		hand = slices.Clone(hand)
		for i, one := range hand {
			if slices.Contains(now.hands[other], one) {
				hand[i], hidden = hidden[0], hidden[1:]
			}
		}
		deal.hands[other] = hand
	}
	return kit.Changed(first, deal), moves
}

func TestContract(t *testing.T) { enginetest.Run(t, rules()) }

// TestTermsNumberTheirWords: what is written reads as the same number, and nothing else does.
func TestTermsNumberTheirWords(t *testing.T) {
	for _, term := range []kit.Term{
		kit.Number("number", -1, 11), kit.OneOf("colour", "black", "white"), kit.Seat(4),
		kit.Code("code", "rgby", 3, false), kit.Code("number", "01234", 3, true),
	} {
		n, last := term.Low, ""
		for word := range term.All() {
			if read, ok := term.Read(word); !ok || read != n || word == last {
				t.Errorf("%s: %q is %d, and reads as %d, %v", term.Form, word, n, read, ok)
			}
			last = word
			n++
		}
		if n-term.Low != term.Count() {
			t.Errorf("%s: %d words, not %d", term.Form, n-term.Low, term.Count())
		}
		for _, word := range []string{"", "x", "01", "+1", "rgb rgb", "0011"} {
			if read, ok := term.Read(word); ok {
				t.Errorf("%s: %q reads as %d", term.Form, word, read)
			}
		}
	}
}

// TestRead: what people type, and what they are told.
func TestRead(t *testing.T) {
	verbs := []kit.Verb{
		{Name: "guess", Terms: []kit.Term{kit.Seat(2), kit.Number("number", 0, 11)}},
		{Name: "stop", Closed: kit.If(false)},
	}
	for _, row := range []struct{ typed, want string }{
		{"guess 2 11", "guess 2 11"},
		{"\tGUESS  2, 11 ", "guess 2 11"},
		{"stop", "stop"},
		{"guess 2 30", "guess 2 30: a number is 0-11."},
		{"guess 7 30", "guess 7 30: a seat is 1-2."},
		{"guess ?", "Play guess SEAT 0-11; a seat is 1-2, a number is 0-11."},
		{"guess 2 ?", "Play guess SEAT 0-11; a seat is 1-2, a number is 0-11."},
		{"guess 2 1 1", "Play guess SEAT 0-11; a seat is 1-2, a number is 0-11."},
		{"guess", "Play guess SEAT 0-11; a seat is 1-2, a number is 0-11."},
		{"stop now", "That is no action here; you can play guess SEAT 0-11, resign."},
		{"guess 2 11\n", "That is no action here; you can play guess SEAT 0-11, resign."},
		{"dance", "That is no action here; you can play guess SEAT 0-11, resign."},
	} {
		verb, values, err := kit.Read(engine.Action(row.typed), verbs, nil)
		got := string(verb.Action(values[:]...))
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%q: %s", row.typed, got)
		}
	}
	if actions := slices.Collect(kit.Legal(verbs)); len(actions) != 24 || actions[13] != "guess 2 1" {
		t.Errorf("legal: %v", actions)
	}
}

// TestDefaults: turns go to the left, a seat that is out is passed over, and the last wins.
func TestDefaults(t *testing.T) {
	state, err := rules().Deal(engine.Setup{Version: 1, Seats: 3, First: 2, Seed: engine.Seed{3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []engine.Move{{Seat: 2, Action: engine.Timeout}, {Seat: 1, Action: engine.Resign}, {Seat: 0, Action: engine.Timeout}} {
		if state, _, err = state.Play(move.Seat, move.Action); err != nil {
			t.Fatal(move, err)
		}
	}
	if !slices.Equal(state.ToMove(), []engine.Seat{2}) {
		t.Errorf("%v decides", state.ToMove())
	}
	for seat, want := range map[engine.Seat]string{0: "It is the turn of seat 3.", 1: kit.RefusedOut, -1: engine.RefusedWatcher} {
		var refusal *engine.Refusal
		if _, _, err := state.Play(seat, "put 1"); !errors.As(err, &refusal) || err.Error() != want {
			t.Errorf("seat %v: %v", seat, err)
		}
	}
	end, events, err := state.Play(2, engine.Resign)
	if err != nil || !slices.Equal(events, []kit.Event{kit.Say(2, "resigned"), kit.Say(0, "won")}) || !slices.Equal(end.Result().Winners, []engine.Seat{0}) {
		t.Errorf("%v, %v", events, err)
	}
}

// TestWaitingNamesThoseWhoDecide: a refusal names the seats that are to move, without those
// that have resigned.
func TestWaitingNamesThoseWhoDecide(t *testing.T) {
	game := kit.Plain(kit.Rules[struct{}, kit.View, kit.Event]{
		Rules:    engine.Rules[kit.View, kit.Event]{Name: "wait", Title: "Wait", Version: 1, MinSeats: 3, MaxSeats: 4},
		Deciding: func(*kit.Table[struct{}, kit.Event]) []engine.Seat { return []engine.Seat{1, 2, 3} },
		Verbs: func(*kit.Table[struct{}, kit.Event], engine.Seat) []kit.Verb {
			return []kit.Verb{{Name: "pass", Do: func(kit.Values) {}}}
		},
	})
	state, err := game.Deal(engine.Setup{Seats: 4, Version: 1})
	if err == nil {
		state, _, err = state.Play(2, engine.Resign)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = state.Play(0, "pass")
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || refusal.Format != kit.RefusedWait || !slices.Equal(engine.Arg[engine.Words](refusal, 0), engine.Words{"2", "4"}) {
		t.Errorf("seat 1 is told %v", err)
	}
	if toMove := state.ToMove(); !slices.Equal(toMove, []engine.Seat{1, 3}) {
		t.Errorf("%v are to move", toMove)
	}
}
