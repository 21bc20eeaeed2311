package kodeknacker

import (
	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
)

// say says a text to the person at the board.
func (b *model) say(text prose.Text) string { return b.voice.Say(text) }

// Hints implements board.Board.
func (b *model) Hints() []board.Hint {
	var hints []board.Hint
	switch {
	case b.pad.open:
		return []board.Hint{
			board.Press("←↑↓→", prose.T("move").In("verb")),
			board.Press("x", prose.T("rule out")),
			board.Press("+", prose.T("certain")),
			b.autoHint(),
			board.Press("tab", prose.T("back to the board")),
		}
	case b.active():
		if b.full() {
			hints = append(hints, b.enterHint())
		}
		hints = append(hints, board.Press(b.letters(), prose.T("colour")), board.Press("↑↓", prose.T("change").In("verb")), board.Press("←→", prose.T("place").In("noun")))
	}
	if b.hasPad() {
		hints = append(hints, board.Press("tab", prose.T("pad")))
	}
	return hints
}

// enterHint is what enter does once the row is full.
func (b *model) enterHint() board.Hint {
	if b.view.Phase == game.PhaseSet {
		return board.Press("enter", prose.T("set your code"))
	}
	return board.Press("enter", prose.T("guess").In("verb"))
}

// autoHint is the key for aids, or why there are none.
func (b *model) autoHint() board.Hint {
	switch {
	case !b.scene.Aided:
		return board.Press("a", prose.T("no aids in this room"))
	case b.pad.auto && b.pad.can == nil:
		return board.Press("a", prose.T("too many codes to fill in"))
	case b.pad.auto:
		return board.Press("a", prose.T("manual notes"))
	}
	return board.Press("a", prose.T("fill in"))
}

// Keys implements board.Board.
func (b *model) Keys() []board.Hint {
	colors := max(b.view.Colors, 4)
	return []board.Hint{
		board.Press(game.Letters(colors), prose.T("{colours}", lettered(colors))),
		board.Press("1 2 3 …", prose.T("the colours by number, 0 for the tenth")),
		board.Press("← →", prose.T("choose a place")),
		board.Press("↑ ↓", prose.T("go through the colours")),
		board.Press("backspace", prose.T("take a colour back")),
		board.Press("enter", prose.T("set your code, or guess")),
		board.Press("tab", prose.T("pad: x rules a colour out, + is certain, a fills in what follows")),
		board.RowsKeys(),
	}
}

// Ask implements board.Board.
func (b *model) Ask() prose.Text {
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
