package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Member is a node as other nodes see it.
type Member struct {
	Name    string `json:"name"`     // unique among live nodes
	Peer    string `json:"peer"`     // HOST:PORT for connections of other nodes
	Version string `json:"version"`  // of the program
	HostKey string `json:"host_key"` // fingerprint of the SSH host key
	// Protocol is the newest version of remote.Protocol that the node speaks. 0, from nodes that did not send it yet,
	// means 3.
	Protocol int `json:"protocol,omitempty"`
	// Knows holds the newest version of each game's rules that the node supports, by the game's name, and the newest
	// journal formats of rooms and game nights under knowsRooms and knowsNights. The node supports all earlier
	// versions, too. It is nil for a node that does not send it, which counts as supporting everything.
	Knows map[string]int `json:"knows,omitempty"`
	// Changes is the newest stream.Version that the node supports. 0, from nodes that did not send it yet, means 1.
	Changes int `json:"changes,omitempty"`
	// Counts reports whether the node accepts rate limit usage of other nodes.
	Counts bool `json:"counts,omitempty"`
	// Leaving reports whether the node is about to stop. It is to own no shards.
	Leaving bool `json:"leaving,omitempty"`
	// Watches reports whether the node pings the others and reads their misses. Nodes of earlier versions do neither.
	Watches bool `json:"watches,omitempty"`
	// Misses holds the nodes that do not answer this one, with the Since of the stay in which they last did.
	Misses map[string]int64 `json:"misses,omitempty"`
	// Joins reports whether the node publishes the fields that follow. Only if all live nodes do, a node has no rooms
	// before it has joined.
	Joins bool `json:"joins,omitempty"`
	// Joined reports whether the node has joined the nodes that have rooms, during its stay. See admission.
	Joined bool `json:"joined,omitempty"`
	// Unfit reports that the node reaches no other one and that its own certificate is no longer valid. It is to own
	// shards only if no other node can.
	Unfit bool `json:"unfit,omitempty"`
	// Reached holds the nodes that answer this one, with the Since of their stays.
	Reached map[string]int64 `json:"reached,omitempty"`
	// Started is when the node started, by its own clock. It is zero for nodes that do not send it.
	Started time.Time `json:"started,omitzero"`
	// Since is when the node joined. It is later than any earlier stay under the same name.
	Since int64 `json:"-"`
	// Clock is the node's own time at its last heartbeat, a few seconds ago. It is zero if unknown; only
	// Membership.Living sets it.
	Clock time.Time `json:"-"`
}

// Membership is the list of live nodes. Its methods may be called concurrently.
type Membership interface {
	// Living returns the nodes that live now.
	Living(ctx context.Context) ([]Member, error)
	// Join adds a node to the list until the stay ends, which is independent of ctx. It returns ErrNameTaken while a
	// node of that name lives.
	Join(ctx context.Context, own Member) (Stay, error)
}

// Stay is a period during which a node is on the list.
type Stay interface {
	// Members delivers the live nodes, this one included, through a channel of capacity 1 that holds the newest
	// value. It is closed when the stay has ended. The node learns this no later than others do.
	Members() <-chan []Member
	// Update changes what the other nodes see of this one. Calls do not overlap.
	Update(ctx context.Context, change func(own *Member)) error
	// Leave ends the stay. It returns once the stay has ended or ctx ends.
	Leave(ctx context.Context)
}

// ErrNameTaken is returned by Join if a node of that name lives.
var ErrNameTaken = errors.New("a node of that name is running already")

// Claims stores which node owns which shard. Its methods may be called concurrently.
type Claims interface {
	// Owners returns the names of the nodes that own shards. Shards without an owner are missing.
	Owners(ctx context.Context) (map[Shard]string, error)
	// Rooms returns the number of rooms in each shard. Shards without rooms are missing.
	Rooms(ctx context.Context) (map[Shard]int, error)
	// Claim makes this node the owner of shards. It returns the shards it owns now and the headers
	// of the rooms in them, by code. Previous owners are fenced. A shard whose owner is no longer
	// the one given in from is omitted, because another node was faster. After an error, some of
	// the shards may be claimed.
	Claim(ctx context.Context, shards []Shard, from map[Shard]string) (claimed []Shard, headers map[string]lobby.Header, err error)
	// Give releases shards. Shards that this node does not own are unchanged.
	Give(ctx context.Context, shards []Shard) error
}

// The tolerances between nodes: a heartbeat is up to signAge old, and clocks set by NTP differ by less than clockOff.
const (
	signAge  = 10 * time.Second
	clockOff = 5 * time.Second
)

// fits returns an error if a node cannot join the live ones.
func fits(own Member, living []Member, now time.Time) error {
	for _, other := range living {
		switch {
		case other.Name == own.Name:
			return ErrNameTaken
		case other.Peer == own.Peer:
			return fmt.Errorf("node %s has the address %s for its peers already", other.Name, own.Peer)
		case other.HostKey != own.HostKey:
			return fmt.Errorf("node %s has the host key %s, and this one %s: copy the folder of the host keys from there, so that people find the same server at every node",
				other.Name, other.HostKey, own.HostKey)
		case gap(other.speaks(), own.speaks()) > 1:
			return fmt.Errorf("node %s runs parlor %s, and this is %s, which is too far from it: move all nodes to a version between them first",
				other.Name, other.Version, own.Version)
		case !other.knowsAllOf(own) && !own.knowsAllOf(other):
			return fmt.Errorf("node %s runs parlor %s, and this is %s: each of both has rules that the other does not know, so neither can have all rooms",
				other.Name, other.Version, own.Version)
		}
		if off := apart(other.Clock, now); off != 0 {
			return clockError{fmt.Errorf("the clock of this machine is about %s %s that of node %s: have both set by the network (NTP)",
				off.Abs().Round(time.Second), whichWay(off), other.Name)}
		}
	}
	return nil
}

// clockError reports a node whose clock seems wrong. The other node may be a stale entry, as
// happens for a moment after all nodes were down.
type clockError struct{ error }

// apart returns how far the clock of a heartbeat is ahead of now, negative if behind, and 0 if within the tolerances.
func apart(sign, now time.Time) time.Duration {
	off := now.Sub(sign)
	if sign.IsZero() || off >= -clockOff && off <= signAge+clockOff {
		return 0
	}
	return off
}

func whichWay(off time.Duration) string {
	if off < 0 {
		return "behind"
	}
	return "ahead of"
}

// firstProtocol is the protocol of nodes that do not send theirs.
const firstProtocol = 3

// speaks returns the newest protocol version that the node speaks.
func (m Member) speaks() int { return max(m.Protocol, firstProtocol) }

func gap(one, other int) int { return max(one-other, other-one) }

// knowsRooms is the key in Member.Knows of the journal format of rooms. No game has that name.
const knowsRooms = "(rooms)"

// knowsNights is the key of the format of game nights.
const (
	knowsNights  = "(game nights)"
	nightsFormat = 1
)

// known returns the Member.Knows of a program with the given games and journal format.
func known(games []engine.Game, format int) map[string]int {
	all := map[string]int{knowsRooms: format, knowsNights: nightsFormat}
	for _, game := range games {
		all[game.Name] = game.Version
	}
	return all
}

// knowsAllOf reports whether the node can continue all that another one may have begun.
func (m Member) knowsAllOf(other Member) bool {
	if m.Knows == nil {
		return true
	}
	for name, version := range other.Knows {
		if m.Knows[name] < version {
			return false
		}
	}
	return true
}

// gated reports whether all nodes wait until they have joined.
func gated(members []Member) bool {
	return !slices.ContainsFunc(members, func(m Member) bool { return !m.Joins })
}

// absent returns the nodes that a majority of the others misses. They own nothing until they answer again, though
// they stay listed until their leases end. A partition between two of several nodes makes neither absent. Nodes that
// have not joined or are unfit have no vote. It returns none if no other node would be left to own shards, or if a
// node does not support this.
func absent(members []Member) map[string]bool {
	out, left, gated := map[string]bool{}, false, gated(members)
	votes := func(m Member) bool { return !gated || m.Joined && !m.Unfit }
	for _, one := range members {
		misses, voters := 0, 0
		for _, other := range members {
			if !other.Watches {
				return nil
			}
			if other.Name == one.Name || !votes(other) {
				continue
			}
			voters++
			if since, missed := other.Misses[one.Name]; missed && since == one.Since {
				misses++
			}
		}
		if 2*misses > voters {
			out[one.Name] = true
		} else {
			left = left || votes(one) && !one.Leaving
		}
	}
	if !left {
		return nil
	}
	return out
}

// able returns the names of the nodes that may own shards: neither leaving nor absent, joined, fit unless none is, and
// able to continue all that the others may begin. So a room never goes to a node that does not know its rules while
// another node does.
func able(members []Member) (names []string) {
	out, gated := absent(members), gated(members)
	stay := slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return m.Leaving || out[m.Name] || gated && !m.Joined })
	if fit := slices.DeleteFunc(slices.Clone(stay), func(m Member) bool { return m.Unfit }); gated && len(fit) > 0 {
		stay = fit
	}
	for _, one := range stay {
		if !slices.ContainsFunc(stay, func(other Member) bool { return !one.knowsAllOf(other) }) {
			names = append(names, one.Name)
		}
	}
	slices.Sort(names)
	return names
}
