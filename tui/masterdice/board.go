// Package masterdice is the board of MasterDice on the screen: the four
// coloured columns, the rows with their dice and counts, the dice rolled, a
// private scratch pad.
package masterdice

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that MasterDice brings to the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme look.Theme, voice *prose.Voice) board.Board { return &model{theme: theme, voice: voice} },
		Narrator: narrator(),
		Open:     open,
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// board draws the newest scene and keeps what the person is about to choose.
type model struct {
	theme  look.Theme
	voice  *prose.Voice
	scene  board.Scene
	people prose.People
	view   game.View

	line    game.Line // being filled: dice to place, or the answer
	column  int       // the cursor on it
	solving bool      // the line is an answer
	sure    bool      // the answer was asked for once; enter gives it
	pad     pad
	rows    board.Rows // where not all of them fit
	tumbles int        // frames for which the dice go on tumbling
}

// tumbleFrames is how long dice tumble, in frames.
const tumbleFrames = 3

// Moving implements board.Mover.
func (b *model) Moving() bool { return b.tumbles > 0 }

// Step implements board.Mover.
func (b *model) Step() { b.tumbles = max(0, b.tumbles-1) }

// tumbled is the face that a die shows while it tumbles, in the end its own.
func (b *model) tumbled(die, value int) int {
	return (value-1+b.tumbles*(2+die))%game.Faces + 1
}

func (b *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before := b.view
	newGame := scene.View.Round != b.scene.View.Round || (before.Over && !view.Over)
	b.scene, b.people, b.view = scene, scene.People(), view
	b.tumbles = 0
	if now, was := b.shown(), boardOf(before, b.shown().Solver); len(now.Rolled) > 0 && len(was.Rolled) == 0 && !newGame && len(before.Boards) > 0 {
		b.tumbles = tumbleFrames
	}
	if newGame {
		b.pad, b.solving = pad{}, false
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
}

func (b *model) clear() {
	b.line, b.column, b.sure = game.Line{}, 0, false
	b.rows.Newest()
}

// mine is the board that the person solves.
func (b *model) mine() (game.Board, bool) {
	i := slices.IndexFunc(b.view.Boards, func(one game.Board) bool { return one.Solver == b.view.Seat })
	if i < 0 {
		return game.Board{}, false
	}
	return b.view.Boards[i], true
}

// active says whether the person has something to decide.
func (b *model) active() bool { return due(b.scene, b.view) }

func (b *model) hasPad() bool {
	_, solver := b.mine()
	return solver && !b.scene.Past && !b.view.Memory && !b.view.Over
}

func (b *model) Key(key tea.KeyPressMsg) (engine.Action, bool) {
	name := key.String()
	switch {
	case b.rows.Key(name):
		return "", true
	case b.hasPad() && (name == "tab" || b.pad.open):
		used := b.pad.key(name)
		b.pad.auto = b.pad.auto && b.scene.Aided
		return "", used
	case !b.active():
		return "", false
	}
	b.rows.Newest()
	mine, _ := b.mine()
	if mine.Phase == game.PhaseRoll && !b.solving {
		return b.keyRoll(name)
	}
	return b.keyLine(mine, name)
}

// Click implements board.Clicker: a column is chosen, a die put on it.
func (b *model) Click(part string) (engine.Action, bool) {
	what, number, _ := strings.Cut(part, " ")
	n, err := strconv.Atoi(number)
	if err != nil || !b.active() || b.pad.open {
		return "", false
	}
	switch {
	case what == "column" && n >= 0 && n < game.Columns:
		b.column = n
	case what == "die" && n >= 1 && n <= game.Faces:
		return b.Key(tea.KeyPressMsg{Code: rune('0' + n), Text: number})
	}
	return "", true
}

func (b *model) keyRoll(name string) (engine.Action, bool) {
	switch name {
	case "r", "enter", "space":
		return game.Roll, true
	case "s":
		b.solving = true
		b.clear()
		return "", true
	}
	return "", false
}

// keyLine fills the line: the dice to place, or the answer.
func (b *model) keyLine(mine game.Board, name string) (engine.Action, bool) {
	sure := b.sure
	b.sure = false
	switch name {
	case "left", "h":
		b.column = (b.column + game.Columns - 1) % game.Columns
	case "right", "l", "space":
		b.column = (b.column + 1) % game.Columns
	case "up", "k":
		b.turn(mine, +1)
	case "down", "j":
		b.turn(mine, -1)
	case "1", "2", "3", "4", "5", "6":
		return "", b.put(mine, int(name[0]-'0'))
	case "b", "y", "g":
		b.column = map[string]int{"b": 0, "y": 2, "g": 3}[name]
	case "r":
		b.column = int(game.Red)
	case "0", "-", "delete":
		b.line[b.column] = 0
	case "backspace":
		b.back()
	case "s":
		b.solving, b.line, b.column = !b.solving || mine.Phase == game.PhaseSolve, game.Line{}, 0
	case "esc":
		if !b.solving || mine.Phase == game.PhaseSolve {
			cleared := b.line != game.Line{}
			b.clear()
			return "", cleared
		}
		b.solving = false
		b.clear()
	case "enter":
		return b.enter(sure)
	default:
		return "", false
	}
	return "", true
}

// enter places or solves; it does nothing before the line is filled.
func (b *model) enter(sure bool) (engine.Action, bool) {
	switch {
	case b.solving && b.line.Dice() < game.Columns, b.line.Dice() == 0:
		return "", false
	case b.solving && !sure:
		b.sure = true
		return "", true
	case b.solving:
		return game.Solve(b.line), true
	}
	return game.Place(b.line), true
}

// put sets the value under the cursor and goes on to the next column. Only
// dice that were rolled and are not yet in the line can be placed.
func (b *model) put(mine game.Board, value int) bool {
	may := b.solving || slices.Contains(b.choices(mine, b.column), value)
	if may {
		b.line[b.column] = value
		b.column = min(b.column+1, game.Columns-1)
	}
	return may
}

// turn goes through what the column can hold.
func (b *model) turn(mine game.Board, step int) {
	choices := append([]int{0}, b.choices(mine, b.column)...)
	at := slices.Index(choices, b.line[b.column])
	b.line[b.column] = choices[(at+step+len(choices))%len(choices)]
}

// back empties the column under the cursor, or the one before if it is empty.
func (b *model) back() {
	if b.line[b.column] == 0 && b.column > 0 {
		b.column--
	}
	b.line[b.column] = 0
}

// choices are the values that a column can hold, ascending.
func (b *model) choices(mine game.Board, column int) []int {
	if b.solving {
		return []int{1, 2, 3, 4, 5, 6}
	}
	free := slices.Clone(mine.Rolled)
	for other, value := range b.line {
		if at := slices.Index(free, value); other != column && value != 0 && at >= 0 {
			free = slices.Delete(free, at, at+1)
		}
	}
	slices.Sort(free)
	return slices.Compact(free)
}
