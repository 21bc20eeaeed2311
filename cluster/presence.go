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

var errOver = prose.Refuse("This session has ended.")

// presence is a person's session in the lobby of this process, with those at other nodes
// that last for as long as they have a place there.
type presence struct {
	home lobby.Session // in the lobby of this process
	node *router
	who  lobby.Identity
	over context.Context //nolint:containedctx // of the session: until close
	stop context.CancelFunc

	mu     sync.Mutex       // guards what follows
	away   map[string]*away // sessions at other nodes, by node
	closed bool
}

// away is a session at another node.
type away struct {
	lobby.Session
	at   *remote.Lobby
	uses int
}

// Do implements lobby.Doer.
func (a *away) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := a.Session.Do(ctx, request)
	return answer, forPlayers(err)
}

func newPresence(node *router, home lobby.Session, who lobby.Identity) *presence {
	over, stop := context.WithCancel(node.running)
	return &presence{home: home, node: node, who: who, over: over, stop: stop, away: map[string]*away{}}
}

// stay is the visitor's session at a node. Whoever has it calls leave when they need it no
// more, and what is theirs there has ended.
func (p *presence) stay(ctx context.Context, node string) (stay lobby.Session, leave func(), err error) {
	if node == p.node.config.Self.Name {
		return p.home, func() {}, nil
	}
	l, err := p.node.lobbyAt(ctx, node)
	if err != nil {
		return nil, nil, err
	}
	if one := p.use(node, l); one != nil {
		return one, func() { p.unuse(node, one) }, nil
	}
	who := p.who
	who.Name, who.Passing = p.home.Name(), true
	entered, err := l.Enter(ctx, who)
	if err != nil {
		return nil, nil, err
	}
	one, err := p.settle(node, &away{Session: entered, at: l, uses: 1})
	if err != nil {
		return nil, nil, err
	}
	return one, func() { p.unuse(node, one) }, nil
}

// use is a session at a node that the visitor has already; nil where there is none.
func (p *presence) use(node string, at *remote.Lobby) *away {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.away[node]
	if one == nil || one.at != at {
		return nil
	}
	one.uses++
	return one
}

// settle keeps a new session at a node, unless there is another one by now, or this one is
// over.
func (p *presence) settle(node string, entered *away) (*away, error) {
	p.mu.Lock()
	other, over := p.away[node], p.closed
	switch {
	case over:
	case other != nil && other.at == entered.at:
		other.uses++
	default:
		p.away[node] = entered
		other = entered
	}
	p.mu.Unlock()
	if over || other != entered {
		entered.Close()
	}
	if over {
		return nil, errOver
	}
	return other, nil
}

// unuse ends a session at a node where nobody needs it any more.
func (p *presence) unuse(node string, one *away) {
	p.mu.Lock()
	one.uses--
	last := one.uses == 0
	if last && p.away[node] == one {
		delete(p.away, node)
	}
	p.mu.Unlock()
	if last {
		one.Close()
	}
}

// end closes all sessions.
func (p *presence) end() {
	p.mu.Lock()
	p.closed = true
	all := p.away
	p.away = map[string]*away{}
	p.mu.Unlock()
	p.stop()
	for _, one := range all {
		one.Close()
	}
	p.home.Close()
}

// elsewhere returns the sessions at other nodes.
func (p *presence) elsewhere() []*away {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Values(p.away))
}

// within is ctx for a session that may end before.
func (p *presence) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	stop := context.AfterFunc(p.over, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// others are the names of the other nodes that live.
func (p *presence) others() []string {
	return slices.DeleteFunc(p.node.Members(), func(node string) bool { return node == p.node.config.Self.Name })
}

const (
	// returnPace is how often somebody is looked for again while a node does not answer,
	// and returnTries how often more once all do: the next one that has the room may not
	// have it yet.
	returnPace  = 200 * time.Millisecond
	returnTries = 8
)

// seek looks for something of the visitor's at all nodes, and reports whether it was
// found. Where one does not answer, whose rooms others will have in a moment, it waits for
// that.
func (p *presence) seek(ctx context.Context, look func() (found, all bool)) bool {
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
