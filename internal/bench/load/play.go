package load

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlor/internal/bench/driver"
)

// play measures how long it takes until an action of a player in a room is on every screen of that
// room, with many rooms in play and one spectator who does not read.
func play(t *trial) error {
	return t.compared(func(ours, bare *host) error {
		before, err := ours.Usage()
		if err != nil {
			return err
		}
		rooms, err := ours.rooms(t.rooms, 2)
		defer func() { closeRooms(rooms) }()
		if err != nil {
			return err
		}
		code, err := codeOn(rooms[0].screens[0].Text())
		if err != nil {
			return err
		}
		stalled, err := ours.stalled(code)
		if stalled != nil {
			defer stalled.HangUp()
		}
		if err != nil {
			return err
		}
		var here, there course
		each := []func(int) error{func(round int) error {
			window := func() error { return t.inPlay(&here, ours, rooms) }
			if round > 0 {
				return window()
			}
			return t.Timed(ours.Server, "play", window)
		}}
		if bare != nil {
			var screens []driver.ScreenOptions
			for i := range 4 * t.rooms {
				screens = append(screens, driver.ScreenOptions{Command: fmt.Sprint("room ", i/4)})
			}
			echoes, err := bare.screens(screens...)
			defer func() { hangUp(echoes...) }()
			if err != nil {
				return err
			}
			each = append(each, func(int) error { return t.echo(&there, bare, echoes, here.bytes) })
		}
		if err := driver.Alternate(t.rounds, each...); err != nil {
			return err
		}
		after, err := ours.Usage()
		if err != nil {
			return err
		}
		t.reportPlay(here, there, before, after)
		return t.Profile(ours.Server, "play")
	})
}

// course holds the measurements of rooms in play, per round.
type course struct {
	p50, p99, cpu   []time.Duration // CPU of one action
	actions, missed int
	bytes           int // bytes that a screen receives per action
}

// run lets all rooms act for a while at the given rate, evenly spread over time.
func (t *trial) run(to *course, on *host, steps []func(at time.Time) (seen, error)) error {
	before, err := on.Usage()
	if err != nil {
		return err
	}
	var (
		mu       sync.Mutex
		took     []time.Duration
		problems []error
		work     sync.WaitGroup
	)
	began, apart := time.Now(), time.Duration(float64(len(steps))/t.rate*float64(time.Second))
	for i, do := range steps {
		work.Go(func() {
			first := began.Add(2*time.Second + apart*time.Duration(i)/time.Duration(len(steps)))
			for at := first; at.Sub(began) < t.window+2*time.Second; at = at.Add(apart) {
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
	after, err := on.Usage()
	if err := errors.Join(append(problems, err)...); err != nil {
		return err
	}
	to.actions += len(took)
	to.p50, to.p99 = append(to.p50, driver.Percentile(took, 0.5)), append(to.p99, driver.Percentile(took, 0.99))
	to.cpu = append(to.cpu, (after.CPU-before.CPU)/time.Duration(max(1, len(took))))
	return nil
}

// inPlay measures one round of rooms in play on parlor.
func (t *trial) inPlay(to *course, on *host, rooms []*room) error {
	var steps []func(time.Time) (seen, error)
	size := func() (all int64) {
		for _, one := range rooms {
			for _, v := range one.screens {
				own, _ := v.Received()
				all += own
			}
		}
		return all
	}
	for _, one := range rooms {
		steps = append(steps, func(at time.Time) (seen, error) {
			mover, key, err := one.ready()
			if err != nil {
				return seen{}, err
			}
			time.Sleep(time.Until(at))
			return act(mover, key, one.screens)
		})
	}
	before, done := size(), to.actions
	if err := t.run(to, on, steps); err != nil {
		return err
	}
	to.bytes = int(size()-before) / max(1, 4*(to.actions-done))
	return nil
}

// echo measures one round on the baseline server, with the same number of bytes.
func (t *trial) echo(to *course, on *host, screens []*driver.Screen, bytes int) error {
	if _, err := on.Ask("echo %d", bytes); err != nil {
		return err
	}
	var steps []func(time.Time) (seen, error)
	for room := range slices.Chunk(screens, 4) {
		steps = append(steps, func(at time.Time) (seen, error) {
			time.Sleep(time.Until(at))
			return act(room[0], "\r", room)
		})
	}
	return t.run(to, on, steps)
}

func (t *trial) reportPlay(here, there course, before, after driver.Usage) {
	sessions := 4*t.rooms + 1
	name := fmt.Sprintf("%d rooms, %d sessions, %.0f actions a second: action → every screen of the room, one stalled reader", t.rooms, 4*t.rooms, t.rate)
	driver.AddComparison(&t.Table, name+": p50", driver.Milliseconds, here.p50, there.p50, "")
	driver.AddComparison(&t.Table, "… p99", driver.Milliseconds, here.p99, there.p99, "≤ 2 ×")
	driver.AddComparison(&t.Table, "… CPU of the server for an action", driver.Milliseconds, here.cpu, there.cpu, "")
	t.Add("… bytes a screen for an action, with what its player types before", strconv.Itoa(here.bytes), strconv.Itoa(here.bytes))
	t.Add("… RSS a session", fmt.Sprintf("%.0f KB", float64(after.Resident-before.Resident)/float64(sessions)/1024))
	t.Add(memoryPartsRow, memoryParts(after, sessions))
	t.Add("… screens that showed nothing within 10 s", fmt.Sprintf("%d of %d", here.missed, here.missed+4*here.actions), "", "", "0")
}
