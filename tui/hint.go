package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// hint is the likeliest guess at one moment of a match, and why.
type hint struct {
	at    lobby.Revision
	asked bool // it is being worked out
	told  []prose.Text
}

// hintMsg is a hint that has been worked out.
type hintMsg struct {
	table *tableScreen
	at    lobby.Revision
	told  []prose.Text
}

// mayHint reports whether the person may be given a hint now.
func (t *tableScreen) mayHint() bool {
	return t.seated() && t.update.Match != nil && t.update.Stage == engine.Playing && t.update.Plan.Hints()
}

// hinting is the key for a hint.
func (t *tableScreen) hinting(may bool) screen.Binding {
	return screen.Binding{
		Key: keys.If(may, keys.Named(screen.InsightKey)), Help: prose.T("a hint: the likeliest guess, and why"),
		Why: prose.NoHints(), Do: screen.Command(t.askHint),
	}
}

// askHint works out a hint beside the screen: once for each moment, and one at a
// time.
func (t *tableScreen) askHint() tea.Cmd {
	at := t.update.Revision
	switch {
	case t.hint.told != nil && t.hint.at == at:
		t.root.show(t.root.ctx.SayAll(t.hint.told))
		return nil
	case t.hint.asked:
		return nil
	}
	t.hint = hint{at: at, asked: true}
	t.root.tell(prose.T("One moment…"))
	game, scene := t.root.ctx.Kit(t.update.Plan.Game).Told(), t.scene()
	return func() tea.Msg { return hintMsg{t, at, game.Hint(scene)} }
}

// takeHint tells a hint, unless the match has gone on since.
func (t *tableScreen) takeHint(msg hintMsg) {
	t.hint.asked = false
	if msg.at != t.update.Revision {
		t.root.show("")
		return
	}
	t.hint = hint{at: msg.at, told: msg.told}
	t.root.show(t.root.ctx.SayAll(msg.told))
}
