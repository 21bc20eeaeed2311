package masterdice

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"parlor/engine"
	game "parlor/engine/masterdice"
)

// TestAllIsOpen plays by bots: at each moment every board is as its solver saw it, with its code.
func TestAllIsOpen(t *testing.T) {
	for n, options := range []engine.Options{nil, {"mode": "duel"}} {
		random := rand.New(rand.NewPCG(uint64(n), 3))
		m, err := Kit().Game.Start(2, engine.Seed{byte(n)}, options)
		for err == nil {
			isOpen(t, m)
			if len(m.ToMove()) == 0 {
				break
			}
			seat := m.ToMove()[random.IntN(len(m.ToMove()))]
			m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func isOpen(t *testing.T, m engine.Match) {
	t.Helper()
	var views []engine.View
	for seat := range m.View(engine.Watcher).Seats {
		views = append(views, m.View(engine.Seat(seat)))
	}
	all, _ := open(views).Table.(game.View)
	for _, one := range all.Boards {
		view, _ := views[one.Solver].Table.(game.View)
		own := boardOf(view, one.Solver)
		if one.Code == (game.Line{}) || !one.Open {
			t.Fatalf("not all is open: %+v", one)
		}
		own.Code = one.Code
		if !reflect.DeepEqual(one, own) {
			t.Fatalf("the board is shown as %+v, and was %+v", one, own)
		}
	}
}
