package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parlor/internal/figures"
)

// inHall is somebody who looks at the hall.
func inHall() guest { return guest{text: "Here now"} }

// seated lets an even number of people sit down, two at a table.
func (l *load) seated(addr string, people int) ([]*visitor, error) {
	hosts, err := l.comeAll(addr, slices.Repeat([]guest{{command: "new davinci seats=2", text: "(you, host)"}}, people/2))
	if err != nil {
		return hosts, err
	}
	var others []guest
	for _, host := range hosts {
		code, err := host.code()
		if err != nil {
			return hosts, err
		}
		others = append(others, guest{command: "join " + code, text: "(you)"})
	}
	guests, err := l.comeAll(addr, others)
	return append(hosts, guests...), err
}

// crowded is a server with many people at rest.
type crowded struct {
	before, came, after usage // alone, when all had come, and when they had rested
	people              []*visitor
}

// idleSessions measures what people cost who do nothing.
func (l *load) idleSessions() error {
	return l.beside(func(ours, theirs *child) error {
		here, err := l.crowd(ours, func() ([]*visitor, error) {
			people, err := l.seated(ours.addr, l.idle/2) // before there is a hall to be told
			if err != nil {
				return people, err
			}
			visitors, err := l.comeAll(ours.addr, slices.Repeat([]guest{inHall()}, l.idle-len(people)))
			return append(people, visitors...), err
		})
		defer goAll(here.people)
		if err != nil {
			return err
		}
		var there crowded
		if theirs != nil {
			there, err = l.crowd(theirs, func() ([]*visitor, error) {
				return l.comeAll(theirs.addr, slices.Repeat([]guest{{}}, l.idle))
			})
			defer goAll(there.people)
			if err != nil {
				return err
			}
		}
		if err := l.rested([]*child{ours, theirs}, []*crowded{&here, &there}); err != nil {
			return err
		}
		l.reportIdle(here, there)
		return l.profile(ours, "idle")
	})
}

// crowd lets people come to a server.
func (l *load) crowd(c *child, come func() ([]*visitor, error)) (all crowded, err error) {
	if all.before, err = c.usage(); err != nil {
		return all, err
	}
	if all.people, err = come(); err != nil {
		return all, err
	}
	return all, nil
}

// rested leaves all alone for a while, after what they did to come.
func (l *load) rested(servers []*child, crowds []*crowded) error {
	time.Sleep(l.rest / 4)
	measure := func(to func(*crowded) *usage) error {
		var work sync.WaitGroup
		problems := make([]error, len(servers))
		for i, one := range servers {
			if one != nil {
				work.Go(func() { *to(crowds[i]), problems[i] = one.usage() })
			}
		}
		work.Wait()
		return errors.Join(problems...)
	}
	if err := measure(func(c *crowded) *usage { return &c.came }); err != nil {
		return err
	}
	rest := func() error {
		time.Sleep(l.rest)
		return nil
	}
	for i, one := range servers {
		if within := rest; one != nil {
			rest = func() error { return l.timed(one, []string{"idle", "idle-bare"}[i], within) }
		}
	}
	if err := rest(); err != nil {
		return err
	}
	return measure(func(c *crowded) *usage { return &c.after })
}

func (c *crowded) per(n int64) float64 { return float64(n) / float64(max(1, len(c.people))) }

func (c *crowded) memory() float64 { return c.per(c.after.Resident-c.before.Resident) / 1024 }

func (c *crowded) goroutines() float64 {
	return c.per(int64(c.after.Goroutines - c.before.Goroutines))
}

// processor is the share of a processor that all take, in ms a second.
func (c *crowded) processor(rest time.Duration) float64 {
	return (c.after.Processor - c.came.Processor).Seconds() * 1000 / rest.Seconds()
}

// ask is what one question takes whether a client is there, with all else at rest, in µs.
func (c *crowded) ask(rest, every time.Duration) float64 {
	return 1000 * c.processor(rest) * every.Seconds() / float64(max(1, len(c.people)))
}

func (c *crowded) kernel(rest time.Duration) float64 {
	return (c.after.Kernel - c.came.Kernel).Seconds() * 1000 / rest.Seconds()
}

func (c *crowded) collections() float64 { return float64(c.after.Collected - c.came.Collected) }

func (l *load) reportIdle(here, there crowded) {
	figure := func(format string, of func(*crowded) float64) (ours, theirs, share string) {
		if len(there.people) == 0 {
			return fmt.Sprintf(format, of(&here)), "", ""
		}
		return fmt.Sprintf(format, of(&here)), fmt.Sprintf(format, of(&there)), figures.Ratio(of(&here), of(&there))
	}
	name := fmt.Sprintf("%d idle sessions at 80×24, half in the hall and half at tables, after %v", len(here.people), l.rest)
	ours, theirs, share := figure("%.0f KB", (*crowded).memory)
	l.table.add(name+": RSS a session", ours, theirs, share, "≤ 150 KB")
	parts := func(c *crowded) string {
		u, kb := c.after, func(bytes uint64) float64 { return c.per(int64(bytes)) / 1024 }         //nolint:gosec // small
		rest := c.memory() - kb(u.Live+u.Garbage+u.Stacks+u.Spare) + kb(uint64(c.before.Resident)) //nolint:gosec // small
		return fmt.Sprintf("%.0f + %.0f + %.0f + %.0f + %.0f KB", kb(u.Live), kb(u.Garbage), kb(u.Stacks), kb(u.Spare), rest)
	}
	theirs = ""
	if len(there.people) > 0 {
		theirs = parts(&there)
	}
	l.table.add("… with what the server itself holds: objects + garbage + stacks + spare + the rest", parts(&here), theirs, "", "")
	ours, theirs, _ = figure("%.2f", (*crowded).goroutines)
	more := ""
	if theirs != "" {
		more = fmt.Sprintf("bare + %.2f", here.goroutines()-there.goroutines())
	}
	l.table.add("… goroutines a session", ours, theirs, more, "≤ bare + 4")
	ours, theirs, share = figure("%.2f ms/s", func(c *crowded) float64 { return c.processor(l.rest) })
	l.table.add("… processor at rest, of all", ours, theirs, share, "≤ 1.2 ×")
	ours, theirs, share = figure("%.2f ms/s", func(c *crowded) float64 { return c.kernel(l.rest) })
	l.table.add("… of it in the kernel", ours, theirs, share, "")
	ours, theirs, share = figure("%.0f µs", func(c *crowded) float64 { return c.ask(l.rest, l.every) })
	l.table.add(fmt.Sprintf("… processor for each question whether a client is there, every %v", l.every), ours, theirs, share, "")
	ours, theirs, _ = figure("%.0f", (*crowded).collections)
	l.table.add("… collections of garbage meanwhile", ours, theirs, "", "")
}

// code is that of the room in what has come.
func (v *visitor) code() (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return codeOn(plain(v.head))
}
