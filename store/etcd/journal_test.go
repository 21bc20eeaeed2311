//go:build etcd

package etcd_test

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/lobby"
	"parlor/store/etcd"
	"parlor/store/storetest"
)

// TestJournal holds rooms on etcd against the suite of all journals.
func TestJournal(t *testing.T) {
	client := startCluster(t, 1).dial(t)
	var places atomic.Int64
	storetest.Run(t, storetest.Way{Machines: func(*testing.T) storetest.Machines {
		return &machines{client: client, prefix: fmt.Sprint("place", places.Add(1), "/")}
	}})
}

// machines are processes that share a prefix.
type machines struct {
	client *clientv3.Client
	prefix string
	count  int
	newest *etcd.Journal
}

func (m *machines) open(t *testing.T) *etcd.Journal {
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
		if err := m.newest.Give(t.Context(), cluster.All()); err != nil {
			t.Fatal(err)
		}
	}
	m.newest = m.open(t)
	return m.newest
}

func (m *machines) Beside(t *testing.T) lobby.Journal { t.Helper(); return m.open(t) }

func (m *machines) Kept(t *testing.T, id string) bool {
	t.Helper()
	answer, err := m.client.Get(t.Context(), m.prefix+"f/"+id)
	if err != nil {
		t.Fatal(err)
	}
	return len(answer.Kvs) == 1
}
