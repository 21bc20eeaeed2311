//go:build etcd

package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/cluster/stream"
	"parlor/lobby"
	"parlor/store/etcd"
)

// changesOf returns the log as a node sees it.
func changesOf(t *testing.T, client *clientv3.Client, node string) (*etcd.Store, stream.Log) {
	t.Helper()
	journal, err := etcd.Open(t.Context(), etcd.Config{Client: client, Prefix: t.Name() + "/", Node: node, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(journal.Close)
	return journal, journal.Changes
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// check is must for other goroutines than that of the test.
func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// TestChangesAreAppendedOnce appends from several nodes that lose many answers and retry. Each change is there once,
// and the numbers have no gaps.
func TestChangesAreAppendedOnce(t *testing.T) {
	client := startCluster(t, 1).dial(t)
	const nodes, each = 3, 40
	var all sync.WaitGroup
	for n := range nodes {
		_, log := changesOf(t, client, fmt.Sprint("node", n))
		all.Go(func() {
			for i := range each {
				change := fmt.Appendf(nil, "change %d of %d", i, n)
				for try := 0; ; try++ {
					// Short timeouts end during the write or before it.
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+try)*time.Millisecond)
					err := log.Append(ctx, 0, change)
					cancel()
					if err == nil {
						break
					}
					if !errors.Is(err, lobby.ErrUndecided) {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	all.Wait()
	_, log := changesOf(t, client, "reader")
	found := map[string]int{}
	for after := uint64(0); ; {
		lines, err := log.Read(t.Context(), after, 7)
		must(t, err)
		for _, line := range lines {
			if line.Number != after+1 {
				t.Fatalf("change %d comes after %d", line.Number, after)
			}
			after = line.Number
			found[string(line.Data)]++
		}
		if len(lines) == 0 {
			break
		}
	}
	if len(found) != nodes*each {
		t.Errorf("of %d changes %d are there", nodes*each, len(found))
	}
	for change, times := range found {
		if times != 1 {
			t.Errorf("%s is there %d times", change, times)
		}
	}
}

// TestChanges checks Begin, Wait, Trim, and reading deleted changes.
func TestChanges(t *testing.T) {
	client := startCluster(t, 1).dial(t)
	journal, one := changesOf(t, client, "a")
	_, other := changesOf(t, client, "b")
	ctx := t.Context()
	if origin, err := one.Origin(ctx); err != nil || origin.ID != "" {
		t.Errorf("before it begins it began with %+v (%v)", origin, err)
	}
	own := stream.Origin{ID: "one", Bare: true}
	for _, log := range []stream.Log{one, other, one} {
		began, err := log.Begin(ctx, own)
		if own.ID = "another"; err != nil || began != (stream.Origin{ID: "one", Bare: true}) {
			t.Errorf("it began with %+v (%v)", began, err)
		}
	}
	waited := make(chan error, 1)
	go func() { waited <- other.Wait(ctx, 0) }()
	must(t, one.Append(ctx, 0, []byte("1")))
	must(t, <-waited)
	must(t, other.Wait(ctx, 0)) // it already exists
	must(t, other.Append(ctx, 0, []byte("2")))
	must(t, one.Append(ctx, 1, []byte("3")))
	must(t, one.Append(ctx, 1, []byte("3")))

	stay, err := journal.Members.Join(ctx, cluster.Member{Name: "a"})
	must(t, err)
	defer stay.Leave(context.WithoutCancel(ctx))
	if slowest, err := one.Slowest(ctx); err != nil || slowest != 0 {
		t.Errorf("who lives has applied %d (%v)", slowest, err)
	}
	must(t, one.Note(ctx, 2))
	must(t, other.Note(ctx, 1)) // it is not alive
	if slowest, err := one.Slowest(ctx); err != nil || slowest != 2 {
		t.Errorf("who lives has applied %d (%v)", slowest, err)
	}
	if knows, err := one.Knows(ctx); err != nil || knows != 1 {
		t.Errorf("who does not say what it knows, knows changes of version %d (%v)", knows, err)
	}
	stay.Leave(ctx)
	stay, err = journal.Members.Join(ctx, cluster.Member{Name: "a", Changes: stream.Version + 1})
	must(t, err)
	defer stay.Leave(context.WithoutCancel(ctx))
	if knows, err := one.Knows(ctx); err != nil || knows != stream.Version {
		t.Errorf("who is newer knows changes of version %d (%v)", knows, err)
	}
	must(t, one.Trim(ctx, 2))
	if _, err := one.Read(ctx, 1, 10); !errors.Is(err, stream.ErrGone) {
		t.Errorf("what was dropped is read with %v", err)
	}
	if _, err := one.Read(ctx, 4, 10); !errors.Is(err, stream.ErrAhead) {
		t.Errorf("what never was is read with %v", err)
	}
	for _, read := range []func() ([]stream.Record, error){
		func() ([]stream.Record, error) { return one.Read(ctx, 2, 10) }, func() ([]stream.Record, error) { return one.Oldest(ctx, 10) },
	} {
		if lines, err := read(); err != nil || len(lines) != 1 || lines[0].Number != 3 || string(lines[0].Data) != "3" {
			t.Errorf("what is left is %+v (%v)", lines, err)
		}
	}
	must(t, one.Trim(ctx, 3))
	if lines, err := one.Read(ctx, 3, 10); err != nil || len(lines) != 0 {
		t.Errorf("after all there is %+v (%v)", lines, err)
	}
	must(t, one.Append(ctx, 3, []byte("4")))
}

// TestAMatchIsTakenOnce moves a match from the outbox with its room's step and from other nodes at the same time.
func TestAMatchIsTakenOnce(t *testing.T) {
	client := startCluster(t, 1).dial(t)
	journal, one := changesOf(t, client, "a")
	_, other := changesOf(t, client, "b")
	if _, err := journal.Journal.Headers(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended := &lobby.Finished{ID: "m1", Room: "ROOM"}
	entry := lobby.Entry{Number: 1, Whole: true, Data: []byte("{}"), Ended: ended}
	must(t, journal.Journal.Append(t.Context(), "ROOM", entry))
	must(t, journal.Journal.Append(t.Context(), "ROOM", entry))
	if waiting, err := other.Waiting(t.Context()); err != nil || len(waiting) != 1 || waiting[0] != "m1" {
		t.Errorf("beside the changes there is %v (%v)", waiting, err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { check(t, one.Take(t.Context(), "m1")) })
		all.Go(func() { check(t, other.Take(t.Context(), "m1")) })
	}
	all.Wait()
	must(t, journal.Journal.Append(t.Context(), "ROOM", entry)) // does not put it in the outbox again
	must(t, one.Take(t.Context(), "m1"))
	line, err := stream.EncodeEnded(ended)
	must(t, err)
	lines, err := one.Read(t.Context(), 0, 10)
	if err != nil || len(lines) != 1 || string(lines[0].Data) != string(line) {
		t.Errorf("the changes are %+v (%v)", lines, err)
	}
}
