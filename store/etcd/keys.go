//go:build etcd

package etcd

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/cluster"
	"parlor/lobby"
)

// keys builds the keys below a prefix.
type keys string

func (k keys) shards() string                   { return string(k) + "shards" }
func (k keys) owners() string                   { return string(k) + "o/" }
func (k keys) owner(shard cluster.Shard) string { return fmt.Sprintf("%so/%03x", k, int(shard)) }
func (k keys) headers() string                  { return string(k) + "h/" }
func (k keys) headersOf(shard cluster.Shard) string {
	return fmt.Sprintf("%sh/%03x/", k, int(shard))
}
func (k keys) header(room string) string { return k.headersOf(cluster.ShardOf(room)) + room }

func (k keys) entries(room string) string {
	return fmt.Sprintf("%se/%03x/%s/", k, int(cluster.ShardOf(room)), room)
}

func (k keys) entry(room string, n uint64) string { return fmt.Sprintf("%s%016x", k.entries(room), n) }
func (k keys) allGameNights() string              { return string(k) + "g/" }
func (k keys) night(code string) string {
	return fmt.Sprintf("%s%03x/%s", k.allGameNights(), int(cluster.ShardOf(code)), code)
}

func (k keys) allFinished() string          { return string(k) + "f/" }
func (k keys) finished(match string) string { return string(k) + "f/" + match }
func (k keys) origin() string               { return string(k) + "p/origin" }
func (k keys) lastChange() string           { return string(k) + "p/last" }
func (k keys) changes() string              { return string(k) + "p/c/" }
func (k keys) change(n uint64) string       { return fmt.Sprintf("%sp/c/%016x", k, n) }
func (k keys) applied(node string) string   { return string(k) + "p/n/" + node }
func (k keys) quarantine() string           { return string(k) + "a/" }
func (k keys) quarantined(at time.Time, room string) string {
	return fmt.Sprintf("%sa/%016x/%s", k, at.UnixNano(), room)
}
func (k keys) seen(node string) string { return string(k) + "s/" + node }
func (k keys) nodes() string           { return string(k) + "n/" }
func (k keys) node(name string) string { return string(k) + "n/" + name }

// shardOfOwner parses the shard in the key of an owner.
func (k keys) shardOfOwner(key string) (cluster.Shard, error) {
	number, err := strconv.ParseUint(strings.TrimPrefix(key, k.owners()), 16, 32)
	if err != nil || number >= cluster.Shards {
		return 0, fmt.Errorf("etcd holds an owner of no shard: %q", key)
	}
	return cluster.Shard(number), nil
}

// roomOfHeader returns the room code in the key of a header.
func (k keys) roomOfHeader(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

// owner is the stored owner of a shard.
type owner struct {
	Node string `json:"node"` // "" if there is none
	// Gaps are the intervals without an owner, oldest first.
	Gaps []gap `json:"gaps,omitempty"`
}

// gap is an interval without an owner.
type gap struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// mostGaps bounds the gaps of a shard. Older gaps are merged with the oldest one kept.
const mostGaps = 32

// after returns the gaps with one more, merged with a gap that it touches.
func (o owner) after(one gap) []gap {
	gaps := slices.Concat(o.Gaps, []gap{one})
	if last := len(o.Gaps) - 1; last >= 0 && !gaps[last].To.Before(one.From) {
		gaps = gaps[:last+1]
		if one.From.Before(gaps[last].From) {
			gaps[last].From = one.From
		}
		if one.To.After(gaps[last].To) {
			gaps[last].To = one.To
		}
	}
	if len(gaps) > mostGaps {
		gaps[1].From = gaps[0].From
		gaps = gaps[1:]
	}
	return gaps
}

// stood returns the total time without an owner since written, and when the shard first had an owner again, moved
// later by later gaps.
func (o owner) stood(written time.Time) (sum time.Duration, since time.Time) {
	for _, one := range o.Gaps {
		if !one.To.After(written) {
			continue
		}
		from := one.From
		if from.Before(written) {
			from = written
		}
		long := max(0, one.To.Sub(from))
		sum += long
		if since.IsZero() {
			since = one.To
		} else {
			since = since.Add(long)
		}
	}
	return sum, since
}

func readOwner(data []byte) (o owner, err error) {
	if err := json.Unmarshal(data, &o); err != nil {
		return owner{}, fmt.Errorf("etcd holds an owner that cannot be read: %w", err)
	}
	return o, nil
}

// packEntry encodes an entry as a byte that marks snapshots, followed by its data.
func packEntry(entry lobby.Entry) string {
	if entry.Whole {
		return "\x01" + string(entry.Data)
	}
	return "\x00" + string(entry.Data)
}

func unpackEntry(key string, data []byte) (lobby.Entry, error) {
	number, err := strconv.ParseUint(key[strings.LastIndexByte(key, '/')+1:], 16, 64)
	if err != nil || len(data) == 0 || data[0] > 1 {
		return lobby.Entry{}, fmt.Errorf("etcd holds an entry that cannot be read, %q", key)
	}
	return lobby.Entry{Number: number, Whole: data[0] == 1, Data: data[1:]}, nil
}

// packHeader encodes a header as its time in Unix nanoseconds, a byte that is 0 if there is no
// header, and its data.
func packHeader(header []byte, at time.Time) string {
	data := binary.BigEndian.AppendUint64(nil, uint64(at.UnixNano()))
	if header == nil {
		return string(append(data, 0))
	}
	return string(append(append(data, 1), header...))
}

var errHeader = errors.New("etcd holds a header that cannot be read")

func unpackHeader(data []byte) (header []byte, at time.Time, err error) {
	if len(data) < 9 {
		return nil, at, errHeader
	}
	at = time.Unix(0, int64(binary.BigEndian.Uint64(data))) //nolint:gosec // written from an int64
	if data[8] == 1 {
		header = data[9:]
	}
	return header, at, nil
}
