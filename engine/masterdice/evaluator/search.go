package evaluator

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A Board is the state of a solver.
type Board struct {
	Codes *Codes
	Rows  int // empty rows
	Dice  int
}

// A Choice is a placement and its value.
type Choice struct {
	Cells Cells
	Value float64
}

// fewer is the value of a die as a tie-breaker, in points or wins.
const fewer = 1e-6

// A Search evaluates placements on one board.
type Search struct {
	values *Values
	scales map[[2]int]scale // by rows and dice, with entries for all codes of the board
	most   int
}

// NewSearch returns a search that uses values, for boards with at most most codes.
func NewSearch(values *Values, most int) *Search {
	return &Search{values: values, scales: make(map[[2]int]scale), most: most}
}

func (s *Search) scale(rows, dice int) scale {
	key := [2]int{rows, dice}
	line, ok := s.scales[key]
	if !ok {
		line = s.values.scale(rows, dice, s.most)
		s.scales[key] = line
	}
	return line
}

// Placements returns all placements of a roll with their values, which are averages over the
// answers.
func (s *Search) Placements(b Board, rolled []int) []Choice {
	var list []Choice
	s.each(b, rolled, func(cells Cells, dice int, value float64) {
		list = append(list, Choice{cells, value - fewer*float64(dice)})
	})
	return list
}

// Best returns the highest value that is possible with a roll, by placing dice or solving at
// once.
func (s *Search) Best(b Board, rolled []int) float64 {
	best := s.values.Now(b.Rows, b.Dice, b.Codes.Len())
	s.each(b, rolled, func(_ Cells, _ int, value float64) { best = max(best, value) })
	return best
}

func (s *Search) each(b Board, rolled []int, visit func(Cells, int, float64)) {
	var after [columns + 1]scale
	for placed := 1; placed <= len(rolled); placed++ {
		after[placed] = s.scale(b.Rows-1, b.Dice-placed)
	}
	codes := float64(b.Codes.Len())
	b.Codes.Placements(rolled, func(cells Cells, dice int, counts *Counts) {
		sum, line := 0.0, after[dice]
		for _, n := range counts {
			sum += line[n]
		}
		visit(cells, dice, sum/codes)
	})
}

// Limits of Ahead: it evaluates the best placements with a few rolls, and the best of these with
// all rolls, if there are not too many codes.
const (
	candidates = 6
	finalists  = 2
	someRolls  = 24
	allRolls   = 126 // number of distinct rolls of four dice
	fewCodes   = 128
)

// Ahead returns the best placements of a roll, the best first. It looks one row ahead: for every
// answer it averages the values of the best placements of the next rolls, at most rolls of them,
// which are the same for all placements. If nearly all codes are left, it uses the plain values.
func (s *Search) Ahead(b Board, rolled []int, most int, random *rand.Rand) []Choice {
	list := s.distinct(b, rolled)
	if b.Codes.Len() > allSets/2 || len(list) == 1 {
		return list
	}
	boards := make(map[Cells][]Board, len(list))
	for _, one := range list {
		boards[one.Cells] = b.after(one.Cells)
	}
	weigh := func(next []Cells, weights []float64) {
		for i := range list {
			sum := 0.0
			for n, roll := range next {
				sum += weights[n] * s.over(boards[list[i].Cells], roll)
			}
			list[i].Value = sum
		}
		slices.SortStableFunc(list, byValue)
	}
	weigh(draw(min(someRolls, most), random))
	list = list[:min(finalists, len(list))]
	if most >= allRolls && b.Codes.Len() <= fewCodes {
		weigh(rolls(random))
	}
	return list
}

// distinct returns the best placements by their plain values, only one of each value, because
// placements with equal values mostly differ only in their columns.
func (s *Search) distinct(b Board, rolled []int) []Choice {
	list := s.Placements(b, rolled)
	slices.SortStableFunc(list, byValue)
	const near = 1e-9 // tolerance for sums of the same terms in another order
	list = slices.CompactFunc(list, func(a, b Choice) bool { return math.Abs(a.Value-b.Value) < near })
	return list[:min(candidates, len(list))]
}

// After returns the board after a placement and its answer.
func (b Board) After(cells Cells, answer int) Board {
	return Board{b.Codes.After(cells, answer), b.Rows - 1, b.Dice - placed(cells)}
}

// after returns the boards after each answer to a placement.
func (b Board) after(cells Cells) []Board {
	var boards []Board
	for _, part := range b.Codes.Parts(cells) {
		boards = append(boards, Board{part, b.Rows - 1, b.Dice - placed(cells)})
	}
	return boards
}

func placed(cells Cells) int {
	dice := 0
	for _, value := range cells {
		if value > 0 {
			dice++
		}
	}
	return dice
}

func byValue(a, b Choice) int { return cmp.Compare(b.Value, a.Value) }

// over returns the total value of several boards if the next roll is rolled. Each board counts as
// many times as it has codes.
func (s *Search) over(boards []Board, roll Cells) float64 {
	sum, codes := 0.0, 0
	for _, b := range boards {
		n := b.Codes.Len()
		codes += n
		if n == 1 || b.Rows == 0 || b.Dice == 0 {
			sum += float64(n) * s.values.Now(b.Rows, b.Dice, n)
		} else {
			sum += float64(n) * s.Best(b, roll[:min(columns, b.Dice)])
		}
	}
	return sum / float64(codes)
}

// draw returns rolls of four dice in which each die shows every value equally often. All rolls
// have the same weight.
func draw(rolls int, random *rand.Rand) ([]Cells, []float64) {
	list, weights := make([]Cells, rolls), make([]float64, rolls)
	for die := range columns {
		start := random.IntN(faces)
		for i, at := range random.Perm(rolls) {
			list[i][die] = 1 + (start+at)%faces
			weights[i] = 1 / float64(rolls)
		}
	}
	return list, weights
}

// rolls returns all possible rolls of four dice in random order, with their probabilities. Fewer
// dice are the first of the four.
func rolls(random *rand.Rand) (list []Cells, weights []float64) {
	index := make(map[Cells]int)
	var orders []int
	for n := range allSets {
		roll := codeAt(n)
		sorted := roll
		slices.Sort(sorted[:])
		at, ok := index[sorted]
		if !ok {
			at = len(list)
			index[sorted] = at
			list, weights, orders = append(list, roll), append(weights, 0), append(orders, 0)
		}
		weights[at] += 1.0 / allSets
		if orders[at]++; random.IntN(orders[at]) == 0 {
			list[at] = roll
		}
	}
	return list, weights
}
