//go:build etcd

package etcd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/lobby"
)

// claimBatch is the number of shards claimed in one transaction. etcd allows 128 operations.
const claimBatch = 100

// claimsAtOnce is the number of concurrent claims. etcd syncs concurrent writes together.
const claimsAtOnce = 8

// pageSize is the number of headers read at once.
const pageSize = 1000

// ErrOvertaken is returned if another process claims the same shards at the same time.
var ErrOvertaken = errors.New("another process claimed the same shards at the same time")

// Claims implements cluster.Claims and knows which shards this process owns.
type Claims struct {
	*connection

	mu     sync.Mutex
	epochs map[cluster.Shard]int64 // of the shards claimed by this process
}

var _ cluster.Claims = (*Claims)(nil)

// epoch returns the epoch of this process's claim on the shard of a room.
func (c *Claims) epoch(room string) (int64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	epoch, owned := c.epochs[cluster.ShardOf(room)]
	return epoch, owned
}

// lose forgets a claim that was overtaken, unless there is a newer one.
func (c *Claims) lose(shard cluster.Shard, epoch int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.epochs[shard] == epoch {
		delete(c.epochs, shard)
	}
}

// owns returns the condition that a claim is still valid.
func (c *Claims) owns(shard cluster.Shard, epoch int64) clientv3.Cmp {
	return clientv3.Compare(clientv3.ModRevision(c.keys.owner(shard)), "=", epoch)
}

// Claim implements cluster.Claims.
func (c *Claims) Claim(ctx context.Context, shards []cluster.Shard, from map[cluster.Shard]string) ([]cluster.Shard, map[string]lobby.Header, error) {
	return c.claimAll(ctx, shards, func(shard cluster.Shard, owner string) bool {
		return from[shard] == owner || owner == c.node // by an earlier try
	})
}

// claimAll claims shards from those owners that may lose them. It returns the shards that no other process claimed
// meanwhile, and the headers of their rooms.
func (c *Claims) claimAll(ctx context.Context, shards []cluster.Shard, may func(shard cluster.Shard, owner string) bool) ([]cluster.Shard, map[string]lobby.Header, error) {
	now, seen := time.Now(), &heartbeats{at: map[string]time.Time{}}
	owners, failed := map[cluster.Shard]owner{}, error(nil)
	var mu sync.Mutex // guards the results
	var claims sync.WaitGroup
	free := make(chan struct{}, claimsAtOnce)
	for batch := range slices.Chunk(shards, claimBatch) {
		free <- struct{}{}
		claims.Go(func() {
			claimed, err := tries(ctx, func(ctx context.Context) (map[cluster.Shard]owner, error) { return c.claim(ctx, batch, may, now, seen) })
			<-free
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !errors.Is(err, ErrOvertaken) {
				failed = err
			}
			maps.Copy(owners, claimed)
		})
	}
	if claims.Wait(); failed != nil {
		return nil, nil, failed
	}
	headers, err := c.headers(ctx, owners, now)
	return slices.Collect(maps.Keys(owners)), headers, err
}

// claim claims shards in one transaction, from those owners that may lose them. It returns the new owners, including
// when the previous owners were last seen.
func (c *Claims) claim(ctx context.Context, shards []cluster.Shard, may func(cluster.Shard, string) bool, now time.Time, seen *heartbeats) (map[cluster.Shard]owner, error) {
	was, err := c.ownersAndRooms(ctx, shards)
	if err != nil {
		return nil, err
	}
	owners := map[cluster.Shard]owner{}
	var conditions []clientv3.Cmp
	var then []clientv3.Op
	for _, shard := range shards {
		if !may(shard, was[shard].Node) {
			continue
		}
		next := owner{Node: c.node, Gaps: was[shard].needed()}
		if before := was[shard]; before.revision != 0 {
			from, err := c.left(ctx, before.owner, seen)
			if err != nil {
				return nil, err
			}
			if now.After(from) {
				next.Gaps = next.after(gap{from, now})
			}
		}
		data, err := json.Marshal(next)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, clientv3.Compare(clientv3.ModRevision(c.keys.owner(shard)), "=", was[shard].revision))
		then = append(then, clientv3.OpPut(c.keys.owner(shard), string(data)))
		owners[shard] = next
	}
	if len(owners) == 0 {
		return nil, nil
	}
	answer, err := c.client.Txn(ctx).If(conditions...).Then(then...).Commit()
	if err != nil {
		return nil, fmt.Errorf("the shards cannot be claimed: %w", err)
	}
	if !answer.Succeeded {
		return nil, ErrOvertaken
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for shard := range owners {
		c.epochs[shard] = answer.Header.Revision
	}
	return owners, nil
}

// Owners implements cluster.Claims.
func (c *Claims) Owners(ctx context.Context) (map[cluster.Shard]string, error) {
	all, err := c.ownersOf(ctx, cluster.All())
	if err != nil {
		return nil, err
	}
	names := map[cluster.Shard]string{}
	for shard, one := range all {
		if one.Node != "" {
			names[shard] = one.Node
		}
	}
	return names, nil
}

// Rooms implements cluster.Claims.
func (c *Claims) Rooms(ctx context.Context) (map[cluster.Shard]int, error) {
	answer, err := c.get(ctx, c.keys.headers(), clientv3.WithPrefix(), clientv3.WithKeysOnly())
	if err != nil {
		return nil, fmt.Errorf("the rooms cannot be counted: %w", err)
	}
	rooms := map[cluster.Shard]int{}
	for _, kept := range answer.Kvs {
		rooms[cluster.ShardOf(c.keys.roomOfHeader(string(kept.Key)))]++
	}
	return rooms, nil
}

// owned is the owner of a shard as stored; the zero value is a shard that never had one.
type owned struct {
	owner
	revision int64
	// oldest is the revision of the room in the shard that was not written for longest, or 0 if there is none or
	// rooms were not read.
	oldest int64
}

// needed returns the gaps that matter to a room of the shard: none once the current owner has written all of them, so
// that gaps do not accumulate.
func (o owned) needed() []gap {
	if o.oldest == 0 || o.oldest > o.revision {
		return nil
	}
	return o.Gaps
}

// ownersOf returns the owners of shards, and of others in between.
func (c *Claims) ownersOf(ctx context.Context, shards []cluster.Shard) (map[cluster.Shard]owned, error) {
	first, last := slices.Min(shards), slices.Max(shards)
	answer, err := c.get(ctx, c.keys.owner(first), clientv3.WithRange(c.keys.owner(last)+"\x00"))
	if err != nil {
		return nil, fmt.Errorf("the owners of shards cannot be read: %w", err)
	}
	return c.readOwners(answer.Kvs)
}

// ownersAndRooms is like ownersOf, but also returns what a change of owner requires to know about
// the rooms, read at one revision.
func (c *Claims) ownersAndRooms(ctx context.Context, shards []cluster.Shard) (map[cluster.Shard]owned, error) {
	first, last := slices.Min(shards), slices.Max(shards)
	answer, err := tries(ctx, func(ctx context.Context) (*clientv3.TxnResponse, error) {
		return c.client.Txn(ctx).Then(
			clientv3.OpGet(c.keys.owner(first), clientv3.WithRange(c.keys.owner(last)+"\x00")),
			clientv3.OpGet(c.keys.headersOf(first), clientv3.WithRange(clientv3.GetPrefixRangeEnd(c.keys.headersOf(last))), clientv3.WithKeysOnly()),
		).Commit()
	})
	if err != nil {
		return nil, fmt.Errorf("the owners of shards cannot be read: %w", err)
	}
	owners, err := c.readOwners(answer.Responses[0].GetResponseRange().Kvs)
	if err != nil {
		return nil, err
	}
	for _, header := range answer.Responses[1].GetResponseRange().Kvs {
		shard := cluster.ShardOf(c.keys.roomOfHeader(string(header.Key)))
		if one := owners[shard]; one.oldest == 0 || header.ModRevision < one.oldest {
			one.oldest = header.ModRevision
			owners[shard] = one
		}
	}
	return owners, nil
}

func (c *Claims) readOwners(all []*mvccpb.KeyValue) (map[cluster.Shard]owned, error) {
	owners := map[cluster.Shard]owned{}
	for _, kept := range all {
		shard, err := c.keys.shardOfOwner(string(kept.Key))
		if err != nil {
			return nil, err
		}
		one, err := readOwner(kept.Value)
		if err != nil {
			return nil, err
		}
		owners[shard] = owned{owner: one, revision: kept.ModRevision}
	}
	return owners, nil
}

// left returns since when a shard has had no owner: since it was released, or since the owner's last heartbeat.
func (c *Claims) left(ctx context.Context, before owner, seen *heartbeats) (time.Time, error) {
	if before.Node == "" && len(before.Gaps) > 0 {
		return before.Gaps[len(before.Gaps)-1].To, nil
	}
	seen.mu.Lock()
	defer seen.mu.Unlock()
	at, known := seen.at[before.Node]
	if known {
		return at, nil
	}
	at, err := c.seen(ctx, before.Node)
	if err != nil {
		return at, fmt.Errorf("it cannot be read when %s was last seen: %w", before.Node, err)
	}
	seen.at[before.Node] = at
	return at, nil
}

// heartbeats caches the last heartbeats of nodes.
type heartbeats struct {
	mu sync.Mutex
	at map[string]time.Time
}

// headers returns the headers of all rooms in shards.
func (c *Claims) headers(ctx context.Context, owners map[cluster.Shard]owner, now time.Time) (map[string]lobby.Header, error) {
	headers := map[string]lobby.Header{}
	from, end := c.keys.headers(), clientv3.GetPrefixRangeEnd(c.keys.headers())
	for {
		page, err := c.get(ctx, from, clientv3.WithRange(end), clientv3.WithLimit(pageSize))
		if err != nil {
			return nil, fmt.Errorf("the headers of rooms cannot be read: %w", err)
		}
		for _, kept := range page.Kvs {
			room := c.keys.roomOfHeader(string(kept.Key))
			owner, mine := owners[cluster.ShardOf(room)]
			if !mine {
				continue
			}
			data, written, err := unpackHeader(kept.Value)
			if err != nil {
				return nil, err
			}
			stood, since := owner.stood(written)
			headers[room] = lobby.Header{Data: data, Stood: stood, Since: since, Opened: now}
		}
		if !page.More {
			return headers, nil
		}
		from = string(page.Kvs[len(page.Kvs)-1].Key) + "\x00"
	}
}

// Give implements cluster.Claims. The rooms in the shards must have made their last writes here. Shards that this
// process no longer owns are unchanged.
func (c *Claims) Give(ctx context.Context, shards []cluster.Shard) error {
	claims := c.forget(shards)
	mine := slices.DeleteFunc(slices.Clone(shards), func(shard cluster.Shard) bool { return claims[shard] == 0 })
	for batch := range slices.Chunk(mine, claimBatch) {
		given, err := c.give(ctx, batch, claims)
		if err != nil {
			return err
		}
		for i := range batch {
			if given {
				break
			}
			if _, err := c.give(ctx, batch[i:i+1], claims); err != nil { // those still owned here
				return err
			}
		}
	}
	return nil
}

// forget drops claims and returns their epochs. From then on, nothing is written to these shards.
func (c *Claims) forget(shards []cluster.Shard) map[cluster.Shard]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	claims := map[cluster.Shard]int64{}
	for _, shard := range shards {
		if epoch, mine := c.epochs[shard]; mine {
			claims[shard] = epoch
			delete(c.epochs, shard)
		}
	}
	return claims
}

// give releases those of the shards that this process still owns, in one transaction. If another process owns one by
// then, it releases none and reports false.
func (c *Claims) give(ctx context.Context, shards []cluster.Shard, claims map[cluster.Shard]int64) (bool, error) {
	was, err := c.ownersAndRooms(ctx, shards)
	if err != nil {
		return false, err
	}
	now := time.Now()
	var conditions []clientv3.Cmp
	var then []clientv3.Op
	for _, shard := range shards {
		if was[shard].revision != claims[shard] {
			continue // another process owns it
		}
		data, err := json.Marshal(owner{Gaps: owner{Gaps: was[shard].needed()}.after(gap{now, now})})
		if err != nil {
			return false, err
		}
		conditions = append(conditions, c.owns(shard, claims[shard]))
		then = append(then, clientv3.OpPut(c.keys.owner(shard), string(data)))
	}
	if len(then) == 0 {
		return true, nil
	}
	answer, err := c.client.Txn(ctx).If(conditions...).Then(then...).Commit()
	if err != nil {
		return false, fmt.Errorf("the shards cannot be handed back: %w", err)
	}
	return answer.Succeeded, nil
}
