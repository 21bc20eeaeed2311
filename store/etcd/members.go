//go:build etcd

package etcd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
)

// leaseTime is how long a node without heartbeats stays listed. Its rooms are unavailable that long, unless the other
// nodes miss it earlier.
const leaseTime = 3 * time.Second

const (
	// keepPace is the interval at which a node renews its lease.
	keepPace = 500 * time.Millisecond
	// listPace is the longest interval between reads of the list, because a watch on a partitioned etcd member goes
	// unnoticed.
	listPace = time.Second
)

// Members implements cluster.Membership.
type Members struct{ *connection }

var _ cluster.Membership = Members{}

// Living implements cluster.Membership.
func (m Members) Living(ctx context.Context) ([]cluster.Member, error) {
	members, _, err := m.listed(ctx)
	for i := range members {
		if err == nil {
			members[i].Clock, err = m.seen(ctx, members[i].Name)
		}
	}
	return members, err
}

// listed returns the live nodes and the revision of the list.
func (m Members) listed(ctx context.Context) ([]cluster.Member, int64, error) {
	answer, err := m.get(ctx, m.keys.nodes(), clientv3.WithPrefix())
	if err != nil {
		return nil, 0, fmt.Errorf("the list of nodes cannot be read: %w", err)
	}
	var members []cluster.Member
	for _, kept := range answer.Kvs {
		var one cluster.Member
		if err := json.Unmarshal(kept.Value, &one); err != nil {
			return nil, 0, fmt.Errorf("etcd holds a node that cannot be read, %q: %w", kept.Key, err)
		}
		one.Since = kept.CreateRevision
		members = append(members, one)
	}
	return members, answer.Header.Revision, nil
}

// Join implements cluster.Membership. The node is listed under a lease that it renews.
func (m Members) Join(ctx context.Context, own cluster.Member) (cluster.Stay, error) {
	var granted time.Time
	lease, err := tries(ctx, func(ctx context.Context) (*clientv3.LeaseGrantResponse, error) {
		granted = time.Now()
		return m.client.Grant(ctx, int64(leaseTime/time.Second))
	})
	if err != nil {
		return nil, fmt.Errorf("etcd gives this node no lease: %w", err)
	}
	data, err := json.Marshal(own)
	if err != nil {
		return nil, err
	}
	key := m.keys.node(own.Name)
	answer, err := m.client.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, string(data), clientv3.WithLease(lease.ID))).Commit()
	if err == nil && !answer.Succeeded {
		err = cluster.ErrNameTaken
	}
	if err != nil {
		_, _ = m.client.Revoke(ctx, lease.ID) // otherwise it expires
		return nil, err
	}
	staying, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &stay{list: m, name: own.Name, own: own, lease: lease.ID, members: make(chan []cluster.Member, 1), stop: stop, done: make(chan struct{})}
	lost := make(chan struct{})
	go s.keep(staying, granted, lost)
	go s.watch(staying, lost)
	return s, nil
}

// stay is a period of a node on the list.
type stay struct {
	list    Members
	name    string
	lease   clientv3.LeaseID
	members chan []cluster.Member // capacity 1
	stop    context.CancelFunc
	done    chan struct{}

	saying sync.Mutex // guards own, also while it is written
	own    cluster.Member
}

// Members implements cluster.Stay.
func (s *stay) Members() <-chan []cluster.Member { return s.members }

// keep renews the lease until that fails, and then closes lost, no later than others can notice. Tries overlap and
// may reach different etcd members, so a partitioned or slow member does no harm.
func (s *stay) keep(ctx context.Context, kept time.Time, lost chan<- struct{}) {
	defer close(lost)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type outcome struct {
		began time.Time
		err   error
	}
	done := make(chan outcome)
	again := time.NewTicker(keepPace)
	defer again.Stop()
	ends := time.NewTimer(leaseTime - time.Since(kept))
	defer ends.Stop()
	for {
		select {
		case <-again.C:
			go func() {
				try, cancel := context.WithTimeout(ctx, leaseTime)
				defer cancel()
				began := time.Now()
				_, err := s.list.client.KeepAliveOnce(try, s.lease)
				select {
				case done <- outcome{began, err}:
				case <-ctx.Done():
				}
			}()
		case one := <-done:
			if errors.Is(one.err, rpctypes.ErrLeaseNotFound) {
				return
			}
			if one.err == nil && one.began.After(kept) {
				kept = one.began
				ends.Reset(leaseTime - time.Since(kept))
			}
		case <-ends.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// watch publishes the live nodes until the lease is lost.
func (s *stay) watch(ctx context.Context, lost <-chan struct{}) {
	defer close(s.done)
	defer close(s.members)
	defer s.stop()
	for keeps := true; keeps && ctx.Err() == nil; {
		revision, listed, err := s.tell(ctx)
		switch {
		case err != nil:
			s.list.log.Debug("cannot read the live nodes from etcd", "error", err)
			keeps = s.rest(nil, keepPace, lost)
		case !listed:
			return
		default:
			watching, end := context.WithCancel(clientv3.WithRequireLeader(ctx))
			keeps = s.rest(s.changes(watching, revision+1), listPace, lost)
			end()
		}
	}
}

// changes returns a channel that is closed when the list has changed since a revision, or can no longer be watched,
// or ctx has ended.
func (s *stay) changes(ctx context.Context, since int64) <-chan struct{} {
	changed := make(chan struct{})
	go func() { // a watch begins only once etcd answers
		defer close(changed)
		for change := range s.list.client.Watch(ctx, s.list.keys.nodes(), clientv3.WithPrefix(), clientv3.WithRev(since)) {
			if len(change.Events) > 0 || change.Err() != nil {
				return
			}
		}
	}()
	return changed
}

// rest waits until the list must be read again. It reports whether the lease is still valid.
func (s *stay) rest(changed <-chan struct{}, longest time.Duration, lost <-chan struct{}) (keeps bool) {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	select {
	case <-lost:
		return false
	case <-changed:
	case <-timer.C:
	}
	return true
}

// tell publishes the live nodes to the channel of the stay. It returns the revision and whether
// this node is listed.
func (s *stay) tell(ctx context.Context) (revision int64, listed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	members, revision, err := s.list.listed(ctx)
	if err != nil {
		return 0, false, err
	}
	for _, one := range members {
		listed = listed || one.Name == s.name
	}
	if !listed {
		return revision, false, nil
	}
	select {
	case <-s.members:
	default:
	}
	s.members <- members
	return revision, true, nil
}

// Update implements cluster.Stay. It retries until ctx or the stay ends.
func (s *stay) Update(ctx context.Context, change func(own *cluster.Member)) error {
	s.saying.Lock()
	defer s.saying.Unlock()
	change(&s.own)
	data, err := json.Marshal(s.own)
	if err != nil {
		return err
	}
	for {
		try, cancel := context.WithTimeout(ctx, tryTime)
		_, err := s.list.client.Put(try, s.list.keys.node(s.own.Name), string(data), clientv3.WithLease(s.lease))
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, rpctypes.ErrLeaseNotFound) {
			return err
		}
		select {
		case <-time.After(keepPace):
		case <-s.done:
			return err
		case <-ctx.Done():
			return err
		}
	}
}

// Leave implements cluster.Stay.
func (s *stay) Leave(ctx context.Context) {
	s.stop()
	select {
	case <-s.done:
	case <-ctx.Done():
		return
	}
	_, _ = s.list.client.Revoke(ctx, s.lease) // otherwise it expires
}
