package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parlor/cluster"
	"parlor/engine"
	"parlor/lobby"
)

// world is an in-memory membership, room store and network for several nodes.
type world struct {
	mu     sync.Mutex
	stays  map[string]*stay
	owners map[cluster.Shard]claim
	epoch  uint64
	joined int64
	rooms  map[string][]lobby.Entry
	heads  map[string][]byte
	nights map[string][]byte
	doors  map[string]*nodeListener
	cut    map[string]bool             // nodes that are isolated from all others
	parted map[[2]string]chan struct{} // one-way partitions between two nodes, closed when the partition heals
	lost   map[string]int              // number of append answers to lose, by node
	bad    map[string]bool             // nodes whose certificate the others refuse, and that refuse theirs
	oneWay map[string]bool             // nodes to which no other can connect
	slow   bool                        // shards are never released
	seed   func() engine.Seed
	sent   atomic.Int64 // bytes between nodes
	tap    *wiretap     // records the traffic; nil if there is none
	writes atomic.Int64 // number of messages
}

type claim struct {
	node  string
	epoch uint64
}

func newWorld() *world {
	return &world{
		stays: map[string]*stay{}, owners: map[cluster.Shard]claim{}, rooms: map[string][]lobby.Entry{}, heads: map[string][]byte{}, nights: map[string][]byte{},
		doors: map[string]*nodeListener{}, cut: map[string]bool{}, parted: map[[2]string]chan struct{}{}, lost: map[string]int{}, bad: map[string]bool{}, oneWay: map[string]bool{},
	}
}

// register is the membership as one node sees it.
type register struct{ world *world }

func (r register) Living(context.Context) ([]cluster.Member, error) {
	r.world.mu.Lock()
	defer r.world.mu.Unlock()
	return r.world.living(), nil
}

// living returns the live members. The caller holds mu.
func (w *world) living() (all []cluster.Member) {
	for _, name := range slices.Sorted(maps.Keys(w.stays)) {
		all = append(all, w.stays[name].own)
	}
	return all
}

func (r register) Join(_ context.Context, own cluster.Member) (cluster.Stay, error) {
	w := r.world
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stays[own.Name] != nil {
		return nil, cluster.ErrNameTaken
	}
	if w.cut[own.Name] {
		return nil, errors.New("nothing answers")
	}
	w.joined++
	own.Since = w.joined
	s := &stay{world: w, own: own, members: make(chan []cluster.Member, 1)}
	w.stays[own.Name] = s
	w.tell()
	return s, nil
}

// tell sends the members to all nodes. The caller holds mu.
func (w *world) tell() {
	living := w.living()
	for _, one := range w.stays {
		select {
		case <-one.members:
		default:
		}
		one.members <- living
	}
}

type stay struct {
	world   *world
	own     cluster.Member
	members chan []cluster.Member
}

func (s *stay) Members() <-chan []cluster.Member { return s.members }

func (s *stay) Update(_ context.Context, change func(*cluster.Member)) error {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	if s.world.cut[s.own.Name] {
		return errors.New("nothing answers")
	}
	change(&s.own)
	s.world.tell()
	return nil
}

func (s *stay) Leave(context.Context) {
	s.world.mu.Lock()
	cut := s.world.cut[s.own.Name]
	s.world.mu.Unlock()
	if !cut { // otherwise the lease has to end
		s.world.forget(s.own.Name)
	}
}

// forget removes a node from the list, like the end of its lease.
func (w *world) forget(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if one := w.stays[name]; one != nil {
		delete(w.stays, name)
		close(one.members)
		w.tell()
	}
}

// isolate removes a node from the network and the list.
func (w *world) isolate(name string) {
	w.cutOff(name)
	w.forget(name)
}

// cutOff removes a node from the network but not from the list.
func (w *world) cutOff(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut[name] = true
	w.closePipes(name)
}

// expire ends the certificate of a node and its connections.
func (w *world) expire(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bad[name] = true
	w.closePipes(name)
}

// fit returns whether the certificate of a node is valid.
func (w *world) fit(name string) func() error {
	return func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.bad[name] {
			return errors.New("the certificate has expired")
		}
		return nil
	}
}

// closePipes closes the connections of a node. The caller holds mu.
func (w *world) closePipes(name string) {
	for _, nodeListener := range w.doors {
		for pipe, from := range nodeListener.pipes {
			if from == name || nodeListener.node == name {
				_ = pipe.Close()
			}
		}
	}
}

// back reconnects a node.
func (w *world) back(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.cut, name)
}

// part blocks the traffic from one node to another, and join unblocks it.
func (w *world) part(from, to string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parted[[2]string{from, to}] = make(chan struct{})
}

func (w *world) join(from, to string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.parted[[2]string{from, to}])
	delete(w.parted, [2]string{from, to})
}

// way returns a channel that is closed when the partition from one node to another heals, or nil if there is none.
func (w *world) way(from, to string) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.parted[[2]string{from, to}]
}

// worldStore is the store of rooms as one node sees it.
type worldStore struct {
	world *world
	node  string
	mu    sync.Mutex
	mine  map[cluster.Shard]uint64
}

func (l *worldStore) Owners(context.Context) (map[cluster.Shard]string, error) {
	w := l.world
	w.mu.Lock()
	defer w.mu.Unlock()
	owners := map[cluster.Shard]string{}
	for shard, one := range w.owners {
		owners[shard] = one.node
	}
	return owners, nil
}

func (l *worldStore) Rooms(context.Context) (map[cluster.Shard]int, error) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	rooms := map[cluster.Shard]int{}
	for code := range l.world.heads {
		rooms[cluster.ShardOf(code)]++
	}
	return rooms, nil
}

func (l *worldStore) Claim(_ context.Context, shards []cluster.Shard, from map[cluster.Shard]string) (claimed []cluster.Shard, _ map[string]lobby.Header, _ error) {
	w := l.world
	w.mu.Lock()
	defer w.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.cut[l.node] {
		return nil, nil, errors.New("nothing answers")
	}
	for _, shard := range shards {
		if w.owners[shard].node == from[shard] {
			claimed = append(claimed, shard)
		}
	}
	w.epoch++
	headers := map[string]lobby.Header{}
	for _, shard := range claimed {
		w.owners[shard] = claim{l.node, w.epoch}
		l.mine[shard] = w.epoch
	}
	for room, head := range w.heads {
		if w.owners[cluster.ShardOf(room)].epoch == w.epoch {
			headers[room] = lobby.Header{Data: head, Opened: time.Now()}
		}
	}
	return claimed, headers, nil
}

func (l *worldStore) Give(_ context.Context, shards []cluster.Shard) error {
	w := l.world
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut[l.node] || w.slow {
		return errors.New("nothing answers")
	}
	for _, shard := range shards {
		if w.owners[shard].node == l.node {
			delete(w.owners, shard)
		}
	}
	return nil
}

func (l *worldStore) Headers(context.Context) (map[string]lobby.Header, error) { return nil, nil }

func (l *worldStore) Append(_ context.Context, room string, entry lobby.Entry) error {
	w := l.world
	w.mu.Lock()
	defer w.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.cut[l.node] {
		return lobby.ErrUndecided
	}
	shard, has := cluster.ShardOf(room), w.rooms[room]
	next := uint64(1)
	if len(has) > 0 {
		next = has[len(has)-1].Number + 1
	}
	switch {
	case w.owners[shard] != claim{l.node, l.mine[shard]}:
		return lobby.ErrClaimed
	case len(has) > 0 && has[len(has)-1].Number == entry.Number && bytes.Equal(has[len(has)-1].Data, entry.Data):
		return nil
	case entry.Number != next && !entry.Last:
		return lobby.ErrSequence
	case entry.Last:
		delete(w.rooms, room)
		delete(w.heads, room)
		return nil
	}
	if entry.Whole {
		has = nil
	}
	w.rooms[room] = append(has[:len(has):len(has)], entry)
	w.heads[room] = entry.Header
	if w.lost[l.node] > 0 {
		w.lost[l.node]--
		return lobby.ErrUndecided
	}
	return nil
}

func (l *worldStore) SaveGameNight(_ context.Context, code string, data []byte) error {
	return l.night(code, func() { l.world.nights[code] = bytes.Clone(data) })
}

func (l *worldStore) DeleteGameNight(_ context.Context, code string) error {
	return l.night(code, func() { delete(l.world.nights, code) })
}

// night calls do if this node may write the game night.
func (l *worldStore) night(code string, do func()) error {
	w := l.world
	w.mu.Lock()
	defer w.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch shard := cluster.ShardOf(code); {
	case w.cut[l.node]:
		return lobby.ErrUndecided
	case w.owners[shard] != claim{l.node, l.mine[shard]}:
		return lobby.ErrClaimed
	}
	do()
	return nil
}

func (l *worldStore) GameNights(context.Context) (map[string][]byte, error) {
	w := l.world
	w.mu.Lock()
	defer w.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[string][]byte{}
	for code, data := range w.nights {
		if shard := cluster.ShardOf(code); w.owners[shard] == (claim{l.node, l.mine[shard]}) {
			all[code] = data
		}
	}
	return all, nil
}

func (l *worldStore) Load(_ context.Context, room string) ([]lobby.Entry, error) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	return l.world.rooms[room], nil
}

func (l *worldStore) SetAside(_ context.Context, room, why string, _ *lobby.Finished) error {
	return errors.New(room + " is set aside: " + why)
}

// nodeListener is a node's listener.
type nodeListener struct {
	node  string
	come  chan net.Conn
	gone  chan struct{}
	once  sync.Once
	pipes map[net.Conn]string // the accepted connections and the nodes they come from
}

func (d *nodeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-d.come:
		return conn, nil
	case <-d.gone:
		return nil, net.ErrClosed
	}
}

func (d *nodeListener) Close() error {
	d.once.Do(func() { close(d.gone) })
	return nil
}

func (d *nodeListener) Addr() net.Addr { return &net.UnixAddr{Name: d.node, Net: "memory"} }

// listen returns the listener of a node.
func (w *world) listen(node string) *nodeListener {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := &nodeListener{node: node, come: make(chan net.Conn), gone: make(chan struct{}), pipes: map[net.Conn]string{}}
	w.doors[node] = d
	return d
}

// dial returns the Dial function of a node.
func (w *world) dial(from string) func(context.Context, string) (net.Conn, error) {
	return func(ctx context.Context, to string) (net.Conn, error) {
		for _, way := range []<-chan struct{}{w.way(from, to), w.way(to, from)} {
			if way == nil {
				continue
			}
			select {
			case <-way:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		w.mu.Lock()
		if w.bad[from] || w.bad[to] || w.oneWay[to] {
			w.mu.Unlock()
			return nil, errors.New("remote error: tls: expired certificate")
		}
		d := w.doors[to]
		if d == nil || w.cut[from] || w.cut[to] {
			w.mu.Unlock()
			return nil, errors.New("nobody listens there")
		}
		one, other := net.Pipe()
		ours, theirs := newCounted(one, w, from, to), newCounted(other, w, to, from)
		d.pipes[ours], d.pipes[theirs] = from, from
		w.mu.Unlock()
		select {
		case d.come <- theirs:
			return ours, nil
		case <-d.gone:
			return nil, net.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// counted is a connection end that counts bytes.
type counted struct {
	net.Conn
	world    *world
	from, to string
	tap      func([]byte)
	once     sync.Once
	over     chan struct{}
}

func newCounted(conn net.Conn, w *world, from, to string) *counted {
	return &counted{Conn: conn, world: w, from: from, to: to, tap: w.tap.on(to), over: make(chan struct{})}
}

func (c *counted) Write(data []byte) (int, error) {
	if way := c.world.way(c.from, c.to); way != nil {
		select {
		case <-way:
		case <-c.over:
		}
	}
	c.world.sent.Add(int64(len(data)))
	c.world.writes.Add(1)
	c.tap(data)
	return c.Conn.Write(data)
}

func (c *counted) Close() error {
	c.once.Do(func() { close(c.over) })
	return c.Conn.Close()
}
