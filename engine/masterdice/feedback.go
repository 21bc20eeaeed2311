package masterdice

import (
	"fmt"
	"iter"
)

// Dimensions of a board, from the Italian rule sheet (rules.md §2).
const (
	Columns   = 4  // one for each coloured die
	MaxRows   = 7  // attempts
	WhiteDice = 18 // for all attempts together
	Faces     = 6  // values of a die, 1 to 6
)

// Codes is the number of codes: 6 × 6 × 6 × 6.
const Codes = Faces * Faces * Faces * Faces

// A Column is a column of a board, from the solver's left.
type Column int

// Columns by the colour of their code die.
const (
	Blue Column = iota
	Red
	Yellow
	Green
)

// String returns the name of the colour in lower case. Its first letter stands for the column in
// actions and events.
func (c Column) String() string {
	switch c {
	case Blue:
		return "blue"
	case Red:
		return "red"
	case Yellow:
		return "yellow"
	case Green:
		return "green"
	}
	return fmt.Sprintf("column %d", int(c)+1)
}

// A Line has a value from 1 to 6 for each column, or 0 if the column is empty.
type Line [Columns]int

// Dice returns the number of columns that have a value.
func (l Line) Dice() int {
	dice := 0
	for _, value := range l {
		if value != 0 {
			dice++
		}
	}
	return dice
}

// A Row is an attempt and its answer.
type Row struct {
	Cells Line `json:"cells"` // 0 is an empty column
	Equal int  `json:"equal"` // dice that equal the code in their column
	High  int  `json:"high"`  // dice above the code: the code is lower
	Low   int  `json:"low"`   // dice below the code: the code is higher
}

// Judge compares the dice of an attempt with the code, column by column.
func Judge(code, cells Line) Row {
	row := Row{Cells: cells}
	for column, value := range cells {
		switch {
		case value == 0:
		case value == code[column]:
			row.Equal++
		case value > code[column]:
			row.High++
		default:
			row.Low++
		}
	}
	return row
}

// Fits reports whether a code would have given the counts of every row.
func Fits(code Line, rows []Row) bool {
	for _, row := range rows {
		if Judge(code, row.Cells) != row {
			return false
		}
	}
	return true
}

// Consistent yields the codes that fit all rows, the lowest first.
func Consistent(rows []Row) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for n := range Codes {
			if code := codeAt(n); Fits(code, rows) && !yield(code) {
				return
			}
		}
	}
}

// codeAt returns the n-th code, from 0 for 1 1 1 1. The blue die counts most.
func codeAt(n int) Line {
	var code Line
	for column := Columns - 1; column >= 0; column-- {
		code[column] = n%Faces + 1
		n /= Faces
	}
	return code
}

// lowest returns the lowest code that fits all rows. There always is one: the code that gave the
// answers.
func lowest(rows []Row) Line {
	for code := range Consistent(rows) {
		return code
	}
	panic("masterdice: no code fits the rows of a board")
}
