package masterdice

import (
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
)

// lineInput is the row that the player fills: dice to place, or the answer.
type lineInput struct {
	*position

	keys    lineKeys
	solving bool // the row is an answer
	sure    bool // the player was asked to confirm the answer; Enter plays it
}

// lineKeys holds the keys of the game.
type lineKeys struct{ roll, enter, values, columns, turn, none, solve, back, noted board.Binding }

func newLineInput(p *position) *lineInput {
	l := &lineInput{position: p}
	l.keys, l.Input.Touched = l.newKeys(), l.unsure
	l.clear()
	return l
}

func (l *lineInput) newKeys() lineKeys {
	values := keymap.Of("1-6", "1", "2", "3", "4", "5", "6")
	return lineKeys{
		roll:    board.Binding{Key: keymap.Of("enter", "enter", "r", "space"), Hint: prose.T("roll").In("verb"), Help: prose.T("roll the white dice"), Do: keymap.Always(game.Roll)},
		enter:   board.Binding{Key: keymap.Named("enter"), Help: prose.T("place the dice, or solve (press twice)"), Do: l.enter},
		values:  board.Binding{Key: values, Help: prose.T("place a die of that value in the column under the cursor"), Only: l.fits, Do: l.put},
		columns: board.Binding{Key: keymap.Of("b r y g", "b", "r", "y", "g"), Help: prose.T("choose the column of that colour"), Do: l.goTo},
		turn:    board.Binding{Key: keymap.Of("↑↓", "up", "down"), Help: prose.T("cycle through the dice that fit"), Do: l.turn},
		none:    board.Binding{Key: keymap.Named("0"), Do: l.Input.Empty},
		solve:   board.Binding{Key: keymap.Named("s"), Help: prose.T("solve: enter the whole code"), Do: l.solve},
		back:    board.Binding{Key: keymap.Named("esc"), Help: prose.T("take all dice back, or cancel solving"), Do: l.leave},
		noted:   board.Binding{Key: values, Do: l.note},
	}
}

// see takes the newest scene. What the player has entered is kept as far as it is still possible.
func (l *lineInput) see(begins bool) {
	if begins {
		l.solving = false
		l.clear()
	}
	switch mine, ok := l.mine(); {
	case !ok || mine.Phase == game.PhaseWaiting || mine.Phase == game.PhaseOver:
		l.solving = false
		l.clear()
	case mine.Phase == game.PhaseSolve && !l.solving && !l.Scene.Past:
		l.solving = true
		l.clear()
	case mine.Phase == game.PhaseRoll && !l.solving:
		l.clear()
	}
}

func (l *lineInput) clear() {
	l.Input.Clear(game.Columns)
	l.unsure()
}

// unsure is called by every key except Enter. It cancels the confirmation of an answer and scrolls
// to the newest rows.
func (l *lineInput) unsure() {
	l.sure = false
	l.Rows.Newest()
}

// line returns the filled part of the row.
func (l *lineInput) line() game.Line { return game.Line(l.Input.Places) }

// rolling reports whether dice have to be rolled. filling reports whether the row has to be filled.
func (l *lineInput) rolling() bool {
	mine, _ := l.mine()
	return l.Choosing() && mine.Phase == game.PhaseRoll && !l.solving
}

func (l *lineInput) filling() bool { return l.Choosing() && !l.rolling() }

// bindings returns the keys of the board.
func (l *lineInput) bindings() board.Bindings {
	mine, _ := l.mine()
	k, filling, must := &l.keys, l.filling(), mine.Phase == game.PhaseSolve
	enter, values := k.enter.If(filling && (l.Input.Full() || !l.solving && l.Input.Filled() > 0)), k.values.If(filling)
	solve, back := k.solve.If(l.Choosing()), k.back.If(filling && l.Input.Filled() > 0)
	why := prose.T("Place at least one die on the row first.")
	enter.Hint, values.Hint = prose.T("place").In("verb"), prose.T("place a die")
	if l.solving {
		why = prose.T("Enter all four values first.")
		enter.Hint, values.Hint = prose.T("solve").In("verb"), prose.T("value")
	} else {
		solve.Hint = prose.T("solve").In("verb")
	}
	if filling {
		enter.Why = why
	}
	if filling && l.solving && !must {
		back = k.back.If(true)
		back.Hint, back.Leaves = prose.T("not yet"), true
	}
	return l.Gather(
		[]board.Binding{k.roll.If(l.rolling()), enter, values},
		filling, prose.T("column"),
		[]board.Binding{k.columns.If(filling), k.turn.If(filling), k.none.If(filling), solve, back}, k.noted,
	)
}

// solve starts the input of an answer. If one is being typed, solve cancels it, or clears it if
// the player must answer.
func (l *lineInput) solve(string) engine.Action {
	mine, _ := l.mine()
	l.solving = !l.solving || mine.Phase == game.PhaseSolve
	l.clear()
	return ""
}

// leave cancels an answer that is not due, or empties the row.
func (l *lineInput) leave(string) engine.Action {
	mine, _ := l.mine()
	l.solving = l.solving && mine.Phase == game.PhaseSolve
	l.clear()
	return ""
}

// enter places the dice, or plays an answer when it is pressed a second time.
func (l *lineInput) enter(string) engine.Action {
	l.Rows.Newest()
	switch {
	case l.solving && !l.sure:
		l.sure = true
		return ""
	case l.solving:
		return game.Solve(l.line())
	}
	return game.Place(l.line())
}

// choices returns the values that the column under the cursor can hold, ascending: all in an
// answer, otherwise the rolled dice that are not in another column.
func (l *lineInput) choices() []int {
	if l.solving {
		return []int{1, 2, 3, 4, 5, 6}
	}
	mine, _ := l.mine()
	free := slices.Clone(mine.Rolled)
	for other, value := range l.Input.Places {
		if at := slices.Index(free, value); other != l.Input.At && value != 0 && at >= 0 {
			free = slices.Delete(free, at, at+1)
		}
	}
	slices.Sort(free)
	return slices.Compact(free)
}

// fits reports whether a value can be entered under the cursor.
func (l *lineInput) fits(name string) bool { return slices.Contains(l.choices(), int(name[0]-'0')) }

func (l *lineInput) put(name string) engine.Action {
	l.Input.Put(int(name[0] - '0'))
	return ""
}

func (l *lineInput) goTo(name string) engine.Action {
	l.Input.Go(strings.Index(letters, name))
	return ""
}

func (l *lineInput) turn(name string) engine.Action {
	l.Input.Turn(name, append([]int{0}, l.choices()...))
	return ""
}

func (l *lineInput) note(name string) engine.Action {
	l.Notes.GoColumn(int(name[0] - '1'))
	return ""
}

// ask returns what the player has to decide, or asks to confirm an answer.
func (l *lineInput) ask(mine game.Board) prose.Text {
	switch {
	case l.solving && l.sure && !l.View.Memory && !game.Fits(l.line(), mine.Rows):
		return prose.T("Press Enter again to answer {code}, although your rows rule it out.", digits(l.Input.Places))
	case l.solving && l.sure:
		return prose.T("Press Enter again to answer {code}: you have only one answer.", digits(l.Input.Places))
	case l.solving && mine.Phase == game.PhaseSolve:
		return prose.T("You have to solve now: enter all four values.")
	case l.solving:
		return prose.C("To solve, enter all four values: a right answer is worth {n} point now.",
			"To solve, enter all four values: a right answer is worth {n} points now.", prose.N(mine.ScoreNow))
	case mine.Phase == game.PhaseRoll:
		return prose.T("Your turn: roll the dice, or solve if you know the code.")
	case l.Input.Filled() == 0:
		return prose.T("Place one to four of the dice on row {n} as a guess; unused dice go back into the cup.", prose.N(mine.RowsUsed+1))
	}
	return prose.T("Press Enter to place {dice} on row {n}.", inColours(l.line()), prose.N(mine.RowsUsed+1))
}

// drawCell draws a line of a cell that is being filled. The cell under the cursor has marks that
// need no colour.
func (l *lineInput) drawCell(column, part int, s scale) string {
	value, middle := l.Input.Places[column], part == s.tall/2
	text := s.die(value, part)
	if value == 0 && middle {
		text = centre("·", s.cell)
	}
	if column == l.Input.At && l.Choosing() && middle {
		inner := scale{cell: s.cell - 2, tall: s.tall}
		text = inner.die(value, part)
		if value == 0 {
			text = centre("·", inner.cell)
		}
		return l.Input.Place(l.Theme.Cursor.Render("›"+text+"‹"), column)
	}
	return l.Input.Place(l.Theme.Accent.Render(text), column)
}

// drawAnswer draws the answer below the names of the columns.
func (l *lineInput) drawAnswer() []string {
	s := normal()
	var heads, cells string
	for column, name := range l.columnNames(s.cell) {
		heads += l.columnStyle(l.Theme.Strong, column).Render(centre(name, s.cell))
		cells += l.drawCell(column, 0, s)
	}
	return []string{l.Theme.Strong.Render(l.Say(prose.T("Your answer"))), heads, cells, "", ""}
}
