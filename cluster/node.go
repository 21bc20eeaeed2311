package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
)

// doubtTime is how long after a membership change a node checks its ownership every doubtPace, because another node
// with an older list may have claimed its shards.
const (
	doubtTime = 15 * time.Second
	doubtPace = time.Second
)

// Node is this process as a member of the cluster. It joins the others and updates its parts as the membership
// changes.
type Node struct {
	*router
	shards     *ownership
	membership *membership
	detector   *detector
	admission  *admission
	lobbies    *lobbyFollower
	usage      *usage
}

// New returns a Node that has not started.
func New(config Config) *Node {
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Protocol == 0 {
		config.Protocol = remote.Protocol
	}
	self := &config.Self
	self.Protocol, self.Knows, self.Counts, self.Watches, self.Joins = config.Protocol, known(config.Games, config.Format), true, true, true
	self.Started = time.Now().UTC().Truncate(time.Second)
	l := &lifecycle{config: config, log: config.Log}
	l.running, l.stop = context.WithCancel(context.Background())
	p := newPlacement(self.Name)
	c := &connections{lifecycle: l, placement: p, peers: map[string]*peer{}, failures: newFailures(l)}
	m := &membership{lifecycle: l}
	d := &detector{lifecycle: l, connections: c, watches: map[string]watch{}, misses: map[string]int64{}, reached: map[string]int64{}, news: make(chan struct{}, 1)}
	return &Node{
		router:     &router{lifecycle: l, placement: p, connections: c, stopTime: newStopTime()},
		shards:     &ownership{lifecycle: l, placement: p, fenced: make(chan struct{}, 1)},
		membership: m,
		detector:   d,
		admission:  &admission{lifecycle: l, placement: p, membership: m, detector: d},
		lobbies:    &lobbyFollower{lifecycle: l, connections: c, following: map[string]following{}},
		usage:      &usage{lifecycle: l, connections: c},
	}
}

// joinTime is how long a node waits at its start until it has joined. It serves its people after that, too.
const joinTime = 5 * time.Second

// Start joins the cluster with the lobby in this process, which must use NewCode for its codes. It returns once this
// node owns its shards, or if no other node reaches it for joinTime. It fails if the node is incompatible with the
// other nodes.
func (n *Node) Start(ctx context.Context, rooms Rooms) error {
	n.rooms, n.shards.rooms, n.lobbies.rooms, n.usage.rooms = rooms, rooms, rooms, rooms
	if n.config.Listener != nil {
		n.Answer(n.config.Listener)
	}
	if err := n.membership.join(ctx); err != nil {
		return err
	}
	n.work.Go(n.run)
	n.work.Go(n.admission.run)
	_ = rooms.RateLimits().HotUsage(0) // starts the accounting of usage
	n.work.Go(n.usage.run)
	joining, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	if err := n.wait(joining, func() bool { return n.settled && n.joined(n.self) }); err == nil {
		return nil
	}
	if !n.isJoined(n.self) {
		n.log.Warn("this node has no rooms until another one and it have reached each other", "node", n.self)
		return nil
	}
	if err := n.wait(ctx, func() bool { return n.settled }); err != nil {
		return fmt.Errorf("this node has not got its rooms: %w", err)
	}
	return nil
}

// run follows the membership until the node closes. After the end of a stay it closes all rooms and joins again.
func (n *Node) run() {
	for {
		n.follow()
		if n.running.Err() != nil {
			return
		}
		n.log.Warn("lost contact with the cluster; rooms are given up until it is back", "node", n.self)
		n.learn(nil)
		n.shards.settle(n.running)
		n.membership.rejoin()
		if n.running.Err() != nil {
			return
		}
		n.log.Info("back in the cluster", "node", n.self)
	}
}

// follow keeps the shards of this node in line with the membership until the stay ends.
func (n *Node) follow() {
	stay, doubts := n.membership.current(), time.Time{} // until when ownership is verified
	again := time.NewTimer(0)
	defer again.Stop()
	for {
		select {
		case <-n.running.Done():
			return
		case members, lasts := <-stay.Members():
			if !lasts {
				return
			}
			if n.learn(members) { // the channel repeats itself from time to time
				doubts = time.Now().Add(doubtTime)
			}
		case <-again.C:
			n.shards.verify(n.running)
		case <-n.shards.fenced:
			n.shards.verify(n.running)
		}
		switch settled := n.shards.settle(n.running); {
		case !settled:
			again.Reset(tryPace)
		case time.Now().Before(doubts):
			again.Reset(doubtPace)
		}
	}
}

// learn applies a new membership and reports whether it differs from the last.
func (n *Node) learn(members []Member) (changed bool) {
	living, nodes, out := map[string]Member{}, able(members), absent(members)
	for _, one := range members {
		living[one.Name] = one
	}
	changed, spreads, left := n.update(living, nodes, out)
	if spreads {
		n.log.Info("rooms are distributed over these nodes", "nodes", nodes)
	}
	n.cut(living, left)
	n.placement.mu.Lock()
	n.wake()
	n.placement.mu.Unlock()
	n.detector.watchAll(living)
	n.detector.changed()
	heard := maps.Clone(living) // rooms of absent nodes are listed by their new owners
	maps.DeleteFunc(heard, func(name string, _ Member) bool { return out[name] })
	n.lobbies.follow(heard)
	return changed
}

// Journal wraps the journal of the rooms in this process. When a write is fenced, this node looks for the room again
// and does not report it as missing.
func (n *Node) Journal(of lobby.Journal) lobby.Journal { return fencingJournal{of, n.shards} }

// GameNightStore wraps a store of game nights as Journal does a journal.
func (n *Node) GameNightStore(of lobby.GameNightStore) lobby.GameNightStore {
	return fencingNightStore{of, n.shards}
}

// HasOthers reports whether rooms of this node could go on at another one.
func (n *Node) HasOthers() bool { return n.others() }

// HandOver hands the rooms of this node to other nodes before it stops, at ends at the latest. Players of this node
// stay in their rooms. It reports whether it succeeded; it fails if no other node lives or ctx ends first.
func (n *Node) HandOver(ctx context.Context, ends time.Time) bool {
	n.stopAt(ends)
	if !n.others() {
		return false
	}
	if err := n.membership.current().Update(ctx, func(own *Member) { own.Leaving = true }); err != nil {
		n.log.Warn("cannot announce the shutdown to the other nodes", "err", err)
		return false
	}
	return n.wait(ctx, func() bool { return !slices.Contains(n.held[:], true) }) == nil
}

// Close leaves the cluster after the lobby of this process was closed. It releases the remaining shards and ends the
// stay.
func (n *Node) Close(ctx context.Context) {
	n.stop()
	n.closeAll()
	n.work.Wait()
	stay := n.membership.current()
	if stay == nil {
		return // it never joined
	}
	if left := n.holding(); len(left) > 0 {
		n.shards.give(ctx, left)
	}
	stay.Leave(ctx)
}
