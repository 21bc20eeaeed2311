package evaluator

// Dimensions of a board.
const (
	columns = 4
	faces   = 6
	rowsMax = 7
	diceMax = 18
	allSets = faces * faces * faces * faces
)

// Cells has a value from 1 to 6 for each column, or 0 if the column is empty.
type Cells = [columns]int

// Counts has the number of codes left after each answer to a placement. The index of an answer is
// 5 × equal + high.
type Counts = [(columns + 1) * (columns + 1)]int32

// Codes is an immutable set of codes, laid out so that they can be split quickly by many
// placements one after the other.
type Codes struct {
	list []Cells
	// What each code adds to the index of the answer in Counts, by column and value: one byte for
	// each code, eight in a word.
	adds [columns][faces + 1][]uint64
}

// NewCodes returns the set of the codes in a list. It keeps the list, which must not be changed.
func NewCodes(list []Cells) *Codes {
	words := (len(list) + 7) / 8
	memory := make([]uint64, columns*faces*words)
	take := func() []uint64 {
		some := memory[:words:words]
		memory = memory[words:]
		return some
	}
	s := &Codes{list: list}
	for column := range columns {
		for value := 1; value <= faces; value++ {
			s.adds[column][value] = take()
		}
	}
	for i, code := range list {
		for column, is := range code {
			for value := is; value <= faces; value++ {
				add := uint64(1) // high
				if value == is {
					add = columns + 1
				}
				s.adds[column][value][i/8] |= add << (i % 8 * 8)
			}
		}
	}
	return s
}

// AllCodes returns the codes at the start of a game.
func AllCodes() *Codes {
	list := make([]Cells, allSets)
	for n := range list {
		list[n] = codeAt(n)
	}
	return NewCodes(list)
}

// codeAt returns the n-th code, from 0 for 1 1 1 1.
func codeAt(n int) Cells {
	var code Cells
	for column := range code {
		code[column] = n%faces + 1
		n /= faces
	}
	return code
}

// Len returns the number of codes.
func (s *Codes) Len() int { return len(s.list) }

// At returns the n-th code.
func (s *Codes) At(n int) Cells { return s.list[n] }

// Answer returns the index in Counts of the answer to a placement if the given code is the right
// one.
func Answer(code, cells Cells) int {
	place := 0
	for column, value := range cells {
		switch {
		case value == code[column]:
			place += columns + 1
		case value > code[column]:
			place++
		}
	}
	return place
}

// After returns the codes that are left after an answer.
func (s *Codes) After(cells Cells, answer int) *Codes {
	var list []Cells
	for _, code := range s.list {
		if Answer(code, cells) == answer {
			list = append(list, code)
		}
	}
	return NewCodes(list)
}

// Parts returns the codes that are left after each answer. It omits empty sets.
func (s *Codes) Parts(cells Cells) []*Codes {
	var lists [len(Counts{})][]Cells
	for _, code := range s.list {
		answer := Answer(code, cells)
		lists[answer] = append(lists[answer], code)
	}
	var parts []*Codes
	for _, list := range lists {
		if len(list) > 0 {
			parts = append(parts, NewCodes(list))
		}
	}
	return parts
}

// Placements calls visit with every way to put one or more rolled dice on a row and the counts of
// its answers. Equal dice are interchangeable, so each placement is visited once. The counts are
// valid only during the call.
func (s *Codes) Placements(rolled []int, visit func(cells Cells, dice int, counts *Counts)) {
	w := walk{codes: s, visit: visit}
	for _, value := range rolled {
		w.left[value]++
	}
	words := (len(s.list) + 7) / 8
	memory := make([]uint64, (columns+1)*words)
	for column := range w.sums {
		w.sums[column] = memory[column*words : (column+1)*words]
	}
	w.none = int32(8*words - len(s.list)) //nolint:gosec // 0 to 7
	w.column(0, 0, memory[columns*words:])
}

// A walk visits the placements of one roll, column by column.
type walk struct {
	codes  *Codes
	visit  func(Cells, int, *Counts)
	left   [faces + 1]int // rolled dice that are not placed, by value
	cells  Cells
	counts Counts
	sums   [columns][]uint64 // sums of adds up to and including a column
	none   int32             // bytes of the last word that belong to no code
}

func (w *walk) column(column, dice int, sums []uint64) {
	if column == columns {
		if dice > 0 {
			w.arrive(dice, sums)
		}
		return
	}
	w.column(column+1, dice, sums)
	own := w.sums[column]
	for value := 1; value <= faces; value++ {
		if w.left[value] == 0 {
			continue
		}
		adds := w.codes.adds[column][value][:len(own)]
		for i, sum := range sums {
			own[i] = sum + adds[i]
		}
		w.cells[column] = value
		w.left[value]--
		w.column(column+1, dice+1, own)
		w.left[value]++
	}
	w.cells[column] = 0
}

// arrive counts the answers. It alternates between two arrays, because neighbouring codes mostly
// have the same answer.
func (w *walk) arrive(dice int, sums []uint64) {
	const places = 32 // more than len(Counts)
	var even, odd [places]int32
	for _, word := range sums {
		even[word&(places-1)]++
		odd[word>>8&(places-1)]++
		even[word>>16&(places-1)]++
		odd[word>>24&(places-1)]++
		even[word>>32&(places-1)]++
		odd[word>>40&(places-1)]++
		even[word>>48&(places-1)]++
		odd[word>>56&(places-1)]++
	}
	for i := range w.counts {
		w.counts[i] = even[i] + odd[i]
	}
	w.counts[0] -= w.none
	w.visit(w.cells, dice, &w.counts)
}
