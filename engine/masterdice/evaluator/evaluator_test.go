package evaluator

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

// TestValuesAreSensible: they are read as they were written, are between the least
// and the most there is, and to have fewer codes, more dice or another row is
// never worse.
func TestValuesAreSensible(t *testing.T) {
	length := len(fitted) / len(Aims())
	if len(fitted) != length*len(Aims()) {
		t.Fatalf("%d bytes are not the values of %d aims", len(fitted), len(Aims()))
	}
	for i, aim := range Aims() {
		v := Fitted(aim)
		if text := v.Write(); !bytes.Equal(text, fitted[i*length:(i+1)*length]) {
			t.Errorf("%+v: the values are written in another way than they were read", aim)
		}
		const near = 1.0 / 1000 // of a unit: what is not written is exact
		worse := func(a, b float64) bool { return a < b-near*aim.unit() }
		Boards(func(rows, dice int) {
			line := &v.At[rows][dice]
			for size, value := range line {
				switch {
				case value < 0 || value > aim.unit():
					t.Errorf("%+v, %d rows, %d dice: %v is no value", aim, rows, dice, value)
				case size > 0 && worse(line[size-1], value):
					t.Errorf("%+v, %d rows, %d dice: more codes than %d are better", aim, rows, dice, Sizes()[size-1])
				case worse(value, v.At[rows][dice-1][size]):
					t.Errorf("%+v, %d rows, %d codes: fewer dice than %d are better", aim, rows, Sizes()[size], dice)
				case worse(value, v.At[rows-1][dice][size]):
					t.Errorf("%+v, %d dice, %d codes: fewer rows than %d are better", aim, dice, Sizes()[size], rows)
				}
			}
		})
	}
}

// TestValuesOfAims: it is as hard to make more than a score as the score is high.
func TestValuesOfAims(t *testing.T) {
	for _, bonus := range []bool{false, true} {
		last := 1.0
		for _, aim := range Aims() {
			if aim.Bonus != bonus || aim.For != More {
				continue
			}
			value := Fitted(aim).Of(rowsMax, diceMax, allSets)
			if value > last+1e-4 || value <= 0 {
				t.Errorf("%+v succeeds in %.3f, the one before in %.3f", aim, value, last)
			}
			last = value
		}
		if made := Fitted(Aim{Bonus: bonus}).Of(rowsMax, diceMax, allSets); made < 31 || made > 40 {
			t.Errorf("bonus %v: a game is worth %.2f points", bonus, made)
		}
	}
}

func TestToBeat(t *testing.T) {
	for _, row := range []struct {
		ahead int
		bonus bool
		want  Aim
	}{
		{-5, false, Aim{}},
		{0, false, Aim{For: More}},
		{15, false, Aim{For: More, Than: 5}},
		{35, false, Aim{For: More, Than: 35}},
		{90, false, Aim{}},
		{-1, true, Aim{Bonus: true}},
		{19, true, Aim{Bonus: true, For: More, Than: 5}},
		{43, true, Aim{Bonus: true, For: More, Than: 43}},
	} {
		if got := ToBeat(row.ahead, row.bonus); got != row.want {
			t.Errorf("behind by %d: %+v, want %+v", row.ahead, got, row.want)
		}
	}
}

// TestPlacements holds the quick count of answers to one code by code.
func TestPlacements(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, size := range []int{1, 2, 7, 8, 9, 60, allSets} {
		list := make([]Cells, size)
		for i, n := range random.Perm(allSets)[:size] {
			list[i] = codeAt(n)
		}
		codes := NewCodes(list)
		for _, rolled := range [][]int{{4}, {3, 3}, {1, 2, 6}, {1, 1, 5, 5}} {
			codes.Placements(rolled, func(cells Cells, dice int, counts *Counts) {
				var want Counts
				for _, code := range list {
					want[Answer(code, cells)]++
				}
				if *counts != want || dice != placed(cells) {
					t.Fatalf("%v, %d dice, parts %d codes into %v, want %v", cells, dice, size, *counts, want)
				}
				sum := 0
				for _, part := range codes.Parts(cells) {
					sum += part.Len()
					answer := Answer(part.At(0), cells)
					if n := codes.After(cells, answer).Len(); n != part.Len() || n != int(want[answer]) {
						t.Fatalf("%v leaves %d or %d codes, want %d", cells, n, part.Len(), want[answer])
					}
				}
				if sum != size {
					t.Fatalf("%v parts %d codes into %d", cells, size, sum)
				}
			})
		}
	}
}

func TestRolls(t *testing.T) {
	list, weights := rolls(rand.New(rand.NewPCG(1, 1)))
	sum := 0.0
	for _, weight := range weights {
		sum += weight
	}
	if len(list) != allRolls || len(weights) != allRolls || math.Abs(sum-1) > 1e-9 {
		t.Errorf("%d rolls, of weights that add up to %v", len(list), sum)
	}
}

// TestAheadLooksAhead: it weighs several placements, and answers the best first.
// To look further does not change by much what they are worth.
func TestAheadLooksAhead(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	v := Fitted(Aim{})
	b := Board{AllCodes(), rowsMax, diceMax}.After(Cells{4, 3, 3, 2}, 6)
	s := NewSearch(v, b.Codes.Len())
	rolled := []int{1, 3, 5, 6}
	plain := s.Best(b, rolled)
	few, all := s.Ahead(b, rolled, 4, random), s.Ahead(b, rolled, allRolls, random)
	if len(few) != finalists || len(all) != finalists || all[0].Value < all[1].Value {
		t.Fatalf("of %d codes it weighs %v and %v", b.Codes.Len(), few, all)
	}
	if math.Abs(few[0].Value-plain) > 4 || math.Abs(all[0].Value-plain) > 2 {
		t.Errorf("a placement is worth %.2f, by few rolls %.2f, by all %.2f", plain, few[0].Value, all[0].Value)
	}
}
