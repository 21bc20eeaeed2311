package masterdice

// Candidates reports which values are possible in each column of the code of a board, by column
// and then by value from 1, given its rows.
func Candidates(board Board) (can [Columns][Faces]bool) {
	for code := range Consistent(board.Rows) {
		for column, value := range code {
			can[column][value-1] = true
		}
	}
	return can
}
