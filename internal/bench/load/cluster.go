package load

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"parlor/internal/bench/driver"
)

// clusterPage returns the page of the table that compares a cluster with one server.
func clusterPage() *driver.Page {
	return &driver.Page{
		Command: "go run ./internal/bench load -full -only cluster -build -write docs/cluster.md",
		Head:    " | one machine, SQLite | three nodes, the room at the player's | ratio | the room at another node | ratio",
	}
}

// The places of the measured rooms.
const (
	alone     = iota // on a single server, with rooms in SQLite
	here             // on the node, of three, to which the players are connected
	elsewhere        // on another node than the players'
	places
)

// add adds a row with the medians of the measurements in each place, which were made in
// alternation, and their ratios to the single server. Missing or empty measurements do not apply.
func add[T driver.Measure](t *trial, what string, text func(T) string, measured ...[]T) {
	cells := []string{what}
	for place, all := range measured {
		cell, ratio := "", ""
		if middle := driver.Median(all); middle > 0 {
			cell, ratio = text(middle), driver.Compare(all, measured[alone])
		}
		if cells = append(cells, cell); place != alone {
			cells = append(cells, ratio)
		}
	}
	t.Add(cells...)
}

func number(format string) func(float64) string {
	return func(n float64) string { return fmt.Sprintf(format, n) }
}

// cluster measures the costs of a cluster compared with a single server.
func cluster(t *trial) error {
	return deploy(t, func(d *deployment) error {
		defer func() {
			if n := d.refused.Load(); n > 0 {
				t.Logf("%d moves were refused or too late, and are not in the table: this machine has too much else to do", n)
			}
		}()
		for _, step := range []func() error{d.atRest, d.inPlayEverywhere, d.startsWithRooms, d.programs} {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
}

// atRest measures starts without rooms, and the usage of idle servers.
func (d *deployment) atRest() error {
	if err := d.reportStarts("no rooms"); err != nil {
		return err
	}
	time.Sleep(d.rest / 4)
	return d.reportMemory("memory (RSS) of one machine, nobody there", nodeCount)
}

// startsWithRooms measures starts with the rooms of the earlier measurements, which all players have left.
func (d *deployment) startsWithRooms() error {
	return d.reportStarts(roomsOf(d.clusterRooms) + " that everybody has left")
}

// reportStarts measures starts and adds the row.
func (d *deployment) reportStarts(with string) error {
	took, err := d.restarts(d.alone, d.nodes[nodeCount-1])
	if err != nil {
		return err
	}
	add(d.trial, "start of a machine, until somebody has logged in and is answered: "+with, driver.Milliseconds, took...)
	return nil
}

// reportMemory adds the memory used by the given number of nodes.
func (d *deployment) reportMemory(what string, of int) error {
	nodes, etcd := d.pids()
	var mb [3][]float64
	for i, one := range []struct {
		pids []int
		of   int
	}{{[]int{d.alone.PID()}, 1}, {nodes, of}, {etcd, memberCount}} {
		memory, _, err := driver.UsageOf(one.pids...)
		if err != nil {
			return err
		}
		mb[i] = []float64{float64(memory) / float64(one.of) / 1e6}
	}
	add(d.trial, what, number("%.0f MB"), mb[0], mb[1])
	add(d.trial, "… of an etcd member", number("%.0f MB"), nil, mb[2])
	return nil
}

// sit seats a pair: the host creates the room at one node, and both play at the other node, which
// may be the same.
func (d *deployment) sit(room, at string, seed uint64) (*driver.Pair, error) {
	host, command := d.person(), "play "+driver.Game+" seats=2 rounds=9"
	if room != at {
		client, err := login(room, host, nil)
		if err != nil {
			return nil, err
		}
		defer func() { _ = client.Close() }()
		made, err := driver.Play(client, command)
		if err != nil {
			return nil, err
		}
		made.HangUp()
		command = "play " + made.Code
	}
	var clients [2]*ssh.Client
	for i, person := range []int64{host, d.person()} {
		var err error
		if clients[i], err = login(at, person, nil); err != nil {
			return nil, err
		}
	}
	return driver.Sit(clients, command, seed, driver.Patience)
}

// addresses returns the address of the node with the i-th room in a place, and of the node to which
// its players connect.
func (d *deployment) addresses(place, i int) (room, at string) {
	switch room = d.nodes[i%nodeCount].Addr; place {
	case alone:
		return d.alone.Addr, d.alone.Addr
	case here:
		return room, room
	}
	return room, d.nodes[(i+1)%nodeCount].Addr
}

// sitTries is how often two players try to sit down. Many do so at once, and an overloaded machine
// refuses some.
const sitTries = 5

// seat seats more pairs in a place until they have the given number of rooms.
func (d *deployment) seat(place int, pairs *[]*driver.Pair, rooms int) error {
	more := make([]*driver.Pair, rooms-len(*pairs))
	err := driver.Each(len(more), opening, func(i int) (err error) {
		room, at := d.addresses(place, i)
		for range sitTries {
			if more[i], err = d.sit(room, at, uint64(i)); err == nil { //nolint:gosec // small
				break
			}
			time.Sleep(time.Second)
		}
		return err
	})
	*pairs = append(*pairs, slices.DeleteFunc(more, func(one *driver.Pair) bool { return one == nil })...)
	return err
}

// inPlayEverywhere measures moves in all places, with an increasing number of rooms in play.
func (d *deployment) inPlayEverywhere() error {
	var pairs [places][]*driver.Pair
	defer func() {
		for _, one := range slices.Concat(pairs[:]...) {
			one.HangUp()
		}
	}()
	levels := slices.Compact([]int{1, max(1, d.clusterRooms/10), d.clusterRooms})
	for n, rooms := range levels {
		for place := range places {
			if err := d.seat(place, &pairs[place], rooms); err != nil {
				return err
			}
			if place == here && n == len(levels)-1 { // there are as many rooms as at the one that is alone
				time.Sleep(d.rest / 4)
				if err := d.reportMemory("memory (RSS) of all machines, "+roomsOf(rooms)+" in play with 2 programs each", 1); err != nil {
					return err
				}
			}
		}
		if err := d.paced(pairs); err != nil {
			return err
		}
		if n == len(levels)-2 || len(levels) == 1 {
			if err := d.flatOut(pairs); err != nil {
				return err
			}
		}
		d.Logf("%s in play: measured", roomsOf(rooms))
	}
	return driver.Each(len(pairs[elsewhere]), opening, func(i int) error { return pairs[elsewhere][i].Leave() })
}

func roomsOf(n int) string {
	if n == 1 {
		return "1 room"
	}
	return fmt.Sprint(n, " rooms")
}

// moves lets pairs move for a while, at the given rate or, if that is 0, as fast as they can, and
// returns the durations.
func (d *deployment) moves(pairs []*driver.Pair, rate float64) ([]time.Duration, error) {
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
			for at := began.Add(apart * time.Duration(turn) / time.Duration(len(pairs))); err == nil && at.Sub(began) < d.clusterWindow; at = later(at.Add(apart)) {
				time.Sleep(time.Until(at))
				var move driver.Move
				switch move, err = pairs[i].Move(); {
				case err == nil:
					own = append(own, move.Both())
				case errors.Is(err, driver.ErrRefused):
					err = nil
					d.refused.Add(1)
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

// later returns the later of a time and now.
func later(at time.Time) time.Time {
	if now := time.Now(); now.After(at) {
		return now
	}
	return at
}

// paced measures moves at a fixed rate.
func (d *deployment) paced(pairs [places][]*driver.Pair) error {
	var p50, p99 [places][]time.Duration
	if err := driver.Alternate(d.rounds, eachPlace(func(place, _ int) error {
		took, err := d.moves(pairs[place], d.clusterRate)
		p50[place], p99[place] = append(p50[place], driver.Percentile(took, 0.5)), append(p99[place], driver.Percentile(took, 0.99))
		return err
	})...); err != nil {
		return err
	}
	add(d.trial, fmt.Sprintf("%s in play, %.0f moves a second in all: move → both players: p50", roomsOf(len(pairs[alone])), d.clusterRate), driver.Milliseconds, p50[:]...)
	add(d.trial, "… p99", driver.Milliseconds, p99[:]...)
	return nil
}

func eachPlace(do func(place, round int) error) (all []func(round int) error) {
	for place := range places {
		all = append(all, func(round int) error { return do(place, round) })
	}
	return all
}

// flatOut measures moves made as fast as each pair is answered.
func (d *deployment) flatOut(pairs [places][]*driver.Pair) error {
	var rates [places][]float64
	var ours, etcds [places][]time.Duration // CPU of a move
	nodes, etcd := d.pids()
	if err := driver.Alternate(d.rounds, eachPlace(func(place, round int) error {
		parlors := nodes
		if place == alone {
			parlors = []int{d.alone.PID()}
		}
		profiled := d.profiled(place, round)
		moves := 0
		took, err := usedMeanwhile([][]int{parlors, etcd}, func() error {
			each, err := d.moves(pairs[place], 0) // of which only the number counts
			moves = max(1, len(each))
			return err
		})
		if err := errors.Join(err, profiled()); err != nil {
			return err
		}
		rates[place] = append(rates[place], float64(moves)/d.clusterWindow.Seconds())
		ours[place] = append(ours[place], took[0]/time.Duration(moves))
		if place != alone {
			etcds[place] = append(etcds[place], took[1]/time.Duration(moves))
		}
		return nil
	})...); err != nil {
		return err
	}
	add(d.trial, roomsOf(len(pairs[alone]))+" in play, flat out: moves a second", number("%.0f"), rates[:]...)
	add(d.trial, "… CPU of parlor for a move", driver.Milliseconds, ours[:]...)
	add(d.trial, "… CPU of etcd for a move", driver.Milliseconds, etcds[:]...)
	return nil
}

// usedMeanwhile returns the CPU time that each group of processes uses while do runs.
func usedMeanwhile(groups [][]int, do func() error) ([]time.Duration, error) {
	used := make([]time.Duration, len(groups))
	count := func() (err error) {
		for i, pids := range groups {
			before := used[i]
			if _, used[i], err = driver.UsageOf(pids...); err != nil {
				return err
			}
			used[i] -= before
		}
		return nil
	}
	if err := count(); err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		return nil, err
	}
	return used, count()
}

// profiled starts a CPU profile of the first round in a place, of the single server or of node a,
// if profiles are requested. It returns a function that waits for its end.
func (d *deployment) profiled(place, round int) (wait func() error) {
	if d.Profiles == "" || round > 0 {
		return func() error { return nil }
	}
	built, name := 1, "a"
	if place == alone {
		built, name = 0, "alone"
	}
	file := d.ProfileFile([places]string{"cluster-alone", "cluster-here", "cluster-elsewhere"}[place], "cpu")
	done := make(chan error, 1)
	go func() { done <- d.profile(built, name, file, d.clusterWindow) }()
	return func() error { return <-done }
}

// programs reports the sizes of both programs, and how long they take to build.
func (d *deployment) programs() error {
	add(d.trial, "size of the program, without and with what a cluster needs", number("%.1f MB"), []float64{float64(d.built[0].bytes) / 1e6}, []float64{float64(d.built[1].bytes) / 1e6})
	if !d.builds {
		return nil
	}
	var took [][]float64
	for _, tags := range []string{"", clusterTag} {
		one, err := d.coldBuild(tags)
		if err != nil {
			return err
		}
		took = append(took, []float64{one.Seconds()})
	}
	add(d.trial, "… CPU for a build from nothing", number("%.0f s"), took...)
	return nil
}
