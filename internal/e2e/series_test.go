//go:build etcd

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	"parlor/cluster"
)

// The failures of nodes and of their connections.
const (
	killed      = "SIGKILL"
	ended       = "SIGTERM"
	held        = "SIGSTOP"
	voterKilled = "SIGKILL of a member of etcd"
	cut         = "a cut"
)

// plan returns the order of failures, enough for each commit.
func plan() []string {
	return []string{killed, voterKilled, killed, held, killed, cut, ended, killed, voterKilled, held, killed, cut}
}

// seriesEnv replaces the plan by random failures: the numbers of killed nodes, killed etcd members, pauses of ten
// seconds, partitions, and graceful stops, as in "50,20,20,20,5". Missing numbers are 0.
const seriesEnv = "PARLOR_SERIES"

// thinkEnv is the time before each move, as in "100ms"; none if it is not set. With it, nodes are not busy with play,
// and failover is measured.
const thinkEnv = "PARLOR_THINK"

func thinking(t *testing.T) time.Duration {
	t.Helper()
	said, asked := os.LookupEnv(thinkEnv)
	if !asked {
		return 0
	}
	think, err := time.ParseDuration(said)
	check(t, err)
	return think
}

// series returns the plan of seriesEnv and reports whether there is one.
func series(t *testing.T) (words []string, asked bool) {
	t.Helper()
	said, asked := os.LookupEnv(seriesEnv)
	if !asked {
		return plan(), false
	}
	kinds := []string{killed, voterKilled, held, cut, ended}
	for i, number := range strings.Split(said, ",") {
		n, err := strconv.Atoi(number)
		if err != nil || i >= len(kinds) {
			t.Fatalf("%s is %q, which are not five numbers at most", seriesEnv, said)
		}
		words = append(words, slices.Repeat(kinds[i:i+1], n)...)
	}
	mathrand.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words, true
}

// TestNothingIsLostWhereMachinesDie: people play all games at three machines behind a
// balancer, on three members of etcd. Machines are killed, stopped in good order and held;
// members of etcd are killed; cables between any two of all these are cut. What anybody
// was shown stays, nothing happens twice, and all matches go on to their ends: after each
// of these, and at last. Screens at other machines than one that died stay open.
func TestNothingIsLostWhereMachinesDie(t *testing.T) {
	f := newFarm(t, 3, 3)
	w := &crashWorld{t: t, addr: f.balance(), done: make(chan struct{}), think: thinking(t)}
	w.changed = sync.NewCond(&w.mu)
	words, long := series(t)
	o := newOutage(w, f)
	w.sees = o
	t.Cleanup(w.stop)
	w.play()
	began := time.Now()
	for n, word := range words {
		time.Sleep(time.Duration(500+mathrand.IntN(1500)) * time.Millisecond) // at a random time
		one := f.nodes[mathrand.IntN(len(f.nodes))]
		t.Logf("%v, %d of %d: %s, machine %s; %d matches have ended", time.Since(began).Round(time.Second), n+1, len(words), word, one.name, w.ends())
		o.happens(word, one, long)
		w.goesOn()
	}
	before := w.ends()
	w.lastMatch()
	t.Logf("%d matches have ended, %d of them after all that", w.ends(), w.ends()-before)
	f.settled()
	for _, one := range f.nodes {
		one.terminate()
	}
	for _, one := range f.nodes {
		w.data = one.data()
		w.checkStore()
	}
	o.sum(words, time.Since(began))
}

// outage measures the effect of failures on players.
type outage struct {
	world *crashWorld
	farm  *farm
	etcd  *clientv3.Client

	mu    sync.Mutex // guards what follows
	what  string     // the current failure
	seats map[*crashPlayer]place
	gone  map[*crashPlayer]*absence // players of a killed node, until they are back
	down  map[string]time.Time      // rooms of a killed node and when it was killed, until they are played again

	rooms  []time.Duration // downtimes of such rooms
	before int             // number of these that did not belong to the last killed node
	people []time.Duration // how long players of a killed node were away from their seats
	often  int             // number of these who connected more than once
	closed map[string]int  // screens closed at surviving nodes, by failure
	writes []time.Duration // latencies of writes to etcd just before
}

// place is where a player's connection leads, and the room of the seat.
type place struct {
	route
	code string
}

// absence is since when a player is away from the seat, and how often they have connected.
type absence struct {
	since time.Time
	tries int
}

func newOutage(w *crashWorld, f *farm) *outage {
	f.t.Helper()
	var all []string
	for _, one := range f.etcd.members {
		all = append(all, "http://"+one.Client)
	}
	client, err := clientv3.New(clientv3.Config{Endpoints: all, Logger: zap.NewNop()})
	check(f.t, err)
	f.t.Cleanup(func() { _ = client.Close() })
	return &outage{
		world: w, farm: f, etcd: client, seats: map[*crashPlayer]place{}, gone: map[*crashPlayer]*absence{},
		down: map[string]time.Time{}, closed: map[string]int{},
	}
}

// happens causes a failure and waits until it is over.
func (o *outage) happens(word string, one *machine, long bool) {
	f, t := o.farm, o.farm.t
	t.Helper()
	rest := one.rest
	if long {
		rest = func() { time.Sleep(10 * time.Second) }
	}
	if long && word == killed {
		o.steady()
	}
	o.set(word)
	switch word {
	case killed:
		o.dies(one)
		one.rest()
		one.start()
		o.isOver()
	case ended:
		one.terminate()
		one.start()
	case held:
		check(t, one.cmd.Process.Signal(syscall.SIGSTOP))
		rest()
		check(t, one.cmd.Process.Signal(syscall.SIGCONT))
	case voterKilled:
		f.etcd.members[mathrand.IntN(len(f.etcd.members))].again(one.rest)
	case cut:
		name, cables := f.cables(one)
		t.Logf("    %s", name)
		for _, each := range cables {
			each.cut(there, back)
		}
		rest()
		for _, each := range cables {
			each.mend()
		}
	}
	o.set("")
}

// cables returns the connections between two nodes, or of one node to all others, and their name.
func (f *farm) cables(one *machine) (name string, cables []*cable) {
	other := f.nodes[0]
	if one == other {
		other = f.nodes[1+mathrand.IntN(len(f.nodes)-1)]
	}
	member := mathrand.IntN(len(f.etcd.members))
	next := (member + 1) % len(f.etcd.members)
	switch mathrand.IntN(6) {
	case 0:
		return fmt.Sprintf("between machine %s and all of etcd", one.name), one.cables
	case 1:
		return fmt.Sprintf("between machine %s and member %d of etcd", one.name, member), one.cables[member : member+1]
	case 2:
		return fmt.Sprintf("between members %d and %d of etcd", member, next), []*cable{f.etcd.between[[2]int{member, next}], f.etcd.between[[2]int{next, member}]}
	case 3:
		return fmt.Sprintf("from machine %s to %s, and not from there", one.name, other.name), []*cable{one.lines[other]}
	case 4:
		for _, each := range f.nodes {
			if each != one {
				cables = append(cables, one.lines[each], each.lines[one])
			}
		}
		return fmt.Sprintf("between machine %s and all others", one.name), cables
	}
	return fmt.Sprintf("between machines %s and %s", one.name, other.name), []*cable{one.lines[other], other.lines[one]}
}

func (o *outage) set(what string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.what = what
}

// steady waits until each node has its share of the rooms.
func (o *outage) steady() {
	o.farm.t.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		counts := map[string]int{}
		for _, owner := range o.owners() {
			counts[owner]++
		}
		parts := 0
		for _, one := range o.farm.nodes {
			if counts[one.name] > cluster.Shards/len(o.farm.nodes)/2 {
				parts++
			}
		}
		if parts == len(o.farm.nodes) {
			return
		}
		if time.Now().After(late) {
			o.farm.t.Fatalf("the machines have %v parts", counts)
		}
	}
}

// owners returns the owners of the shards.
func (o *outage) owners() map[cluster.Shard]string {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	answer, err := o.etcd.Get(ctx, "parlor/o/", clientv3.WithPrefix())
	check(o.farm.t, err)
	owners := map[cluster.Shard]string{}
	for _, kept := range answer.Kvs {
		var owner struct{ Node string }
		check(o.farm.t, json.Unmarshal(kept.Value, &owner))
		shard, err := strconv.ParseUint(string(kept.Key[len("parlor/o/"):]), 16, 16)
		check(o.farm.t, err)
		owners[cluster.Shard(shard)] = owner.Node
	}
	return owners
}

// dies kills a node and records the affected players and rooms.
func (o *outage) dies(one *machine) {
	owners := o.owners()
	codes := o.codes()
	began := time.Now()
	for range yards {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		_, err := o.etcd.Put(ctx, "yardstick", "")
		stop()
		check(o.farm.t, err)
	}
	wrote := time.Since(began) / yards
	life := one.life()
	one.kill()
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	o.before = len(o.rooms)
	for p, at := range o.seats {
		if at.route == life {
			o.gone[p] = &absence{since: now}
		}
	}
	for _, code := range codes {
		if owners[cluster.ShardOf(code)] == one.name {
			o.down[code] = now
		}
	}
	o.writes = append(o.writes, wrote)
}

// yards is the number of writes to etcd that measure how busy the computer is.
const yards = 10

// codes returns the rooms in which people play.
func (o *outage) codes() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var codes []string
	for _, at := range o.seats {
		codes = append(codes, at.code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// isOver waits until the players of a killed node are back and its rooms are played.
func (o *outage) isOver() {
	o.farm.t.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		o.mu.Lock()
		gone, down, rooms := len(o.gone), len(o.down), o.rooms[o.before:]
		o.mu.Unlock()
		if gone+down == 0 {
			if len(rooms) > 0 {
				o.farm.t.Logf("    its rooms could be played in again after %v", slices.Sorted(slices.Values(rooms)))
			}
			return
		}
		if time.Now().After(late) {
			o.farm.t.Fatalf("%d people and %d rooms do not come back", gone, down)
		}
	}
}

// to returns where a connection leads.
func (o *outage) to(at string) route {
	o.farm.mu.Lock()
	defer o.farm.mu.Unlock()
	return o.farm.routes[at]
}

// Connected implements observer.
func (o *outage) Connected(p *crashPlayer, _ string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if away := o.gone[p]; away != nil {
		away.tries++
	}
}

// Seated implements observer.
func (o *outage) Seated(p *crashPlayer, at string) {
	to := o.to(at)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seats[p] = place{to, p.code}
	if away := o.gone[p]; away != nil {
		delete(o.gone, p)
		o.people = append(o.people, time.Since(away.since))
		if away.tries > 1 {
			o.often++
			o.farm.t.Logf("%s had to connect %d times", p.name, away.tries)
		}
	}
}

// Answered implements observer.
func (o *outage) Answered(p *crashPlayer, asked time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if since, is := o.down[p.code]; is && asked.After(since) {
		delete(o.down, p.code)
		o.rooms = append(o.rooms, time.Since(since))
	}
}

// Ended implements observer.
func (o *outage) Ended(p *crashPlayer, at string, why error) {
	to := o.to(at)
	o.mu.Lock()
	if away := o.gone[p]; away != nil && away.tries > 0 {
		o.farm.t.Logf("%s is not at the seat after connecting to machine %s: %v", p.name, to.name(), why)
	}
	o.mu.Unlock()
	if p.isDone() || to.to == nil || to.to.life() != to {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seats[p].route != to {
		return // they had no seat through it
	}
	delete(o.seats, p)
	o.closed[o.what]++
	o.farm.t.Logf("%s loses a screen at machine %s: %v", p.name, to.to.name, why)
	if o.what == killed {
		o.farm.t.Errorf("the screen of %s at machine %s closed as another one was killed: %v", p.name, to.to.name, why)
	}
}

// sum logs the results.
func (o *outage) sum(words []string, took time.Duration) {
	t := o.farm.t
	t.Helper()
	counts := map[string]int{}
	for _, word := range words {
		counts[word]++
	}
	o.world.mu.Lock()
	matches, orders, wrongs := o.world.ended, o.world.orders, o.world.wrongs
	o.world.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	t.Logf("%v in %v: %d ends of matches and %d answers were shown, %d of them wrong", counts, took.Round(time.Second), matches, orders, wrongs)
	t.Logf("rooms of machines that were killed could be played in again after %s", spreadOf(o.rooms))
	t.Logf("people of these were at their seats again after %s; %d had to connect more than once", spreadOf(o.people), o.often)
	t.Logf("a write to etcd took, before each of these, %s", spreadOf(o.writes))
	t.Logf("screens that closed at machines that ran on, by what happened: %v", o.closed)
}

// spreadOf summarizes durations, including how many are at most three seconds.
func spreadOf(all []time.Duration) string {
	if len(all) == 0 {
		return "nothing that was measured"
	}
	const most = 3 * time.Second
	slices.Sort(all)
	within, said := 0, make([]string, len(all))
	for i, one := range all {
		if said[i] = fmt.Sprintf("%.3g", one.Seconds()); one <= most {
			within++
		}
	}
	return fmt.Sprintf("%v at the middle, %d of %d within %v; all, in seconds: %s", all[len(all)/2].Round(time.Millisecond), within, len(all), most, strings.Join(said, " "))
}

// rest waits as long as a node is away: shorter or longer than the others wait for it.
func (m *machine) rest() { time.Sleep(time.Duration(mathrand.IntN(5000)) * time.Millisecond) }

// goesOn waits until another match has ended.
func (w *crashWorld) goesOn() {
	w.t.Helper()
	before, late := w.ends(), time.Now().Add(patience)
	for w.ends() == before {
		if time.Now().After(late) {
			w.t.Fatal("nothing goes on")
		}
		time.Sleep(20 * time.Millisecond)
	}
}
