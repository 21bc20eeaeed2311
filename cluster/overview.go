package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"parlor/cluster/stream"
	"parlor/internal/certs"
)

// Stages of a node in an Overview.
const (
	NodeLive    = "live"
	NodeLeaving = "leaving" // it is about to stop
	NodeJoining = "joining" // it has no rooms before it and another node have reached each other
	NodeUnfit   = "unfit"   // its certificate is not valid, and it reaches no other node
	NodeMissed  = "missed"  // most others miss it, so it is to have no rooms
	NodeDown    = "down"    // it is gone without having left
)

// NodeState is the state of a node as another one sees it.
type NodeState struct {
	Member
	Stage    string
	At       time.Time // when the node started or, if it is down, when it was lost; zero if unknown
	MissedBy []string  // the nodes that it does not answer
	Rooms    int       // in its shards
	Expected int       // rooms that are to be in its shards
	// Unreached is why this node cannot connect to it now. It is nil if it can.
	Unreached error
	// CertificateEnd is when the certificate that it shows to this node ends. It is zero if unknown.
	CertificateEnd time.Time
}

// Overview is the cluster as one node sees it, for its operator.
type Overview struct {
	Node   string // that sees it
	Nodes  []NodeState
	Rooms  int   // of all nodes, game nights not included
	Moving int   // rooms among them that are not yet at the node that is to have them
	Unread error // why the rooms could not be counted; nil if they were
}

// Overview returns the state of all nodes. It connects to each of them.
func (n *Node) Overview(ctx context.Context) Overview {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	o := Overview{Node: n.self, Nodes: n.states()}
	var looking sync.WaitGroup
	for i := range o.Nodes {
		if one := &o.Nodes[i]; one.Name != n.self && one.Stage != NodeDown {
			looking.Go(func() { one.CertificateEnd, one.Unreached = n.examine(ctx, one.Name) })
		}
	}
	o.Unread = n.countRooms(ctx, &o)
	looking.Wait()
	return o
}

// countRooms counts the rooms of each node.
func (n *Node) countRooms(ctx context.Context, o *Overview) error {
	owners, err := n.config.Claims.Owners(ctx)
	if err != nil {
		return err
	}
	rooms, err := n.config.Claims.Rooms(ctx)
	if err != nil {
		return err
	}
	n.placement.mu.Lock()
	spread := n.spread
	n.placement.mu.Unlock()
	for shard, count := range rooms {
		has, wants := owners[shard], spread.of(shard)
		o.Rooms += count
		if has != wants {
			o.Moving += count
		}
		for i := range o.Nodes {
			if o.Nodes[i].Name == has {
				o.Nodes[i].Rooms += count
			}
			if o.Nodes[i].Name == wants {
				o.Nodes[i].Expected += count
			}
		}
	}
	return nil
}

// examine connects to another node and returns when its certificate ends.
func (n *Node) examine(ctx context.Context, name string) (ends time.Time, err error) {
	conn, err := n.DialOperator(ctx, name)
	if err != nil && !errors.Is(err, errOlderNode) {
		return ends, err
	}
	if secure, is := conn.(*tls.Conn); is {
		ends = secure.ConnectionState().PeerCertificates[0].NotAfter
	}
	return ends, conn.Close()
}

// operatorGreeting is the first line that both ends of a connection for operators send.
const operatorGreeting = "parlor operator 1\n"

var errOlderNode = errors.New("it runs an older parlor, which answers only its own operator")

// DialOperator connects to the requests of operators at another node. If that runs an older version, there is an error
// and a connection.
func (n *Node) DialOperator(ctx context.Context, name string) (net.Conn, error) {
	member, lives := n.member(name)
	if !lives {
		return nil, fmt.Errorf("there is no node %s now; the nodes are %s", name, strings.Join(n.Members(), ", "))
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, err := n.config.Dial(ctx, member.Peer)
	if err != nil {
		return nil, fmt.Errorf("node %s cannot be reached from node %s: %w", name, n.self, certs.Explain(err))
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	_, err = conn.Write([]byte(operatorGreeting))
	line := ""
	if err == nil {
		_, line, err = stream.ReadGreeting(conn)
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	switch {
	case err != nil:
		_ = conn.Close()
		return nil, fmt.Errorf("node %s does not answer node %s: %w", name, n.self, certs.Explain(err))
	case line != operatorGreeting:
		return conn, fmt.Errorf("node %s: %w", name, errOlderNode)
	}
	return conn, nil
}

// serveOperator answers the greeting of an operator's connection and hands the connection over.
func (n *Node) serveOperator(conn net.Conn) error {
	if _, err := conn.Write([]byte(operatorGreeting)); err != nil {
		return errors.Join(err, conn.Close())
	}
	n.config.Operator(conn)
	return nil
}

// lostNode is a node that is gone without having left.
type lostNode struct {
	Member
	at time.Time
}

// maxLost bounds the lost nodes that are remembered.
const maxLost = 64

// remember records which nodes have gone without leaving. The caller holds mu.
func (p *placement) remember(living map[string]Member) {
	for name, one := range p.members {
		if _, lives := living[name]; !lives && !one.Leaving && name != p.self && len(living) > 0 && len(p.lost) < maxLost {
			p.lost[name] = lostNode{one, time.Now()}
		}
	}
	for name := range living {
		delete(p.lost, name)
	}
}

// states returns the nodes by name, without what must be asked for.
func (p *placement) states() (all []NodeState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, one := range p.members {
		state := NodeState{Member: one, Stage: NodeLive, At: one.Started}
		for by, other := range p.members {
			if since, missed := other.Misses[name]; missed && since == one.Since {
				state.MissedBy = append(state.MissedBy, by)
			}
		}
		slices.Sort(state.MissedBy)
		switch {
		case one.Leaving:
			state.Stage = NodeLeaving
		case !p.joined(name):
			state.Stage = NodeJoining
		case p.gated && one.Unfit:
			state.Stage = NodeUnfit
		case p.absent[name]:
			state.Stage = NodeMissed
		}
		all = append(all, state)
	}
	for _, one := range p.lost {
		all = append(all, NodeState{Member: one.Member, Stage: NodeDown, At: one.at})
	}
	slices.SortFunc(all, func(one, other NodeState) int { return strings.Compare(one.Name, other.Name) })
	return all
}

// Figures holds the numbers of its cluster that a node knows without querying other nodes.
type Figures struct {
	Stage    string         // of this node; NodeDown if it is out of touch with the others
	Nodes    map[string]int // by stage
	MissedBy map[string]int // by how many nodes each live node is missed
	Owned    int            // shards whose rooms are in this process
	Expected int            // shards that are to be this node's
	Moving   int            // shards of this node that come or go
}

// Figures returns the current figures.
func (n *Node) Figures() Figures {
	f := Figures{
		Stage: NodeDown, Nodes: map[string]int{NodeLive: 0, NodeJoining: 0, NodeUnfit: 0, NodeLeaving: 0, NodeMissed: 0, NodeDown: 0}, MissedBy: map[string]int{},
	}
	for _, one := range n.states() {
		if one.Name == n.self {
			f.Stage = one.Stage
		}
		f.Nodes[one.Stage]++
		if one.Stage != NodeDown {
			f.MissedBy[one.Name] = len(one.MissedBy)
		}
	}
	n.placement.mu.Lock()
	defer n.placement.mu.Unlock()
	for _, shard := range All() {
		expected := n.spread.of(shard) == n.self
		if n.open[shard] {
			f.Owned++
		}
		if expected {
			f.Expected++
		}
		if expected != n.open[shard] {
			f.Moving++
		}
	}
	return f
}

// NodeOfRoom returns the node that has the room with a code, or "" if it is moving.
func (n *Node) NodeOfRoom(code string) string {
	node, _ := n.find(ShardOf(code))
	return node
}

// Endpoint is the state of a server that keeps the rooms.
type Endpoint struct {
	Address string
	Err     error         // why it does not answer; nil if it does
	Leader  bool          // it leads the others
	Took    time.Duration // its last answer took this time
	Bytes   int64         // size of its database
	Alarms  []string      // what it complains of
}
