package kodeknacker

import (
	"reflect"
	"testing"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/tui/boardtest"
)

// TestAllIsOpen plays by bots: at each moment every code that is made can be read, and every guess.
func TestAllIsOpen(t *testing.T) {
	boardtest.AllOpen(t, Game(), func(views []engine.View, all engine.View) { isOpen(t, views, all) },
		nil, engine.Options{"preset": "super"})
}

func isOpen(t *testing.T, views []engine.View, open engine.View) {
	t.Helper()
	all, _ := open.Table.(game.View)
	for seat, one := range all.Boards {
		own, _ := views[seat].Table.(game.View)
		if !reflect.DeepEqual(one, own.Boards[seat]) || one.CodeSet != (one.Code != "") {
			t.Fatalf("seat %d is shown as %+v, and saw %+v", seat+1, one, own.Boards[seat])
		}
	}
}
