package evaluator

// Points of a right answer.
const (
	pointsRight    = 20
	pointsEmptyRow = 5
	pointsMost     = pointsRight + pointsEmptyRow*rowsMax + diceMax // with the bonus for dice
)

// An Aim is what a solver plays for.
type Aim struct {
	Bonus bool // unspent white dice score
	For   For
	Than  int // only for More
}

// For is a kind of aim.
type For int

// Kinds of aims.
const (
	// Points is to make as many points as possible.
	Points For = iota
	// More is to make more points than Than: 1 for more, and ½ for as many.
	More
	// Outdo is to make more points than an opponent who solves at the same time, plays for
	// points, and whose board is hidden.
	Outdo
)

// Aims returns all aims that have fitted values, in the order in which values.bin stores them.
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

// ToBeat returns the aim of a solver in the game that decides a match: to have more points than
// an opponent who is ahead by a number of points, or behind if it is negative. If the outcome
// hardly depends on this game, the aim is points.
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
