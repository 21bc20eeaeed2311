package masterdice

import (
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
)

// boardKeys are the keys of this game, and what each does; those of notes, log, line
// and rows are theirs.
type boardKeys struct{ roll, enter, values, columns, turn, none, solve, back, noted board.Binding }

func (b *model) newKeys() boardKeys {
	values := keys.Of("1-6", "1", "2", "3", "4", "5", "6")
	return boardKeys{
		roll:    board.Binding{Key: keys.Of("enter", "enter", "r", "space"), Hint: prose.T("roll").In("verb"), Help: prose.T("roll the white dice"), Do: keys.Always(game.Roll)},
		enter:   board.Binding{Key: keys.Named("enter"), Help: prose.T("place the dice, or solve (press it twice)"), Do: b.enter},
		values:  board.Binding{Key: values, Help: prose.T("put a die of that value on the column under the cursor"), Only: b.fits, Do: b.put},
		columns: board.Binding{Key: keys.Of("b r y g", "b", "r", "y", "g"), Help: prose.T("choose the column of that colour"), Do: b.goTo},
		turn:    board.Binding{Key: keys.Of("↑↓", "up", "down"), Help: prose.T("go through the dice that fit"), Do: b.turn},
		none:    board.Binding{Key: keys.Named("0"), Do: b.empty},
		solve:   board.Binding{Key: keys.Named("s"), Help: prose.T("solve: name the whole code"), Do: b.solve},
		back:    board.Binding{Key: keys.Named("esc"), Help: prose.T("take all dice back, or do not solve yet"), Do: b.leave},
		noted:   board.Binding{Key: values, Do: b.goToNoted},
	}
}

// choosing reports whether the keys are those of what the person has to decide.
func (b *model) choosing() bool { return b.Yours() && !b.notes.Opened() && !b.log.Opened() }

// Bindings implements board.Board.
func (b *model) Bindings() []board.Binding {
	mine, _ := b.mine()
	k, rolling := &b.keys, b.choosing() && mine.Phase == game.PhaseRoll && !b.solving
	filling, must := b.choosing() && !rolling, mine.Phase == game.PhaseSolve
	enter, values := k.enter.If(filling && b.ready()), k.values.If(filling)
	solve, back := k.solve.If(b.choosing()), k.back.If(filling && b.line.Filled() > 0)
	enter.Hint, values.Hint = prose.T("place").In("verb"), prose.T("put a die")
	if b.solving {
		enter.Hint, values.Hint = prose.T("solve").In("verb"), prose.T("value")
	} else {
		solve.Hint = prose.T("solve").In("verb")
	}
	if filling {
		enter.Why = b.whyNotReady()
	}
	if filling && b.solving && !must {
		back = k.back.If(true)
		back.Hint, back.Leaves = prose.T("not yet"), true
	}
	return b.Collect(
		[]board.Binding{k.roll.If(rolling), enter, values},
		b.line.Bindings(filling, prose.T("column")),
		[]board.Binding{k.columns.If(filling), k.turn.If(filling), k.none.If(filling), solve, back},
		b.notes.Bindings(b.log.Close),
		[]board.Binding{k.noted.If(b.notes.Opened())},
		b.log.Bindings(b.notes.Close),
		b.rows.Bindings(!b.log.Opened()),
	)
}

// ready reports whether enter does something with the line.
func (b *model) ready() bool { return b.line.Full() || !b.solving && b.line.Filled() > 0 }

func (b *model) whyNotReady() prose.Text {
	if b.solving {
		return prose.T("Name all four values first.")
	}
	return prose.T("Put at least one die on the row first.")
}

// solve begins the answer; while that is filled it goes back, or begins again where
// an answer must be given.
func (b *model) solve(string) engine.Action {
	mine, _ := b.mine()
	b.solving = !b.solving || mine.Phase == game.PhaseSolve
	b.clear()
	return ""
}

// leave leaves an answer that need not be given now, or empties the line.
func (b *model) leave(string) engine.Action {
	mine, _ := b.mine()
	b.solving = b.solving && mine.Phase == game.PhaseSolve
	b.clear()
	return ""
}

// unsure is what every key does but enter: an answer is asked for once more before it
// is given. The newest rows are seen.
func (b *model) unsure() {
	b.sure = false
	b.rows.Newest()
}

// enter places or solves; it solves when it is asked for a second time.
func (b *model) enter(string) engine.Action {
	b.rows.Newest()
	switch {
	case b.solving && !b.sure:
		b.sure = true
		return ""
	case b.solving:
		return game.Solve(b.filled())
	}
	return game.Place(b.filled())
}

// fits reports whether a value can be put under the cursor: of the dice, only
// those that were rolled and are not yet in the line.
func (b *model) fits(name string) bool {
	mine, _ := b.mine()
	return slices.Contains(b.choices(mine, b.line.At), int(name[0]-'0'))
}

func (b *model) put(name string) engine.Action {
	b.unsure()
	b.line.Put(int(name[0] - '0'))
	return ""
}

func (b *model) goTo(name string) engine.Action {
	b.unsure()
	b.line.At = strings.Index(letters, name)
	return ""
}

// turn goes through what the column can hold.
func (b *model) turn(name string) engine.Action {
	b.unsure()
	mine, _ := b.mine()
	step := +1
	if name == "down" {
		step = -1
	}
	b.line.Turn(append([]int{0}, b.choices(mine, b.line.At)...), step)
	return ""
}

func (b *model) empty(string) engine.Action {
	b.unsure()
	b.line.Places[b.line.At] = 0
	return ""
}

// goToNoted goes to a value of the notes.
func (b *model) goToNoted(name string) engine.Action {
	b.notes.GoColumn(int(name[0] - '1'))
	return ""
}
