package cluster

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// ownerWaits is how long a node waits for a live owner to release a shard that this node is to own.
const ownerWaits = 5 * time.Second

// placement records which nodes live, which is to own each shard, and which shards this node owns. Its methods may be
// called concurrently.
type placement struct {
	self string
	condition
	members map[string]Member
	absent  map[string]bool // live nodes that most others miss
	nodes   []string        // sorted names of the nodes that may own shards
	spread  rendezvous
	wanted  map[Shard]time.Time // since when a shard is to be this node's without being so
	held    [Shards]bool        // claimed shards
	open    [Shards]bool        // shards whose rooms are in the lobby of this process
	settled bool                // all shards that this node is to own are open
	gated   bool                // nodes wait until they have joined
	lost    map[string]lostNode // nodes that are gone without having left, by name
}

func newPlacement(self string) *placement {
	return &placement{self: self, condition: condition{changed: make(chan struct{})}, members: map[string]Member{}, wanted: map[Shard]time.Time{}, lost: map[string]lostNode{}}
}

// update applies a new membership: the live nodes, those that may own shards, and the absent ones. It returns whether
// anything has changed, whether shards move, and the newly absent nodes. It wakes no waiters.
func (p *placement) update(living map[string]Member, nodes []string, out map[string]bool) (changed, spreads bool, left map[string]bool) {
	spread := assign(nodes)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remember(living)
	spreads = !slices.Equal(nodes, p.nodes)
	changed = spreads || !maps.EqualFunc(living, p.members, func(one, before Member) bool { return one.Peer == before.Peer })
	left = maps.Clone(out)
	maps.DeleteFunc(left, func(name string, _ bool) bool { return p.absent[name] })
	p.members, p.absent, p.nodes, p.spread, p.settled = living, out, nodes, spread, false
	p.gated = gated(slices.Collect(maps.Values(living)))
	return changed, spreads, left
}

// member returns a live node by name.
func (p *placement) member(name string) (member Member, lives bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	member, lives = p.members[name]
	return member, lives
}

// joined reports whether a live node may have rooms. The caller holds mu.
func (p *placement) joined(name string) bool {
	one, lives := p.members[name]
	return lives && (one.Joined || !p.gated)
}

// isJoined reports whether a live node may have rooms.
func (p *placement) isJoined(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.joined(name)
}

// Members returns the sorted names of the live nodes that have joined, and this one. It returns none while this node is
// out of touch with the others.
func (p *placement) Members() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names := make([]string, 0, len(p.members))
	for name := range p.members {
		if name == p.self || p.joined(name) {
			names = append(names, name)
		}
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

// others reports whether another node could own rooms.
func (p *placement) others() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.members {
		if one.Name != p.self && !one.Leaving && !p.absent[one.Name] && p.joined(one.Name) {
			return true
		}
	}
	return false
}

// usagePeers returns the other nodes that accept usage.
func (p *placement) usagePeers() (names []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, one := range p.members {
		if name != p.self && one.Counts {
			names = append(names, name)
		}
	}
	return names
}

// creator returns the node that creates rooms for players here: this one, unless it may own no shards because others
// know newer rules.
func (p *placement) creator() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if own, lives := p.members[p.self]; !lives || own.Leaving || p.spread == nil || slices.Contains(p.nodes, p.self) {
		return p.self
	}
	return p.spread.of(ShardOf(lobby.NewCode()))
}

// find returns the node that has the rooms of a shard now, or "" if there is none yet, and a
// channel that is closed when that may have changed.
func (p *placement) find(shard Shard) (node string, changed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	node = p.spread.of(shard)
	if node == p.self && !p.open[shard] {
		node = ""
	}
	return node, p.changed
}

// NewCode returns a random code for a new room in a shard of this node, or "" if it has none.
func (p *placement) NewCode() string {
	const most = 1000 * 16 // a node of a hundred needs a hundred draws on average
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

// isSettled reports whether this node owns all shards that it is to own.
func (p *placement) isSettled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settled
}

// settle records whether all shards that are to be this node's are open.
func (p *placement) settle(all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settled = all && p.spread != nil
	p.wake()
}

// diff returns the shards to release and the shards to claim. From then on, the rooms of the shards
// to release are not found at this node.
func (p *placement) diff() (give, take []Shard) {
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

// free returns the shards, of those given, that can be claimed.
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

// claimed records that this node owns shards.
func (p *placement) claimed(shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		p.held[shard] = true
	}
	p.wake()
}

// opened records that the rooms of shards are in the lobby of this process.
func (p *placement) opened(shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		p.open[shard] = true
		delete(p.wanted, shard)
	}
	p.wake()
}

// closed records that the rooms of a shard are no longer in the lobby of this process.
func (p *placement) closed(shard Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[shard] = false
}

// released records that this node no longer owns shards.
func (p *placement) released(shards []Shard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shard := range shards {
		p.held[shard] = false
	}
	p.wake()
}

// overtaken closes the shards of this node that others have claimed, and returns them: the fenced
// shards and, if owners are known, those with another owner.
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

// holding returns the claimed shards.
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

// matchmakingShard returns the shard whose owner pairs the players who look for a rated match in a game.
func matchmakingShard(game string) Shard { return ShardOf("rivals/" + game) }

// PairsPlayers reports whether this node pairs the players of a game.
func (p *placement) PairsPlayers(game string) bool { return p.has(matchmakingShard(game)) }
