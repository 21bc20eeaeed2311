package engine_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/bullscows"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
)

const vectors = "testdata/chance.txt"

// TestChanceVectors compares named streams, and what games deal from them, with a file. No
// line of it may change: the records of a version of the rules follow from it.
func TestChanceVectors(t *testing.T) {
	var lines strings.Builder
	for _, seed := range []engine.Seed{{}, {1}, counting()} {
		streamVectors(&lines, seed)
		deals(t, &lines, seed)
	}
	want, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	if lines.String() != string(want) {
		t.Errorf("the streams are not those of %s; now:\n%s", vectors, lines.String())
	}
}

// TestChanceInPython compares the same file with what another implementation makes of the
// specification.
func TestChanceInPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	got, err := exec.CommandContext(t.Context(), python, "-B", "testdata/chance.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("testdata/chance.py writes\n%s", got)
	}
}

// counting is the seed 000102…1f.
func counting() (seed engine.Seed) {
	for i := range seed {
		seed[i] = byte(i)
	}
	return seed
}

// streamVectors writes subs of a seed, and numbers and shuffles of its streams. Of the
// largest numbers a quarter of the words is passed over.
func streamVectors(lines *strings.Builder, seed engine.Seed) {
	fmt.Fprintf(lines, "seed %x\n", seed[:])
	for _, name := range []string{"", "first", "game 1", "clock 2", "spare 1"} {
		sub := seed.Sub(name)
		fmt.Fprintf(lines, "sub %x %q\n", sub[:], name)
	}
	for _, n := range []int{1, 2, 6, 7, 10, 30240, 1<<31 + 1<<30 + 1} {
		stream := seed.Stream("numbers")
		fmt.Fprintf(lines, "intn %d", n)
		for range 20 {
			fmt.Fprintf(lines, " %d", stream.IntN(n))
		}
		lines.WriteString("\n")
	}
	for _, n := range []int{0, 1, 2, 12, 13} {
		stream, list := seed.Stream("list"), make([]int, n)
		for i := range list {
			list[i] = i
		}
		stream.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
		fmt.Fprintf(lines, "shuffle %d %v\n", n, list)
	}
}

// deals writes what the newest rules of each game deal in the first two games of a match.
func deals(t *testing.T, lines *strings.Builder, seed engine.Seed) {
	t.Helper()
	for _, one := range []struct {
		game    engine.Game
		seats   int
		options engine.Options
	}{
		{davinci.Rules().Game(), 4, engine.Options{"rounds": "2", "jokers": "free"}},
		{masterdice.Rules().Game(), 2, engine.Options{"rounds": "2"}},
		{kodeknacker.Rules().Game(), 2, engine.Options{"rounds": "2", "preset": "super"}},
		{bullscows.Rules().Game(), 2, engine.Options{"rounds": "2"}},
	} {
		match, err := one.game.Start(one.seats, seed, one.options)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(lines, "%s %d: seat %v begins\n", one.game.Name, one.game.Version, match.View(engine.Watcher).First)
		for len(match.ToMove()) > 0 {
			seat := match.ToMove()[0]
			next, events, err := match.Play(seat, engine.Timeout)
			if err != nil {
				t.Fatal(err)
			}
			for _, event := range events {
				if words := strings.Fields(event.String()); tellsDeal(words) {
					fmt.Fprintf(lines, "%s %d: %s\n", one.game.Name, match.View(engine.Watcher).Round, event)
				}
			}
			match = next
		}
	}
}

// tellsDeal reports whether the words of an event tell what the clock chose, or what was
// dealt.
func tellsDeal(words []string) bool {
	return len(words) > 1 && slices.Contains([]string{"took", "drew", "added", "turned", "rolled", "code"}, words[1])
}
