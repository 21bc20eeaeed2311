package masterdice

// A Sum has the parts of the points of a board.
type Sum struct {
	Right int // for the code
	Rows  int // for empty rows
	Dice  int // for unspent white dice, under option bonus_dice
}

// SumOf returns the parts of the points of an open board that has ended, from any view of it.
// They add up to the board's points.
func (v View) SumOf(one Board) Sum {
	if one.Outcome != Right && one.Outcome != Conceded {
		return Sum{}
	}
	sum := Sum{Right: PointsRight, Rows: PointsEmptyRow * (MaxRows - one.RowsUsed)}
	if v.BonusDice {
		sum.Dice = PointsBonusDie * one.DiceLeft
	}
	return sum
}
