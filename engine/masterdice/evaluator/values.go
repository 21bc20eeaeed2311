// Package evaluator estimates the value of a board of MasterDice for its solver from the numbers
// of rows, dice and codes left, and finds good placements.
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

// sizes is the number of code counts that have fitted values.
const sizes = 27

// Sizes returns the numbers of codes for which there are fitted values. Values in between are
// interpolated linearly in the logarithm of the number.
func Sizes() [sizes]int {
	return [sizes]int{
		1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24, 30, 38, 48, 60, 76, 96, 125, 160, 205, 265, 350, 460, 600, allSets,
	}
}

// A Line has a value for each of Sizes.
type Line [sizes]float64

// Values are the values of a board before a roll, with best play, by empty rows, dice and codes
// left.
type Values struct {
	Aim Aim
	// Pay is the value of the points of a board, by points.
	Pay [pointsMost + 1]float64
	// At is the value by rows, dice and index of Sizes, for boards that can occur.
	At [rowsMax + 1][diceMax + 1]Line
}

// Boards calls visit with the rows and dice of all boards that can continue, ordered by rows and
// then by dice.
func Boards(visit func(rows, dice int)) {
	for rows := 1; rows <= rowsMax; rows++ {
		used := rowsMax - rows
		for dice := max(1, diceMax-columns*used); dice <= diceMax-used; dice++ {
			visit(rows, dice)
		}
	}
}

// Now returns the value of solving at once.
func (v *Values) Now(rows, dice, codes int) float64 {
	return v.Pay[0] + (v.Pay[v.Aim.Points(rows, dice)]-v.Pay[0])/float64(codes)
}

// Stop sets all values to those of solving at once.
func (v *Values) Stop() {
	for rows := range rowsMax + 1 {
		for dice := range diceMax + 1 {
			for i, codes := range Sizes() {
				v.At[rows][dice][i] = v.Now(rows, dice, codes)
			}
		}
	}
}

// unit returns the largest possible value.
func (a Aim) unit() float64 {
	if a.For == Points {
		return pointsMost
	}
	return 1
}

// Values are stored as fractions of their unit.
const whole = math.MaxUint16

// Write returns the encoded values: Pay, and for each of Boards the values for Sizes without the
// first, which is that of solving at once.
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

// Fitted returns the embedded values for one of Aims.
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

// Share returns how to interpolate the value for a number of codes: the index of an entry of
// Sizes and its weight. The rest of the weight is that of the entry before.
func Share(codes float64) (index int, part float64) {
	list := Sizes()
	i, _ := slices.BinarySearch(list[:], int(math.Ceil(codes)))
	if i == 0 || i == len(list) {
		return min(i, len(list)-1), 1
	}
	return i, math.Log(codes/float64(list[i-1])) / math.Log(float64(list[i])/float64(list[i-1]))
}

// Of returns the value for a number of codes.
func (v *Values) Of(rows, dice, codes int) float64 {
	i, part := Share(float64(codes))
	line := &v.At[rows][dice]
	return part*line[i] + (1-part)*line[max(0, i-1)]
}

// A scale has the values of a board with certain rows and dice, by the number of codes,
// multiplied by that number: what an answer adds to the value of a placement.
type scale []float64

func (v *Values) scale(rows, dice, codes int) scale {
	line := make(scale, codes+1)
	for n := 1; n <= codes; n++ {
		line[n] = float64(n) * v.Of(rows, dice, n)
	}
	return line
}
