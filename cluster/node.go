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

// doubtTime is for how long after a change of who lives a node looks every doubtPace
// whether its shards are still its own: one that had heard of the change later than
// others, or not yet, may have claimed them.
const (
	doubtTime = 15 * time.Second
	doubtPace = time.Second
)

// Node is this process as one of several that are one lobby: it joins the others, and has
// its parts follow who lives.
type Node struct {
	*router
	shards     *ownership
	membership *membership
	detector   *detector
	lobbies    *lobbyFollower
	usage      *usage
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
	l := &lifecycle{config: config, log: config.Log}
	l.running, l.stop = context.WithCancel(context.Background())
	p := newPlacement(self.Name)
	c := &connections{lifecycle: l, placement: p, peers: map[string]*peer{}}
	o := &occupancy{lifecycle: l, condition: condition{changed: make(chan struct{})}}
	m := &membership{lifecycle: l}
	return &Node{
		router:     &router{lifecycle: l, placement: p, connections: c, occupancy: o},
		shards:     &ownership{lifecycle: l, placement: p, fenced: make(chan struct{}, 1)},
		membership: m,
		detector:   &detector{lifecycle: l, connections: c, membership: m, watches: map[string]watch{}, misses: map[string]int64{}, missing: make(chan struct{}, 1)},
		lobbies:    &lobbyFollower{lifecycle: l, connections: c, following: map[string]following{}},
		usage:      &usage{lifecycle: l, connections: c},
	}
}

// Start joins the others, with the lobby in this process, which draws its codes by
// NewCode. It returns once this node has the shards that it is to have, and fails where
// it does not match the others.
func (n *Node) Start(ctx context.Context, rooms Rooms) error {
	n.rooms, n.shards.rooms, n.lobbies.rooms, n.usage.rooms = rooms, rooms, rooms, rooms
	if err := n.membership.join(ctx); err != nil {
		return err
	}
	n.work.Go(n.run)
	n.work.Go(n.detector.run)
	_ = rooms.Budget().Told(0) // it is counted from now on
	n.work.Go(n.usage.run)
	if err := n.placement.wait(ctx, func() bool { return n.settled }); err != nil {
		return fmt.Errorf("this node has not got its rooms: %w", err)
	}
	return nil
}

// run follows the membership until the node closes. A node that has lost its stay has
// no rooms any more, and joins again.
func (n *Node) run() {
	for {
		n.follow()
		if n.running.Err() != nil {
			return
		}
		n.log.Warn("this node has lost touch with the others, and gives its rooms up until it is back", "node", n.self)
		n.learn(nil)
		n.shards.settle(n.running)
		n.membership.rejoin()
		if n.running.Err() != nil {
			return
		}
		n.log.Info("this node is back with the others", "node", n.self)
	}
}

// follow brings the shards of this node in line with who lives, until the stay ends.
func (n *Node) follow() {
	stay, doubts := n.membership.current(), time.Time{} // until when it is looked whether shards are still this node's
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
			if n.learn(members) { // they are told again now and then
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

// learn takes who lives from now on, and reports whether that has changed.
func (n *Node) learn(members []Member) (changed bool) {
	living, nodes, out := map[string]Member{}, able(members), absent(members)
	for _, one := range members {
		living[one.Name] = one
	}
	changed, spreads, left := n.update(living, nodes, out)
	if spreads {
		n.log.Info("rooms are spread over these nodes from now on", "nodes", nodes)
	}
	n.cut(living, left)
	n.placement.mu.Lock()
	n.placement.wake()
	n.placement.mu.Unlock()
	n.detector.watchAll(living)
	heard := maps.Clone(living) // of who is absent the rooms are others', who tell of them
	maps.DeleteFunc(heard, func(name string, _ Member) bool { return out[name] })
	n.lobbies.follow(heard)
	return changed
}

// Journal is one of the rooms in this process, which watches over whose they are: this
// node looks for a room again that it cannot write to, and does not say that there is none.
func (n *Node) Journal(of lobby.Journal) lobby.Journal { return fencingJournal{of, n.shards} }

// GameNightStore is one of the game nights in this process, which watches over whose they are as
// Journal does.
func (n *Node) GameNightStore(of lobby.GameNightStore) lobby.GameNightStore {
	return fencingNightStore{of, n.shards}
}

// HandOver gives all rooms of this node to others, as it is about to stop: at ends, at
// the latest. People who are here stay in their rooms. It reports whether it has given
// them; it does not where no other node lives, or ctx ends before.
func (n *Node) HandOver(ctx context.Context, ends time.Time) bool {
	n.stopAt(ends)
	if !n.others() {
		return false
	}
	if err := n.membership.current().Retire(ctx); err != nil {
		n.log.Warn("the other nodes cannot be told that this one stops", "err", err)
		return false
	}
	return n.placement.wait(ctx, func() bool { return !slices.Contains(n.held[:], true) }) == nil
}

// Close ends the node, once the lobby of this process is closed: what it has still is
// given back, and it is taken off the list.
func (n *Node) Close(ctx context.Context) {
	n.stop()
	n.closeAll()
	n.work.Wait()
	stay := n.membership.current()
	if stay == nil {
		return // it has never joined
	}
	if left := n.holding(); len(left) > 0 {
		n.shards.give(ctx, left)
	}
	stay.Leave(ctx)
}
