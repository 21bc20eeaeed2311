package masterdice

import (
	"fmt"
	"slices"
	"testing"
)

// TestJudgeTable holds counts worked out by hand.
func TestJudgeTable(t *testing.T) {
	for _, row := range []struct {
		code, cells      Line
		equal, high, low int
	}{
		// one die
		{Line{3, 1, 5, 2}, Line{3, 0, 0, 0}, 1, 0, 0},
		{Line{3, 1, 5, 2}, Line{4, 0, 0, 0}, 0, 1, 0},
		{Line{3, 1, 5, 2}, Line{2, 0, 0, 0}, 0, 0, 1},
		{Line{3, 1, 5, 2}, Line{0, 1, 0, 0}, 1, 0, 0},
		{Line{3, 1, 5, 2}, Line{0, 6, 0, 0}, 0, 1, 0},
		{Line{3, 1, 5, 2}, Line{0, 0, 4, 0}, 0, 0, 1},
		{Line{3, 1, 5, 2}, Line{0, 0, 6, 0}, 0, 1, 0},
		{Line{3, 1, 5, 2}, Line{0, 0, 0, 1}, 0, 0, 1},
		{Line{3, 1, 5, 2}, Line{0, 0, 0, 2}, 1, 0, 0},
		// two dice: a value that stands in another column of the code is no help
		{Line{3, 1, 5, 2}, Line{1, 3, 0, 0}, 0, 1, 1},
		{Line{3, 1, 5, 2}, Line{0, 5, 1, 0}, 0, 1, 1},
		{Line{3, 1, 5, 2}, Line{3, 0, 0, 3}, 1, 1, 0},
		{Line{3, 1, 5, 2}, Line{2, 0, 2, 0}, 0, 0, 2},
		{Line{6, 6, 1, 1}, Line{6, 0, 0, 1}, 2, 0, 0},
		// three dice
		{Line{3, 1, 5, 2}, Line{3, 1, 5, 0}, 3, 0, 0},
		{Line{3, 1, 5, 2}, Line{0, 2, 4, 2}, 1, 1, 1},
		{Line{3, 1, 5, 2}, Line{1, 0, 1, 1}, 0, 0, 3},
		{Line{3, 1, 5, 2}, Line{6, 6, 6, 0}, 0, 3, 0},
		// four dice
		{Line{3, 1, 5, 2}, Line{3, 1, 5, 2}, 4, 0, 0},
		{Line{3, 1, 5, 2}, Line{3, 5, 5, 1}, 2, 1, 1},
		{Line{3, 1, 5, 2}, Line{2, 5, 1, 3}, 0, 2, 2},
		{Line{6, 6, 6, 6}, Line{5, 4, 3, 2}, 0, 0, 4},
		{Line{1, 1, 1, 1}, Line{2, 3, 4, 5}, 0, 4, 0},
		{Line{1, 6, 1, 6}, Line{6, 1, 6, 1}, 0, 2, 2},
		{Line{4, 4, 4, 4}, Line{4, 4, 4, 5}, 3, 1, 0},
		{Line{4, 4, 4, 4}, Line{3, 4, 4, 5}, 2, 1, 1},
	} {
		want := Row{row.cells, row.equal, row.high, row.low}
		if got := Judge(row.code, row.cells); got != want {
			t.Errorf("Judge(%v, %v) = %+v, want %+v", row.code, row.cells, got, want)
		}
	}
}

// TestJudgeEveryCombination goes through all 256 ways in which four columns
// can be empty, equal, high or low, and every pair of values that makes them.
func TestJudgeEveryCombination(t *testing.T) {
	const empty, equal, high, low = 0, 1, 2, 3
	pairs := make(map[int][][2]int) // mark to code and cell
	for code := 1; code <= 6; code++ {
		pairs[empty] = append(pairs[empty], [2]int{code, 0})
		for cell := 1; cell <= 6; cell++ {
			mark := equal
			if cell > code {
				mark = high
			} else if cell < code {
				mark = low
			}
			pairs[mark] = append(pairs[mark], [2]int{code, cell})
		}
	}
	for combination := range 256 {
		marks := [4]int{combination & 3, combination >> 2 & 3, combination >> 4 & 3, combination >> 6}
		var counts [4]int
		for _, mark := range marks {
			counts[mark]++
		}
		for variant := range 15 { // as many pairs as the commonest mark has
			var code, cells Line
			for column, mark := range marks {
				pair := pairs[mark][(variant+column)%len(pairs[mark])]
				code[column], cells[column] = pair[0], pair[1]
			}
			want := Row{cells, counts[equal], counts[high], counts[low]}
			if got := Judge(code, cells); got != want {
				t.Fatalf("Judge(%v, %v) = %+v, want %+v", code, cells, got, want)
			}
			if cells.Dice() != 4-counts[empty] {
				t.Fatalf("%v.Dice() = %d", cells, cells.Dice())
			}
		}
	}
}

func TestConsistent(t *testing.T) {
	for _, table := range []struct {
		name            string
		rows            []Row
		count           int
		lowest, highest Line
	}{
		{"nothing known", nil, 1296, Line{1, 1, 1, 1}, Line{6, 6, 6, 6}},
		{"blue above 4", []Row{{Line{4, 0, 0, 0}, 0, 0, 1}}, 2 * 216, Line{5, 1, 1, 1}, Line{6, 6, 6, 6}},
		{"green below 2", []Row{{Line{0, 0, 0, 2}, 0, 1, 0}}, 216, Line{1, 1, 1, 1}, Line{6, 6, 6, 1}},
		// b=3 and y above 5 (1 way), or y=5 and b above 3 (3 ways); 36 for the rest.
		{"one of two equal", []Row{{Line{3, 0, 5, 0}, 1, 0, 1}}, 4 * 36, Line{3, 1, 6, 1}, Line{6, 6, 5, 6}},
		{"everything known", []Row{{Line{3, 1, 5, 2}, 4, 0, 0}}, 1, Line{3, 1, 5, 2}, Line{3, 1, 5, 2}},
		// The two rows leave b to be 4, and r, y, g free.
		{"between", []Row{{Line{3, 0, 0, 0}, 0, 0, 1}, {Line{5, 0, 0, 0}, 0, 1, 0}}, 216, Line{4, 1, 1, 1}, Line{4, 6, 6, 6}},
	} {
		t.Run(table.name, func(t *testing.T) {
			codes := slices.Collect(Consistent(table.rows))
			if len(codes) != table.count {
				t.Fatalf("%d codes, want %d", len(codes), table.count)
			}
			if codes[0] != table.lowest || codes[len(codes)-1] != table.highest {
				t.Errorf("from %v to %v, want from %v to %v", codes[0], codes[len(codes)-1], table.lowest, table.highest)
			}
			if lowest(table.rows) != table.lowest {
				t.Errorf("lowest is %v, want %v", lowest(table.rows), table.lowest)
			}
		})
	}
}

func TestColumns(t *testing.T) {
	if got := fmt.Sprint(Blue, Red, Yellow, Green, Column(4)); got != "blue red yellow green column 5" {
		t.Error(got)
	}
}
