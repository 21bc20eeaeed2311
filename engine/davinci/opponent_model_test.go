package davinci

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"parlor/engine"
)

// TestSignals follows each tile through the log from its beginning, and weighs
// a list of all worlds, by which player asked for what while having which tile.
func TestSignals(t *testing.T) {
	const asked = 0.25
	random, compared := rand.New(rand.NewPCG(6, 6)), 0
	for n := range 90 {
		jokers := []string{NoJokers, FreeJokers, StrictJokers}[n/3%3]
		first := dealt(t, 2+n%3, engine.Seed{byte(n), 6}, engine.Options{"jokers": jokers})
		s := after(t, first, wander(t, first, 12+random.IntN(40), random))
		view := s.View(engine.Seat(n % 2))
		w := NewWorlds(view)
		if w == nil || w.Count() > 3000 {
			continue
		}
		believed, had := w.Believing(asked), askedWhileHaving(view)
		weights, total := map[string]float64{}, 0.0
		for world, weight := range listed(view) {
			for i, spot := range w.Hidden() {
				if one, _ := tileAt(view, spot); had[spot][one.Color.String()+" "+world[i]] {
					weight *= asked
				}
			}
			weights[strings.Join(world, " ")] = weight
			total += weight
		}
		if believed != w {
			compared++
		}
		for world, weight := range weights {
			if len(weights) > 100 && random.IntN(len(weights)) > 100 {
				continue
			}
			if got := believed.Weigh(strings.Fields(world)); math.Abs(got-weight/total) > 1e-9 {
				t.Fatalf("game %d: the world %v has the chance %v, and not %v, with the log %v", n, world, got, weight/total, view.Log)
			}
		}
		if believed.Count() != float64(len(weights)) {
			t.Fatalf("game %d: %v worlds, and not %d", n, believed.Count(), len(weights))
		}
		holdsOdds(t, believed)
		for range 3 {
			if drawn := believed.Sample(random); weights[strings.Join(drawn, " ")] == 0 {
				t.Fatalf("game %d: the sample %v cannot be", n, drawn)
			}
		}
	}
	if compared < 20 {
		t.Errorf("there were signals in %d views only", compared)
	}
}

// askedWhileHaving are, by hidden tile, the tiles that its owner asked for while
// it had that one.
func askedWhileHaving(view View) map[engine.Spot]map[string]bool {
	type piece struct {
		seat  engine.Seat
		color Color
		asks  map[string]bool
	}
	racks, hands := make([][]*piece, len(view.Racks)), make([]*piece, len(view.Racks))
	had := map[engine.Spot]map[string]bool{}
	for seat, r := range view.Racks {
		came := 0
		for _, event := range view.Log {
			if event.Seat == r.Seat && (event.Kind == EventKept || event.Kind == EventAdded) {
				came++
			}
		}
		for range len(r.Tiles) - came {
			racks[seat] = append(racks[seat], &piece{seat: r.Seat, asks: map[string]bool{}})
		}
	}
	type ask struct {
		who   []*piece
		whom  *piece
		value Value
	}
	var asks []ask
	for _, event := range view.Log {
		switch seat := event.Seat; event.Kind {
		case EventDrew:
			hands[seat] = &piece{seat: seat, asks: map[string]bool{}}
		case EventKept, EventAdded:
			rack, at := racks[seat], event.Place-1
			racks[seat] = append(append(append([]*piece{}, rack[:at]...), hands[seat]), rack[at:]...)
			hands[seat] = nil
		case EventGuessed:
			who := append([]*piece{}, racks[seat]...)
			if hands[seat] != nil {
				who = append(who, hands[seat])
			}
			asks = append(asks, ask{who, racks[event.Target][event.Place-1], event.Value})
		default:
		}
	}
	for seat, rack := range racks {
		for place, one := range rack {
			one.color = view.Racks[seat].Tiles[place].Color
			had[engine.Spot{Seat: one.seat, Place: place + 1}] = one.asks
		}
		if hands[seat] != nil {
			had[engine.Spot{Seat: hands[seat].seat}] = hands[seat].asks
		}
	}
	for _, a := range asks {
		for _, one := range a.who {
			one.asks[a.whom.color.String()+" "+a.value.String()] = true
		}
	}
	return had
}
