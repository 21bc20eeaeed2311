package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/cluster/stream"
	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/remote"
)

const (
	// nameWaits is how long a node that starts waits for one that does not live any more
	// to be forgotten: itself, where it was killed just before, or all, where all machines
	// were off.
	nameWaits = 15 * time.Second
	// tryPace is how often something is tried again that did not work.
	tryPace = 200 * time.Millisecond
	// ownerWaits is how long a node that is to have a shard waits for the one that has
	// it and lives to give it back.
	ownerWaits = 5 * time.Second
	// doubtTime is for how long after a change of who lives a node looks every doubtPace
	// whether its shards are still its own: one that had heard of the change later than
	// others, or not yet, may have claimed them.
	doubtTime = 15 * time.Second
	doubtPace = time.Second
	// callTime bounds a call to where rooms are kept.
	callTime = 10 * time.Second
)

// Rooms are the lobby in this process, as a node needs it.
type Rooms interface {
	lobby.Lobby
	lobby.Feed
	lobby.Answered
	// Hear takes the news of the lobby of another node, and Lose forgets what that has
	// said of its rooms and people.
	Hear(node string, news lobby.News)
	Lose(node string)
	// Open are the codes of rooms, of whatever node, in which quick play may find a seat
	// for somebody, the best first.
	Open(id string, wanted lobby.Plan) []string
	// NodeOf is the other node in whose hall somebody of a name is; empty where they are
	// in this one, or in none.
	NodeOf(name string) string
	// Spends is what people may do in this process.
	Spends() *budget.Budget
	// Adopt lists the rooms of headers, whose journal is this process's now.
	Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error)
	// Release ends rooms in this process, with lobby.ErrMoved for those in them, and
	// returns once none of them writes any more.
	Release(ctx context.Context, moves func(code string) bool) error
}

// resident is a visit in the lobby in this process, as a node needs it.
type resident interface {
	lobby.Visit
	// InviteTo is Invite to a room of another node, as the visitor is shown it there.
	InviteTo(ctx context.Context, name string, shown lobby.Update) error
	// Answer takes an invitation off the visitor's pages and says what it was.
	Answer(call uint64) (invites lobby.Call, waited bool)
	// Declines is Decline, and says what is to be told at which other node; none where
	// its name is empty.
	Declines(call uint64) (answer lobby.Declined, node string, err error)
	// SeatsAt are the other nodes in whose rooms the visitor has a seat, and SeatsMoved
	// delivers, through one slot, that these may have changed.
	SeatsAt() []string
	SeatsMoved() <-chan struct{}
	// HearYours has the visitor's own rooms at another node on the visitor's pages, until
	// it is told of others.
	HearYours(node string, rows []lobby.RoomRow)
}

// Config is what a node is made of.
type Config struct {
	Self       Member
	Games      []engine.Game
	Settings   []lobby.Setting // what a host may choose about a room; nil is lobby.Settings
	Format     int             // version of what rooms in this process write down
	Protocol   int             // newest version of what goes between nodes that this one speaks; 0 is remote.Protocol
	Claims     Claims
	Membership Membership
	// Dial connects to another node by its Member.Peer; both ends have proved to each
	// other that they are nodes of this cluster.
	Dial func(ctx context.Context, peer string) (net.Conn, error)
	// Backups gives what this node keeps of people to others that begin with it; nil
	// where it does not.
	Backups *stream.Giver
	Log     *slog.Logger // nil discards
}

// Node is this process as one of several that are one lobby.
type Node struct {
	config  Config
	rooms   Rooms
	log     *slog.Logger
	running context.Context //nolint:containedctx // of the node: until Close
	stop    context.CancelFunc
	work    sync.WaitGroup
	fenced  chan struct{} // one slot: something of a shard could not be written, as it is another node's
	carry   func(*handle) // begins to carry the updates of a handle, and waits for nobody

	// Only the goroutine that follows the membership uses what follows.
	stay   Stay
	wanted map[Shard]time.Time // since when a shard is to be this node's that is not yet
	doubts time.Time           // until when it is looked whether shards are still this node's
	// hearings are of the halls of other nodes, by name, and watches see whether these
	// answer.
	hearings map[string]hearing
	watches  map[string]watch

	mu      sync.Mutex // guards what follows; never held while anybody is asked anything
	members map[string]Member
	absent  map[string]bool // those of them that have nothing, as most others miss them
	nodes   []string        // names of those that are to have shards, in order
	spread  spread
	held    [Shards]bool // shards that are claimed
	open    [Shards]bool // and whose rooms are in the lobby of this process
	changed chan struct{}
	listed  Stay             // the stay
	misses  map[string]int64 // nodes that do not answer this one, each with its Member.Since
	missing chan struct{}    // one slot: that has changed
	peers   map[string]*peer
	ends    time.Time // when the process stops at the latest, once that is known
	handles int       // of people who are here
	settled bool      // all shards that are to be this node's are open
}

// New is a node that has not started.
func New(config Config) *Node {
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Protocol == 0 {
		config.Protocol = remote.Protocol
	}
	self := &config.Self
	self.Protocol, self.Knows, self.Counts, self.Watches = config.Protocol, known(config.Games, config.Format), true, true
	running, stop := context.WithCancel(context.Background())
	n := &Node{
		config: config, log: config.Log, running: running, stop: stop, fenced: make(chan struct{}, 1),
		wanted: map[Shard]time.Time{}, members: map[string]Member{}, changed: make(chan struct{}), peers: map[string]*peer{},
		hearings: map[string]hearing{}, watches: map[string]watch{}, misses: map[string]int64{}, missing: make(chan struct{}, 1),
	}
	n.carry = func(h *handle) {
		n.count(1)
		n.work.Go(func() {
			defer n.count(-1)
			h.carry()
		})
	}
	return n
}

// DrawCode draws the code of a new room, which is in a shard that this node has; empty
// where it has none.
func (n *Node) DrawCode() string {
	const most = 1000 * 16 // draws, of which a node of a hundred needs a hundred
	for range most {
		if code := lobby.DrawCode(); n.has(ShardOf(code)) {
			return code
		}
	}
	return ""
}

// has reports whether the rooms of a shard are in this process.
func (n *Node) has(shard Shard) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.open[shard]
}

// Start joins the others, with the lobby in this process, which draws its codes by
// DrawCode. It returns once this node has the shards that it is to have, and fails where
// it does not match the others.
func (n *Node) Start(ctx context.Context, rooms Rooms) error {
	n.rooms = rooms
	stay, err := n.join(ctx)
	if err != nil {
		return err
	}
	n.enter(stay)
	n.work.Go(n.run)
	n.work.Go(n.tellMisses)
	_ = rooms.Spends().Told(0) // it is counted from now on
	n.work.Go(n.tellSpent)
	for {
		n.mu.Lock()
		settled, changed := n.settled, n.changed
		n.mu.Unlock()
		if settled {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("this node has not got its rooms: %w", ctx.Err())
		}
	}
}

// isSettled reports whether this node has the shards that it is to have.
func (n *Node) isSettled() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.settled
}

// join puts the node on the list, if it fits those that are there.
func (n *Node) join(ctx context.Context) (Stay, error) {
	until := time.Now().Add(nameWaits)
	for {
		living, err := n.config.Membership.Living(ctx)
		if err != nil {
			return nil, fmt.Errorf("it cannot be read which nodes live: %w", err)
		}
		err = fits(n.config.Self, living, time.Now())
		if err == nil {
			var stay Stay
			if stay, err = n.config.Membership.Join(ctx, n.config.Self); err == nil {
				return stay, nil
			}
		}
		switch wrong := (clockError{}); {
		case (errors.Is(err, ErrNameTaken) || errors.As(err, &wrong)) && time.Now().Before(until):
		case errors.Is(err, ErrNameTaken):
			return nil, fmt.Errorf("%w: %s; each node needs its own --node", err, n.config.Self.Name)
		default:
			return nil, err
		}
		if !pause(ctx, tryPace) {
			return nil, ctx.Err()
		}
	}
}

// pause waits, and reports whether ctx has not ended meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// enter begins a stay.
func (n *Node) enter(stay Stay) {
	n.stay = stay
	n.mu.Lock()
	defer n.mu.Unlock()
	n.listed = stay
}

// run follows the membership until the node closes. A node that has lost its stay has
// no rooms any more, and joins again.
func (n *Node) run() {
	for {
		n.follow()
		if n.running.Err() != nil {
			return
		}
		n.log.Warn("this node has lost touch with the others, and gives its rooms up until it is back", "node", n.config.Self.Name)
		n.learn(nil)
		n.settle(n.running)
		n.rejoin()
		if n.running.Err() != nil {
			return
		}
		n.log.Info("this node is back with the others", "node", n.config.Self.Name)
	}
}

// rejoin joins the others again, however long it takes, or until the node closes.
func (n *Node) rejoin() {
	for n.running.Err() == nil {
		stay, err := n.join(n.running)
		if err == nil {
			n.enter(stay)
			return
		}
		if n.running.Err() == nil {
			n.log.Warn("this node cannot join the others", "node", n.config.Self.Name, "err", err)
		}
		pause(n.running, tryPace)
	}
}

// follow brings the shards of this node in line with who lives, until the stay ends.
func (n *Node) follow() {
	again := time.NewTimer(0)
	defer again.Stop()
	for {
		select {
		case <-n.running.Done():
			return
		case members, lasts := <-n.stay.Members():
			if !lasts {
				return
			}
			if n.learn(members) { // they are told again now and then
				n.doubts = time.Now().Add(doubtTime)
			}
		case <-again.C:
			n.verify(n.running)
		case <-n.fenced:
			n.verify(n.running)
		}
		switch settled := n.settle(n.running); {
		case !settled:
			again.Reset(tryPace)
		case time.Now().Before(n.doubts):
			again.Reset(doubtPace)
		}
	}
}

// learn takes who lives from now on, and reports whether that has changed. Connections to
// others are of no more use, nor are those to who is absent: whoever waits there for an
// answer looks for their room again.
func (n *Node) learn(members []Member) (changed bool) {
	living, nodes, out := map[string]Member{}, able(members), absent(members)
	for _, one := range members {
		living[one.Name] = one
	}
	spread := spreadOver(nodes)
	n.mu.Lock()
	changed = !slices.Equal(nodes, n.nodes) || !maps.EqualFunc(living, n.members, func(one, before Member) bool { return one.Peer == before.Peer })
	if !slices.Equal(nodes, n.nodes) {
		n.log.Info("rooms are spread over these nodes from now on", "nodes", nodes)
	}
	before := n.absent
	n.members, n.absent, n.nodes, n.spread, n.settled = living, out, nodes, spread, false
	var cut []*peer
	for name, one := range n.peers {
		if living[name].Peer != one.address || living[name].speaks() != one.speaks || out[name] && !before[name] {
			cut = append(cut, one)
			delete(n.peers, name)
		}
	}
	n.tell()
	n.mu.Unlock()
	for _, one := range cut {
		n.work.Go(one.close)
	}
	n.watchOver(living)
	heard := maps.Clone(living) // of who is absent the rooms are others', who tell of them
	maps.DeleteFunc(heard, func(name string, _ Member) bool { return out[name] })
	n.hear(heard)
	return changed
}

// tell wakes whoever waits for something to change. The caller holds mu.
func (n *Node) tell() {
	close(n.changed)
	n.changed = make(chan struct{})
}

// settle gives back what this node is not to have, and claims what it is to have. It
// reports whether all is as it is to be.
func (n *Node) settle(ctx context.Context) bool {
	give, take := n.differ()
	if len(give) > 0 {
		n.giveBack(ctx, give)
	}
	if len(take) > 0 {
		if err := n.claim(ctx, take); err != nil && ctx.Err() == nil {
			n.log.Warn("rooms cannot be claimed", "err", err)
		}
		_, take = n.differ()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.settled = n.spread != nil && len(take) == 0
	n.tell()
	return len(take) == 0
}

// Journal is one of the rooms in this process, which watches over whose they are: this
// node looks for a room again that it cannot write to, and does not say that there is none.
func (n *Node) Journal(of lobby.Journal) lobby.Journal { return watched{of, n} }

type watched struct {
	lobby.Journal
	node *Node
}

// Append implements lobby.Journal.
func (w watched) Append(ctx context.Context, room string, entry lobby.Entry) error {
	err := w.Journal.Append(ctx, room, entry)
	if errors.Is(err, lobby.ErrClaimed) {
		w.node.fence(ShardOf(room))
	}
	return err
}

// fence notes that a shard was another node's.
func (n *Node) fence(shard Shard) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.open[shard] = false
	select {
	case n.fenced <- struct{}{}:
	default:
	}
}

// verify ends the rooms of shards that somebody else has claimed, which this node may
// then claim again: nothing of them can be written here any more.
func (n *Node) verify(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	owners, err := n.config.Claims.Owners(limited)
	lost := map[Shard]bool{}
	n.mu.Lock()
	for _, shard := range All() {
		if n.held[shard] && (!n.open[shard] || err == nil && owners[shard] != n.config.Self.Name) {
			lost[shard] = true
			n.open[shard] = false
		}
	}
	n.mu.Unlock()
	if len(lost) == 0 {
		return
	}
	n.log.Warn("other nodes have claimed rooms of this one", "shards", len(lost), "node", n.config.Self.Name)
	if n.rooms.Release(ctx, func(code string) bool { return lost[ShardOf(code)] }) != nil {
		return // the process stops
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for shard := range lost {
		n.held[shard] = false
	}
	n.tell()
}

// differ are the shards that this node has and is not to have, and the other way round.
// Whoever asks for a room of the former does not find it here from now on.
func (n *Node) differ() (give, take []Shard) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	for _, shard := range All() {
		switch mine := n.spread.of(shard) == n.config.Self.Name; {
		case mine && !n.open[shard]:
			if n.wanted[shard].IsZero() {
				n.wanted[shard] = now
			}
			take = append(take, shard)
		case !mine:
			delete(n.wanted, shard)
			if n.held[shard] {
				n.open[shard] = false
				give = append(give, shard)
			}
		}
	}
	return give, take
}

// giveBack ends the rooms of shards here and gives these to whoever is to have them. A
// node that is not on the list any more has nothing to give: others claim it.
func (n *Node) giveBack(ctx context.Context, shards []Shard) {
	gone := setOf(shards)
	if n.rooms.Release(ctx, func(code string) bool { return gone[ShardOf(code)] }) != nil {
		return // the process stops
	}
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if len(n.Members()) > 0 {
		if err := n.config.Claims.Give(limited, shards); err != nil {
			n.log.Warn("rooms cannot be given back, so others have to wait for them", "err", err)
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, shard := range shards {
		n.held[shard] = false
	}
	n.tell()
}

func setOf(shards []Shard) map[Shard]bool {
	set := map[Shard]bool{}
	for _, shard := range shards {
		set[shard] = true
	}
	return set
}

// claim claims those of the shards that nobody has who lives and answers, or whose owner has had
// time enough to give them back, and lists their rooms.
func (n *Node) claim(ctx context.Context, shards []Shard) error {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	owners, err := n.config.Claims.Owners(limited)
	if err != nil {
		return err
	}
	free := n.free(shards, owners)
	if len(free) == 0 {
		return nil
	}
	claimed, headers, err := n.config.Claims.Claim(limited, free, owners)
	if err != nil {
		return err
	}
	n.mark(claimed, &n.held)
	back, err := n.rooms.Adopt(ctx, headers)
	if err != nil { // some of the rooms may be there: all are to come once more
		ours := setOf(claimed)
		return errors.Join(err, n.rooms.Release(ctx, func(code string) bool { return ours[ShardOf(code)] }))
	}
	n.mark(claimed, &n.open)
	if back > 0 {
		n.log.Info("rooms have come to this node", "rooms", back, "node", n.config.Self.Name)
	}
	return nil
}

// free are those of the shards that can be claimed.
func (n *Node) free(shards []Shard, owners map[Shard]string) (free []Shard) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, shard := range shards {
		owner := owners[shard]
		_, lives := n.members[owner]
		if !lives || n.absent[owner] || owner == n.config.Self.Name || time.Since(n.wanted[shard]) >= ownerWaits {
			free = append(free, shard)
		}
	}
	return free
}

// mark notes something of shards.
func (n *Node) mark(shards []Shard, as *[Shards]bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, shard := range shards {
		as[shard] = true
		if as == &n.open {
			delete(n.wanted, shard)
		}
	}
	n.tell()
}

// Members are the names of the nodes that live, this one included, in order; none while
// this one has lost touch with the others.
func (n *Node) Members() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	names := make([]string, 0, len(n.members))
	for name := range n.members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// isAbsent reports whether most others miss a node.
func (n *Node) isAbsent(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.absent[name]
}

// others reports whether there is another node that could have rooms.
func (n *Node) others() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, one := range n.members {
		if one.Name != n.config.Self.Name && !one.Leaving && !n.absent[one.Name] {
			return true
		}
	}
	return false
}

// HandOver gives all rooms of this node to others, as it is about to stop: at ends, at
// the latest. People who are here stay in their rooms. It reports whether it has given
// them; it does not where no other node lives, or ctx ends before.
func (n *Node) HandOver(ctx context.Context, ends time.Time) bool {
	n.mu.Lock()
	n.ends = ends
	stay := n.listed
	n.mu.Unlock()
	if !n.others() {
		return false
	}
	if err := stay.Retire(ctx); err != nil {
		n.log.Warn("the other nodes cannot be told that this one stops", "err", err)
		return false
	}
	for {
		n.mu.Lock()
		left, changed := slices.Contains(n.held[:], true), n.changed
		n.mu.Unlock()
		if !left {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// Empty waits until nobody who is here is in a room any more, on whatever node, or ctx
// ends.
func (n *Node) Empty(ctx context.Context) {
	for {
		n.mu.Lock()
		empty, changed := n.handles == 0, n.changed
		n.mu.Unlock()
		if empty {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// count counts the handles of people who are here.
func (n *Node) count(more int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.handles += more; n.handles == 0 {
		n.tell()
	}
}

// Close ends the node, once the lobby of this process is closed: what it has still is
// given back, and it is taken off the list.
func (n *Node) Close(ctx context.Context) {
	n.stop()
	n.mu.Lock()
	peers := n.peers
	n.peers = map[string]*peer{}
	n.mu.Unlock()
	for _, one := range peers {
		one.close()
	}
	n.work.Wait()
	if n.stay == nil {
		return // it has never joined
	}
	var left []Shard
	for _, shard := range All() {
		if n.held[shard] {
			left = append(left, shard)
		}
	}
	if len(left) > 0 {
		if err := n.config.Claims.Give(ctx, left); err != nil {
			n.log.Warn("rooms cannot be given back, so others have to wait for them", "err", err)
		}
	}
	n.stay.Leave(ctx)
}
