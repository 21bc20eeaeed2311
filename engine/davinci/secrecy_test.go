package davinci

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// wander plays a round for at most n moves: mostly as people would, with many
// changes of mind about gaps, now and then the clock or giving up.
func wander(tb testing.TB, s state, n int, random *rand.Rand) []engine.Move {
	tb.Helper()
	var moves []engine.Move
	for len(moves) < n && len(s.ToMove()) > 0 {
		waiting := s.ToMove()
		seat := waiting[random.IntN(len(waiting))]
		action := engine.Timeout
		switch chance := random.IntN(200); {
		case chance < 1:
			seat, action = engine.Seat(random.IntN(s.seats)), engine.Resign
			if s.racks[seat].out {
				continue
			}
		case chance < 6:
		case chance < 60:
			if action = randomLegal(&s, seat, random); s.View(seat).Choice != nil && random.IntN(2) == 0 {
				action = Place(1 + random.IntN(s.racks[seat].n+1))
				if _, _, err := s.Play(seat, action); err != nil {
					continue
				}
			}
		default:
			action = think(engine.Thought[View, Event]{View: s.View(seat), Heard: func() []Event { return nil }, Level: engine.FirstBot, Random: random})
		}
		next, _, err := s.Play(seat, action)
		if err != nil {
			tb.Fatalf("%q by seat %v: %v", action, seat, err)
		}
		s = *next.(*state)
		moves = append(moves, engine.Move{Seat: seat, Action: action})
	}
	return moves
}

func randomLegal(s engine.State[View, Event], seat engine.Seat, random *rand.Rand) engine.Action {
	return oneOf(s.Legal(seat), random)
}

// seenBy is all that reaches a seat: its view, what it may do, which seats are to move
// and the events, after each move that it can notice.
func seenBy(tb testing.TB, s engine.State[View, Event], moves []engine.Move, seat engine.Seat) []string {
	tb.Helper()
	seen := []string{glance(tb, s, seat, nil)}
	for _, move := range moves {
		next, events, err := s.Play(move.Seat, move.Action)
		if err != nil {
			tb.Fatalf("%q by seat %v: %v", move.Action, move.Seat, err)
		}
		s = next
		if now := glance(tb, s, seat, events); move.Seat == seat || !isPlace(move.Action) {
			seen = append(seen, now)
		} else if before := seen[len(seen)-1]; len(events) > 0 || withoutEvents(before) != withoutEvents(now) {
			tb.Fatalf("seat %v notices %q by seat %v:\n%s\n%s", seat, move.Action, move.Seat, before, now)
		}
	}
	return seen
}

// withoutEvents cuts the events off a glance.
func withoutEvents(seen string) string { return seen[:strings.LastIndex(seen, "\n")] }

func glance(tb testing.TB, s engine.State[View, Event], seat engine.Seat, events []Event) string {
	tb.Helper()
	text, err := json.Marshal([]any{s.View(seat), s.Grammar(seat), s.ToMove(), slices.Collect(s.Legal(seat))})
	if err != nil {
		tb.Fatal(err)
	}
	var lines strings.Builder
	lines.Write(text)
	lines.WriteString("\n")
	for _, event := range events {
		lines.WriteString(event.String() + ";")
	}
	return lines.String()
}

// TestSecrecy deals again all that a seat cannot know, in random rounds cut
// off anywhere: nothing that reaches the seat may differ. It also counts that
// there was something to hide, and that it did differ.
func TestSecrecy(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 15
	}
	for _, jokers := range []string{NoJokers, FreeJokers, StrictJokers} {
		for seats := MinSeats; seats <= MaxSeats; seats++ {
			random := rand.New(rand.NewPCG(uint64(seats), uint64(len(jokers))))
			pairs, racks, jokersMoved, placesDiffer := 0, 0, 0, 0
			for n := range rounds {
				first := dealt(t, seats, engine.Seed{byte(n), byte(seats)}, engine.Options{"jokers": jokers, "memory": []string{"off", "on"}[n%2]})
				moves := wander(t, first, random.IntN(25*seats), random)
				for seat := engine.Watcher; seat < engine.Seat(seats); seat++ {
					again, otherMoves := resample(&first, slices.Clone(moves), seat, random)
					other := *again.(*state)
					want, got := seenBy(t, &first, moves, seat), seenBy(t, &other, otherMoves, seat)
					if i := firstDifference(want, got); i >= 0 {
						t.Fatalf("%s, %d seats, round %d: seat %v sees\n%s\nand in a round that it cannot tell from that\n%s\nmoves %v\nand %v",
							jokers, seats, n, seat, want[i], got[i], moves, otherMoves)
					}
					end, otherEnd := after(t, first, moves), after(t, other, otherMoves)
					if secrets(end, seat) < 4 {
						continue
					}
					pairs++
					if !slices.Equal(truth(end), truth(otherEnd)) {
						racks++
					}
					if jokerPlaced(end) != jokerPlaced(otherEnd) {
						jokersMoved++
					}
					if !reflect.DeepEqual(moves, otherMoves) {
						placesDiffer++
					}
				}
			}
			t.Logf("%s, %d seats: of %d pairs %d with other racks, %d with other jokers, %d with other moves", jokers, seats, pairs, racks, jokersMoved, placesDiffer)
			if pairs < rounds/2 || racks < pairs*3/4 || jokers != NoJokers && (jokersMoved < pairs/5 || placesDiffer < pairs/5) {
				t.Errorf("%s, %d seats: of %d pairs %d with other racks, %d with other jokers, %d with other moves: that proves little",
					jokers, seats, pairs, racks, jokersMoved, placesDiffer)
			}
		}
	}
}

func after(tb testing.TB, s state, moves []engine.Move) state {
	tb.Helper()
	for _, move := range moves {
		next, _, err := s.Play(move.Seat, move.Action)
		if err != nil {
			tb.Fatalf("%q by seat %v: %v", move.Action, move.Seat, err)
		}
		s = *next.(*state)
	}
	return s
}

// secrets counts the tiles in racks that a seat does not know.
func secrets(s state, seat engine.Seat) int {
	n := 0
	for owner, r := range s.racks {
		if engine.Seat(owner) != seat && s.phase != isOver {
			n += r.hidden
		}
	}
	return n
}

// jokerPlaced says where the jokers are: seat and place, or nowhere.
func jokerPlaced(s state) [2][2]int {
	at := [2][2]int{{-1, -1}, {-1, -1}}
	for seat, r := range s.racks {
		for place, one := range r.tiles[:r.n] {
			if one.id >= firstJoker {
				at[one.color] = [2]int{seat, place}
			}
		}
	}
	return at
}

func firstDifference(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// TestSecretMoments are pairs of tables by hand that others must not be able
// to tell apart, after the same actions of the second script.
func TestSecretMoments(t *testing.T) {
	for _, c := range []struct{ name, one, oneScript, two, twoScript string }{
		{
			"a number or a joker drawn",
			"jokers free\nrack 1 b3 w8\nrack 2 w0 b5\npool w5", "1 draw white",
			"jokers free\nrack 1 b3 w8\nrack 2 w0 b5\npool w-", "1 draw white",
		},
		{
			"a gap chosen or not needed",
			"jokers free\nrack 1 b3 w8\nrack 2 w0 b5\npool w5", "1 draw white, 1 guess 2 1 1",
			"jokers free\nrack 1 b3 w-\nrack 2 w0 b5\npool w5", "1 draw white, 1 place 2, 1 guess 2 1 1",
		},
		{
			"chosen, changed or changed twice",
			"jokers free\nrack 1 w- b3 w8\nrack 2 w0 b5\npool w2", "1 draw white, 1 place 2, 1 place 1, 1 place 2",
			"jokers free\nrack 1 w- b3 w8\nrack 2 w0 b5\npool w2", "1 draw white, 1 place 1",
		},
		{
			"taken a joker or a number",
			"jokers free\nseats 2\npool b1 b2 b3 b4 w8", "1 deal, 1 ready",
			"jokers free\nseats 2\npool b1 b- b3 b4 w8", "1 deal, 1 place 2, 1 ready",
		},
		{
			"a joker yet to be placed, or only ready to say",
			"jokers free\nseats 2\npool b1 b2 b3 b4 w8", "1 take black, 1 take black, 1 take black, 1 take black",
			"jokers free\nseats 2\npool b1 b- b3 b4 w8", "1 take black, 1 take black, 1 take black, 1 take black",
		},
		{
			"taken in another order",
			"seats 2\npool b1 b2 b3 b4 w8", "1 take black, 1 take black, 1 take white",
			"seats 2\npool b9 b0 w8", "1 take black, 1 take black, 1 take white",
		},
		{
			"a late joker or a late number",
			"jokers strict\nseats 2\npool b1 b2 b3 b4 w8", "1 timeout",
			"jokers strict\nseats 2\npool b1 b- b3 b4 w8", "1 timeout",
		},
		{
			"kept or kept", // the same gap with another value
			two + "pool w8", "1 draw any, 1 guess 2 1 0, 1 stop",
			two + "pool w9", "1 draw any, 1 guess 2 1 0, 1 stop",
		},
		{"other hidden values", two, "1 guess 2 4 9", strings.NewReplacer("w4", "w3", "w10", "w11").Replace(two), "1 guess 2 4 9"},
	} {
		one, oneEvents := play(t, padded(t, c.one), c.oneScript)
		other, otherEvents := play(t, padded(t, c.two), c.twoScript)
		for _, seat := range []engine.Seat{engine.Watcher, 1} {
			if a, b := glance(t, &one, seat, nil), glance(t, &other, seat, nil); a != b {
				t.Errorf("%s: seat %v sees\n%s\nand\n%s", c.name, seat, a, b)
			}
		}
		if !slices.Equal(oneEvents, otherEvents) {
			t.Errorf("%s: the events are %v and %v", c.name, oneEvents, otherEvents)
		}
	}
}

// padded is arrange, with enough tiles under the pool to make any two alike in
// number.
func padded(tb testing.TB, text string) state {
	tb.Helper()
	s := arrange(tb, text)
	for color, left := range s.left {
		stack := &s.stacks[color]
		copy(stack[12-left:], stack[:left])
		for i := range 12 - left {
			stack[i] = tileID(color)
		}
		s.left[color] = 12
	}
	return s
}

// TestOverIsOpen: at the end all seats and spectators know all racks, and
// which tiles had been revealed.
func TestOverIsOpen(t *testing.T) {
	s, _ := play(t, arrange(t, "rack 1 b1 w4! w6\nrack 2 w0\npool b8 b9"), "1 draw any, 1 guess 2 1 0")
	for seat := engine.Watcher; seat < 2; seat++ {
		view := s.View(seat)
		if got := row(view.Racks[0]) + "," + row(view.Racks[1]); got != "b1 w4! w6 b8,w0!" {
			t.Errorf("seat %v sees %s", seat, got)
		}
		if text := glance(t, &s, seat, nil); strings.Contains(text, `"9"`) {
			t.Errorf("seat %v sees the pool: %s", seat, text)
		}
	}
}

// TestOwnerSeesUnplaced: a joker is seen as soon as it is taken.
func TestOwnerSeesUnplaced(t *testing.T) {
	s, _ := play(t, arrange(t, "jokers free\nseats 2\npool b- w- b3 w4"), "1 take black, 1 take white")
	if got := row(s.View(0).Racks[0]); got != "+ b- + w-" || s.View(0).Choice != nil {
		t.Errorf("after two jokers: %q, choice %v", got, s.View(0).Choice)
	}
	if got := row(s.View(1).Racks[0]); got != "b? w?" {
		t.Errorf("the other sees %q", got)
	}
	s, _ = play(t, s, "1 take black, 1 take white, 1 place 2")
	if got := row(s.View(0).Racks[0]); got != "b3 b- w4 + w-" {
		t.Errorf("after the first is placed: %q", got)
	}
}

// TestViewJSON: a view goes to JSON and back without loss, shares no memory
// with the state, and has no null but the two that are documented.
func TestViewJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for n := range 100 {
		first := dealt(t, 2+n%3, engine.Seed{byte(n)}, engine.Options{"jokers": FreeJokers})
		s := after(t, first, wander(t, first, random.IntN(60), random))
		for seat := engine.Watcher; seat < engine.Seat(s.seats); seat++ {
			view := s.View(seat)
			text, err := json.Marshal(view)
			if err != nil {
				t.Fatal(err)
			}
			var back View
			if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, view) {
				t.Fatalf("%s reads as %+v, %v", text, back, err)
			}
			plain := strings.NewReplacer(`"choice":null`, "", `"drawn":null`, "").Replace(string(text))
			if strings.Contains(plain, "null") {
				t.Fatalf("%s has a null", text)
			}
			scribble(&view)
			if !reflect.DeepEqual(s.View(seat), back) {
				t.Fatal("writing into a view changed the state")
			}
		}
	}
}

func scribble(view *View) {
	for i := range view.Racks {
		for j := range view.Racks[i].Tiles {
			view.Racks[i].Tiles[j] = Tile{}
		}
		if view.Racks[i].Drawn != nil {
			*view.Racks[i].Drawn = Tile{}
		}
	}
	for i := range view.Log {
		view.Log[i] = Event{}
	}
	for i := range view.Points {
		view.Points[i] = -1
	}
	if view.Choice != nil {
		clear(view.Choice.Gaps)
	}
}
