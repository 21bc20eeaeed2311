package main

import (
	"fmt"
	"slices"
	"time"

	"parlor/internal/figures"
)

// hallInMotion measures what one change of one room costs where many look at
// many rooms.
func (l *load) hallInMotion() error {
	ours, err := l.start(serveOurs)
	if err != nil {
		return err
	}
	defer func() { _ = ours.end() }()
	hosts, err := l.comeAll(ours.addr, slices.Repeat([]guest{{command: "new davinci seats=2", text: "(you, host)"}}, l.tables))
	defer goAll(hosts)
	if err != nil {
		return err
	}
	visitors, err := l.comeAll(ours.addr, slices.Repeat([]guest{inHall()}, l.visitors))
	defer goAll(visitors)
	if err != nil {
		return err
	}
	mover, err := l.robot(ours.addr, "play davinci seats=3")
	if mover != nil {
		defer mover.goes()
	}
	if err != nil {
		return err
	}
	rest, err := ours.over(l.window)
	if err != nil {
		return err
	}
	var changes int
	var problem error
	moved := func() error {
		before, err := ours.usage()
		if err != nil {
			return err
		}
		began := time.Now()
		for ; time.Since(began) < l.window && problem == nil; changes++ {
			time.Sleep(time.Until(began.Add(time.Duration(changes) * time.Second)))
			order := `"add_bot":1`
			if changes%2 == 1 {
				order = `"remove_bot":2`
			}
			problem = mover.gives(order)
		}
		time.Sleep(time.Second)
		after, err := ours.usage()
		took := after.Processor - before.Processor - time.Duration(float64(rest)*time.Since(began).Seconds())
		each := max(0, took) / time.Duration(max(1, changes))
		l.table.add(fmt.Sprintf("%d rooms, %d people in the hall: processor for one change of one room", l.tables, l.visitors), figures.Milliseconds(each), "", "", "")
		l.table.add("… for each of them", fmt.Sprintf("%.0f µs", each.Seconds()*1e6/float64(max(1, l.visitors))), "", "", "")
		return err
	}
	if err := l.timed(ours, "hall", moved); err != nil {
		return err
	}
	return problem
}
