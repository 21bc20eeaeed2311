//go:build etcd

package etcd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"strconv"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster/stream"
	"parlor/lobby"
)

// Changes implements stream.Log. Its methods may be called concurrently.
type Changes struct{ *connection }

var _ stream.Log = Changes{}

// ask runs read transactions with retries until ctx ends.
func (c Changes) ask(ctx context.Context, ops ...clientv3.Op) (*clientv3.TxnResponse, error) {
	answer, err := c.commit(ctx, nil, ops, nil)
	if err != nil {
		return nil, fmt.Errorf("account data cannot be read from etcd: %w", err)
	}
	return answer, nil
}

// kvs returns the result of the i-th operation, a read.
func kvs(answer *clientv3.TxnResponse, i int) []*mvccpb.KeyValue {
	return answer.Responses[i].GetResponseRange().Kvs
}

// last is the number of the newest change and the revision at which it was written.
type last struct {
	number   uint64
	revision int64 // 0 if there is no change
}

func readLast(kept []*mvccpb.KeyValue) (last, error) {
	if len(kept) == 0 {
		return last{}, nil
	}
	number, err := strconv.ParseUint(string(kept[0].Value), 10, 64)
	if err != nil {
		return last{}, fmt.Errorf("etcd holds a number that cannot be read, %q", kept[0].Key)
	}
	return last{number, kept[0].ModRevision}, nil
}

// newest returns the newest change.
func (c Changes) newest(ctx context.Context) (last, error) {
	answer, err := c.ask(ctx, clientv3.OpGet(c.keys.lastChange()))
	if err != nil {
		return last{}, err
	}
	return readLast(kvs(answer, 0))
}

// Origin implements stream.Log.
func (c Changes) Origin(ctx context.Context) (stream.Origin, error) {
	answer, err := c.ask(ctx, clientv3.OpGet(c.keys.origin()))
	if err != nil {
		return stream.Origin{}, err
	}
	return readOrigin(kvs(answer, 0))
}

func readOrigin(kept []*mvccpb.KeyValue) (origin stream.Origin, err error) {
	if len(kept) == 0 {
		return origin, nil
	}
	if err := json.Unmarshal(kept[0].Value, &origin); err != nil {
		return origin, fmt.Errorf("etcd holds an origin that cannot be read: %w", err)
	}
	return origin, nil
}

// Begin implements stream.Log.
func (c Changes) Begin(ctx context.Context, own stream.Origin) (stream.Origin, error) {
	data, err := json.Marshal(own)
	if err != nil {
		return stream.Origin{}, err
	}
	key := c.keys.origin()
	absent := clientv3.Compare(clientv3.CreateRevision(key), "=", 0)
	answer, err := c.commit(ctx, []clientv3.Cmp{absent}, []clientv3.Op{clientv3.OpPut(key, string(data))}, []clientv3.Op{clientv3.OpGet(key)})
	switch {
	case err != nil:
		return stream.Origin{}, fmt.Errorf("the origin of account data cannot be written to etcd: %w", err)
	case answer.Succeeded:
		return own, nil
	}
	return readOrigin(kvs(answer, 0))
}

// Append implements stream.Log.
func (c Changes) Append(ctx context.Context, after uint64, change []byte) error {
	for seen := after; ; {
		newest, err := c.newest(ctx)
		if err != nil {
			return undecided(err)
		}
		for seen < newest.number {
			lines, err := c.Read(ctx, seen, readMost)
			if err != nil {
				return undecided(err)
			}
			for _, line := range lines {
				if seen = line.Number; bytes.Equal(line.Data, change) {
					return nil
				}
			}
		}
		if seen > newest.number {
			continue // the log has grown meanwhile
		}
		done, err := c.put(ctx, newest, []clientv3.Op{clientv3.OpPut(c.keys.change(newest.number+1), string(change))})
		if done || err != nil {
			return err
		}
	}
}

// readMost bounds the changes read at once.
const readMost = 50

// undecided wraps err as lobby.ErrUndecided.
func undecided(err error) error {
	if errors.Is(err, lobby.ErrUndecided) {
		return err
	}
	return &lobby.Fault{Told: lobby.ErrUndecided, Cause: err}
}

// put appends a change after newest. It reports false if newest is no longer the newest change.
func (c Changes) put(ctx context.Context, newest last, ops []clientv3.Op, conditions ...clientv3.Cmp) (done bool, err error) {
	key := c.keys.lastChange()
	conditions = append(conditions, clientv3.Compare(clientv3.ModRevision(key), "=", newest.revision))
	answer, err := c.commit(ctx, conditions, append(ops, clientv3.OpPut(key, strconv.FormatUint(newest.number+1, 10))), nil)
	return err == nil && answer.Succeeded, err
}

// Read implements stream.Log.
func (c Changes) Read(ctx context.Context, after uint64, most int) ([]stream.Record, error) {
	k := c.keys
	answer, err := c.ask(ctx, clientv3.OpGet(k.lastChange()),
		clientv3.OpGet(k.change(after+1), clientv3.WithRange(clientv3.GetPrefixRangeEnd(k.changes())), clientv3.WithLimit(int64(most))))
	if err != nil {
		return nil, err
	}
	newest, err := readLast(kvs(answer, 0))
	if err != nil {
		return nil, err
	}
	lines, err := readChanges(kvs(answer, 1))
	switch {
	case err != nil:
		return nil, err
	case after > newest.number:
		return nil, stream.ErrAhead
	case after < newest.number && (len(lines) == 0 || lines[0].Number != after+1):
		return nil, stream.ErrGone
	}
	for i, line := range lines {
		if line.Number != after+1+uint64(i) {
			return nil, fmt.Errorf("etcd has later changes of account data, but not change %d", after+1+uint64(i))
		}
	}
	return lines, nil
}

func readChanges(kept []*mvccpb.KeyValue) ([]stream.Record, error) {
	lines := make([]stream.Record, len(kept))
	for i, one := range kept {
		number, err := strconv.ParseUint(path.Base(string(one.Key)), 16, 64)
		if err != nil {
			return nil, fmt.Errorf("etcd holds a change that cannot be read, %q", one.Key)
		}
		lines[i] = stream.Record{Number: number, Data: one.Value}
	}
	return lines, nil
}

// Oldest implements stream.Log.
func (c Changes) Oldest(ctx context.Context, most int) ([]stream.Record, error) {
	answer, err := c.ask(ctx, clientv3.OpGet(c.keys.changes(), clientv3.WithPrefix(), clientv3.WithLimit(int64(most))))
	if err != nil {
		return nil, err
	}
	return readChanges(kvs(answer, 0))
}

// Wait implements stream.Log.
func (c Changes) Wait(ctx context.Context, after uint64) error {
	answer, err := c.ask(ctx, clientv3.OpGet(c.keys.lastChange()))
	if err != nil {
		return err
	}
	newest, err := readLast(kvs(answer, 0))
	if err != nil || newest.number > after {
		return err
	}
	ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(ctx))
	defer cancel()
	for change := range c.client.Watch(ctx, c.keys.lastChange(), clientv3.WithRev(answer.Header.Revision+1)) {
		if len(change.Events) > 0 || change.Err() != nil {
			return change.Err()
		}
	}
	return ctx.Err()
}

// Waiting implements stream.Log.
func (c Changes) Waiting(ctx context.Context) ([]string, error) {
	answer, err := c.ask(ctx, clientv3.OpGet(c.keys.allFinished(), clientv3.WithPrefix(), clientv3.WithKeysOnly(), clientv3.WithLimit(readMost)))
	if err != nil {
		return nil, err
	}
	var matches []string
	for _, kept := range kvs(answer, 0) {
		matches = append(matches, string(kept.Key)[len(c.keys.allFinished()):])
	}
	return matches, nil
}

// Take implements stream.Log.
func (c Changes) Take(ctx context.Context, match string) error {
	key := c.keys.finished(match)
	for {
		answer, err := c.ask(ctx, clientv3.OpGet(c.keys.lastChange()), clientv3.OpGet(key))
		if err != nil {
			return err
		}
		newest, err := readLast(kvs(answer, 0))
		if err != nil || len(kvs(answer, 1)) == 0 {
			return err
		}
		ops := []clientv3.Op{clientv3.OpPut(c.keys.change(newest.number+1), string(kvs(answer, 1)[0].Value)), clientv3.OpDelete(key)}
		done, err := c.put(ctx, newest, ops, clientv3.Compare(clientv3.CreateRevision(key), ">", 0))
		if done || err != nil {
			return err
		}
	}
}

// Note implements stream.Log.
func (c Changes) Note(ctx context.Context, number uint64) error {
	_, err := c.ask(ctx, clientv3.OpPut(c.keys.applied(c.node), strconv.FormatUint(number, 10)))
	return err
}

// Slowest implements stream.Log.
func (c Changes) Slowest(ctx context.Context) (uint64, error) {
	members, _, err := Members{c.connection}.listed(ctx)
	if err != nil {
		return 0, err
	}
	slowest := uint64(math.MaxUint64)
	for _, one := range members {
		answer, err := c.ask(ctx, clientv3.OpGet(c.keys.applied(one.Name)))
		if err != nil {
			return 0, err
		}
		applied, err := readLast(kvs(answer, 0))
		if err != nil {
			return 0, err
		}
		slowest = min(slowest, applied.number)
	}
	return slowest, nil
}

// Knows implements stream.Log.
func (c Changes) Knows(ctx context.Context) (int, error) {
	members, _, err := Members{c.connection}.listed(ctx)
	knows := stream.Version
	for _, one := range members {
		knows = min(knows, max(one.Changes, 1))
	}
	return knows, err
}

// Trim implements stream.Log.
func (c Changes) Trim(ctx context.Context, to uint64) error {
	_, err := c.ask(ctx, clientv3.OpDelete(c.keys.changes(), clientv3.WithRange(c.keys.change(to+1))))
	return err
}
