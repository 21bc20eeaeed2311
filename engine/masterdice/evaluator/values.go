// Package evaluator says what a board of MasterDice is still worth to the player who solves
// it, by how many rows, dice and codes are left, and looks for good placements
// by that.
package evaluator

//go:generate go run ./fit

import (
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
)

// fitted is the embedded file values.bin: the values of each aim in the order of Aims, as
// Write encodes them.
//
//go:embed values.bin
var fitted []byte

// sizes is how many numbers of codes there are values for.
const sizes = 27

// Sizes returns the numbers of codes for which there are fitted values. Values in between are
// interpolated linearly in the logarithm of the number.
func Sizes() [sizes]int {
	return [sizes]int{
		1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24, 30, 38, 48, 60, 76, 96, 125, 160, 205, 265, 350, 460, 600, allSets,
	}
}

// A Line is a value for each of Sizes.
type Line [sizes]float64

// Values are what a board is worth to a solver who goes on as well as one can, by
// empty rows, dice and codes left, before a roll.
type Values struct {
	Aim Aim
	// Pay is what the points of a board are worth, by points.
	Pay [pointsMost + 1]float64
	// At is the value by rows, dice and an index of Sizes, of boards that can be.
	At [rowsMax + 1][diceMax + 1]Line
}

// Boards visits the rows and dice that a board can have and go on with, those with
// fewer rows first and among them those with fewer dice.
func Boards(visit func(rows, dice int)) {
	for rows := 1; rows <= rowsMax; rows++ {
		used := rowsMax - rows
		for dice := max(1, diceMax-columns*used); dice <= diceMax-used; dice++ {
			visit(rows, dice)
		}
	}
}

// Now returns what an answer at once is worth.
func (v *Values) Now(rows, dice, codes int) float64 {
	return v.Pay[0] + (v.Pay[v.Aim.Points(rows, dice)]-v.Pay[0])/float64(codes)
}

// Stop sets all values to those of an answer at once.
func (v *Values) Stop() {
	for rows := range rowsMax + 1 {
		for dice := range diceMax + 1 {
			for i, codes := range Sizes() {
				v.At[rows][dice][i] = v.Now(rows, dice, codes)
			}
		}
	}
}

// unit returns the most that a value can be.
func (a Aim) unit() float64 {
	if a.For == Points {
		return pointsMost
	}
	return 1
}

// Values are written as parts of their unit.
const whole = math.MaxUint16

// Write returns the values as bytes: what points are worth, and of each of Boards the
// values by Sizes but the first, which is an answer at once.
func (v *Values) Write() []byte {
	var text []byte
	put := func(value float64) {
		text = binary.BigEndian.AppendUint16(text, uint16(math.Round(value/v.Aim.unit()*whole)))
	}
	for _, value := range v.Pay {
		put(value)
	}
	Boards(func(rows, dice int) {
		for _, value := range v.At[rows][dice][1:] {
			put(value)
		}
	})
	return text
}

// Fitted returns the values for an aim, one of Aims, that are part of the program.
func Fitted(aim Aim) *Values {
	all := Aims()
	length := len(fitted) / len(all)
	text := fitted[slices.Index(all, aim)*length:]
	take := func() float64 {
		value := float64(binary.BigEndian.Uint16(text)) / whole * aim.unit()
		text = text[2:]
		return value
	}
	v := &Values{Aim: aim}
	for points := range v.Pay {
		v.Pay[points] = take()
	}
	v.Stop()
	Boards(func(rows, dice int) {
		for i := range v.At[rows][dice][1:] {
			v.At[rows][dice][1+i] = take()
		}
	})
	return v
}

// Share says on which two of Sizes a number of codes falls: so much of it on the
// one with that index, and the rest on the one before.
func Share(codes float64) (index int, part float64) {
	list := Sizes()
	i, _ := slices.BinarySearch(list[:], int(math.Ceil(codes)))
	if i == 0 || i == len(list) {
		return min(i, len(list)-1), 1
	}
	return i, math.Log(codes/float64(list[i-1])) / math.Log(float64(list[i])/float64(list[i-1]))
}

// Of returns the value with a number of codes left.
func (v *Values) Of(rows, dice, codes int) float64 {
	i, part := Share(float64(codes))
	line := &v.At[rows][dice]
	return part*line[i] + (1-part)*line[max(0, i-1)]
}

// scale is the values of a board that has rows and dice, by the number of codes
// and times it: what an answer adds to the value of a placement.
type scale []float64

func (v *Values) scale(rows, dice, codes int) scale {
	line := make(scale, codes+1)
	for n := 1; n <= codes; n++ {
		line[n] = float64(n) * v.Of(rows, dice, n)
	}
	return line
}
