package kodeknacker

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
)

// boardKeys are the keys of this game, and what each does; those of notes, log, line
// and rows are theirs.
type boardKeys struct{ enter, letters, digits, turn, back, noted board.Binding }

// newKeys are the keys with so many colours.
func (b *model) newKeys(colors int) boardKeys {
	letters := keys.Of(game.Letters(colors), strings.Split(game.Letters(colors), "")...)
	return boardKeys{
		enter:   board.Binding{Key: keys.Named("enter"), Help: prose.T("set your code, or guess"), Do: b.enter},
		letters: board.Binding{Key: letters, Hint: prose.T("colour"), Help: prose.T("{colours}", lettered(colors)), Do: b.put},
		digits:  board.Binding{Key: keys.Of("1 2 3 …", strings.Split(digits, "")...), Help: prose.T("the colours by number, 0 for the tenth"), Only: b.numbers, Do: b.putNumber},
		turn:    board.Binding{Key: keys.Of("↑↓", "up", "down"), Hint: prose.T("change").In("verb"), Help: prose.T("go through the colours"), Do: b.turn},
		back:    board.Binding{Key: keys.Named("esc"), Help: prose.T("empty the whole row"), Do: b.empty},
		noted:   board.Binding{Key: letters, Do: b.goToNoted},
	}
}

// leastColors is how many there are at least; before there is a table, help lists so
// many.
const leastColors = 4

// digits are the colours by number.
const digits = "1234567890"

// choosing reports whether the keys are those of the row that the person fills.
func (b *model) choosing() bool { return b.Yours() && !b.notes.Opened() && !b.log.Opened() }

// Bindings implements board.Board.
func (b *model) Bindings() []board.Binding {
	k, can := &b.keys, b.choosing()
	enter := k.enter.If(can && b.line.Full())
	if enter.Hint = prose.T("guess").In("verb"); b.view.Phase == game.PhaseSet {
		enter.Hint = prose.T("set your code")
	}
	if can {
		enter.Why = prose.T("Fill the whole row first.")
	}
	return b.Collect(
		[]board.Binding{enter, k.letters.If(can), k.digits.If(can), k.turn.If(can)},
		b.line.Bindings(can, prose.T("place").In("noun")),
		[]board.Binding{k.back.If(can && b.line.Filled() > 0)},
		b.notes.Bindings(b.log.Close),
		[]board.Binding{k.noted.If(b.notes.Opened())},
		b.log.Bindings(b.notes.Close),
		b.rows.Bindings(!b.log.Opened()),
	)
}

// enter makes the own code, or guesses.
func (b *model) enter(string) engine.Action {
	b.rows.Newest()
	if b.view.Phase == game.PhaseSet {
		return game.Code(string(b.line.Places))
	}
	return game.Guess(string(b.line.Places))
}

func (b *model) put(letter string) engine.Action {
	b.rows.Newest()
	b.line.Put(letter[0])
	return ""
}

// numbers reports whether a digit is that of a colour in play.
func (b *model) numbers(digit string) bool { return strings.Index(digits, digit) < b.view.Colors }

func (b *model) putNumber(digit string) engine.Action {
	at := strings.Index(digits, digit)
	return b.put(b.letters()[at : at+1])
}

// turn goes through the colours.
func (b *model) turn(name string) engine.Action {
	b.rows.Newest()
	step := +1
	if name == "down" {
		step = -1
	}
	b.line.Turn([]byte(b.letters()), step)
	return ""
}

func (b *model) empty(string) engine.Action {
	b.clear()
	return ""
}

// goToNoted goes to a colour of the notes.
func (b *model) goToNoted(letter string) engine.Action {
	b.notes.GoRow(strings.Index(b.letters(), letter))
	return ""
}
