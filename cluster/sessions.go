package cluster

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
	"parlor/prose"
)

var errSessionEnded = prose.Refuse("This session has ended.")

// sessions holds a player's session in the lobby of this process and those at other nodes, which last as long as the
// player has a handle there.
type sessions struct {
	home lobby.Session // in the lobby of this process
	node *router
	who  lobby.Identity
	over context.Context //nolint:containedctx // of the session: until close
	stop context.CancelFunc

	mu     sync.Mutex              // guards the fields below
	peers  map[string]*peerSession // sessions at other nodes, by node
	closed bool
}

// peerSession is a session at another node.
type peerSession struct {
	lobby.Session
	at   *remote.Lobby
	uses int
}

// Do implements lobby.Doer.
func (a *peerSession) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := a.Session.Do(ctx, request)
	return answer, forPlayers(err)
}

func newSessions(node *router, home lobby.Session, who lobby.Identity) *sessions {
	over, stop := context.WithCancel(node.running)
	return &sessions{home: home, node: node, who: who, over: over, stop: stop, peers: map[string]*peerSession{}}
}

// at returns the player's session at a node. The caller must call leave when it is done with the session and all
// handles opened through it.
func (p *sessions) at(ctx context.Context, node string) (stay lobby.Session, leave func(), err error) {
	if node == p.node.config.Self.Name {
		return p.home, func() {}, nil
	}
	l, err := p.node.lobbyAt(ctx, node)
	if err != nil {
		return nil, nil, err
	}
	if one := p.reuse(node, l); one != nil {
		return one, func() { p.drop(node, one) }, nil
	}
	who := p.who
	who.Name, who.Passing = p.home.Name(), true
	entered, err := l.Enter(ctx, who)
	if err != nil {
		return nil, nil, err
	}
	one, err := p.add(node, &peerSession{Session: entered, at: l, uses: 1})
	if err != nil {
		return nil, nil, err
	}
	return one, func() { p.drop(node, one) }, nil
}

// reuse returns the session that the player already has at a node, or nil.
func (p *sessions) reuse(node string, at *remote.Lobby) *peerSession {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.peers[node]
	if one == nil || one.at != at {
		return nil
	}
	one.uses++
	return one
}

// add keeps a new session at a node. If another goroutine was faster, add closes the new session
// and returns the other one. If the player has gone, it fails.
func (p *sessions) add(node string, entered *peerSession) (*peerSession, error) {
	p.mu.Lock()
	other, over := p.peers[node], p.closed
	switch {
	case over:
	case other != nil && other.at == entered.at:
		other.uses++
	default:
		p.peers[node] = entered
		other = entered
	}
	p.mu.Unlock()
	if over || other != entered {
		entered.Close()
	}
	if over {
		return nil, errSessionEnded
	}
	return other, nil
}

// drop closes a session at a node once its last user has left.
func (p *sessions) drop(node string, one *peerSession) {
	p.mu.Lock()
	one.uses--
	last := one.uses == 0
	if last && p.peers[node] == one {
		delete(p.peers, node)
	}
	p.mu.Unlock()
	if last {
		one.Close()
	}
}

// closeAll closes all sessions.
func (p *sessions) closeAll() {
	p.mu.Lock()
	p.closed = true
	all := p.peers
	p.peers = map[string]*peerSession{}
	p.mu.Unlock()
	p.stop()
	for _, one := range all {
		one.Close()
	}
	p.home.Close()
}

// atPeers returns the sessions at other nodes.
func (p *sessions) atPeers() []*peerSession {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Values(p.peers))
}

// within returns a ctx that also ends when the player's session does.
func (p *sessions) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	stop := context.AfterFunc(p.over, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// others returns the names of the other live nodes.
func (p *sessions) others() []string {
	return slices.DeleteFunc(p.node.Members(), func(node string) bool { return node == p.node.config.Self.Name })
}

const (
	// returnPace is the pause between searches for the player's room while a node does not answer, and returnTries
	// the number of searches once all answer, as the room's next node may not have it yet.
	returnPace  = 200 * time.Millisecond
	returnTries = 8
)

// search calls look until it finds something or all nodes have answered without a result. It waits
// for the rooms of a node that does not answer to fail over.
func (p *sessions) search(ctx context.Context, look func() (found, all bool)) bool {
	for tries := 0; ; {
		found, all := look()
		switch {
		case found:
			return true
		case !all:
			tries = returnTries
		case tries == 0:
			return false
		default:
			tries--
		}
		if !pause(ctx, returnPace) {
			return false
		}
	}
}
