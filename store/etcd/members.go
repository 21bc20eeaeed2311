//go:build etcd

package etcd

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
)

// leaseTime is how long a node is still listed that gives no sign of life any more:
// its rooms stand so long.
const leaseTime = 3 * time.Second

var (
	_ cluster.Claims     = (*Journal)(nil)
	_ cluster.Membership = (*Journal)(nil)
)

// Living implements cluster.Membership.
func (j *Journal) Living(ctx context.Context) ([]cluster.Member, error) {
	members, _, err := j.listed(ctx)
	for i := range members {
		if err == nil {
			members[i].Clock, err = j.seen(ctx, members[i].Name)
		}
	}
	return members, err
}

// listed are the nodes that live, and the revision at which they do.
func (j *Journal) listed(ctx context.Context) ([]cluster.Member, int64, error) {
	answer, err := j.config.Client.Get(ctx, j.keys.nodes(), clientv3.WithPrefix())
	if err != nil {
		return nil, 0, fmt.Errorf("the list of nodes cannot be read: %w", err)
	}
	var members []cluster.Member
	for _, kept := range answer.Kvs {
		var one cluster.Member
		if err := json.Unmarshal(kept.Value, &one); err != nil {
			return nil, 0, fmt.Errorf("etcd holds a node that cannot be read, %q: %w", kept.Key, err)
		}
		members = append(members, one)
	}
	return members, answer.Header.Revision, nil
}

// Join implements cluster.Membership: the node is listed under a lease that it keeps
// alive.
func (j *Journal) Join(ctx context.Context, own cluster.Member) (cluster.Stay, error) {
	lease, err := j.config.Client.Grant(ctx, int64(leaseTime/time.Second))
	if err != nil {
		return nil, fmt.Errorf("etcd gives this node no lease: %w", err)
	}
	data, err := json.Marshal(own)
	if err != nil {
		return nil, err
	}
	key := j.keys.node(own.Name)
	answer, err := j.config.Client.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, string(data), clientv3.WithLease(lease.ID))).Commit()
	if err == nil && !answer.Succeeded {
		err = cluster.ErrNameTaken
	}
	if err != nil {
		_, _ = j.config.Client.Revoke(ctx, lease.ID) // else it ends by itself
		return nil, err
	}
	staying, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &stay{journal: j, own: own, lease: lease.ID, members: make(chan []cluster.Member, 1), stop: stop, done: make(chan struct{})}
	alive, err := j.config.Client.KeepAlive(staying, lease.ID)
	if err != nil {
		stop()
		return nil, fmt.Errorf("etcd does not keep the lease of this node: %w", err)
	}
	go s.watch(staying, alive)
	return s, nil
}

// stay is a node's time on the list.
type stay struct {
	journal *Journal
	own     cluster.Member
	lease   clientv3.LeaseID
	members chan []cluster.Member // one slot
	stop    context.CancelFunc
	done    chan struct{}
}

// Members implements cluster.Stay.
func (s *stay) Members() <-chan []cluster.Member { return s.members }

// watch tells who lives, until the lease is lost.
func (s *stay) watch(ctx context.Context, alive <-chan *clientv3.LeaseKeepAliveResponse) {
	defer close(s.done)
	defer close(s.members)
	defer s.stop()
	for keeps := true; keeps && ctx.Err() == nil; {
		revision, listed, err := s.tell(ctx)
		switch {
		case err != nil:
			s.journal.config.Log.Debug("etcd does not say which nodes live", "error", err)
			keeps = s.rest(nil, tryTime, alive)
		case !listed:
			return
		default:
			watching, end := context.WithCancel(clientv3.WithRequireLeader(ctx))
			keeps = s.rest(s.changes(watching, revision+1), signPace, alive)
			end()
		}
	}
}

// changes is closed when the list has changed since a revision, or cannot be watched any
// more, or ctx has ended.
func (s *stay) changes(ctx context.Context, since int64) <-chan struct{} {
	changed := make(chan struct{})
	go func() { // as watching begins only once etcd answers
		defer close(changed)
		for change := range s.journal.config.Client.Watch(ctx, s.journal.keys.nodes(), clientv3.WithPrefix(), clientv3.WithRev(since)) {
			if len(change.Events) > 0 || change.Err() != nil {
				return
			}
		}
	}()
	return changed
}

// rest waits until the list is to be read anew: it has changed, or cannot be watched any
// more, or it is time. It reports whether the lease is still kept.
func (s *stay) rest(changed <-chan struct{}, longest time.Duration, alive <-chan *clientv3.LeaseKeepAliveResponse) (keeps bool) {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	for {
		select {
		case _, keeps := <-alive:
			if !keeps {
				return false
			}
		case <-changed:
			return true
		case <-timer.C:
			return true
		}
	}
}

// tell puts those who live now into the slot. It returns the revision, and whether the
// node is among them.
func (s *stay) tell(ctx context.Context) (revision int64, listed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	members, revision, err := s.journal.listed(ctx)
	if err != nil {
		return 0, false, err
	}
	for _, one := range members {
		listed = listed || one.Name == s.own.Name
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

// Retire implements cluster.Stay.
func (s *stay) Retire(ctx context.Context) error {
	own := s.own
	own.Leaving = true
	data, err := json.Marshal(own)
	if err != nil {
		return err
	}
	_, err = s.journal.config.Client.Put(ctx, s.journal.keys.node(own.Name), string(data), clientv3.WithLease(s.lease))
	return err
}

// Leave implements cluster.Stay.
func (s *stay) Leave(ctx context.Context) {
	s.stop()
	select {
	case <-s.done:
	case <-ctx.Done():
		return
	}
	_, _ = s.journal.config.Client.Revoke(ctx, s.lease) // else it ends by itself
}
