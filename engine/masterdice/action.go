package masterdice

import (
	"iter"
	"strconv"
	"strings"

	"parlor/engine"
)

// Roll throws the white dice for the next row.
const Roll engine.Action = "roll"

// Place puts rolled dice on the next row, 0 for a column that stays empty.
func Place(cells Line) engine.Action { return engine.Action("place" + cellsText(cells)) }

// Solve names the whole code.
func Solve(code Line) engine.Action { return engine.Action("solve" + numbersText(code[:])) }

// cellsText is such as " b3 y5".
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

// numbersText is such as " 1 2 3 4".
func numbersText(values []int) string {
	text := make([]byte, 0, 2*Columns)
	for _, value := range values {
		text = strconv.AppendInt(append(text, ' '), int64(value), 10)
	}
	return string(text)
}

// Verbs of the actions that a solver decides.
const (
	verbRoll  = "roll"
	verbPlace = "place"
	verbSolve = "solve"
)

// decision is an action read: the verb, and the line that follows it.
type decision struct {
	verb string
	line Line
}

// maxAction bounds how much text is looked at; every form is much shorter.
const maxAction = 80

// parse reads an action. It checks the notation only: whether the dice are
// there is for the state to say.
func parse(action engine.Action) (decision, error) {
	if len(action) > maxAction {
		return decision{}, notAnAction()
	}
	fields := strings.FieldsFunc(strings.ToLower(string(action)), func(r rune) bool {
		return r == ' ' || r == '\t' || r == ','
	})
	if len(fields) == 0 {
		return decision{}, notAnAction()
	}
	verb, rest := fields[0], fields[1:]
	switch {
	case verb == verbRoll && len(rest) == 0:
		return decision{verb: verbRoll}, nil
	case verb == verbPlace:
		line, ok := parseLine(rest)
		if !ok || line.Dice() == 0 {
			return decision{}, engine.Refuse(engine.NotAnAction, RefusedPlaceForm, examplePlace)
		}
		return decision{verbPlace, line}, nil
	case verb == verbSolve:
		line, ok := parseLine(rest)
		if !ok || line.Dice() < Columns {
			return decision{}, engine.Refuse(engine.NotAnAction, RefusedSolveForm, exampleSolve)
		}
		return decision{verbSolve, line}, nil
	}
	return decision{}, notAnAction()
}

func notAnAction() error {
	return engine.Refuse(engine.NotAnAction, RefusedAction, examplePlace, exampleSolve)
}

// parseLine reads values named by column ("b3", "3b"), or one for every column
// in order ("3 - 5 -", "3-5-").
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

// placements yields every way to put one or more of the rolled dice on a row,
// each once. Dice of equal value are not told apart.
func placements(rolled []int) iter.Seq[Line] {
	var left [Faces + 1]int
	for _, value := range rolled {
		left[value]++
	}
	return func(yield func(Line) bool) {
		var cells Line
		left := left // each run counts its own dice
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

// among says whether the dice of a row are there, each used once.
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
