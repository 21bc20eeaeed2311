package cluster

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// ownerWaits is how long a node that is to have a shard waits for the one that has
// it and lives to give it back.
const ownerWaits = 5 * time.Second

// placement is which nodes live, which of them is to have each shard, and which shards this
// one has by now. Its methods may be called from any goroutine.
type placement struct {
	self string
	condition
	members map[string]Member
	absent  map[string]bool // those of them that have nothing, as most others miss them
	nodes   []string        // names of those that are to have shards, in order
	spread  spread
	wanted  map[Shard]time.Time // since when a shard is to be this node's that is not yet
	held    [Shards]bool        // shards that are claimed
	open    [Shards]bool        // and whose rooms are in the lobby of this process
	settled bool                // all shards that are to be this node's are open
}

func newPlacement(self string) *placement {
	return &placement{self: self, condition: condition{changed: make(chan struct{})}, members: map[string]Member{}, wanted: map[Shard]time.Time{}}
}

// update takes which nodes live from now on, which of them are to have shards, and which
// have nothing. It returns whether that has changed, whether shards are spread over other
// nodes now, and those that have nothing since. It wakes nobody yet.
func (p *placement) update(living map[string]Member, nodes []string, out map[string]bool) (changed, spreads bool, left map[string]bool) {
	spread := spreadOver(nodes)
	p.mu.Lock()
	defer p.mu.Unlock()
	spreads = !slices.Equal(nodes, p.nodes)
	changed = spreads || !maps.EqualFunc(living, p.members, func(one, before Member) bool { return one.Peer == before.Peer })
	left = maps.Clone(out)
	maps.DeleteFunc(left, func(name string, _ bool) bool { return p.absent[name] })
	p.members, p.absent, p.nodes, p.spread, p.settled = living, out, nodes, spread, false
	return changed, spreads, left
}

// member is a node that lives.
func (p *placement) member(name string) (member Member, lives bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	member, lives = p.members[name]
	return member, lives
}

// Members are the names of the nodes that live, this one included, in order; none while
// this one has lost touch with the others.
func (p *placement) Members() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names := make([]string, 0, len(p.members))
	for name := range p.members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// isAbsent reports whether most others miss a node.
func (p *placement) isAbsent(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.absent[name]
}

// others reports whether there is another node that could have rooms.
func (p *placement) others() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.members {
		if one.Name != p.self && !one.Leaving && !p.absent[one.Name] {
			return true
		}
	}
	return false
}

// counting are the other nodes that hear of what is spent.
func (p *placement) counting() (names []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, one := range p.members {
		if name != p.self && one.Counts {
			names = append(names, name)
		}
	}
	return names
}

// maker is the node at which somebody who is here makes a room: this one, unless it is
// to have none because others know newer rules.
func (p *placement) maker() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if own, lives := p.members[p.self]; !lives || own.Leaving || p.spread == nil || slices.Contains(p.nodes, p.self) {
		return p.self
	}
	return p.spread.of(ShardOf(lobby.NewCode()))
}

// find is the node at which the rooms of a shard are to be found now, empty for none
// yet, and what is closed when that may have changed.
func (p *placement) find(shard Shard) (node string, changed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	node = p.spread.of(shard)
	if node == p.self && !p.open[shard] {
		node = ""
	}
	return node, p.changed
}

// NewCode draws the code of a new room, which is in a shard that this node has; empty
// where it has none.
func (p *placement) NewCode() string {
	const most = 1000 * 16 // draws, of which a node of a hundred needs a hundred
	for range most {
		if code := lobby.NewCode(); p.has(ShardOf(code)) {
			return code
		}
	}
	return ""
}

// has reports whether the rooms of a shard are in this process.
func (p *placement) has(shard Shard) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[shard]
}

// isSettled reports whether this node has the shards that it is to have.
func (p *placement) isSettled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settled
}

// settle notes whether all shards that are to be this node's are open.
func (p *placement) settle(all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settled = all && p.spread != nil
	p.wake()
}

// differ are the shards that this node has and is not to have, and the other way round.
// Whoever asks for a room of the former does not find it here from now on.
func (p *placement) differ() (give, take []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for _, shard := range All() {
		switch mine := p.spread.of(shard) == p.self; {
		case mine && !p.open[shard]:
			if p.wanted[shard].IsZero() {
				p.wanted[shard] = now
			}
			take = append(take, shard)
		case !mine:
			delete(p.wanted, shard)
			if p.held[shard] {
				p.open[shard] = false
				give = append(give, shard)
			}
		}
	}
	return give, take
}

// free are those of the shards that can be claimed.
func (p *placement) free(shards []Shard, owners map[Shard]string) (free []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		owner := owners[shard]
		_, lives := p.members[owner]
		if !lives || p.absent[owner] || owner == p.self || time.Since(p.wanted[shard]) >= ownerWaits {
			free = append(free, shard)
		}
	}
	return free
}

// claimed notes that shards are this node's.
func (p *placement) claimed(shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		p.held[shard] = true
	}
	p.wake()
}

// opened notes that the rooms of shards are in the lobby of this process.
func (p *placement) opened(shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		p.open[shard] = true
		delete(p.wanted, shard)
	}
	p.wake()
}

// closed notes that the rooms of a shard are not in the lobby of this process any more.
func (p *placement) closed(shard Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[shard] = false
}

// released notes that shards are not this node's any more.
func (p *placement) released(shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		p.held[shard] = false
	}
	p.wake()
}

// overtaken closes the shards that this node has and others have claimed, and returns
// them: those that it could not write to, and, where owners are known, those of others.
func (p *placement) overtaken(owners map[Shard]string, known bool) (lost []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range All() {
		if p.held[shard] && (!p.open[shard] || known && owners[shard] != p.self) {
			lost = append(lost, shard)
			p.open[shard] = false
		}
	}
	return lost
}

// holding are the shards that are claimed.
func (p *placement) holding() (shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range All() {
		if p.held[shard] {
			shards = append(shards, shard)
		}
	}
	return shards
}

// matchmakingShard is the shard whose node has all those wait who look for a rated match in a game.
func matchmakingShard(game string) Shard { return ShardOf("rivals/" + game) }

// HasRivals reports whether this node is the one where people wait for a rated match in a
// game.
func (p *placement) HasRivals(game string) bool { return p.has(matchmakingShard(game)) }
