//go:build etcd

package etcd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/lobby"
)

const (
	// tryTime is how long one call may take. A proposal that was lost with its
	// leader is held by etcd for seconds; repeating it is quicker than waiting.
	tryTime = 700 * time.Millisecond
	// restTime is how long to wait where etcd says at once that it cannot do something.
	restTime = 100 * time.Millisecond
	// atOnce is how many transactions a process has under way. More do not make etcd
	// quicker: where very many rooms are to be written in one moment, as when all leave
	// them, each would take so long that none of them ends in time. Those that come later
	// wait for lineTime at most.
	atOnce   = 64
	lineTime = 3 * time.Second
	// signPace is how often a process says that it is there.
	signPace = 5 * time.Second
)

// Config is what a Journal needs.
type Config struct {
	Client *clientv3.Client // whoever opens the journal closes it
	Prefix string           // of all keys, such as "parlor/"
	Node   string           // the name of this process, unlike that of any other that runs
	Log    *slog.Logger
}

// Journal implements lobby.Journal. Its methods may be called from any goroutine.
type Journal struct {
	config Config
	keys   keys

	stop  func()
	done  chan struct{}
	turns chan struct{} // one for each transaction that is under way

	mu        sync.Mutex
	epochs    map[cluster.Shard]int64 // of the shards that this process has claimed
	undecided map[string]uint64       // numbers of entries of which it is not known whether they were written, by room
	evenings  map[string]int64        // revisions at which this process has written game nights last, by code; a missing one is 0
}

var errShards = errors.New("etcd holds the rooms of a parlor with another number of shards: use another prefix")

// Open begins to use etcd. It fails where that does not answer, or holds something
// that this program cannot use.
func Open(ctx context.Context, config Config) (*Journal, error) {
	j := &Journal{
		config: config, keys: keys(config.Prefix), done: make(chan struct{}), turns: make(chan struct{}, atOnce),
		epochs: map[cluster.Shard]int64{}, undecided: map[string]uint64{}, evenings: map[string]int64{},
	}
	if err := j.agree(ctx); err != nil {
		return nil, err
	}
	if err := j.sign(ctx); err != nil {
		return nil, fmt.Errorf("etcd does not take a write: %w", err)
	}
	signing, stop := context.WithCancel(context.WithoutCancel(ctx))
	j.stop = stop
	go j.keepSigning(signing)
	return j, nil
}

// agree makes sure that all processes spread rooms over the same shards.
func (j *Journal) agree(ctx context.Context) error {
	key, want := j.keys.shards(), strconv.Itoa(cluster.Shards)
	answer, err := j.config.Client.Txn(ctx).
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

// Close ends the use of etcd. The shards stay claimed; Give hands them back.
func (j *Journal) Close() {
	j.stop()
	<-j.done
}

func (j *Journal) keepSigning(ctx context.Context) {
	defer close(j.done)
	ticker := time.NewTicker(signPace)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := j.sign(ctx); err != nil && ctx.Err() == nil {
				j.config.Log.Warn("etcd did not take a sign of life", "error", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// sign says that this process is there: so it is known later how long its rooms
// stood without it.
func (j *Journal) sign(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, signPace)
	defer cancel()
	_, err := j.config.Client.Put(ctx, j.keys.seen(j.config.Node), strconv.FormatInt(time.Now().UnixNano(), 10))
	return err
}

// seen is when a process gave its last sign of life; zero for never.
func (j *Journal) seen(ctx context.Context, node string) (time.Time, error) {
	answer, err := j.get(ctx, j.keys.seen(node))
	if err != nil || len(answer.Kvs) == 0 {
		return time.Time{}, err
	}
	nanos, err := strconv.ParseInt(string(answer.Kvs[0].Value), 10, 64)
	return time.Unix(0, nanos), err
}

// epoch is that of this process's claim on the shard of a room.
func (j *Journal) epoch(room string) (int64, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	epoch, owned := j.epochs[cluster.ShardOf(room)]
	return epoch, owned
}

// lose forgets a claim that somebody else has overtaken, unless it is a newer one.
func (j *Journal) lose(shard cluster.Shard, epoch int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.epochs[shard] == epoch {
		delete(j.epochs, shard)
	}
}

// owns is the condition that a claim still holds.
func (j *Journal) owns(shard cluster.Shard, epoch int64) clientv3.Cmp {
	return clientv3.Compare(clientv3.ModRevision(j.keys.owner(shard)), "=", epoch)
}

// tries does something by tries that may each go to another member of etcd, of which one
// may be cut off: each may take twice as long as the one before, until ctx ends. A member
// that cannot do it just then is no reason to give up: its leader has died, or it knows
// how long a try may take, and says that this is over before it is over here.
func tries[T any](ctx context.Context, do func(context.Context) (T, error)) (T, error) {
	for within := tryTime; ; within *= 2 {
		try, cancel := context.WithTimeout(ctx, within)
		answer, err := do(try)
		passes := err != nil && (try.Err() != nil || passing(err))
		if passes {
			select {
			case <-try.Done():
			case <-time.After(restTime):
			}
		}
		cancel()
		if !passes || ctx.Err() != nil {
			return answer, err
		}
	}
}

// passing reports whether etcd could not do something, and may be able to a moment later.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		rpctypes.ErrTimeout, rpctypes.ErrTimeoutDueToLeaderFail, rpctypes.ErrTimeoutDueToConnectionLost, rpctypes.ErrNoLeader,
		rpctypes.ErrNotLeader, rpctypes.ErrLeaderChanged, rpctypes.ErrTooManyRequests, rpctypes.ErrStopped,
	}, func(one error) bool { return errors.Is(err, one) })
}

// get reads by tries.
func (j *Journal) get(ctx context.Context, key string, options ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	return tries(ctx, func(ctx context.Context) (*clientv3.GetResponse, error) {
		return j.config.Client.Get(ctx, key, options...)
	})
}

// commit tries a transaction once, when it is its turn. What it answers is known, or
// ErrUndecided.
func (j *Journal) commit(ctx context.Context, conditions []clientv3.Cmp, then, otherwise []clientv3.Op) (*clientv3.TxnResponse, error) {
	line, leave := context.WithTimeout(ctx, lineTime)
	defer leave()
	select {
	case j.turns <- struct{}{}:
		defer func() { <-j.turns }()
	case <-line.Done():
		return nil, lobby.ErrUndecided
	}
	ctx, cancel := context.WithTimeout(clientv3.WithRequireLeader(ctx), tryTime)
	defer cancel()
	answer, err := j.config.Client.Txn(ctx).If(conditions...).Then(then...).Else(otherwise...).Commit()
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, rpctypes.ErrNoSpace):
		return nil, lobby.ErrNoRoom
	case errors.Is(err, rpctypes.ErrRequestTooLarge), errors.Is(err, rpctypes.ErrTooManyOps):
		return nil, fmt.Errorf("etcd does not take that much at once: %w", err)
	}
	j.config.Log.Debug("etcd did not answer a transaction", "error", err)
	return nil, lobby.ErrUndecided
}
