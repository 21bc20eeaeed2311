package kodeknacker

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
)

// TestAllIsOpen plays by bots: at each moment every code that is made can be read, and every guess.
func TestAllIsOpen(t *testing.T) {
	for n, options := range []engine.Options{nil, {"preset": "super"}} {
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
	for seat, one := range all.Boards {
		own, _ := views[seat].Table.(game.View)
		if !reflect.DeepEqual(one, own.Boards[seat]) || one.CodeSet != (one.Code != "") {
			t.Fatalf("seat %d is shown as %+v, and saw %+v", seat+1, one, own.Boards[seat])
		}
	}
}
