package masterdice

import (
	"reflect"
	"testing"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/tui/boardtest"
)

// TestAllIsOpen plays by bots: at each moment every board is as its solver saw it, with its code.
func TestAllIsOpen(t *testing.T) {
	boardtest.AllOpen(t, Game(), func(views []engine.View, all engine.View) { isOpen(t, views, all) },
		nil, engine.Options{"mode": "duel"})
}

func isOpen(t *testing.T, views []engine.View, open engine.View) {
	t.Helper()
	all, _ := open.Table.(game.View)
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
