package masterdice

// Sum is what the points that were made with a board are made of.
type Sum struct {
	Right int // for the code
	Rows  int // for the rows that are empty
	Dice  int // for the white dice that were not spent, under option bonus_dice
}

// SumOf returns the sum of a board that has ended, and is open, from any view of it. It
// adds up to the board's points.
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
