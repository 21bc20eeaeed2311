package evaluator

// What a right answer is worth.
const (
	pointsRight    = 20
	pointsEmptyRow = 5
	pointsMost     = pointsRight + pointsEmptyRow*rowsMax + diceMax // with the bonus for dice
)

// An Aim is what a solver plays for.
type Aim struct {
	Bonus bool // white dice that are left score
	For   For
	Than  int // under More
}

// For is a kind of aim.
type For int

// The aims there are.
const (
	// Points is to make as many as one can.
	Points For = iota
	// More is to make more than a score: 1 for that, and ½ for as much.
	More
	// Outdo is to make more than another who solves at the same time, plays for
	// points, and whose board is not seen.
	Outdo
)

// Aims returns all aims of which there are values, in the order in which these are kept.
func Aims() []Aim {
	var list []Aim
	for _, bonus := range []bool{false, true} {
		list = append(list, Aim{Bonus: bonus, For: Points}, Aim{Bonus: bonus, For: Outdo})
		step, most := pointsEmptyRow, pointsRight+pointsEmptyRow*(rowsMax-1)
		if bonus {
			step, most = 1, most+diceMax-columns
		}
		list = append(list, Aim{Bonus: bonus, For: More}, Aim{Bonus: bonus, For: More, Than: pointsEmptyRow})
		for than := pointsRight; than <= most; than += step {
			list = append(list, Aim{Bonus: bonus, For: More, Than: than})
		}
	}
	return list
}

// ToBeat returns the aim of a solver who decides a match: to have more than another,
// who is ahead by a number of points, or behind if it is negative. Where
// nothing that can happen matters for that, or next to nothing, it is points.
func ToBeat(ahead int, bonus bool) Aim {
	aim := Aim{Bonus: bonus, For: More, Than: ahead}
	if ahead > 0 && ahead < pointsRight {
		aim.Than = pointsEmptyRow // any right answer is more
	}
	for _, one := range Aims() {
		if one == aim {
			return aim
		}
	}
	return Aim{Bonus: bonus}
}

// Points returns the points of a right answer.
func (a Aim) Points(rows, dice int) int {
	points := pointsRight + pointsEmptyRow*rows
	if a.Bonus {
		points += dice
	}
	return points
}
