package kodeknacker

import (
	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui"
)

// say says a text to the person at the board.
func (b *board) say(text prose.Text) string { return b.voice.Say(text) }

// Hints implements tui.Board.
func (b *board) Hints() []tui.Hint {
	var hints []tui.Hint
	switch {
	case b.pad.open:
		return []tui.Hint{
			tui.Press("←↑↓→", prose.T("move").In("verb")),
			tui.Press("x", prose.T("rule out")),
			tui.Press("+", prose.T("certain")),
			b.autoHint(),
			tui.Press("tab", prose.T("back to the board")),
		}
	case b.active():
		if b.full() {
			hints = append(hints, b.enterHint())
		}
		hints = append(hints, tui.Press(b.letters(), prose.T("colour")), tui.Press("↑↓", prose.T("change").In("verb")), tui.Press("←→", prose.T("place").In("noun")))
	}
	if b.hasPad() {
		hints = append(hints, tui.Press("tab", prose.T("pad")))
	}
	return hints
}

// enterHint is what enter does once the row is full.
func (b *board) enterHint() tui.Hint {
	if b.view.Phase == game.PhaseSet {
		return tui.Press("enter", prose.T("set your code"))
	}
	return tui.Press("enter", prose.T("guess").In("verb"))
}

// autoHint is the key for aids, or why there are none.
func (b *board) autoHint() tui.Hint {
	switch {
	case !b.scene.Aided:
		return tui.Press("a", prose.T("no aids in this room"))
	case b.pad.auto && b.pad.can == nil:
		return tui.Press("a", prose.T("too many codes to fill in"))
	case b.pad.auto:
		return tui.Press("a", prose.T("manual notes"))
	}
	return tui.Press("a", prose.T("fill in"))
}

// Keys implements tui.Board.
func (b *board) Keys() []tui.Hint {
	colors := max(b.view.Colors, 4)
	return []tui.Hint{
		tui.Press(game.Letters(colors), prose.T("{colours}", lettered(colors))),
		tui.Press("1 2 3 …", prose.T("the colours by number, 0 for the tenth")),
		tui.Press("← →", prose.T("choose a place")),
		tui.Press("↑ ↓", prose.T("go through the colours")),
		tui.Press("backspace", prose.T("take a colour back")),
		tui.Press("enter", prose.T("set your code, or guess")),
		tui.Press("tab", prose.T("pad: x rules a colour out, + is certain, a fills in what follows")),
		tui.RowsKeys(),
	}
}

// Ask implements tui.Board.
func (b *board) Ask() prose.Text {
	code := prose.Literal(string(b.line))
	switch {
	case b.view.Phase == game.PhaseOver || b.scene.View.Stage != engine.Playing:
		return prose.Text{}
	case b.pad.open:
		return prose.T("Only you can see your pad.")
	case !b.active():
		return b.people.Waits(b.scene.View.ToMove)
	case b.view.Phase == game.PhaseSet && b.full():
		return prose.T("Press Enter to make {code} your code.", code)
	case b.view.Phase == game.PhaseSet:
		return prose.C("Make your code: {n} colour, any as often as you like.",
			"Make your code: {n} colours, any as often as you like.", prose.N(b.view.Positions))
	case b.full() && !b.view.Memory && !game.Fits(b.view, string(b.line)):
		return prose.T("Press Enter to guess {code}, although the answers so far rule it out.", code)
	case b.full():
		return prose.T("Press Enter to guess {code}.", code)
	}
	return prose.T("Guess the code that {name} made: fill the row.", b.people.Name(1-b.view.Seat))
}
