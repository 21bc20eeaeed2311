//go:build etcd

package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"parlor/cluster"
	"parlor/lobby"
	"parlor/store/etcd"
)

// A step is what a process asked of the journal of one room.
type step struct {
	node   int
	verb   string // append, claim or load
	number int
	data   string
}

// outcome is what it was answered.
type outcome struct {
	known   bool
	refused error    // of an append
	entries []string // of a load
}

// history is a room as a single machine would have it: who has it, and its entries,
// each followed by a comma.
type history struct {
	owner   int // -1 for nobody
	entries string
}

// model is what a journal promises, for one room: whoever claimed it last writes, in
// sequence, and who loads sees all that was written.
func model() porcupine.Model {
	same := porcupine.NondeterministicModel{
		Init: func() []any { return []any{history{owner: -1}} },
		Step: func(state, in, out any) []any {
			var next []any
			for _, one := range state.(history).after(in.(step), out.(outcome)) { //nolint:forcetypeassert // as they were written down
				next = append(next, one)
			}
			return next
		},
		Equal: func(one, other any) bool { return one == other },
	}
	return same.ToModel()
}

// after is what a history may be after a step with an outcome; empty where it cannot
// have that outcome.
func (h history) after(s step, o outcome) []history {
	switch s.verb {
	case "claim":
		claimed := history{s.node, h.entries}
		if o.known {
			return []history{claimed}
		}
		// Who does not know of their claim writes nothing by it.
		return []history{h, {-1, h.entries}}
	case "load":
		if !o.known || h.entries == joined(o.entries) {
			return []history{h}
		}
		return nil
	}
	return h.appended(s, o)
}

func (h history) appended(s step, o outcome) []history {
	count := strings.Count(h.entries, ",")
	next, there := h, false
	mine := h.owner == s.node
	if mine && count == s.number-1 {
		next, there = history{h.owner, h.entries + s.data + ","}, true
	} else if mine && count == s.number && strings.HasSuffix(","+h.entries, ","+s.data+",") {
		there = true
	}
	switch {
	case !o.known:
		return []history{h, next}
	case o.refused == nil && there:
		return []history{next}
	case errors.Is(o.refused, lobby.ErrClaimed) && !mine, errors.Is(o.refused, lobby.ErrSequence) && mine && !there:
		return []history{h}
	}
	return nil
}

func joined(entries []string) string {
	var all strings.Builder
	for _, one := range entries {
		all.WriteString(one + ",")
	}
	return all.String()
}

// TestTheModelSees what no journal may do.
func TestTheModelSees(t *testing.T) {
	first := step{verb: "append", number: 1, data: "a"}
	claimed := porcupine.Operation{ClientId: 0, Input: step{verb: "claim"}, Call: 0, Output: outcome{known: true}, Return: 1}
	written := porcupine.Operation{ClientId: 0, Input: first, Call: 2, Output: outcome{known: true}, Return: 3}
	for what, last := range map[string]porcupine.Operation{
		"a lost entry":     {Input: step{verb: "load"}, Output: outcome{known: true}},
		"a doubled entry":  {Input: step{verb: "load"}, Output: outcome{known: true, entries: []string{"a", "a"}}},
		"two owners":       {Input: step{node: 1, verb: "append", number: 2, data: "b"}, Output: outcome{known: true}},
		"a gap":            {Input: step{verb: "append", number: 3, data: "b"}, Output: outcome{known: true}},
		"a false sequence": {Input: step{verb: "append", number: 2, data: "b"}, Output: outcome{known: true, refused: lobby.ErrSequence}},
	} {
		last.ClientId, last.Call, last.Return = 1, 4, 5
		if porcupine.CheckOperations(model(), []porcupine.Operation{claimed, written, last}) {
			t.Errorf("%s is taken for right", what)
		}
	}
}

// player takes steps on one room as a process of its own, and writes down what came
// of them.
type player struct {
	node    int
	journal *etcd.Store
	random  *rand.Rand
	began   time.Time
	mu      *sync.Mutex
	taken   *[]porcupine.Operation
	written *atomic.Int64
}

const contested = "ROOMAA"

func (p *player) note(s step, call time.Duration, o outcome) {
	back := time.Since(p.began)
	if !o.known && s.verb != "load" {
		back = time.Hour // it may yet be done
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.taken = append(*p.taken, porcupine.Operation{
		ClientId: len(*p.taken), Input: s, Call: call.Nanoseconds(), Output: o, Return: back.Nanoseconds(),
	})
}

// play goes on until it is told to stop.
func (p *player) play(ctx context.Context, stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		if !p.claim(ctx) {
			continue
		}
		entries, known := p.load(ctx)
		for number := len(entries) + 1; known; number++ {
			if !p.write(ctx, number) || p.random.IntN(8) == 0 {
				break
			}
		}
	}
}

func (p *player) claim(ctx context.Context) bool {
	call := time.Since(p.began)
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	owners, err := p.journal.Claims.Owners(ctx)
	if err != nil {
		return false // nothing is claimed
	}
	claimed, _, err := p.journal.Claims.Claim(ctx, []cluster.Shard{cluster.ShardOf(contested)}, owners)
	has := err == nil && len(claimed) == 1 // else a try of it may have claimed the shard, and somebody else after that
	p.note(step{node: p.node, verb: "claim"}, call, outcome{known: has})
	return has
}

func (p *player) load(ctx context.Context) ([]string, bool) {
	call := time.Since(p.began)
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	entries, err := p.journal.Journal.Load(ctx, contested)
	var data []string
	for _, one := range entries {
		data = append(data, string(one.Data))
	}
	p.note(step{node: p.node, verb: "load"}, call, outcome{known: err == nil, entries: data})
	return data, err == nil
}

// write appends an entry until it is decided, and reports whether it is there.
func (p *player) write(ctx context.Context, number int) bool {
	s := step{p.node, "append", number, fmt.Sprintf("%d by %d at %d", number, p.node, time.Since(p.began).Microseconds())}
	for range 20 {
		call := time.Since(p.began)
		err := p.journal.Journal.Append(ctx, contested, lobby.Entry{Number: uint64(number), Data: []byte(s.data)})
		decided := err == nil || errors.Is(err, lobby.ErrClaimed) || errors.Is(err, lobby.ErrSequence)
		p.note(s, call, outcome{known: decided, refused: err})
		if err == nil {
			p.written.Add(1)
		}
		if decided {
			return err == nil
		}
	}
	return false
}

// TestLinearizable: three processes take one room from each other while the leading
// server of etcd is killed, again and again. What all of them were answered could
// have been answered by one machine.
func TestLinearizable(t *testing.T) {
	const kills = 3
	c := startCluster(t, 3)
	var mu sync.Mutex
	var taken []porcupine.Operation
	var written atomic.Int64
	began := time.Now()
	stop := make(chan struct{})
	var players sync.WaitGroup
	for node := range 3 {
		journal, err := etcd.Open(t.Context(), etcd.Config{Client: c.dial(t), Prefix: "p/", Node: fmt.Sprint("node", node), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(journal.Close)
		p := &player{node, journal, rand.New(rand.NewPCG(uint64(node), 1)), began, &mu, &taken, &written}
		players.Go(func() { p.play(t.Context(), stop) })
	}
	goesOn := func() {
		for from := written.Load(); written.Load() < from+20 && t.Context().Err() == nil; {
			time.Sleep(10 * time.Millisecond)
		}
	}
	for range kills {
		goesOn()
		leader := c.leader(t)
		leader.kill()
		goesOn()
		leader.start(t)
	}
	goesOn()
	close(stop)
	players.Wait()
	result, _ := porcupine.CheckOperationsVerbose(model(), taken, time.Minute)
	unknown := 0
	for _, one := range taken {
		if o, is := one.Output.(outcome); is && !o.known {
			unknown++
		}
	}
	t.Logf("%d steps, %d entries, %d times unknown, %d kills: %s", len(taken), written.Load(), unknown, kills, result)
	if result != porcupine.Ok {
		t.Errorf("what was answered is %s", result)
	}
}
