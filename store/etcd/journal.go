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

// Journal is the journals of rooms in the shards that this process owns.
type Journal struct {
	*connection
	claims *Claims

	mu        sync.Mutex
	undecided map[string]uint64 // numbers of entries of which it is not known whether they were written, by room
}

var _ lobby.Journal = (*Journal)(nil)

// Headers implements lobby.Journal for a process that runs alone: it claims all
// shards, whoever has them.
func (j *Journal) Headers(ctx context.Context) (map[string]lobby.Header, error) {
	claimed, headers, err := j.claims.claimAll(ctx, cluster.All(), func(cluster.Shard, string) bool { return true })
	if err == nil && len(claimed) < cluster.Shards {
		return nil, ErrOvertaken
	}
	return headers, err
}

// Append implements lobby.Journal: the entry, its header and the match that ends with
// it are one transaction, fenced by the epoch of the shard. That takes 700 ms at most
// once it is its turn; what is not known then is ErrUndecided.
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

// follows are the conditions that an entry is the next of its room.
func (j *Journal) follows(room string, number uint64) []clientv3.Cmp {
	if number == 1 {
		return []clientv3.Cmp{clientv3.Compare(clientv3.CreateRevision(j.keys.entries(room)).WithPrefix(), "=", 0)}
	}
	return []clientv3.Cmp{
		clientv3.Compare(clientv3.CreateRevision(j.keys.entry(room, number-1)), ">", 0),
		clientv3.Compare(clientv3.CreateRevision(j.keys.entry(room, number)), "=", 0),
	}
}

// writes are what an entry changes.
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

// refused says why an entry was not written: nil where it had been before.
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

// same reports whether an entry is the one that is kept.
func same(kept *mvccpb.KeyValue, entry lobby.Entry) bool {
	one, err := unpackEntry(string(kept.Key), kept.Value)
	return err == nil && one.Number == entry.Number && one.Whole == entry.Whole && bytes.Equal(one.Data, entry.Data)
}

// known remembers whether it is known what became of an entry: while it is not, no
// refusal of the same one says that it is not there. That somebody else has the shard
// does say so: nothing of the former epoch can be written any more.
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

// Load implements lobby.Journal. It is linearizable: it has whatever was answered
// before, wherever.
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

// Of the rooms in quarantine the newest are kept, as long as an operator may need to find
// out what was wrong.
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

// SetAside implements lobby.Journal. What cannot be read is kept as it is.
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

// trimQuarantine removes rooms that were put there long ago, or before many others.
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
