package cluster

import "hash/fnv"

// Shards is the number of shards: enough to spread evenly over a hundred nodes, and few enough to claim all of them
// quickly.
const Shards = 4096

// Shard is the number of a shard, from 0.
type Shard int

// ShardOf returns the shard of a room code.
func ShardOf(room string) Shard {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(room))
	return Shard(hash.Sum32() % Shards)
}

// All returns all shards.
func All() []Shard {
	all := make([]Shard, Shards)
	for i := range all {
		all[i] = Shard(i)
	}
	return all
}

// rendezvous assigns each shard to the node with the highest weight for it. A nil rendezvous assigns none.
type rendezvous []string

// assign returns the assignment of all shards to nodes.
func assign(nodes []string) rendezvous {
	if len(nodes) == 0 {
		return nil
	}
	owners := make(rendezvous, Shards)
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

// of returns the node assigned to a shard, or "" if there is none.
func (s rendezvous) of(shard Shard) string {
	if s == nil {
		return ""
	}
	return s[shard]
}

// weight returns the weight of a node for a shard. The weights of all nodes have the same distribution.
func weight(shard Shard, node string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte{byte(shard >> 8), byte(shard)}) //nolint:gosec // there are fewer than 65,536
	_, _ = hash.Write([]byte(node))
	// FNV hardly mixes the last bytes into the highest bits, which decide comparisons.
	w := hash.Sum64()
	w ^= w >> 30
	w *= 0xbf58476d1ce4e5b9
	w ^= w >> 27
	w *= 0x94d049bb133111eb
	return w ^ w>>31
}
