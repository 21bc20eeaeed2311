package main

import (
	"fmt"
	"slices"
	"time"

	"parlor/internal/figures"
)

// clocks measures whether a table with a clock costs more after many changes of
// it than before.
func (l *load) clocks() error {
	ours, err := l.start(serveOurs)
	if err != nil {
		return err
	}
	defer func() { _ = ours.end() }()
	host, err := l.robot(ours.addr, "play davinci seats=3 clock=1h")
	if host != nil {
		defer host.goes()
	}
	if err != nil {
		return err
	}
	people, err := l.comeAll(ours.addr, slices.Repeat([]guest{{command: "join " + host.code, text: "(you)", draws: true}}, 2))
	defer goAll(people)
	if err != nil {
		return err
	}
	if err := host.gives(`"start":true`); err != nil {
		return err
	}
	for _, one := range people {
		if err := one.sees("one at a time"); err != nil {
			return err
		}
	}
	before, err := ours.over(l.window)
	if err != nil {
		return err
	}
	for i := range l.updates {
		if err := host.gives(fmt.Sprintf(`"show_eyes":%v`, i%2 == 0)); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond) // so that each is shown
	}
	after, err := ours.over(l.window)
	if err != nil {
		return err
	}
	l.table.add(fmt.Sprintf("a table with a clock: processor in a second, after %d changes beside before them", l.updates), figures.Milliseconds(after), figures.Milliseconds(before), figures.Ratio(after, before), "as before")
	return nil
}

// over is how much a server takes in a second, measured for some time after a
// moment of rest.
func (c *child) over(window time.Duration) (time.Duration, error) {
	time.Sleep(min(2*time.Second, window/4))
	before, err := c.usage()
	if err != nil {
		return 0, err
	}
	time.Sleep(window)
	after, err := c.usage()
	return time.Duration(float64(after.Processor-before.Processor) / window.Seconds()), err
}
