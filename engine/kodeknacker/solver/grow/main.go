// Grow writes the trees that the bots of Kodeknacker guess by, from nothing but
// the rules: whole ones into trees/, and the first guesses of larger sizes into
// openings/. It says how good each is, and what it took.
//
//	go run ./grow          all of them
//	go run ./grow 5x6 8x8  only these
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"parlor/engine/kodeknacker/solver"
)

// plan is how widely the tree for a size is looked for; without widths only its
// opening is.
type plan struct {
	size solver.Size
	beam solver.Beam
}

// A size has a whole tree up to this many codes, and a narrower one beyond.
const (
	most = 70_000
	many = 8_000
)

// opening is how those of larger sizes are looked for: the more codes, the longer bots
// have too many left to look at all.
func opening(size solver.Size) solver.Opening {
	if size.Codes() <= 500_000 {
		return solver.Opening{Guesses: 2, Codes: 200_000, Few: 100}
	}
	return solver.Opening{Guesses: 3, Codes: 200_000, Few: 100}
}

// plans are for all sizes: the fewer codes, the wider.
func plans() []plan {
	var list []plan
	for positions := 3; positions <= solver.MaxPositions; positions++ {
		for colors := 4; colors <= solver.MaxColors; colors++ {
			one := plan{solver.Size{Positions: positions, Colors: colors}, solver.Beam{Widths: []int{1, 6}, Worst: positions + 4}}
			switch codes := one.size.Codes(); {
			case codes > most:
				one.beam.Widths = nil
			case codes > many:
				one.beam.Widths = []int{1, 2, 3}
			case codes <= 1_500:
				one.beam.Widths = []int{3, 8}
			}
			if one.size == (solver.Size{Positions: 5, Colors: 6}) {
				one.beam.Worst = 6
			}
			list = append(list, one)
		}
	}
	return list
}

func main() {
	for _, one := range plans() {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], one.size.String()) {
			continue
		}
		if err := grow(one); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func grow(one plan) error {
	if one.beam.Widths == nil {
		return open(one.size)
	}
	from := time.Now()
	tree, guesses, ok := solver.Grow(one.size, one.beam)
	if !ok {
		return fmt.Errorf("there is no tree for %v that needs at most %d guesses; try a wider beam", one.size, one.beam.Worst)
	}
	mean := float64(guesses) / float64(one.size.Codes())
	if _, err := fmt.Fprintf(os.Stdout, "%v: %.4f guesses on average, %d bytes, after %v\n", one.size, mean, len(tree), time.Since(from).Round(time.Second)); err != nil {
		return err
	}
	return write("trees", one.size, tree)
}

func open(size solver.Size) error {
	from := time.Now()
	tree, mean := solver.Open(size, opening(size))
	if _, err := fmt.Fprintf(os.Stdout, "%v: about %.1f guesses on average, %d bytes for the first, after %v\n", size, mean, len(tree), time.Since(from).Round(time.Second)); err != nil {
		return err
	}
	return write("openings", size, tree)
}

func write(folder string, size solver.Size, tree solver.Tree) error {
	return os.WriteFile(filepath.Join(folder, size.String()), tree, 0o644) //nolint:gosec // source, for everybody to read
}
