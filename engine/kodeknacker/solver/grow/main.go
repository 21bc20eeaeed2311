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

func plans() []plan {
	wide, narrow := []int{1, 6}, []int{1, 2}
	return []plan{
		{solver.Size{Positions: 4, Colors: 6}, solver.Beam{Widths: []int{2, 8}, Worst: 6}},
		{solver.Size{Positions: 5, Colors: 6}, solver.Beam{Widths: wide, Worst: 6}},
		{solver.Size{Positions: 5, Colors: 8}, solver.Beam{Widths: narrow, Worst: 8}},
	}
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
	fmt.Printf("%v: %.4f guesses on average, %d bytes, after %v\n", one.size, mean, len(tree), time.Since(from).Round(time.Second))
	return os.WriteFile(filepath.Join("trees", one.size.String()), tree, 0o644)
}
