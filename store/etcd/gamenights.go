//go:build etcd

package etcd

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
	"parlor/lobby"
)

// GameNights stores the game nights in the shards that this process owns.
type GameNights struct {
	*connection
	claims *Claims

	mu        sync.Mutex
	revisions map[string]int64 // revision of this process's last write, by code; 0 if there is none
}

var _ lobby.GameNightStore = (*GameNights)(nil)

// SaveGameNight implements lobby.GameNightStore. Only the owner of the code's shard can write a game night. A write
// whose answer was lost cannot undo a later one, because each write requires the last known revision.
func (g *GameNights) SaveGameNight(ctx context.Context, code string, data []byte) error {
	packed, err := deflate(data)
	if err != nil {
		return err
	}
	return g.put(ctx, code, clientv3.OpPut(g.keys.night(code), packed))
}

// DeleteGameNight implements lobby.GameNightStore.
func (g *GameNights) DeleteGameNight(ctx context.Context, code string) error {
	return g.put(ctx, code, clientv3.OpDelete(g.keys.night(code)))
}

// put applies one operation to a stored game night.
func (g *GameNights) put(ctx context.Context, code string, do clientv3.Op) error {
	shard, key := cluster.ShardOf(code), g.keys.night(code)
	epoch, owned := g.claims.epoch(code)
	if !owned {
		return lobby.ErrClaimed
	}
	const tries = 3 // all that is known is that this process wrote it
	for range tries {
		g.mu.Lock()
		revision := g.revisions[code]
		g.mu.Unlock()
		is := clientv3.Compare(clientv3.ModRevision(key), "=", revision)
		answer, err := g.commit(ctx, []clientv3.Cmp{g.claims.owns(shard, epoch), is}, []clientv3.Op{do}, []clientv3.Op{
			clientv3.OpGet(g.keys.owner(shard), clientv3.WithKeysOnly()), clientv3.OpGet(key, clientv3.WithKeysOnly()),
		})
		if err != nil {
			return err
		}
		if answer.Succeeded {
			g.note(code, do, answer.Header.Revision)
			return nil
		}
		owner, kept := answer.Responses[0].GetResponseRange().Kvs, answer.Responses[1].GetResponseRange().Kvs
		if len(owner) == 0 || owner[0].ModRevision != epoch {
			g.claims.lose(shard, epoch)
			return lobby.ErrClaimed
		}
		revision = 0
		if len(kept) > 0 {
			revision = kept[0].ModRevision
		}
		g.mu.Lock()
		g.revisions[code] = revision
		g.mu.Unlock()
	}
	return lobby.ErrUndecided
}

// note records the revision of a write.
func (g *GameNights) note(code string, do clientv3.Op, revision int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if do.IsDelete() {
		delete(g.revisions, code)
		return
	}
	g.revisions[code] = revision
}

// GameNights implements lobby.GameNightStore for the shards of this process.
func (g *GameNights) GameNights(ctx context.Context) (map[string][]byte, error) {
	listed, err := g.client.Get(ctx, g.keys.allGameNights(), clientv3.WithPrefix(), clientv3.WithKeysOnly())
	if err != nil {
		return nil, fmt.Errorf("the game nights cannot be read: %w", err)
	}
	all := map[string][]byte{}
	for _, kept := range listed.Kvs {
		key := string(kept.Key)
		code := key[strings.LastIndexByte(key, '/')+1:]
		if _, owned := g.claims.epoch(code); !owned {
			continue
		}
		answer, err := g.client.Get(ctx, key)
		if err != nil {
			return nil, fmt.Errorf("a game night cannot be read: %w", err)
		}
		if len(answer.Kvs) == 0 {
			continue
		}
		all[code] = inflate(answer.Kvs[0].Value)
	}
	return all, nil
}

// deflate compresses data. Each change of a game night is stored whole and remains until etcd compacts.
func deflate(data []byte) (string, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return packed.String(), nil
}

// maxGameNight bounds the size of a game night after decompression.
const maxGameNight = 16 << 20

// inflate undoes deflate as far as it can. The caller reports damaged data when decoding it.
func inflate(packed []byte) []byte {
	data, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxGameNight))
	return data
}
