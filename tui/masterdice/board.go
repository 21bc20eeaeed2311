// Package masterdice is the board of MasterDice on the screen: the four
// coloured columns, the rows with their dice and counts, the dice rolled, and
// private notes.
package masterdice

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that MasterDice brings to the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme *look.Theme, voice *prose.Voice) board.Board { return newModel(theme, voice) },
		Narrator: narrator(),
		Open:     open,
		End:      end(),
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// model draws the newest scene and keeps what the person is about to choose.
type model struct {
	board.Kit
	board.Motion // of the dice that tumble
	board.Aside
	view game.View
	keys boardKeys

	line    board.Line[int] // being filled: dice to place, or the answer
	solving bool            // the line is an answer
	sure    bool            // the answer was asked for once; enter gives it
	notes   board.Notes[int]
	log     board.Log
	rows    board.Rows // where not all of them fit
}

func newModel(theme *look.Theme, voice *prose.Voice) *model {
	b := &model{Kit: board.NewKit(theme, voice)}
	b.keys, b.line.Touched = b.newKeys(), b.unsure
	b.clear()
	return b
}

// tumbleFrames is how long dice tumble, in frames.
const tumbleFrames = 3

// tumbled is the face that a die shows while it tumbles, in the end its own.
func (b *model) tumbled(die, value int) int {
	return (value-1+b.Left()*(2+die))%game.Faces + 1
}

// See implements board.Board.
func (b *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, begins := b.view, b.Take(scene)
	b.view = view
	b.Move(0)
	if now, was := b.shown(), boardOf(before, b.shown().Solver); len(now.Rolled) > 0 && len(was.Rolled) == 0 && !begins && len(before.Boards) > 0 {
		b.Move(tumbleFrames)
	}
	if begins {
		b.notes.Clear()
		b.solving = false
		b.clear()
	}
	if mine, ok := b.mine(); !ok || mine.Phase == game.PhaseWaiting || mine.Phase == game.PhaseOver {
		b.solving = false
		b.clear()
	} else if mine.Phase == game.PhaseSolve && !b.solving && !scene.Past {
		b.solving = true
		b.clear()
	} else if mine.Phase == game.PhaseRoll && !b.solving {
		b.clear()
	}
	b.notes.On(b.grid())
	b.log.On(len(view.Log), b.InPlay())
}

func (b *model) clear() {
	b.line.Clear(game.Columns)
	b.sure = false
	b.rows.Newest()
}

// filled is the line as far as it is filled.
func (b *model) filled() game.Line { return game.Line(b.line.Places) }

// mine is the board that the person solves.
func (b *model) mine() (game.Board, bool) {
	i := slices.IndexFunc(b.view.Boards, func(one game.Board) bool { return one.Solver == b.view.Seat })
	if i < 0 {
		return game.Board{}, false
	}
	return b.view.Boards[i], true
}

// Click implements board.Clicker: a column is chosen, a die put on it, a key
// pressed.
func (b *model) Click(part string) (engine.Action, bool) {
	if name, is := board.Clicked(part); is {
		return keys.Press(b.Bindings(), name)
	}
	what, number, _ := strings.Cut(part, " ")
	n, err := strconv.Atoi(number)
	if err != nil || !b.choosing() {
		return "", false
	}
	switch {
	case what == "column" && n >= 0 && n < game.Columns:
		b.line.At = n
	case what == "die" && n >= 1 && n <= game.Faces:
		return keys.Press(b.Bindings(), number)
	}
	return "", true
}

// choices are the values that a column can hold, ascending.
func (b *model) choices(mine game.Board, column int) []int {
	if b.solving {
		return []int{1, 2, 3, 4, 5, 6}
	}
	free := slices.Clone(mine.Rolled)
	for other, value := range b.line.Places {
		if at := slices.Index(free, value); other != column && value != 0 && at >= 0 {
			free = slices.Delete(free, at, at+1)
		}
	}
	slices.Sort(free)
	return slices.Compact(free)
}
