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

// Member is a node as the others know it.
type Member struct {
	Name    string `json:"name"`     // unlike that of any other
	Peer    string `json:"peer"`     // HOST:PORT at which it answers other nodes
	Version string `json:"version"`  // of the program
	HostKey string `json:"host_key"` // fingerprint of the key by which people know the server
	// Protocol is the newest version of remote.Protocol that it speaks; 0 is that before
	// nodes said so, 3.
	Protocol int `json:"protocol,omitempty"`
	// Knows are the newest versions of rules that it can go on with, by the name of the
	// game, and of what rooms and game nights write down under knowsRooms and knowsNights:
	// it can go on with all before them. It is nil for a node that does not say, which
	// counts as one that knows all.
	Knows map[string]int `json:"knows,omitempty"`
	// Changes is the newest stream.Version that it knows; 0 is that before nodes said so,
	// 1.
	Changes int `json:"changes,omitempty"`
	// Counts says that it hears what people have spent at other nodes.
	Counts bool `json:"counts,omitempty"`
	// Leaving says that it is about to stop: it lives, and is to have no shard.
	Leaving bool `json:"leaving,omitempty"`
	// Watches says that it looks whether the others answer, and heeds what they say
	// about that. Nodes of the version before do neither.
	Watches bool `json:"watches,omitempty"`
	// Misses are the nodes that do not answer it any more, each with the Since of the
	// stay in which they did before.
	Misses map[string]int64 `json:"misses,omitempty"`
	// Since is when it joined: later than any other stay of a node of its name.
	Since int64 `json:"-"`
	// Clock is the time on the node's own clock when it gave its last sign of life, a
	// few seconds ago; zero where that is not known. Only Membership.Living has it.
	Clock time.Time `json:"-"`
}

// Membership is the list of the nodes that live. Its methods may be called from any
// goroutine.
type Membership interface {
	// Living are those that live now.
	Living(ctx context.Context) ([]Member, error)
	// Join puts a node on the list, until the stay ends. It answers ErrNameTaken while
	// one of that name lives. The stay lasts beyond ctx.
	Join(ctx context.Context, own Member) (Stay, error)
}

// Stay is a node's time on the list.
type Stay interface {
	// Members delivers who lives, the node itself included, through one slot, the
	// newest only. It is closed once the stay has ended, of which the node learns at the
	// same time as others do, or before.
	Members() <-chan []Member
	// Retire has the node listed as Leaving, and Miss with those that it misses from
	// now on.
	Retire(ctx context.Context) error
	Miss(ctx context.Context, missed map[string]int64) error
	// Leave ends the stay, and waits until it has, or ctx ends.
	Leave(ctx context.Context)
}

// ErrNameTaken is the answer to who joins under the name of a node that lives.
var ErrNameTaken = errors.New("a node of that name is running already")

// Claims are the rooms that nodes share. Its methods may be called from any
// goroutine.
type Claims interface {
	// Owners are the names of the nodes that have shards, as they are now; a shard that
	// nobody has is not among them.
	Owners(ctx context.Context) (map[Shard]string, error)
	// Claim makes this node the owner of shards and returns which of them it has now,
	// and the headers of the rooms in these, by code. Whoever had them can write nothing
	// any more. It does not have shards whose owner is not the one that Owners has said:
	// somebody else was faster. On an error some of the shards may be claimed.
	Claim(ctx context.Context, shards []Shard, from map[Shard]string) (claimed []Shard, headers map[string]lobby.Header, err error)
	// Give hands shards back, so that nobody has them. Of those that this node does not
	// have any more nothing changes.
	Give(ctx context.Context, shards []Shard) error
}

// What two nodes may differ by: a sign of life is up to signAge old, and clocks of
// machines that are set by the network are not clockOff apart.
const (
	signAge  = 10 * time.Second
	clockOff = 5 * time.Second
)

// fits says why a node cannot be one of those that live; nil where it can.
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

// clockError is why a node does not fit whose clock seems to be wrong. The other one may
// be no more than listed still: that is so for a moment after all machines were off.
type clockError struct{ error }

// apart is how far a clock is ahead of another one's latest sign of life, and behind it
// where negative; 0 where that is no more than it may be.
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

// firstProtocol is that of nodes that do not say which they speak.
const firstProtocol = 3

// speaks is the newest version of what goes between nodes that one of them speaks.
func (m Member) speaks() int { return max(m.Protocol, firstProtocol) }

func gap(one, other int) int { return max(one-other, other-one) }

// knowsRooms is under what Member.Knows has the version of what rooms write down. No
// game has that name.
const knowsRooms = "(rooms)"

// knowsNights is under what it has the version of what game nights write down.
const (
	knowsNights  = "(game nights)"
	nightsFormat = 1
)

// known is what a program knows that plays games, and reads rooms of a format.
func known(games []engine.Game, format int) map[string]int {
	all := map[string]int{knowsRooms: format, knowsNights: nightsFormat}
	for _, game := range games {
		all[game.Name] = game.Version
	}
	return all
}

// knowsAllOf reports whether a node can go on with whatever another one has begun.
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

// absent are the nodes that most of the others miss: they are listed until their lease
// ends, and have nothing until they are seen again. A cut between two of several nodes
// makes none of both absent. Where no other node were left that could have shards, or
// one of them does not know of this, none is.
func absent(members []Member) map[string]bool {
	out, left := map[string]bool{}, false
	for _, one := range members {
		misses := 0
		for _, other := range members {
			if !other.Watches {
				return nil
			}
			if since, missed := other.Misses[one.Name]; missed && since == one.Since {
				misses++
			}
		}
		if 2*misses > len(members)-1 {
			out[one.Name] = true
		} else {
			left = left || !one.Leaving
		}
	}
	if !left {
		return nil
	}
	return out
}

// able are the names of the nodes that are to have shards: those that neither leave nor
// are absent, and can go on with all that any other of these may begin. So a room is
// never given to a node that does not know its rules while one lives that does.
func able(members []Member) (names []string) {
	out := absent(members)
	stay := slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return m.Leaving || out[m.Name] })
	for _, one := range stay {
		if !slices.ContainsFunc(stay, func(other Member) bool { return !one.knowsAllOf(other) }) {
			names = append(names, one.Name)
		}
	}
	slices.Sort(names)
	return names
}
