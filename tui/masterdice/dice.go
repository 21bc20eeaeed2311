package masterdice

import (
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// diceView draws the white dice that were rolled, with a short animation.
type diceView struct{ *position }

// tumbleFrames is the duration of the animation, in frames.
const tumbleFrames = 3

// seeDice starts the animation of new dice.
func (d *diceView) seeDice(before game.View, begins bool) {
	d.Move(0)
	now, was := d.shown(), boardOf(before, d.shown().Solver)
	if len(now.Rolled) > 0 && len(was.Rolled) == 0 && !begins && len(before.Boards) > 0 {
		d.Move(tumbleFrames)
	}
}

// tumbled returns the face of a die in a frame of the animation, at the end its own.
func (d *diceView) tumbled(die, value int) int {
	return (value-1+d.Left()*(2+die))%game.Faces + 1
}

// free returns the rolled dice that are not in the row being filled.
func (d *diceView) free(one game.Board) []int {
	if !d.Yours() {
		return one.Rolled
	}
	var free []int
	used := [game.Faces + 1]int{}
	for _, value := range d.Input.Places {
		used[value]++
	}
	for _, value := range one.Rolled {
		if used[value] > 0 {
			used[value]--
			continue
		}
		free = append(free, value)
	}
	return free
}

// inCup says that the dice have to be rolled, or returns "".
func (d *diceView) inCup(one game.Board) string {
	if len(one.Rolled) > 0 || one.Phase != game.PhaseRoll {
		return ""
	}
	return d.Say(prose.T("press Enter to roll"))
}

// value marks the drawing of a die as clickable.
func (d *diceView) value(text string, value int) string {
	if !d.Choosing() {
		return text
	}
	return board.Value(text, itoa(value))
}

// drawDice draws the rolled dice.
func (d *diceView) drawDice(one game.Board) []string {
	lines := make([]string, 5)
	for die, value := range d.free(one) {
		for i, part := range boxed(d.tumbled(die, value)) {
			lines[i] += d.value(d.Theme.Text.Render(part), value) + " "
		}
	}
	if said := d.inCup(one); said != "" {
		lines[2] = d.Theme.Faint.Render("  " + said)
	}
	return lines
}

// drawDiceLine draws the rolled dice in one line.
func (d *diceView) drawDiceLine(one game.Board, width int) []string {
	if len(one.Rolled) == 0 {
		if said := d.inCup(one); said != "" {
			return style.Indented(style.Wrapped(said, d.Theme.Faint, width-1), 1)
		}
		return nil
	}
	line := " " + d.Theme.Faint.Render(d.Say(prose.T("Dice:")))
	for die, value := range d.free(one) {
		line += " " + d.value(d.Theme.Strong.Render("["+itoa(d.tumbled(die, value))+"]"), value)
	}
	return []string{line}
}

// face returns the face of a die: three lines, five cells wide.
func face(value int) [3]string {
	switch value {
	case 1:
		return [3]string{"     ", "  ●  ", "     "}
	case 2:
		return [3]string{"●    ", "     ", "    ●"}
	case 3:
		return [3]string{"●    ", "  ●  ", "    ●"}
	case 4:
		return [3]string{"●   ●", "     ", "●   ●"}
	case 5:
		return [3]string{"●   ●", "  ●  ", "●   ●"}
	case 6:
		return [3]string{"●   ●", "●   ●", "●   ●"}
	}
	return [3]string{"     ", "     ", "     "}
}

// boxed returns a die with its edges: five lines, seven cells wide.
func boxed(value int) [5]string {
	pips := face(value)
	return [5]string{"╭─────╮", "│" + pips[0] + "│", "│" + pips[1] + "│", "│" + pips[2] + "│", "╰─────╯"}
}

// die returns a line of a die in a row: its value, its face or the whole die, depending on the
// scale.
func (s scale) die(value, part int) string {
	switch {
	case value == 0:
		return style.Blanks(s.cell)
	case s.tall >= 5:
		return centre(boxed(value)[part], s.cell)
	case s.tall >= 3:
		return centre(face(value)[part], s.cell)
	}
	return centre("["+itoa(value)+"]", s.cell)
}
