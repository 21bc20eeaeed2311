package masterdice

// Candidates says which values can still stand in each column of the code that
// a board looks for, by column and then by value from 1, given its rows.
func Candidates(board Board) (can [Columns][Faces]bool) {
	var code Line
	var fill func(column int)
	fill = func(column int) {
		if column < Columns {
			for value := 1; value <= Faces; value++ {
				code[column] = value
				fill(column + 1)
			}
			return
		}
		if !Fits(code, board.Rows) {
			return
		}
		for i, value := range code {
			can[i][value-1] = true
		}
	}
	fill(0)
	return can
}
