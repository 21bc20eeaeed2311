package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parlor/internal/figures"
)

// plain is text without what styles it.
func plain(styled []byte) string { return ansi.Strip(string(styled)) }

// connecting measures what it costs when many come at once: until each has the
// first whole screen.
func (l *load) connecting() error {
	return l.beside(func(ours, theirs *child) error {
		if theirs != nil {
			if err := l.teach(ours, theirs); err != nil {
				return err
			}
		}
		var here, there arrivals
		for round := range l.rounds {
			if err := l.arrive(ours, fmt.Sprint("connect", round), inHall(), &here); err != nil {
				return err
			}
			if theirs == nil {
				continue
			}
			if err := l.arrive(theirs, fmt.Sprint("connect-bare", round), inHall(), &there); err != nil {
				return err
			}
		}
		name := fmt.Sprintf("%d people connect, until each has a whole screen", l.connect)
		l.table.add(name, figures.Milliseconds(figures.Median(here.wall)), figures.Milliseconds(figures.Median(there.wall)), figures.Ratio(figures.Median(here.wall), figures.Median(there.wall)), "≤ 1.5 ×")
		l.table.add("… processor of the server", figures.Milliseconds(figures.Median(here.processor)), figures.Milliseconds(figures.Median(there.processor)), figures.Ratio(figures.Median(here.processor), figures.Median(there.processor)), "")
		return l.profile(ours, "connect")
	})
}

// arrivals are what it took until many had come, each time.
type arrivals struct{ wall, processor []time.Duration }

// teach has the bare server send the first screen that ours sends.
func (l *load) teach(ours, theirs *child) error {
	v, err := l.come(ours.addr, inHall())
	if err != nil {
		return err
	}
	v.mu.Lock()
	first := slices.Clone(v.head)
	v.mu.Unlock()
	v.goes()
	file := filepath.Join(theirs.dir, "first")
	if err := os.WriteFile(file, first, 0o600); err != nil {
		return err
	}
	_, err = theirs.ask("first %s", file)
	return err
}

// arrive lets all come and go. The profile is of their coming alone.
func (l *load) arrive(c *child, profile string, one guest, took *arrivals) error {
	guests := slices.Repeat([]guest{one}, l.connect)
	first, err := l.introduce(c.addr, guests)
	if err != nil {
		return err
	}
	before, err := c.usage()
	if err != nil {
		return err
	}
	var (
		people []*visitor
		wall   time.Duration
	)
	err = l.timed(c, profile, func() (err error) {
		began := time.Now()
		people, err = enter(c.addr, first, guests)
		wall = time.Since(began)
		return err
	})
	defer func() {
		goAll(people)
		time.Sleep(time.Second) // what their going costs is not counted
	}()
	if err != nil {
		return err
	}
	after, err := c.usage()
	took.wall = append(took.wall, wall)
	took.processor = append(took.processor, after.Processor-before.Processor)
	return err
}
