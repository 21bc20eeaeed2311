//go:build etcd

package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/lobby"
	"parlor/store/etcd"
	"parlor/store/storetest"
)

// TestJournal runs the tests of all journals on etcd.
func TestJournal(t *testing.T) {
	client := startCluster(t, 1).dial(t)
	var places atomic.Int64
	storetest.Run(t, storetest.Backend{Machines: func(*testing.T) storetest.Machines {
		return &machines{client: client, prefix: fmt.Sprint("place", places.Add(1), "/")}
	}})
}

// machines are processes that share a prefix.
type machines struct {
	client *clientv3.Client
	prefix string
	count  int
	newest *etcd.Store
}

func (m *machines) open(t *testing.T) *etcd.Store {
	t.Helper()
	m.count++
	journal, err := etcd.Open(t.Context(), etcd.Config{
		Client: m.client, Prefix: m.prefix, Node: fmt.Sprint("node", m.count), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(journal.Close)
	return journal
}

func (m *machines) Next(t *testing.T, killed bool) lobby.Journal {
	t.Helper()
	if m.newest != nil && !killed {
		if err := m.newest.Claims.Give(t.Context(), cluster.All()); err != nil {
			t.Fatal(err)
		}
	}
	m.newest = m.open(t)
	return m.newest.Journal
}

func (m *machines) TakeOver(t *testing.T) lobby.Journal { t.Helper(); return m.open(t).Journal }

func (m *machines) Kept(t *testing.T, id string) bool {
	t.Helper()
	answer, err := m.client.Get(t.Context(), m.prefix+"f/"+id)
	if err != nil {
		t.Fatal(err)
	}
	return len(answer.Kvs) == 1
}

// inFlight counts running transactions and blocks them until the limit is reached.
type inFlight struct {
	clientv3.KV
	full chan struct{} // closed once the limit is reached

	mu         sync.Mutex
	under, top int
}

// mostAtOnce is the limit of concurrent transactions of a process.
const mostAtOnce = 64

type crowdedTxn struct {
	clientv3.Txn
	of *inFlight
}

func (c *inFlight) Txn(ctx context.Context) clientv3.Txn { return crowdedTxn{c.KV.Txn(ctx), c} }

func (t crowdedTxn) If(conditions ...clientv3.Cmp) clientv3.Txn {
	return crowdedTxn{t.Txn.If(conditions...), t.of}
}

func (t crowdedTxn) Then(ops ...clientv3.Op) clientv3.Txn {
	return crowdedTxn{t.Txn.Then(ops...), t.of}
}

func (t crowdedTxn) Else(ops ...clientv3.Op) clientv3.Txn {
	return crowdedTxn{t.Txn.Else(ops...), t.of}
}

func (t crowdedTxn) Commit() (*clientv3.TxnResponse, error) {
	t.of.mu.Lock()
	if t.of.under++; t.of.under > t.of.top {
		if t.of.top = t.of.under; t.of.top == mostAtOnce {
			close(t.of.full)
		}
	}
	t.of.mu.Unlock()
	defer func() {
		t.of.mu.Lock()
		t.of.under--
		t.of.mu.Unlock()
	}()
	<-t.of.full
	return t.Txn.Commit()
}

// TestManyRoomsAtOnce checks that very many concurrent writes wait for slots and not all for etcd.
func TestManyRoomsAtOnce(t *testing.T) {
	client := startCluster(t, 1).dial(t)
	journal := (&machines{client: client, prefix: "many/"}).open(t)
	if _, err := journal.Journal.Headers(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := &inFlight{KV: client.KV, full: make(chan struct{})}
	client.KV = all
	var rooms sync.WaitGroup
	for i := range 5 * mostAtOnce {
		rooms.Go(func() {
			for {
				err := journal.Journal.Append(t.Context(), fmt.Sprintf("ROOM%02X", i), lobby.Entry{Number: 1, Whole: true, Data: []byte("{}")})
				if errors.Is(err, lobby.ErrUndecided) {
					continue // this computer is slow
				}
				if err != nil {
					t.Error(err)
				}
				return
			}
		})
	}
	rooms.Wait()
	if all.top != mostAtOnce {
		t.Errorf("%d rooms were written at the same time, and %d may be", all.top, mostAtOnce)
	}
}
