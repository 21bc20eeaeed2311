package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlor/internal/figures"
)

// many is how many rooms are opened at the same time.
const many = 8

// openAll opens rooms with watchers who draw nothing.
func (l *load) openAll(addr string, count, watchers int) ([]*played, error) {
	rooms, problems := make([]*played, count), make([]error, count)
	places := make(chan struct{}, many)
	var work sync.WaitGroup
	for i := range rooms {
		places <- struct{}{}
		work.Go(func() {
			rooms[i], problems[i] = l.open(addr, make([]guest, watchers))
			<-places
		})
	}
	work.Wait()
	return rooms, errors.Join(problems...)
}

func closeAll(rooms []*played) {
	for _, room := range rooms {
		if room != nil {
			goAll(room.everybody())
		}
	}
}

// playing measures how long it takes until what somebody does in a room is on
// every screen of it, with many rooms in play and one reader who does not read.
func (l *load) playing() error {
	return l.beside(func(ours, theirs *child) error {
		before, err := ours.usage()
		if err != nil {
			return err
		}
		rooms, err := l.openAll(ours.addr, l.rooms, 2)
		defer closeAll(rooms)
		if err != nil {
			return err
		}
		stalled, err := l.stall(ours.addr, rooms[0])
		if stalled != nil {
			defer stalled.goes()
		}
		if err != nil {
			return err
		}
		var echoes []*visitor
		if theirs != nil {
			var guests []guest
			for i := range 4 * l.rooms {
				guests = append(guests, guest{command: fmt.Sprint("room ", i/4)})
			}
			echoes, err = l.comeAll(theirs.addr, guests)
			defer goAll(echoes)
			if err != nil {
				return err
			}
		}
		var here, there course
		for round := range l.rounds {
			window := func() error { return l.inPlay(&here, ours, rooms) }
			if round > 0 {
				err = window()
			} else {
				err = l.timed(ours, "play", window)
			}
			if err == nil && theirs != nil {
				err = l.echo(&there, theirs, echoes, here.bytes)
			}
			if err != nil {
				return err
			}
		}
		after, err := ours.usage()
		if err != nil {
			return err
		}
		l.reportPlay(here, there, float64(after.Resident-before.Resident)/float64(4*l.rooms+1)/1024)
		return l.profile(ours, "play")
	})
}

// stall lets one more person watch a room who reads no more, and whose window
// changes until the line is full.
func (l *load) stall(addr string, p *played) (*visitor, error) {
	code, err := codeOn(p.seats[0].stands())
	if err != nil {
		return nil, err
	}
	v, err := l.come(addr, guest{command: "watch " + code, text: "watching", stalls: true})
	if err != nil {
		return nil, err
	}
	v.line.stalled.Store(true)
	for i := range 40 { // the line takes half of that, or less
		if err := v.session.WindowChange(24+36*(i%2), 80+120*(i%2)); err != nil {
			return v, err
		}
		time.Sleep(300 * time.Millisecond)
	}
	return v, nil
}

// course is what was seen of rooms in play, each time.
type course struct {
	p50, p99, processor []time.Duration // processor of one action
	actions, missed     int
	bytes               int // that a screen was sent for an action
}

// run has all rooms act for a while, each by turns that are as far apart as the
// rate says, and not all at once.
func (l *load) run(to *course, c *child, steps []func(at time.Time) (seen, error)) error {
	before, err := c.usage()
	if err != nil {
		return err
	}
	var (
		mu       sync.Mutex
		took     []time.Duration
		problems []error
		work     sync.WaitGroup
	)
	began, apart := time.Now(), time.Duration(float64(len(steps))/l.rate*float64(time.Second))
	for i, do := range steps {
		work.Go(func() {
			first := began.Add(2*time.Second + apart*time.Duration(i)/time.Duration(len(steps)))
			for at := first; at.Sub(began) < l.window+2*time.Second; at = at.Add(apart) {
				one, err := do(at.Add(rand.N(apart/20 + 1)))
				mu.Lock()
				problems = append(problems, err)
				to.missed += one.missed
				if one.missed == 0 && err == nil {
					took = append(took, one.last())
				}
				mu.Unlock()
			}
		})
	}
	work.Wait()
	after, err := c.usage()
	if err := errors.Join(append(problems, err)...); err != nil {
		return err
	}
	to.actions += len(took)
	to.p50, to.p99 = append(to.p50, figures.At(took, 0.5)), append(to.p99, figures.At(took, 0.99))
	to.processor = append(to.processor, (after.Processor-before.Processor)/time.Duration(max(1, len(took))))
	return nil
}

// inPlay is one measurement of ours.
func (l *load) inPlay(to *course, c *child, rooms []*played) error {
	var steps []func(time.Time) (seen, error)
	size := func() (all int64) {
		for _, room := range rooms {
			for _, v := range room.everybody() {
				own, _ := v.came()
				all += own
			}
		}
		return all
	}
	for _, room := range rooms {
		steps = append(steps, func(at time.Time) (seen, error) {
			mover, key, err := room.ready()
			if err != nil {
				return seen{}, err
			}
			time.Sleep(time.Until(at))
			return act(mover, key, room.everybody())
		})
	}
	before, done := size(), to.actions
	if err := l.run(to, c, steps); err != nil {
		return err
	}
	to.bytes = int(size()-before) / max(1, 4*(to.actions-done))
	return nil
}

// echo is the same of the bare server, with as many bytes.
func (l *load) echo(to *course, c *child, people []*visitor, bytes int) error {
	if _, err := c.ask("echo %d", bytes); err != nil {
		return err
	}
	var steps []func(time.Time) (seen, error)
	for room := range slices.Chunk(people, 4) {
		steps = append(steps, func(at time.Time) (seen, error) {
			time.Sleep(time.Until(at))
			return act(room[0], "\r", room)
		})
	}
	return l.run(to, c, steps)
}

func (l *load) reportPlay(here, there course, memory float64) {
	name := fmt.Sprintf("%d rooms, %d sessions, %.0f actions a second: action → every screen of the room, one stalled reader", l.rooms, 4*l.rooms, l.rate)
	l.table.add(name+": p50", figures.Milliseconds(figures.Median(here.p50)), figures.Milliseconds(figures.Median(there.p50)), figures.Ratio(figures.Median(here.p50), figures.Median(there.p50)), "")
	l.table.add("… p99", figures.Milliseconds(figures.Median(here.p99)), figures.Milliseconds(figures.Median(there.p99)), figures.Ratio(figures.Median(here.p99), figures.Median(there.p99)), "≤ 2 ×")
	l.table.add("… processor of the server for an action", figures.Milliseconds(figures.Median(here.processor)), figures.Milliseconds(figures.Median(there.processor)), figures.Ratio(figures.Median(here.processor), figures.Median(there.processor)), "")
	l.table.add("… bytes a screen for an action, with what its player types before", strconv.Itoa(here.bytes), strconv.Itoa(here.bytes), "", "")
	l.table.add("… RSS a session", fmt.Sprintf("%.0f KB", memory), "", "", "")
	l.table.add("… screens that showed nothing within 10 s", fmt.Sprintf("%d of %d", here.missed, here.missed+4*here.actions), "", "", "0")
}
