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

// A step is a call of a process to the journal of one room.
type step struct {
	node   int
	verb   string // append, claim or load
	number int
	data   string
}

// outcome is the result of a step.
type outcome struct {
	known   bool
	refused error    // error of an append
	entries []string // result of a load
}

// history is the state of a room on a single machine: its owner and its entries, each followed by a comma.
type history struct {
	owner   int // -1 if there is none
	entries string
}

// model is the specification of a journal for one room: the last claimant writes in sequence, and a load returns all
// written entries.
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

// after returns the possible states after a step with an outcome, none if the outcome is impossible.
func (h history) after(s step, o outcome) []history {
	switch s.verb {
	case "claim":
		claimed := history{s.node, h.entries}
		if o.known {
			return []history{claimed}
		}
		// A process that does not know of its claim writes nothing.
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

// TestTheModelSees checks that the model rejects impossible outcomes.
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

// player takes steps on one room as a process and records the outcomes.
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
		back = time.Hour // it may still be done
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.taken = append(*p.taken, porcupine.Operation{
		ClientId: len(*p.taken), Input: s, Call: call.Nanoseconds(), Output: o, Return: back.Nanoseconds(),
	})
}

// play takes steps until stop is closed.
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
	has := err == nil && len(claimed) == 1 // an undecided try may have claimed the shard, and another process after it
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

// write appends an entry until the outcome is known, and reports whether it was written.
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

// TestLinearizable lets three processes take one room from each other while the leader of etcd is killed repeatedly,
// and checks that the history is linearizable.
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
