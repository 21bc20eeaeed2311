package engine_test

import (
	"testing"

	"parlor/engine"
)

// certain are worlds of which there is one.
type certain struct {
	engine.Worlds
	of duelView
}

func TestWorldsOfAGame(t *testing.T) {
	view := start(t, nil).View(0)
	if worlds := rules().Game().Worlds(view); worlds != nil {
		t.Errorf("a game without worlds has %v", worlds)
	}
	r := rules()
	r.Worlds = func(v duelView) engine.Worlds { return certain{of: v} }
	if worlds, ok := r.Game().Worlds(view).(certain); !ok || worlds.of != view.Table {
		t.Errorf("of the view %v there are the worlds %v", view.Table, worlds)
	}
	view.Table = "another game"
	if worlds := r.Game().Worlds(view); worlds != nil {
		t.Errorf("of a view of another game there is %v", worlds)
	}
}
