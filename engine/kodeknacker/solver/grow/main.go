// Grow writes the trees that the bots of Kodeknacker guess by, from nothing but
// the rules, into trees/. It says how good each is, and what it took.
//
//	go run ./grow          every tree
//	go run ./grow 5x6 4x6  only these
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"parlor/engine/kodeknacker/solver"
)

// plan is how widely the tree for a size is looked for.
type plan struct {
	size solver.Size
	beam solver.Beam
}

// most is up to how many codes a size has a tree.
const most = 8_000

// plans are for all sizes with few enough codes: the fewer, the wider.
func plans() []plan {
	var list []plan
	for positions := 3; positions <= solver.MaxPositions; positions++ {
		for colors := 4; colors <= solver.MaxColors; colors++ {
			one := plan{solver.Size{Positions: positions, Colors: colors}, solver.Beam{Widths: []int{1, 6}, Worst: positions + 4}}
			switch codes := one.size.Codes(); {
			case codes > most:
				continue
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
	from := time.Now()
	tree, guesses, ok := solver.Grow(one.size, one.beam)
	if !ok {
		return fmt.Errorf("there is no tree for %v that needs at most %d guesses; try a wider beam", one.size, one.beam.Worst)
	}
	mean := float64(guesses) / float64(one.size.Codes())
	if _, err := fmt.Fprintf(os.Stdout, "%v: %.4f guesses on average, %d bytes, after %v\n", one.size, mean, len(tree), time.Since(from).Round(time.Second)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("trees", one.size.String()), tree, 0o644) //nolint:gosec // source, for everybody to read
}
