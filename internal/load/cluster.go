package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"parlor/internal/figures"
)

// clusterCommand writes the table in docs/cluster.md.
const clusterCommand = "go run ./internal/load -full -only cluster -build -write docs/cluster.md"

// Where a room is that somebody plays in.
const (
	alone     = iota // on one machine, with its rooms in SQLite
	here             // of three, at the one to which its players have come
	elsewhere        // of three, at another one
	places
)

// compared is a table of one machine beside several.
type compared struct {
	machine string
	rows    []comparedRow
}

// comparedRow is one thing that was measured. What does not apply is empty.
type comparedRow struct {
	what   string
	figure [places]string
	ratio  [places]string // to one machine
}

// add adds what was measured in each place, where that is more than nothing.
func add[T float64 | time.Duration](c *compared, what string, text func(T) string, measured ...T) {
	one := comparedRow{what: what}
	for place, figure := range measured {
		if figure <= 0 {
			continue
		}
		one.figure[place] = text(figure)
		if place != alone {
			one.ratio[place] = figures.Ratio(figure, measured[alone])
		}
	}
	c.rows = append(c.rows, one)
}

func number(format string) func(float64) string {
	return func(figure float64) string { return fmt.Sprintf(format, figure) }
}

// markdown is the table as it stands in docs/cluster.md.
func (c *compared) markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n| | one machine, SQLite | three nodes, the room at the player's | ratio | the room at another node | ratio |\n|---|---|---|---|---|---|\n", c.machine)
	for _, one := range c.rows {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s |\n", one.what, orDash(one.figure[alone]),
			orDash(one.figure[here]), orDash(one.ratio[here]), orDash(one.figure[elsewhere]), orDash(one.ratio[elsewhere]))
	}
	return text.String()
}

// severalMachines measures what a cluster costs beside one machine.
func (l *load) severalMachines() (err error) {
	machine := figures.Machine()
	defer func() { l.compared.machine = machine() }()
	f, err := l.newFarm()
	if err != nil {
		return err
	}
	defer func() {
		if problem := f.end(); err == nil {
			err = problem
		}
	}()
	defer func() {
		if n := l.refused.Load(); n > 0 {
			l.say("%d moves were refused or too late, and are not in the table: this machine has too much else to do", n)
		}
	}()
	for _, step := range []func(*farm) error{l.atRest, l.inPlayEverywhere, l.startsWithRooms, l.programs} {
		if err := step(f); err != nil {
			return err
		}
	}
	return nil
}

// atRest measures starts where there is no room yet, and what is taken by servers where
// nobody is.
func (l *load) atRest(f *farm) error {
	if err := l.reportStarts(f, "start of a machine, until somebody has logged in and is answered: no rooms"); err != nil {
		return err
	}
	time.Sleep(l.rest / 4)
	return f.reportMemory("memory (RSS) of one machine, nobody there", nodesOfFarm)
}

// reportStarts measures starts.
func (l *load) reportStarts(f *farm, what string) error {
	took, err := l.starts(f.alone, f.nodes[nodesOfFarm-1])
	if err != nil {
		return err
	}
	add(&l.compared, what, figures.Milliseconds, figures.Median(took[alone]), figures.Median(took[here]))
	return nil
}

// reportMemory tells how much memory is taken, by so many nodes.
func (f *farm) reportMemory(what string, of int) error {
	nodes, etcd := f.pids()
	var all [3]taken
	for i, pids := range [][]int{{f.alone.pid()}, nodes, etcd} {
		var err error
		if all[i], err = takenBy(pids...); err != nil {
			return err
		}
	}
	mb := func(bytes int64, of int) float64 { return float64(bytes) / float64(of) / 1e6 }
	add(&f.l.compared, what, number("%.0f MB"), mb(all[0].resident, 1), mb(all[1].resident, of))
	add(&f.l.compared, "… of a member of etcd beside it", number("%.0f MB"), 0, mb(all[2].resident, membersOfEtcd))
	return nil
}

// seats are where the pairs of a place play.
func (f *farm) seats(place, i int) (room, at string) {
	switch room = f.nodes[i%nodesOfFarm].addr; place {
	case alone:
		return f.alone.addr, f.alone.addr
	case here:
		return room, room
	}
	return room, f.nodes[(i+1)%nodesOfFarm].addr
}

// sitTries is how often two programs try to sit down: many do at once, and a machine that
// has too much to do refuses some of them.
const sitTries = 5

// sitDown has programs sit down in a place until there are so many pairs.
func (f *farm) sitDown(place int, pairs *[]*pair, rooms int) error {
	more := make([]*pair, rooms-len(*pairs))
	err := each(more, func(i int, _ *pair) (err error) {
		room, at := f.seats(place, i)
		for range sitTries {
			if more[i], err = f.l.sit(room, at, uint64(i)); err == nil { //nolint:gosec // small
				break
			}
			time.Sleep(time.Second)
		}
		return err
	})
	*pairs = append(*pairs, slices.DeleteFunc(more, func(one *pair) bool { return one == nil })...)
	return err
}

// inPlayEverywhere measures moves, with more and more rooms in play.
func (l *load) inPlayEverywhere(f *farm) error {
	var pairs [places][]*pair
	defer func() {
		for _, one := range slices.Concat(pairs[:]...) {
			one.goes()
		}
	}()
	levels := slices.Compact([]int{1, max(1, l.tablesOfCluster/10), l.tablesOfCluster})
	for n, rooms := range levels {
		for place := range places {
			if err := f.sitDown(place, &pairs[place], rooms); err != nil {
				return err
			}
			if place == here && n == len(levels)-1 { // there are as many rooms as at the one that is alone
				time.Sleep(l.rest / 4)
				if err := f.reportMemory("memory (RSS) of all machines, "+roomsOf(rooms)+" in play with 2 programs each", 1); err != nil {
					return err
				}
			}
		}
		if err := l.paced(pairs); err != nil {
			return err
		}
		if n == len(levels)-2 || len(levels) == 1 {
			if err := l.flatOut(f, pairs); err != nil {
				return err
			}
		}
		l.say("%s in play: measured", roomsOf(rooms))
	}
	return each(pairs[elsewhere], func(_ int, one *pair) error { return one.leaves() })
}

func roomsOf(n int) string {
	if n == 1 {
		return "1 room"
	}
	return fmt.Sprint(n, " rooms")
}

// windowOf has pairs move for a while, by turns that are as far apart as a rate says, or as
// fast as they can where that is 0.
func (l *load) windowOf(pairs []*pair, rate float64) ([]time.Duration, error) {
	var (
		mu    sync.Mutex
		all   []time.Duration
		work  sync.WaitGroup
		fault error
	)
	began, apart := time.Now(), time.Duration(0)
	if rate > 0 {
		apart = time.Duration(float64(len(pairs)) / rate * float64(time.Second))
	}
	for turn, i := range rand.Perm(len(pairs)) { // not always the same ones where not all have their turn
		work.Go(func() {
			var own []time.Duration
			var err error
			for at := began.Add(apart * time.Duration(turn) / time.Duration(len(pairs))); err == nil && at.Sub(began) < l.clusterWindow; at = later(at.Add(apart)) {
				time.Sleep(time.Until(at))
				var took time.Duration
				switch took, err = pairs[i].move(); {
				case err == nil:
					own = append(own, took)
				case errors.Is(err, errRefused):
					err = nil
					l.refused.Add(1)
					time.Sleep(time.Second) // it may still be done
				}
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, own...)
			if fault == nil {
				fault = err
			}
		})
	}
	work.Wait()
	return all, fault
}

// later is a moment, or now where that has gone by.
func later(at time.Time) time.Time {
	if now := time.Now(); now.After(at) {
		return now
	}
	return at
}

// paced measures moves that come one by one.
func (l *load) paced(pairs [places][]*pair) error {
	var p50, p99 [places][]time.Duration
	for range l.rounds {
		for place, all := range pairs {
			took, err := l.windowOf(all, l.clusterRate)
			if err != nil {
				return err
			}
			p50[place], p99[place] = append(p50[place], figures.At(took, 0.5)), append(p99[place], figures.At(took, 0.99))
		}
	}
	what := fmt.Sprintf("%s in play, %.0f moves a second in all: move → both players: p50", roomsOf(len(pairs[alone])), l.clusterRate)
	add(&l.compared, what, figures.Milliseconds, medians(p50)...)
	add(&l.compared, "… p99", figures.Milliseconds, medians(p99)...)
	return nil
}

func medians[T float64 | time.Duration](of [places][]T) (all []T) {
	for _, one := range of {
		all = append(all, figures.Median(one))
	}
	return all
}

// flatOut measures moves that come as fast as each pair is answered.
func (l *load) flatOut(f *farm, pairs [places][]*pair) error {
	var rates [places][]float64
	var ours, etcds [places][]time.Duration // processors for a move
	nodes, etcd := f.pids()
	for round := range l.rounds {
		for place, all := range pairs {
			parlors := nodes
			if place == alone {
				parlors = []int{f.alone.pid()}
			}
			profiled := l.profiled(f, place, round)
			moves := 0
			took, err := takenMeanwhile([][]int{parlors, etcd}, func() error {
				each, err := l.windowOf(all, 0) // of which only the number counts
				moves = max(1, len(each))
				return err
			})
			if err := errors.Join(err, profiled()); err != nil {
				return err
			}
			rates[place] = append(rates[place], float64(moves)/l.clusterWindow.Seconds())
			ours[place] = append(ours[place], took[0]/time.Duration(moves))
			if place != alone {
				etcds[place] = append(etcds[place], took[1]/time.Duration(moves))
			}
		}
	}
	add(&l.compared, roomsOf(len(pairs[alone]))+" in play, flat out: moves a second", number("%.0f"), medians(rates)...)
	add(&l.compared, "… processor of parlor for a move", figures.Milliseconds, medians(ours)...)
	add(&l.compared, "… processor of etcd for a move", figures.Milliseconds, medians(etcds)...)
	return nil
}

// takenMeanwhile is how much of processors each of some groups of processes takes while
// something is done.
func takenMeanwhile(groups [][]int, do func() error) ([]time.Duration, error) {
	taken := func() (all []time.Duration, err error) {
		for _, pids := range groups {
			one, err := takenBy(pids...)
			if err != nil {
				return nil, err
			}
			all = append(all, one.processor)
		}
		return all, nil
	}
	before, err := taken()
	if err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		return nil, err
	}
	took, err := taken()
	for i := range took {
		took[i] -= before[i]
	}
	return took, err
}

// profiled begins a profile of the first window of a place, where that is wanted: of the
// one machine, or of the node a, and returns what waits for its end.
func (l *load) profiled(f *farm, place, round int) (wait func() error) {
	if l.profiles == "" || round > 0 {
		return func() error { return nil }
	}
	one, name := f.nodes[0], [places]string{"cluster-alone", "cluster-here", "cluster-elsewhere"}[place]
	if place == alone {
		one = f.alone
	}
	done := make(chan error, 1)
	go func() { done <- one.profile(l.profileOf(name, "cpu"), l.clusterWindow) }()
	return func() error { return <-done }
}

// startsWithRooms measures starts where the rooms are that everybody has left.
func (l *load) startsWithRooms(f *farm) error {
	return l.reportStarts(f, "start of a machine, until somebody has logged in and is answered: "+roomsOf(l.tablesOfCluster)+" that everybody has left")
}

// programs tells how large both programs are, and how long they take to build.
func (l *load) programs(f *farm) error {
	add(&l.compared, "size of the program, without and with what a cluster needs", number("%.1f MB"), float64(f.built[0].bytes)/1e6, float64(f.built[1].bytes)/1e6)
	if !l.builds {
		return nil
	}
	var took []float64
	for _, tags := range []string{"", clusterTag} {
		one, err := f.coldBuild(tags)
		if err != nil {
			return err
		}
		took = append(took, one.Seconds())
	}
	add(&l.compared, "… processor for a build from nothing", number("%.0f s"), took...)
	return nil
}
