package masterdice

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/engine/worlds"
)

// Worlds has exactly the codes that are left: those that would have given the counts of every row
// in the view. All of them are equally likely. Its spots are the columns of a code, of the seat
// that rolled it.
type Worlds = worlds.Worlds[Line]

// NewWorlds returns nil for a view that no game shows.
func NewWorlds(view View) *Worlds {
	var parts []worlds.Part[Line]
	for _, b := range view.Boards {
		maker := seats - 1 - b.Solver
		part := worlds.Part[Line]{
			At: func(code Line, column int) int { return code[column] - 1 }, Names: values(),
			World: func(values []int) (code Line, is bool) {
				for column, value := range values {
					code[column] = value + 1
				}
				return code, true
			},
			All: Consistent(nil),
		}
		for column := range Columns {
			part.Spots = append(part.Spots, engine.Spot{Seat: maker, Place: column + 1})
		}
		for i, row := range b.Rows {
			part.Facts = append(part.Facts, worlds.Fact[Line]{
				Fact: Fact{Number: i + 1, Row: row}, Holds: func(code Line) bool { return Judge(code, row.Cells) == row },
			})
		}
		if b.Code != (Line{}) {
			part.Known, part.Left = true, []Line{b.Code}
		} else if part.Left = slices.Collect(Consistent(b.Rows)); view.Seat != engine.Watcher && view.Seat != maker {
			part.Claim = Solve
		}
		parts = append(parts, part)
	}
	return worlds.From(func(action engine.Action) []engine.Claim { return claims(engine.Move{Seat: view.Seat, Action: action}) }, parts...)
}

// values returns the values of a die in the game's notation.
func values() []string { return strings.Fields("1 2 3 4 5 6") }

// claims returns the claims of an answer: all columns of the code that the other seat rolled.
func claims(move engine.Move) []engine.Claim {
	chosen, err := parse(move.Action)
	if err != nil || chosen.verb != verbSolve || move.Seat < 0 || move.Seat >= seats {
		return nil
	}
	all := make([]engine.Claim, Columns)
	for column, value := range chosen.line {
		all[column] = engine.Claim{Spot: engine.Spot{Seat: seats - 1 - move.Seat, Place: column + 1}, Value: strconv.Itoa(value)}
	}
	return all
}

// A Fact is a row on the own board.
type Fact struct {
	Number int // from 1
	Row    Row
}

// String returns a text such as "row 2 b3 y5 equal 1 high 1 low 0".
func (f Fact) String() string { return "row " + strconv.Itoa(f.Number) + " " + f.Row.String() }

// MarshalText returns the text of String.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
