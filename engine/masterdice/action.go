package masterdice

import (
	"iter"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
)

// Roll is the action that rolls the white dice for the next row.
const Roll engine.Action = "roll"

// Place returns the action that puts rolled dice on the next row. A 0 leaves a column empty.
func Place(cells Line) engine.Action { return engine.Action("place" + cellsText(cells)) }

// Solve returns the action that names the whole code.
func Solve(code Line) engine.Action { return engine.Action("solve" + numbersText(code[:])) }

// cellsText returns a text such as " b3 y5".
func cellsText(cells Line) string {
	text := make([]byte, 0, 3*Columns)
	for column, value := range cells {
		if value != 0 {
			text = append(text, ' ', Column(column).String()[0])
			text = strconv.AppendInt(text, int64(value), 10)
		}
	}
	return string(text)
}

// numbersText returns a text such as " 1 2 3 4".
func numbersText(values []int) string {
	text := make([]byte, 0, 2*Columns)
	for _, value := range values {
		text = strconv.AppendInt(append(text, ' '), int64(value), 10)
	}
	return string(text)
}

// Verbs of a solver's actions.
const (
	verbRoll  = "roll"
	verbPlace = "place"
	verbSolve = "solve"
)

// A decision is a parsed action: the verb and the line after it.
type decision struct {
	verb string
	line Line
}

// parse parses an action. It checks only the notation, not whether the dice are available.
func parse(action engine.Action) (decision, error) {
	verb, values, err := kit.Read(action, verbs(), func() error { return engine.Refuse(engine.NotAnAction, RefusedAction, examplePlace, exampleSolve) })
	if err != nil {
		return decision{}, err
	}
	return decision{verb.Name, lineAt(values[0])}, nil
}

func verbs() []kit.Verb {
	return []kit.Verb{
		{Name: verbRoll},
		{Name: verbPlace, Terms: []kit.Term{lineTerm(1)}, Bad: func() error { return engine.Refuse(engine.NotAnAction, RefusedPlaceForm, examplePlace) }},
		{Name: verbSolve, Terms: []kit.Term{lineTerm(Columns)}, Bad: func() error { return engine.Refuse(engine.NotAnAction, RefusedSolveForm, exampleSolve) }},
	}
}

// actionForms returns the forms of all actions.
func actionForms(engine.Setup) []engine.ActionForm {
	dice := engine.ActionArg{Name: "dice", Form: "DICE", Help: "dice are one to four of a column, b, r, y or g, and a value, as in " + examplePlace, Example: "b3 y5", List: true}
	values := engine.ActionArg{Name: "values", Form: "VALUES", Help: "values are those of blue, red, yellow and green, as in " + exampleSolve, Example: "1 2 3 4", Number: true, List: true}
	return []engine.ActionForm{{Verb: verbRoll}, {Verb: verbPlace, Args: []engine.ActionArg{dice}}, {Verb: verbSolve, Args: []engine.ActionArg{values}}}
}

// lineTerm returns a term for lines with a minimum number of dice, numbered by their values.
func lineTerm(least int) kit.Term {
	return kit.Term{High: allLines - 1, Read: func(text string) (n int, ok bool) {
		line, ok := parseLine(strings.Fields(text))
		for _, value := range line {
			n = n*(Faces+1) + value
		}
		return n, ok && line.Dice() >= least
	}}
}

// allLines is the number of lines with values from 0 in each column.
const allLines = (Faces + 1) * (Faces + 1) * (Faces + 1) * (Faces + 1)

// lineAt returns the line with a number.
func lineAt(n int) (line Line) {
	for column := Columns - 1; column >= 0; column-- {
		line[column] = n % (Faces + 1)
		n /= Faces + 1
	}
	return line
}

// parseLine parses values that are named by column ("b3", "3b"), or one value for every column in
// order ("3 - 5 -", "3-5-").
func parseLine(fields []string) (Line, bool) {
	text := strings.Join(fields, "")
	if len(text) == Columns && !strings.ContainsAny(text, "bryg") {
		return parsePositions(text)
	}
	var line Line
	for _, field := range fields {
		column, value, ok := parseDie(field)
		if !ok || line[column] != 0 {
			return Line{}, false
		}
		line[column] = value
	}
	return line, true
}

func parsePositions(text string) (Line, bool) {
	var line Line
	for column := range line {
		value, ok := parseValue(text[column])
		if !ok && text[column] != '-' {
			return Line{}, false
		}
		line[column] = value
	}
	return line, true
}

func parseDie(field string) (Column, int, bool) {
	if len(field) != 2 {
		return 0, 0, false
	}
	letter, digit := field[0], field[1]
	if _, swapped := parseValue(letter); swapped {
		letter, digit = digit, letter
	}
	value, ok := parseValue(digit)
	column := strings.IndexByte("bryg", letter)
	return Column(column), value, ok && column >= 0
}

func parseValue(digit byte) (int, bool) {
	if digit < '1' || digit > '0'+Faces {
		return 0, false
	}
	return int(digit - '0'), true
}

// placements yields every way to put one or more rolled dice on a row. Equal dice are
// interchangeable, so each placement is yielded once.
func placements(rolled []int) iter.Seq[Line] {
	var left [Faces + 1]int
	for _, value := range rolled {
		left[value]++
	}
	return func(yield func(Line) bool) {
		var cells Line
		left := left // each iteration counts its own dice
		var fill func(column int) bool
		fill = func(column int) bool {
			if column == Columns {
				return cells.Dice() == 0 || yield(cells)
			}
			for value := range left {
				if value != 0 && left[value] == 0 {
					continue
				}
				cells[column] = value
				left[value]--
				more := fill(column + 1)
				left[value]++
				if !more {
					return false
				}
			}
			return true
		}
		fill(0)
	}
}

// among reports whether all dice of a row were rolled. It uses each die once.
func among(cells Line, rolled []int) bool {
	var left [Faces + 1]int
	for _, value := range rolled {
		left[value]++
	}
	for _, value := range cells {
		if value == 0 {
			continue
		}
		if left[value] == 0 {
			return false
		}
		left[value]--
	}
	return true
}
