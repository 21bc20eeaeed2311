package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"parlor/internal/figures"
)

// watching measures whether players feel that many watch them with large
// windows: by turns something is done at a table that is watched, and at one that
// is not.
func (l *load) watching() error {
	ours, err := l.start(serveOurs)
	if err != nil {
		return err
	}
	defer func() { _ = ours.end() }()
	crowd := slices.Repeat([]guest{{width: 200, height: 60}}, l.watchers)
	watched, err := l.open(ours.addr, crowd)
	rooms := []*played{watched}
	defer func() { closeAll(rooms) }()
	if err != nil {
		return err
	}
	alone, err := l.open(ours.addr, nil)
	rooms = append(rooms, alone)
	if err != nil {
		return err
	}
	var took [2][]time.Duration
	missed := 0
	for range l.moves {
		for i, room := range rooms {
			mover, key, err := room.ready()
			if err != nil {
				return err
			}
			one, err := act(mover, key, room.seats[:])
			if err != nil {
				return err
			}
			missed += one.missed
			took[i] = append(took[i], one.last())
			watched.settle()
		}
	}
	name := fmt.Sprintf("%d watchers at 200×60: action → the players' screens", l.watchers)
	l.table.add(name+": p50, beside the same without watchers", figures.Milliseconds(figures.At(took[0], 0.5)), figures.Milliseconds(figures.At(took[1], 0.5)), figures.Ratio(figures.At(took[0], 0.5), figures.At(took[1], 0.5)), "≤ 1.5 ×")
	l.table.add("… p90", figures.Milliseconds(figures.At(took[0], 0.9)), figures.Milliseconds(figures.At(took[1], 0.9)), figures.Ratio(figures.At(took[0], 0.9), figures.At(took[1], 0.9)), "")
	if missed > 0 {
		l.table.add("… screens that showed nothing within 10 s", strconv.Itoa(missed), "", "", "0")
	}
	return nil
}
