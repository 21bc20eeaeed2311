package e2e

import (
	"encoding/json"
	"sync"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
)

// TestAPlayerMayRepeatThemselves checks that repeating the chosen gap is answered without a new view, and that play
// continues.
func TestAPlayerMayRepeatThemselves(t *testing.T) {
	t.Parallel()
	w := &crashWorld{t: t, addr: startProgram(t), done: make(chan struct{})}
	w.changed = sync.NewCond(&w.mu)
	t.Cleanup(w.stop)
	repeated, times := 0, 0
	again := func(view heard) engine.Action {
		choice := choiceIn(t, view)
		switch {
		case choice == nil:
			times = 0
		case choice.Chosen == 0:
			return davinci.Place(choice.Gaps[0])
		case times < 3:
			times++
			repeated++
			return davinci.Place(choice.Chosen)
		}
		return choose(view)
	}
	// In nine games, some tiles have more than one gap.
	p := &crashPlayer{crashWorld: w, name: "anna", makes: "davinci seats=2 rounds=9 jokers=free", told: make(chan string, 1), people: 1, choose: again}
	w.players = []*crashPlayer{p}
	w.playing.Go(p.play)
	w.lastMatch()
	if repeated == 0 {
		t.Error("nothing was repeated")
	}
}

// choiceIn returns the choice of gaps in a player's view, or nil.
func choiceIn(t *testing.T, view heard) *davinci.Choice {
	t.Helper()
	var table davinci.View
	text, err := json.Marshal(view.Match.Table)
	if err == nil {
		err = json.Unmarshal(text, &table)
	}
	if err != nil {
		t.Error(err)
	}
	return table.Choice
}
