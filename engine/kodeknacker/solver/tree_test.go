package solver

import (
	"io/fs"
	"math/rand/v2"
	"testing"
)

// through plays a tree for a set of codes, and answers how many guesses they take
// together and at most.
func through(t *testing.T, tree Tree, size Size, set []Code) (total, most int) {
	t.Helper()
	switch {
	case len(tree) == 0 && len(set) > 2:
		t.Fatalf("%v: the tree leaves %d codes", size, len(set))
	case len(tree) == 0:
		return 2*len(set) - 1, len(set)
	}
	number, _ := tree.guess()
	guess := size.Code(number)
	parts := map[Answer][]Code{}
	for _, code := range set {
		parts[Judge(guess, code)] = append(parts[Judge(guess, code)], code)
	}
	total = len(set)
	for answer, part := range parts {
		if answer == size.right() {
			most = max(most, 1)
			continue
		}
		sum, longest := through(t, tree.after(answer), size, part)
		total, most = total+sum, max(most, longest+1)
	}
	return total, most
}

// TestTrees plays every tree for all codes of its size. On 5 places of 6 colours
// no play needs fewer than 4.653 guesses on average, nor fewer than 6 for each.
func TestTrees(t *testing.T) {
	limits := map[Size]struct {
		mean float64
		most int
	}{{5, 6}: {4.735, 6}, {4, 6}: {4.345, 6}, {5, 8}: {5.47, 8}, {6, 6}: {5.18, 8}, {8, 4}: {5.11, 8}}
	for size, tree := range trees(t, "trees") {
		var all []Code
		for n := range size.Codes() {
			all = append(all, size.Code(n))
		}
		total, most := through(t, tree, size, all)
		mean := float64(total) / float64(len(all))
		t.Logf("%v: %d bytes, %.4f guesses on average, %d at most", size, len(tree), mean, most)
		if limit, set := limits[size]; set && (mean > limit.mean || most > limit.most) {
			t.Errorf("%v: %.4f guesses on average, %d at most", size, mean, most)
		}
		delete(limits, size)
	}
	if len(limits) > 0 {
		t.Errorf("there are no trees for %v", limits)
	}
}

// TestOpenings: every size has a tree or an opening, whose guesses go on as they began,
// whatever is answered, and in no more than a moment.
func TestOpenings(t *testing.T) {
	whole, openings := trees(t, "trees"), trees(t, "openings")
	random := rand.New(rand.NewPCG(4, 4))
	for positions := 3; positions <= MaxPositions; positions++ {
		for colors := 4; colors <= MaxColors; colors++ {
			size := Size{positions, colors}
			if _, is := whole[size]; is {
				continue
			}
			tree, is := openings[size]
			if !is {
				t.Errorf("%v has no tree and no opening", size)
			}
			for range 20 {
				secret, board := size.Random(random), Board{Size: size}
				for rest := tree; len(rest) > 0; rest = rest.after(board.Rows[len(board.Rows)-1].Answer) {
					guess, ok := tree.Next(board, random)
					if !ok || len(board.Rows) == 3 {
						t.Fatalf("%v: %v after %v", size, ok, board.Rows)
					}
					board.Rows = append(board.Rows, Row{guess, Judge(guess, secret)})
				}
			}
		}
	}
}

func trees(t *testing.T, folder string) map[Size]Tree {
	t.Helper()
	list := map[Size]Tree{}
	names, err := fs.ReadDir(grown, folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range names {
		var size Size
		for size.Positions = range MaxPositions + 1 {
			for size.Colors = range MaxColors + 1 {
				if file.Name() == size.String() {
					list[size] = Grown(size)
				}
			}
		}
	}
	if len(list) != len(names) {
		t.Errorf("there are %d trees in %d files", len(list), len(names))
	}
	return list
}

// TestATreeIsRenamedThroughAGame: its guesses go on as they began until few codes
// are left, and are others in another game.
func TestATreeIsRenamedThroughAGame(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	size := Size{5, 6}
	firsts, seconds := map[Code]bool{}, map[Code]bool{}
	for range 300 {
		secret, board := size.Random(random), Board{Size: size}
		for len(board.Rows) == 0 || board.Rows[len(board.Rows)-1].Answer != size.right() {
			guess, ok := Grown(size).Next(board, random)
			if !ok {
				left, _, _ := board.left(30, random)
				if guess = left[0]; len(left) > 2 {
					t.Fatalf("the tree has ended with %d codes left after %v", len(left), board.Rows)
				}
			}
			board.Rows = append(board.Rows, Row{guess, Judge(guess, secret)})
		}
		if len(board.Rows) > 6 {
			t.Errorf("%d guesses", len(board.Rows))
		}
		firsts[board.Rows[0].Guess] = true
		if len(board.Rows) > 1 {
			seconds[board.Rows[1].Guess] = true
		}
	}
	if len(firsts) < 100 || len(seconds) < 200 {
		t.Errorf("in 300 games there were %d first guesses and %d second ones", len(firsts), len(seconds))
	}
}

// TestNamesAreAnyThatAgree: each way to call places and colours so that a row
// stays what it is comes about as often.
func TestNamesAreAnyThatAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	size := Size{4, 6}
	first := Pack([]int{0, 0, 1, 2})
	n := naming{size: size, random: random, ours: []Code{first}, theirs: []Row{{Guess: first}}}
	n.places(0, names{})
	if n.ways != 4 {
		t.Errorf("there are %d ways to call the places of 0012 that leave it so", n.ways)
	}
	again := map[Code]int{}
	for range 2000 {
		n.ways = 0
		n.places(0, names{})
		if renamed := n.rename(first); renamed != first {
			t.Fatalf("%v is called %v", first.Unpack(4), renamed.Unpack(4))
		}
		again[n.rename(Pack([]int{0, 1, 3, 3}))]++
	}
	// Either of the first two places, either of the colours that stand alone, and 3
	// may be called 3, 4 or 5.
	for code, times := range again {
		if times < 100 {
			t.Errorf("%v came %d times of 2000", code.Unpack(4), times)
		}
	}
	if len(again) != 12 {
		t.Errorf("0133 has %d names", len(again))
	}
}
