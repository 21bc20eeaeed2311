//go:build etcd

package etcd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
)

// heartbeatPace is the interval of a process's heartbeats.
const heartbeatPace = 5 * time.Second

// Config configures a Store.
type Config struct {
	Client *clientv3.Client // the caller closes it
	Prefix string           // of all keys, such as "parlor/"
	Node   string           // name of this process, unique among running ones
	Log    *slog.Logger
}

// Store is the data of a cluster in etcd. The methods of its parts may be called concurrently.
type Store struct {
	Journal    *Journal
	GameNights *GameNights
	Claims     *Claims
	Members    Members
	Changes    Changes

	*connection
	stop func()
	done chan struct{}
}

var errShards = errors.New("etcd holds the rooms of a parlor with another number of shards: use another prefix")

// Open returns a Store. It fails if etcd does not answer or contains data that this program cannot use.
func Open(ctx context.Context, config Config) (*Store, error) {
	c := &connection{client: config.Client, keys: keys(config.Prefix), node: config.Node, log: config.Log, turns: make(chan struct{}, atOnce)}
	claims := &Claims{connection: c, epochs: map[cluster.Shard]int64{}}
	s := &Store{
		Journal:    &Journal{connection: c, claims: claims, undecided: map[string]uint64{}},
		GameNights: &GameNights{connection: c, claims: claims, revisions: map[string]int64{}},
		Claims:     claims, Members: Members{c}, Changes: Changes{c}, connection: c, done: make(chan struct{}),
	}
	if err := s.agree(ctx); err != nil {
		return nil, err
	}
	if err := s.heartbeat(ctx); err != nil {
		return nil, fmt.Errorf("etcd does not take a write: %w", err)
	}
	beating, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	go s.keepBeating(beating)
	return s, nil
}

// agree checks that all processes use the same number of shards.
func (s *Store) agree(ctx context.Context) error {
	key, want := s.keys.shards(), strconv.Itoa(cluster.Shards)
	answer, err := s.client.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, want)).
		Else(clientv3.OpGet(key)).Commit()
	if err != nil {
		return fmt.Errorf("etcd does not answer: %w", err)
	}
	if !answer.Succeeded && string(answer.Responses[0].GetResponseRange().Kvs[0].Value) != want {
		return errShards
	}
	return nil
}

// Close stops the heartbeats. The shards stay claimed; Claims.Give releases them.
func (s *Store) Close() {
	s.stop()
	<-s.done
}

func (s *Store) keepBeating(ctx context.Context) {
	defer close(s.done)
	ticker := time.NewTicker(heartbeatPace)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := s.heartbeat(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("cannot write heartbeat to etcd", "error", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// heartbeat records that this process runs, so that the downtime of its rooms is known later.
func (s *Store) heartbeat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, heartbeatPace)
	defer cancel()
	_, err := s.client.Put(ctx, s.keys.seen(s.node), strconv.FormatInt(time.Now().UnixNano(), 10))
	return err
}
