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
	"parlor/tui"
)

//go:embed rules.md
var rules string

// GameUI is all that MasterDice brings to the screen.
func GameUI() tui.GameUI {
	return tui.GameUI{
		Game:     game.Rules().Game(),
		Board:    func(theme tui.Theme) tui.Board { return &board{theme: theme} },
		Narrator: narrator().Prose(),
		Open:     open,
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// board draws the newest scene and keeps what the person is about to choose.
type board struct {
	theme  tui.Theme
	scene  tui.Scene
	people tui.People
	view   game.View

	line    game.Line // being filled: dice to place, or the answer
	column  int       // the cursor on it
	solving bool      // the line is an answer
	sure    bool      // the answer was asked for once; enter gives it
	pad     pad
	tumbles int // frames for which the dice go on tumbling
}

// tumbleFrames is how long dice tumble, in frames.
const tumbleFrames = 3

// Moving implements tui.Mover.
func (b *board) Moving() bool { return b.tumbles > 0 }

// Step implements tui.Mover.
func (b *board) Step() { b.tumbles = max(0, b.tumbles-1) }

// tumbled is the face that a die shows while it tumbles, in the end its own.
func (b *board) tumbled(die, value int) int {
	return (value-1+b.tumbles*(2+die))%game.Faces + 1
}

func (b *board) See(scene tui.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before := b.view
	newGame := scene.View.Round != b.scene.View.Round || (before.Over && !view.Over)
	b.scene, b.people, b.view = scene, tui.PeopleOf(scene), view
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

// boardOf is somebody's board in a view; an empty one where there is none.
func boardOf(view game.View, solver engine.Seat) game.Board {
	for _, one := range view.Boards {
		if one.Solver == solver {
			return one
		}
	}
	return game.Board{}
}

func (b *board) clear() { b.line, b.column, b.sure = game.Line{}, 0, false }

// mine is the board that the person solves.
func (b *board) mine() (game.Board, bool) {
	i := slices.IndexFunc(b.view.Boards, func(one game.Board) bool { return one.Solver == b.view.Seat })
	if i < 0 {
		return game.Board{}, false
	}
	return b.view.Boards[i], true
}

// active says whether the person has something to decide.
func (b *board) active() bool {
	return !b.scene.Past && b.scene.View.Stage == engine.Playing && slices.Contains(b.scene.View.ToMove, b.view.Seat)
}

func (b *board) hasPad() bool {
	_, solver := b.mine()
	return solver && !b.scene.Past && !b.view.Memory && !b.view.Over
}

func (b *board) Key(key tea.KeyPressMsg) (engine.Action, bool) {
	name := key.String()
	if b.hasPad() && (name == "tab" || b.pad.open) {
		used := b.pad.key(name)
		b.pad.auto = b.pad.auto && b.scene.Aided
		return "", used
	}
	if !b.active() {
		return "", false
	}
	mine, _ := b.mine()
	if mine.Phase == game.PhaseRoll && !b.solving {
		return b.keyRoll(name)
	}
	return b.keyLine(mine, name)
}

// Click implements tui.Clicker: a column is chosen, a die put on it.
func (b *board) Click(part string) (engine.Action, bool) {
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

func (b *board) keyRoll(name string) (engine.Action, bool) {
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
func (b *board) keyLine(mine game.Board, name string) (engine.Action, bool) {
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
func (b *board) enter(sure bool) (engine.Action, bool) {
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
func (b *board) put(mine game.Board, value int) bool {
	may := b.solving || slices.Contains(b.choices(mine, b.column), value)
	if may {
		b.line[b.column] = value
		b.column = min(b.column+1, game.Columns-1)
	}
	return may
}

// turn goes through what the column can hold.
func (b *board) turn(mine game.Board, step int) {
	choices := append([]int{0}, b.choices(mine, b.column)...)
	at := slices.Index(choices, b.line[b.column])
	b.line[b.column] = choices[(at+step+len(choices))%len(choices)]
}

// back empties the column under the cursor, or the one before if it is empty.
func (b *board) back() {
	if b.line[b.column] == 0 && b.column > 0 {
		b.column--
	}
	b.line[b.column] = 0
}

// choices are the values that a column can hold, ascending.
func (b *board) choices(mine game.Board, column int) []int {
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

func (b *board) Hints() []tui.Hint {
	var hints []tui.Hint
	mine, _ := b.mine()
	switch {
	case b.pad.open:
		return []tui.Hint{{Key: "←↑↓→", Does: "move"}, {Key: "x", Does: "rule out"}, {Key: "o", Does: "sure"}, b.autoHint(), {Key: "tab", Does: "back to the dice"}}
	case !b.active():
	case b.solving:
		hints = []tui.Hint{{Key: "1-6", Does: "value"}, {Key: "←→", Does: "column"}, {Key: "enter", Does: "solve"}}
		if mine.Phase != game.PhaseSolve {
			hints = append(hints, tui.Hint{Key: "esc", Does: "not yet"})
		}
	case mine.Phase == game.PhaseRoll:
		hints = []tui.Hint{{Key: "enter", Does: "roll"}, {Key: "s", Does: "solve"}}
	default:
		hints = []tui.Hint{{Key: "1-6", Does: "put a die"}, {Key: "←→", Does: "column"}, {Key: "enter", Does: "place"}, {Key: "s", Does: "solve"}}
	}
	if b.hasPad() {
		hints = append(hints, tui.Hint{Key: "tab", Does: "scratch pad"})
	}
	return hints
}

// autoHint is the key for aids, or why there are none.
func (b *board) autoHint() tui.Hint {
	switch {
	case !b.scene.Aided:
		return tui.Hint{Key: "a", Does: "no aids in this room"}
	case b.pad.auto:
		return tui.Hint{Key: "a", Does: "by hand"}
	}
	return tui.Hint{Key: "a", Does: "fill in"}
}

func (b *board) Keys() []tui.Hint {
	return []tui.Hint{
		{Key: "enter, r", Does: "roll the white dice"},
		{Key: "1-6", Does: "put a die of that value on the column under the cursor"},
		{Key: "← →, b r y g", Does: "choose the column"},
		{Key: "↑ ↓", Does: "go through the dice that fit"},
		{Key: "-, backspace", Does: "take a die back"},
		{Key: "enter", Does: "place the dice, or solve (asked twice)"},
		{Key: "s", Does: "solve: name the whole code; esc goes back"},
		{Key: "tab", Does: "scratch pad: x rules a value out, o marks it as sure, a fills in what follows"},
	}
}

func (b *board) Ask() string {
	mine, solver := b.mine()
	switch {
	case b.view.Over || b.scene.View.Stage != engine.Playing:
		return ""
	case !b.active() && solver:
		return "Your board is done. " + b.people.Waits(b.scene.View.ToMove)
	case !b.active():
		return b.people.Waits(b.scene.View.ToMove)
	case b.pad.open:
		return "Your scratch pad: only you see it."
	case b.solving && b.sure && !b.view.Memory && !game.Fits(b.line, mine.Rows):
		return "Your rows rule " + lineWords(b.line) + " out. Enter again to answer it all the same."
	case b.solving && b.sure:
		return "Solve with " + lineWords(b.line) + "? It ends the game. Enter again to say yes."
	case b.solving && mine.Phase == game.PhaseSolve:
		return "No attempt is left: name all four values."
	case b.solving:
		return "Solve: name all four values. A right answer is worth " + tui.Count(mine.ScoreNow, "point") + " now."
	case mine.Phase == game.PhaseRoll:
		return "Your turn: roll the dice, or solve if you know the code."
	case b.line.Dice() == 0:
		return "Put one to four dice on row " + itoa(mine.RowsUsed+1) + ". The rest goes back."
	}
	return "Place " + lineWords(b.line) + " on row " + itoa(mine.RowsUsed+1) + "? Enter places."
}
