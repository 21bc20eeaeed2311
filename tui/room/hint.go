package room

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// hints provides hints to a player where the room allows them.
type hints struct {
	*room
	at    lobby.Revision // of the last request
	asked bool           // a hint is being computed
	told  []prose.Text   // the likeliest guess at that moment, and the reasons
}

// hintMsg delivers a hint.
type hintMsg struct {
	of   *hints
	at   lobby.Revision
	told []prose.Text
}

// allowed reports whether the player may request a hint now.
func (h *hints) allowed() bool {
	return h.seated() && h.update.Match != nil && h.update.Stage == engine.Playing && h.update.Plan.Hints()
}

// hintBinding returns the key for a hint.
func (h *hints) hintBinding() screen.Binding {
	return screen.Binding{
		Key: keymap.If(h.allowed(), keymap.Named(screen.InsightKey)), Help: prose.T("a hint: the likeliest guess, and why"),
		Why: prose.NoHints(), Do: screen.Command(h.askHint),
	}
}

// askHint returns a command that computes a hint in the background. It computes only one hint at a
// time, and only one for each revision of the match.
func (h *hints) askHint() tea.Cmd {
	at := h.update.Revision
	switch {
	case h.told != nil && h.at == at:
		h.ctx.Shell.Tell(h.told...)
		return nil
	case h.asked:
		return nil
	}
	h.at, h.asked, h.told = at, true, nil
	h.ctx.Shell.Tell(prose.T("One moment…"))
	game, scene := h.kit().Told(), h.scene()
	return func() tea.Msg { return hintMsg{h, at, game.Hint(scene)} }
}

// tellHint shows a hint, unless the match has advanced since the request.
func (h *hints) tellHint(msg hintMsg) {
	h.asked = false
	if msg.at != h.update.Revision {
		h.ctx.Shell.Tell()
		return
	}
	h.at, h.told = msg.at, msg.told
	h.ctx.Shell.Tell(msg.told...)
}
