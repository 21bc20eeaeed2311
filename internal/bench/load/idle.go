package load

import (
	"fmt"
	"slices"
	"time"

	"parlor/internal/bench/driver"
)

// resting is a server with many sessions at rest.
type resting struct {
	*host
	before, came, after driver.Usage // without sessions, when all were connected, and at the end of the rest
	screens             []*driver.Screen
}

// idle measures the cost of idle sessions.
func idle(t *trial) error {
	return t.compared(func(ours, bare *host) error {
		here, err := crowded(ours, func() ([]*driver.Screen, error) {
			players, err := ours.seated(t.idle / 2) // before there is a lobby to be told
			if err != nil {
				return players, err
			}
			visitors, err := ours.screens(slices.Repeat([]driver.ScreenOptions{inLobby()}, t.idle-len(players))...)
			return append(players, visitors...), err
		})
		defer func() { hangUp(here.screens...) }()
		if err != nil {
			return err
		}
		servers := []*resting{here}
		there := &resting{}
		if bare != nil {
			there, err = crowded(bare, func() ([]*driver.Screen, error) { return bare.screens(make([]driver.ScreenOptions, t.idle)...) })
			defer func() { hangUp(there.screens...) }()
			if err != nil {
				return err
			}
			servers = append(servers, there)
		}
		if err := t.letRest(servers); err != nil {
			return err
		}
		t.reportIdle(here, there)
		return t.Profile(ours.Server, "idle")
	})
}

// crowded opens sessions on a server, and returns it with its usage before.
func crowded(on *host, come func() ([]*driver.Screen, error)) (r *resting, err error) {
	r = &resting{host: on}
	if r.before, err = on.Usage(); err == nil {
		r.screens, err = come()
	}
	return r, err
}

// letRest leaves the servers idle for a while, once the work of connecting has settled, and
// measures their usage before and after.
func (t *trial) letRest(servers []*resting) error {
	time.Sleep(t.rest / 4)
	usage := func(to func(*resting) *driver.Usage) error {
		return driver.Each(len(servers), len(servers), func(i int) (err error) {
			*to(servers[i]), err = servers[i].Usage()
			return err
		})
	}
	if err := usage(func(r *resting) *driver.Usage { return &r.came }); err != nil {
		return err
	}
	rest := func() error {
		time.Sleep(t.rest)
		return nil
	}
	for i, one := range servers {
		within := rest
		rest = func() error { return t.Timed(one.Server, []string{"idle", "idle-bare"}[i], within) }
	}
	if err := rest(); err != nil {
		return err
	}
	return usage(func(r *resting) *driver.Usage { return &r.after })
}

func (r *resting) per(n int64) float64 { return float64(n) / float64(max(1, len(r.screens))) }

func (r *resting) memory() float64 { return r.per(r.after.Resident-r.before.Resident) / 1024 }

func (r *resting) goroutines() float64 {
	return r.per(int64(r.after.Goroutines - r.before.Goroutines))
}

// perSecond returns the milliseconds of CPU time per second of rest.
func (r *resting) perSecond(used, rest time.Duration) float64 {
	return used.Seconds() * 1000 / rest.Seconds()
}

// parts returns the memory per session by kind, including that of the server itself.
func (r *resting) parts() string { return memoryParts(r.after, len(r.screens)) }

// memoryPartsRow is the name of the row with the results of memoryParts.
const memoryPartsRow = "… with what the server itself holds: objects + garbage + stacks + spare + the rest"

// memoryParts returns the memory per session by kind, including that of the server itself, given
// the usage with that number of sessions.
func memoryParts(usage driver.Usage, sessions int) string {
	if sessions == 0 {
		return ""
	}
	kb := func(bytes uint64) float64 { return float64(bytes) / float64(sessions) / 1024 }
	rest := kb(uint64(usage.Resident)) - kb(usage.Live+usage.Garbage+usage.Stacks+usage.Spare) //nolint:gosec // positive
	return fmt.Sprintf("%.0f + %.0f + %.0f + %.0f + %.0f KB", kb(usage.Live), kb(usage.Garbage), kb(usage.Stacks), kb(usage.Spare), rest)
}

func (t *trial) reportIdle(here, there *resting) {
	add := func(what, format, goal string, of func(*resting) float64) {
		ours, theirs, ratio := fmt.Sprintf(format, of(here)), "", ""
		if len(there.screens) > 0 {
			theirs, ratio = fmt.Sprintf(format, of(there)), driver.Ratio(of(here), of(there))
		}
		t.Add(what, ours, theirs, ratio, goal)
	}
	cpu := func(r *resting) float64 { return r.perSecond(r.after.CPU-r.came.CPU, t.rest) }
	add(fmt.Sprintf("%d idle sessions at 80×24, half in the lobby and half in rooms, after %v: RSS a session", len(here.screens), t.rest), "%.0f KB", "≤ 150 KB", (*resting).memory)
	t.Add(memoryPartsRow, here.parts(), there.parts())
	more, theirs := "", ""
	if len(there.screens) > 0 {
		more, theirs = fmt.Sprintf("bare + %.2f", here.goroutines()-there.goroutines()), fmt.Sprintf("%.2f", there.goroutines())
	}
	t.Add("… goroutines a session", fmt.Sprintf("%.2f", here.goroutines()), theirs, more, "≤ bare + 4")
	add("… CPU at rest, of all", "%.2f ms/s", "≤ 1.2 ×", cpu)
	add("… of it in the kernel", "%.2f ms/s", "", func(r *resting) float64 { return r.perSecond(r.after.Kernel-r.came.Kernel, t.rest) })
	add(fmt.Sprintf("… CPU for each question whether a client is there, every %v", t.keepAlive), "%.0f µs", "", func(r *resting) float64 {
		return 1000 * cpu(r) * t.keepAlive.Seconds() / float64(max(1, len(r.screens)))
	})
	add("… GC cycles meanwhile", "%.0f", "", func(r *resting) float64 { return float64(r.after.GCs - r.came.GCs) })
}
