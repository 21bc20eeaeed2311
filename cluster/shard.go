package cluster

import "hash/fnv"

// Shards is how many there are: enough that each of a hundred machines gets about as
// many as each other, and few enough to claim all of them in a moment.
const Shards = 4096

// Shard is one of the parts that rooms are spread over, from 0.
type Shard int

// ShardOf is the one of a room.
func ShardOf(room string) Shard {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(room))
	return Shard(hash.Sum32() % Shards)
}

// All are all shards.
func All() []Shard {
	all := make([]Shard, Shards)
	for i := range all {
		all[i] = Shard(i)
	}
	return all
}

// spread says which node is to have a shard: the one of the highest weight there. It is
// nil, and says nobody, where there are no nodes.
type spread []string

// spreadOver spreads all shards over nodes.
func spreadOver(nodes []string) spread {
	if len(nodes) == 0 {
		return nil
	}
	owners := make(spread, Shards)
	for shard := range owners {
		var most uint64
		for _, node := range nodes {
			if w := weight(Shard(shard), node); owners[shard] == "" || w > most || w == most && node < owners[shard] {
				owners[shard], most = node, w
			}
		}
	}
	return owners
}

// of is who is to have a shard; empty for nobody.
func (s spread) of(shard Shard) string {
	if s == nil {
		return ""
	}
	return s[shard]
}

// weight is that of a node for a shard: each as likely to be the highest as any other.
func weight(shard Shard, node string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte{byte(shard >> 8), byte(shard)}) //nolint:gosec // there are fewer than 65,536
	_, _ = hash.Write([]byte(node))
	// The last bytes of what is hashed hardly reach the highest bits, by which weights
	// are compared: what follows mixes them in.
	w := hash.Sum64()
	w ^= w >> 30
	w *= 0xbf58476d1ce4e5b9
	w ^= w >> 27
	w *= 0x94d049bb133111eb
	return w ^ w>>31
}
