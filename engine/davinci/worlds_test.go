package davinci

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestWorlds holds the counter over the order of numbers to a list of all ways to
// lay the hidden tiles, where the rules themselves say what may stand where.
func TestWorlds(t *testing.T) {
	enginetest.Worlds(t, Rules(), listed)
}

// TestWorldsWithJokersAndMemory does the same for the two options together.
func TestWorldsWithJokersAndMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("many games")
	}
	rules := Rules()
	for i, option := range rules.Options {
		one := &rules.Options[i]
		switch option.Name {
		case "jokers":
			one.Default = StrictJokers
			one.Values = slices.DeleteFunc(one.Values, func(v engine.Value) bool { return v.Name == NoJokers })
		case "memory":
			one.Default = "on"
			one.Values = []engine.Value{{Name: "on"}}
		default:
			one.Values = []engine.Value{{Name: option.Default}}
		}
	}
	enginetest.Worlds(t, rules, listed)
}

// listed are all worlds of a view.
func listed(view View) iter.Seq2[engine.World, float64] {
	return func(yield func(engine.World, float64) bool) {
		l := &layer{view: view, need: setupTiles(len(view.Racks))}
		l.racks = make([][]laidTile, len(view.Racks))
		for _, r := range view.Racks {
			for _, one := range append(slices.Clip(r.Tiles), hand(r)...) {
				if one.Value != Unknown {
					l.used[one.Color] = l.used[one.Color].with(one.Value)
				}
			}
		}
		if view.Phase != PhaseSetup {
			l.lay(0, 1, yield)
		}
	}
}

func hand(r Rack) []Tile {
	if r.Drawn == nil {
		return nil
	}
	return []Tile{*r.Drawn}
}

// layer lays tiles from left to right, rack by rack.
type layer struct {
	view  View
	need  int // tiles of the setup
	used  [2]values
	racks [][]laidTile
	world engine.World
}

// lay goes on with a rack; false stops it all.
func (l *layer) lay(seat int, weight float64, yield func(engine.World, float64) bool) bool {
	if seat == len(l.view.Racks) {
		return yield(slices.Clone(l.world), weight)
	}
	r, laid := l.view.Racks[seat], l.racks[seat]
	all := append(slices.Clip(r.Tiles), hand(r)...)
	if len(laid) == len(r.Tiles) && !l.stands(r, laid) {
		return true
	}
	if len(laid) == len(all) {
		return l.lay(seat+1, weight*jokerShare(r, laid), yield)
	}
	next := all[len(laid)]
	for value := Joker; value <= MaxNumber; value++ {
		one := laidTile{color: next.Color, value: value}
		hidden := next.Value == Unknown
		switch {
		case !hidden && next.Value != value, hidden && l.used[one.color].has(value):
			continue
		case value == Joker && l.view.Jokers == NoJokers, slices.Contains(next.Not, value):
			continue
		case len(laid) < len(r.Tiles) && value != Joker && numberBefore(laid, len(laid)) != nil && numberBefore(laid, len(laid)).order() > one.order():
			continue
		}
		before := l.used
		l.racks[seat] = append(slices.Clip(laid), one)
		if hidden {
			l.used[one.color] = before[one.color].with(value)
			l.world = append(l.world, value.String())
		}
		more := l.lay(seat, weight, yield)
		if hidden {
			l.used, l.world = before, l.world[:len(l.world)-1]
		}
		l.racks[seat] = laid
		if !more {
			return false
		}
	}
	return true
}

// jokerShare: each joker that was not seen stands anywhere alike.
func jokerShare(r Rack, laid []laidTile) float64 {
	share, places := 1.0, float64(len(r.Tiles))
	for place, one := range r.Tiles {
		if one.Value == Unknown && laid[place].value == Joker {
			share /= places
			places--
		}
	}
	return share
}

// stands reports whether a rack can have become this, and what the last guess
// showed where nothing else is remembered.
func (l *layer) stands(r Rack, laid []laidTile) bool {
	if l.view.Memory {
		if at := lastIndex(l.view.Log, EventGuessed); at >= 0 {
			guess := l.view.Log[at]
			same := at > lastIndex(l.view.Log, EventTurn)
			for place := range min(guess.Place, len(laid)) {
				same = same || place == guess.Place-1 && !slices.ContainsFunc(r.Tiles[:place], func(t Tile) bool { return t.Open })
			}
			if !guess.Right && same && guess.Target == r.Seat && guess.Place <= len(laid) &&
				r.Tiles[guess.Place-1].Value == Unknown && laid[guess.Place-1].value == guess.Value {
				return false
			}
		}
	}
	if l.view.Jokers == NoJokers || !slices.ContainsFunc(r.Tiles, func(t Tile) bool { return t.Value == Unknown }) {
		return true
	}
	switch {
	case !l.view.Memory:
		return l.byLog(r, laid)
	case l.view.Jokers == FreeJokers:
		return true
	case len(laid) > l.need:
		return grownSomehow(laid)
	}
	return jokersMayStand(laid)
}

// byLog takes what came after the setup out again, the last first, and asks the
// rules each time whether it could go there.
func (l *layer) byLog(r Rack, laid []laidTile) bool {
	strict, rest := l.view.Jokers == StrictJokers, slices.Clone(laid)
	for i, event := range slices.Backward(l.view.Log) {
		if event.Seat != r.Seat || event.Kind != EventKept && event.Kind != EventAdded {
			continue
		}
		came, at := rest[event.Place-1], event.Place-1
		rest = slices.Delete(rest, at, at+1)
		all := laidGaps(rest, came, strict)
		if i > 1 && l.view.Log[i-1].Kind == EventDrew && l.view.Log[i-2].Kind == EventTimedOut {
			all = all[:1]
		}
		if !slices.Contains(all, at) {
			return false
		}
	}
	return !strict || jokersMayStand(rest)
}

// jokersMayStand reports whether all jokers of a rack could be put in last.
func jokersMayStand(rack []laidTile) bool {
	for i, one := range rack {
		if one.value == Joker && !slices.Contains(laidGaps(slices.Delete(slices.Clone(rack), i, i+1), one, true), i) {
			return false
		}
	}
	return true
}

// grownSomehow says what is asked of a rack of which it is not known how it has grown:
// where a joker stands between two numbers that follow each other, the later of
// them had another such neighbour on its other side.
func grownSomehow(laid []laidTile) bool {
	for i, one := range laid {
		left, right := numberBefore(laid, i), numberAfter(laid, i)
		if one.value == Joker && consecutive(left, right) && !slices.ContainsFunc(laid, func(other laidTile) bool {
			return other.value != Joker && (consecutive(&other, left) || consecutive(right, &other))
		}) {
			return false
		}
	}
	return true
}

// laidTile is a tile that a layer lays.
type laidTile struct {
	color Color
	value Value
}

func (t laidTile) order() tileID { return idOf(t.color, t.value) }

// laidGaps are the gaps of a tile in a row.
func laidGaps(row []laidTile, came laidTile, strict bool) []int {
	var r rack
	for place, one := range row {
		r.insert(place, tile{id: idOf(one.color, one.value)})
	}
	return bitsOf(r.gaps(idOf(came.color, came.value), strict))
}

// numberBefore is the nearest number left of a gap, nil if there is none.
func numberBefore(row []laidTile, gap int) *laidTile {
	for i := gap - 1; i >= 0; i-- {
		if row[i].value != Joker {
			return &row[i]
		}
	}
	return nil
}

// numberAfter is the nearest number right of a gap, nil if there is none.
func numberAfter(row []laidTile, gap int) *laidTile {
	for i := gap; i < len(row); i++ {
		if row[i].value != Joker {
			return &row[i]
		}
	}
	return nil
}

// consecutive reports whether two numbers follow each other in one colour.
func consecutive(left, right *laidTile) bool {
	return left != nil && right != nil && left.color == right.color && right.value == left.value+1
}

// TestWhy: positions by hand with the facts that prove what seat 1 may say.
func TestWhy(t *testing.T) {
	for _, c := range []struct{ name, table, script, guess, want string }{
		{
			"the only number between two open ones", "rack 1 b6 w0\nrack 2 b1! b2 b3! w9", "", "guess 2 2 2",
			"2 shows 1 black 1, 2 shows 3 black 3",
		},
		{
			"the others are own or open elsewhere", "rack 1 b4 w9\nrack 2 b3! b5 b7! w10\nrack 3 w0 b6!", "", "guess 2 2 5",
			"1 has 1 black 4, 3 shows 2 black 6, 2 shows 1 black 3, 2 shows 3 black 7",
		},
		{
			"the other is in hand", "rack 1 w9 | b4\nrack 2 b3! b5 b6! w10", "", "guess 2 2 5",
			"1 has 0 black 4, 2 shows 1 black 3, 2 shows 3 black 6",
		},
		{
			"the other was guessed wrong", "first 2\nrack 1 w9 w11!\nrack 2 w0! w10 b11\nrack 3 b3! b5 b6! w7",
			"2 guess 3 2 4, 2 show 3", "guess 3 2 5", "3 shows 1 black 3, 3 shows 3 black 6, 3 not 2 4",
		},
		{"what is seen elsewhere is not there", "rack 1 b4 w9\nrack 2 b3! b5 b6! w10", "", "guess 2 2 4", "1 has 1 black 4"},
		{"it stands too far left", "rack 1 b4 w9\nrack 2 b3! b5 b6! w10", "", "guess 2 2 8", "2 shows 3 black 6"},
		{
			"another rack has the 1 and the 2", "rack 1 w9\nrack 2 b0! b3 b4! w11\nrack 3 w0! b1 b2 w2!", "", "guess 2 2 3",
			"3 hides, 3 shows 4 white 2, 2 shows 3 black 4", // of 0 to 3, seat 3 has two below 3
		},
		{"an open tile claims nothing", "rack 1 b4 w9\nrack 2 b3! b5", "", "guess 2 1 3", ""},
	} {
		s := arrange(t, c.table)
		if c.script != "" {
			s, _ = play(t, s, c.script)
		}
		var lines []string
		for _, fact := range NewWorlds(s.View(0)).Why(engine.Action(c.guess)) {
			lines = append(lines, fact.String())
		}
		if got := strings.Join(lines, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestWhyIsEnough: in views of games the facts of a reason prove what they are
// told for, and none of them can be left out.
func TestWhyIsEnough(t *testing.T) {
	random, proofs := rand.New(rand.NewPCG(3, 3)), 0
	for n := range 40 {
		first := dealt(t, 2+n%3, engine.Seed{byte(n), 3}, engine.Options{"jokers": []string{NoJokers, FreeJokers, StrictJokers}[n/3%3]})
		s := after(t, first, wander(t, first, 8+random.IntN(30), random))
		view := s.View(0)
		w := NewWorlds(view)
		if w == nil || len(w.constraints.spots) == 0 {
			continue
		}
		spot := w.constraints.spots[random.IntN(len(w.constraints.spots))]
		var can values
		for _, one := range w.Odds(spot) {
			var value Value
			if err := value.UnmarshalText([]byte(one.Value)); err != nil {
				t.Fatal(err)
			}
			can = can.with(value)
		}
		same := func(facts []Fact) bool { return support(solve(newConstraints(view, facts, spot.Seat)).at(spot)) == can }
		facts := reason(view, spot, func(left odds) bool { return support(left) == can })
		if !same(facts) {
			t.Fatalf("%v do not prove what is at %v", facts, spot)
		}
		for i := range facts {
			if same(slices.Delete(slices.Clone(facts), i, i+1)) {
				t.Fatalf("of %v, %v is not needed for what is at %v", facts, facts[i], spot)
			}
			proofs++
		}
	}
	if proofs < 40 {
		t.Errorf("only %d facts were needed", proofs)
	}
}

// FuzzWorlds plays a round by any choices, and looks at what a seat may know at
// its end: the truth is one of the worlds. Then it spoils that view, so that no
// game shows it: there are no worlds, or such whose chances are chances.
func FuzzWorlds(f *testing.F) {
	f.Add(uint8(0), []byte("take a tile, and then another one, and guess what that is"), []byte{})
	f.Add(uint8(5), []byte("whoever begins does not begin with the end of all this!!!"), []byte{1, 2, 3})
	f.Add(uint8(7), []byte("3141592653589793238462643383279502884197169399375105820"), []byte{0, 9, 200, 4, 5, 60, 7, 8, 9})
	f.Fuzz(func(t *testing.T, set uint8, choices, spoil []byte) {
		s := dealt(t, MinSeats+int(set)%3, engine.Seed{set}, engine.Options{
			"jokers": []string{NoJokers, FreeJokers, StrictJokers}[set/3%3], "memory": []string{"off", "on"}[set/9%2],
		})
		for _, choice := range choices[:min(len(choices), 150)] {
			if s.phase == isOver {
				break
			}
			move := choose(s, int(choice))
			if next, _, err := s.Play(move.Seat, move.Action); err == nil {
				s = *next.(*state)
			}
		}
		seat := engine.Seat(int(set)%(s.seats+1)) - 1
		view := s.View(seat)
		if w := NewWorlds(view); w != nil {
			world := engine.World{}
			for _, spot := range w.Hidden() {
				one, _ := tileAt(s.View(spot.Seat), spot)
				world = append(world, one.Value.String())
			}
			if w.Weigh(world) <= 0 {
				t.Fatalf("seat %v rules out the truth %v", seat, world)
			}
			holdsOdds(t, w)
		}
		for i := 0; i+2 < len(spoil) && i < 30; i += 3 {
			spoilView(&view, spoil[i], spoil[i+1], spoil[i+2])
		}
		if w := NewWorlds(view); w != nil {
			holdsOdds(t, w)
			if world := w.Sample(rand.New(rand.NewPCG(1, 1))); w.Weigh(world) <= 0 {
				t.Fatalf("the sample %v cannot be", world)
			}
			w.Why(Guess(engine.Seat(0), 1, 0))
		}
	})
}

func holdsOdds(t *testing.T, w *Worlds) {
	t.Helper()
	for _, spot := range w.Hidden() {
		sum := 0.0
		for _, one := range w.Odds(spot) {
			if sum += one.Chance; one.Chance < 0 {
				t.Fatalf("the chance of %v at %v", one, spot)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the chances at %v add up to %v", spot, sum)
		}
	}
}

// spoilView changes one thing in a view.
func spoilView(view *View, what, where, to uint8) {
	r := &view.Racks[int(where)%len(view.Racks)]
	value := Value(int(to)%14) - 2
	switch {
	case what%8 == 0:
		r.Seat = engine.Seat(to % 5)
	case what%8 == 1:
		r.Drawn = &Tile{Color: Color(to % 2), Value: value}
	case what%8 == 2 && len(view.Log) > 0:
		view.Log[int(where)%len(view.Log)].Place = int(to) - 100
	case what%8 == 3 && len(view.Log) > 0:
		view.Log[int(where)%len(view.Log)].Kind = EventKind(to % 16)
	case what%8 == 4:
		view.Memory = !view.Memory
	case what%8 == 5 && len(r.Tiles) > 0:
		r.Tiles = append(slices.Clip(r.Tiles), r.Tiles[int(to)%len(r.Tiles)])
	case len(r.Tiles) > 0:
		one := &r.Tiles[int(to/16)%len(r.Tiles)]
		one.Color, one.Value, one.Not = Color(to%2), value, append(one.Not, Value(int(what)%14)-2)
	}
}
