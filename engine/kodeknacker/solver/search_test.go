package solver

import (
	"math"
	"math/rand/v2"
	"testing"
)

// someRows are the answers to guesses by chance.
func someRows(size Size, secret Code, n int, random *rand.Rand) []Row {
	var rows []Row
	for range n {
		guess := size.Random(random)
		rows = append(rows, Row{guess, Judge(guess, secret)})
	}
	return rows
}

func fits(code Code, rows []Row) bool {
	for _, row := range rows {
		if Judge(row.Guess, code) != row.Answer {
			return false
		}
	}
	return true
}

func someSize(random *rand.Rand) Size {
	return Size{3 + random.IntN(3), 4 + random.IntN(3)}
}

func TestCodesHaveNumbers(t *testing.T) {
	for _, size := range []Size{{3, 4}, {5, 6}, {8, 10}} {
		for n := 0; n < size.Codes(); n += 1 + size.Codes()/5000 {
			code := size.Code(n)
			if again := Pack(code.Unpack(size.Positions)); size.Number(code) != n || again != code {
				t.Fatalf("%v: code %d is %v", size, n, code.Unpack(size.Positions))
			}
		}
	}
}

// TestTightCodesAreJudgedAlike: codes that one word has no room for lose a peg where both
// have nearly nothing but one colour.
func TestTightCodesAreJudgedAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for positions := 3; positions <= MaxPositions; positions++ {
		for colors := 4; colors <= MaxColors; colors++ {
			size := Size{positions, colors}
			for range 100 {
				guess, secret := size.Random(random), size.Random(random)
				a, b := size.tighten(guess), size.tighten(secret)
				black, all := int(Judge(guess, secret))/(MaxPositions+1), int(Judge(guess, secret))%(MaxPositions+1)
				if judgeTight(&a, &b) != (positions-black)*(MaxPositions+1)+all {
					t.Fatalf("%v: %v against %v is %d", size, guess.Unpack(positions), secret.Unpack(positions), judgeTight(&a, &b))
				}
			}
			a := size.tighten(Code{})
			if same := judgeTight(&a, &a); colors*positions <= 64 && same != 0 {
				t.Errorf("%v: nothing is %d", size, same)
			}
		}
	}
}

// TestTheSearchFindsAll: what fits, each once, and nothing else; and with luck
// each of a few as often.
func TestTheSearchFindsAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		size := someSize(random)
		rows := someRows(size, size.Random(random), random.IntN(5), random)
		want := map[Code]bool{}
		for n := range size.Codes() {
			if code := size.Code(n); fits(code, rows) {
				want[code] = true
			}
		}
		s, found := newSearch(size, rows), map[Code]bool{}
		if !s.each(1<<30, func(c Code) bool { found[c] = true; return true }) || len(found) != len(want) {
			t.Fatalf("%v %v: found %d of %d codes", size, rows, len(found), len(want))
		}
		for code := range found {
			if !want[code] {
				t.Fatalf("%v %v: %v does not fit", size, rows, code)
			}
		}
		if count, few := (Board{size, rows}).Fewer(20); few != (len(rows) > 0 && len(want) <= 20) || few && count != len(want) {
			t.Errorf("%d codes are %d, and few: %v", len(want), count, few)
		}
	}
}

// TestSamples: on boards with far too many codes nearly every search finds one,
// and what it finds fits.
func TestSamples(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		size := Size{MaxPositions, MaxColors - random.IntN(3)}
		board := Board{size, someRows(size, size.Random(random), 1+random.IntN(12), random)}
		sample, _, _ := board.left(20, random)
		for _, code := range sample {
			if !fits(code, board.Rows) {
				t.Errorf("%v does not fit %v", code, board.Rows)
			}
		}
	}
}

// TestEachCodeComes: a sample of few has all of them, about as often.
func TestEachCodeComes(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	size := Size{5, 6}
	for range 10 {
		board := Board{size, someRows(size, size.Random(random), 3, random)}
		count := map[Code]int{}
		s := newSearch(size, board.Rows)
		n := 0
		s.each(1<<30, func(Code) bool { n++; return true })
		s.some(1<<30, random, func(c Code) bool {
			count[c]++
			return count[c] < 200
		})
		if len(count) != n {
			t.Errorf("of %d codes %d came until one had come 200 times", n, len(count))
		}
	}
}

// TestVisits: codes come from each mix of colours about as often as there are of it.
func TestVisits(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 8))
	for range 2 {
		size := Size{7, 8}
		board := Board{size, someRows(size, size.Random(random), 3, random)}
		s := newSearch(size, board.Rows)
		share := func(find func(found func(Code) bool)) (of map[[2]uint64]float64, codes int) {
			of = map[[2]uint64]float64{}
			find(func(c Code) bool { of[c.holds]++; codes++; return codes < 200_000 })
			for holds := range of {
				of[holds] /= float64(codes)
			}
			return of, codes
		}
		want, codes := share(func(found func(Code) bool) { s.each(1<<30, found) })
		got, _ := share(func(found func(Code) bool) { s.visit(800_000, random, found) })
		once, _ := share(func(found func(Code) bool) { s.some(800_000, random, found) })
		apart, some := 0.0, 0.0
		for holds, part := range want {
			apart, some = apart+math.Abs(part-got[holds])/2, some+math.Abs(part-once[holds])/2
		}
		t.Logf("%d codes of %d mixes: %.3f of them are of another mix than they should, and of some %.3f", codes, len(want), apart, some)
		if codes > 50 && (apart > 0.2 || apart > some) {
			t.Errorf("%.3f of the codes are of another mix than they should", apart)
		}
	}
}
