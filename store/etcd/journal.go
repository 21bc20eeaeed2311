//go:build etcd

package etcd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/cluster/stream"
	"parlor/lobby"
)

// Journal stores the rooms in the shards that this process owns.
type Journal struct {
	*connection
	claims *Claims

	mu        sync.Mutex
	undecided map[string]uint64 // number of the entry with an unknown outcome, by room
}

var _ lobby.Journal = (*Journal)(nil)

// Headers implements lobby.Journal for a process that runs alone. It claims all shards, from any owner.
func (j *Journal) Headers(ctx context.Context) (map[string]lobby.Header, error) {
	claimed, headers, err := j.claims.claimAll(ctx, cluster.All(), func(cluster.Shard, string) bool { return true })
	if err == nil && len(claimed) < cluster.Shards {
		return nil, ErrOvertaken
	}
	return headers, err
}

// Append implements lobby.Journal. The entry, its header and the match that it ends are one transaction, fenced by
// the epoch of the shard. It takes at most 700 ms after it has got a slot, and then returns ErrUndecided.
func (j *Journal) Append(ctx context.Context, room string, entry lobby.Entry) error {
	epoch, owned := j.claims.epoch(room)
	switch {
	case !owned:
		return lobby.ErrClaimed
	case entry.Number == 0:
		return lobby.ErrSequence
	}
	then, err := j.writes(room, entry)
	if err != nil {
		return err
	}
	shard := cluster.ShardOf(room)
	answer, err := j.commit(ctx, append(j.follows(room, entry.Number), j.claims.owns(shard, epoch)), then, []clientv3.Op{
		clientv3.OpGet(j.keys.owner(shard), clientv3.WithKeysOnly()),
		clientv3.OpGet(j.keys.entries(room), append(clientv3.WithLastKey(), clientv3.WithPrefix(), clientv3.WithSort(clientv3.SortByKey, clientv3.SortDescend))...),
	})
	if err == nil && !answer.Succeeded {
		err = j.refused(shard, epoch, entry, answer)
	}
	return j.known(room, entry.Number, err)
}

// follows returns the conditions that an entry is the next of its room.
func (j *Journal) follows(room string, number uint64) []clientv3.Cmp {
	if number == 1 {
		return []clientv3.Cmp{clientv3.Compare(clientv3.CreateRevision(j.keys.entries(room)).WithPrefix(), "=", 0)}
	}
	return []clientv3.Cmp{
		clientv3.Compare(clientv3.CreateRevision(j.keys.entry(room, number-1)), ">", 0),
		clientv3.Compare(clientv3.CreateRevision(j.keys.entry(room, number)), "=", 0),
	}
}

// writes returns the operations that store an entry.
func (j *Journal) writes(room string, entry lobby.Entry) ([]clientv3.Op, error) {
	var ops []clientv3.Op
	if entry.Last {
		ops = append(ops,
			clientv3.OpDelete(j.keys.entries(room), clientv3.WithPrefix()),
			clientv3.OpDelete(j.keys.header(room)))
	} else {
		if entry.Whole {
			ops = append(ops, clientv3.OpDelete(j.keys.entries(room), clientv3.WithRange(j.keys.entry(room, entry.Number))))
		}
		ops = append(ops,
			clientv3.OpPut(j.keys.entry(room, entry.Number), packEntry(entry)),
			clientv3.OpPut(j.keys.header(room), packHeader(entry.Header, time.Now())))
	}
	if entry.Ended != nil {
		match, err := stream.EncodeEnded(entry.Ended)
		if err != nil {
			return nil, err
		}
		ops = append(ops, clientv3.OpPut(j.keys.finished(entry.Ended.ID), string(match)))
	}
	return ops, nil
}

// refused returns why an entry was not written, or nil if it was written before.
func (j *Journal) refused(shard cluster.Shard, epoch int64, entry lobby.Entry, answer *clientv3.TxnResponse) error {
	owner, newest := answer.Responses[0].GetResponseRange().Kvs, answer.Responses[1].GetResponseRange().Kvs
	switch {
	case len(owner) == 0 || owner[0].ModRevision != epoch:
		j.claims.lose(shard, epoch)
		return lobby.ErrClaimed
	case len(newest) == 0 && entry.Last:
		return nil
	case len(newest) > 0 && !entry.Last && same(newest[0], entry):
		return nil
	}
	return lobby.ErrSequence
}

// same reports whether an entry equals the stored one.
func same(kept *mvccpb.KeyValue, entry lobby.Entry) bool {
	one, err := unpackEntry(string(kept.Key), kept.Value)
	return err == nil && one.Number == entry.Number && one.Whole == entry.Whole && bytes.Equal(one.Data, entry.Data)
}

// known records whether the outcome of an entry is known. While it is not, a refusal of the same entry does not prove
// that it is missing, unless the shard has another owner: then nothing of the former epoch can be written any more.
func (j *Journal) known(room string, number uint64, err error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	decided := err == nil || errors.Is(err, lobby.ErrSequence) || errors.Is(err, lobby.ErrClaimed)
	switch {
	case decided:
		delete(j.undecided, room)
	case errors.Is(err, lobby.ErrUndecided):
		j.undecided[room] = number
	case j.undecided[room] == number:
		return lobby.ErrUndecided
	}
	return err
}

// Load implements lobby.Journal. Its reads are linearizable.
func (j *Journal) Load(ctx context.Context, room string) ([]lobby.Entry, error) {
	answer, err := j.get(ctx, j.keys.entries(room), clientv3.WithPrefix())
	if err != nil {
		return nil, fmt.Errorf("room %s cannot be read: %w", room, err)
	}
	var entries []lobby.Entry
	for i, kept := range answer.Kvs {
		entry, err := unpackEntry(string(kept.Key), kept.Value)
		if err != nil {
			return nil, err
		}
		if i == 0 && !entry.Whole && entry.Number != 1 || i > 0 && entry.Number != entries[i-1].Number+1 {
			return nil, fmt.Errorf("some entries of room %s before number %d are missing", room, entry.Number)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// The newest rooms in quarantine are kept, as long as an operator may need them for diagnosis.
const (
	mostQuarantined = 100
	quarantineTime  = 30 * 24 * time.Hour
)

// quarantined is a room that could not be loaded.
type quarantined struct {
	Room    string        `json:"room"`
	Why     string        `json:"why"`
	Entries []lobby.Entry `json:"entries"`
}

// SetAside implements lobby.Journal. Unreadable data is stored unchanged.
func (j *Journal) SetAside(ctx context.Context, room, why string, void *lobby.Finished) error {
	epoch, owned := j.claims.epoch(room)
	if !owned {
		return lobby.ErrClaimed
	}
	answer, err := j.get(ctx, j.keys.entries(room), clientv3.WithPrefix())
	if err != nil {
		return fmt.Errorf("room %s cannot be read: %w", room, err)
	}
	one := quarantined{Room: room, Why: why}
	for _, kept := range answer.Kvs {
		entry, err := unpackEntry(string(kept.Key), kept.Value)
		if err != nil {
			entry = lobby.Entry{Data: kept.Value}
		}
		one.Entries = append(one.Entries, entry)
	}
	data, err := json.Marshal(one)
	if err != nil {
		return err
	}
	then := []clientv3.Op{
		clientv3.OpPut(j.keys.quarantined(time.Now(), room), string(data)),
		clientv3.OpDelete(j.keys.entries(room), clientv3.WithPrefix()),
		clientv3.OpDelete(j.keys.header(room)),
	}
	if void != nil {
		match, err := stream.EncodeEnded(void)
		if err != nil {
			return err
		}
		then = append(then, clientv3.OpPut(j.keys.finished(void.ID), string(match)))
	}
	shard := cluster.ShardOf(room)
	moved, err := j.commit(ctx, []clientv3.Cmp{j.claims.owns(shard, epoch)}, then, nil)
	if err != nil {
		return err
	}
	if !moved.Succeeded {
		j.claims.lose(shard, epoch)
		return lobby.ErrClaimed
	}
	return j.trimQuarantine(ctx)
}

// trimQuarantine deletes rooms that have been in quarantine for too long or are too many.
func (j *Journal) trimQuarantine(ctx context.Context) error {
	all, err := j.get(ctx, j.keys.quarantine(), clientv3.WithPrefix(), clientv3.WithKeysOnly())
	if err != nil {
		return fmt.Errorf("the rooms in quarantine cannot be listed: %w", err)
	}
	old := j.keys.quarantined(time.Now().Add(-quarantineTime), "")
	for i, kept := range all.Kvs {
		if key := string(kept.Key); i < len(all.Kvs)-mostQuarantined || key < old {
			if _, err := j.client.Delete(ctx, key); err != nil {
				return fmt.Errorf("a room in quarantine cannot be removed: %w", err)
			}
		}
	}
	return nil
}
