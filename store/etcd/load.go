//go:build etcd

package etcd

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/cluster/stream"
	"parlor/lobby"
)

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

// Of the rooms set aside the newest are kept, as long as an operator may need to find
// out what was wrong.
const (
	mostAside = 100
	asideTime = 30 * 24 * time.Hour
)

// aside is a room that could not be loaded.
type aside struct {
	Room    string        `json:"room"`
	Why     string        `json:"why"`
	Entries []lobby.Entry `json:"entries"`
}

// SetAside implements lobby.Journal. What cannot be read is kept as it is.
func (j *Journal) SetAside(ctx context.Context, room, why string, void *lobby.Finished) error {
	epoch, owned := j.epoch(room)
	if !owned {
		return lobby.ErrClaimed
	}
	answer, err := j.get(ctx, j.keys.entries(room), clientv3.WithPrefix())
	if err != nil {
		return fmt.Errorf("room %s cannot be read: %w", room, err)
	}
	one := aside{Room: room, Why: why}
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
		clientv3.OpPut(j.keys.aside(time.Now(), room), string(data)),
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
	moved, err := j.commit(ctx, []clientv3.Cmp{j.owns(shard, epoch)}, then, nil)
	if err != nil {
		return err
	}
	if !moved.Succeeded {
		j.lose(shard, epoch)
		return lobby.ErrClaimed
	}
	return j.trimAside(ctx)
}

// trimAside removes rooms that were set aside long ago, or before many others.
func (j *Journal) trimAside(ctx context.Context) error {
	all, err := j.get(ctx, j.keys.allAside(), clientv3.WithPrefix(), clientv3.WithKeysOnly())
	if err != nil {
		return fmt.Errorf("the rooms that were set aside cannot be listed: %w", err)
	}
	old := j.keys.aside(time.Now().Add(-asideTime), "")
	for i, kept := range all.Kvs {
		if key := string(kept.Key); i < len(all.Kvs)-mostAside || key < old {
			if _, err := j.config.Client.Delete(ctx, key); err != nil {
				return fmt.Errorf("a room that was set aside cannot be removed: %w", err)
			}
		}
	}
	return nil
}
