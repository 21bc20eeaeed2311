package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"

	"parlor/cluster/stream"
	"parlor/internal/certs"
	"parlor/internal/lograte"
	"parlor/lobby"
	"parlor/lobby/remote"
	"parlor/ratelimit"
)

// maxPeers bounds the connections from other nodes. Each node has one, and a second while it reconnects.
const maxPeers = 256

// Answer serves other nodes on a listener with authenticated connections until the node closes, and then closes the
// listener.
func (n *Node) Answer(listener net.Listener) {
	n.work.Go(func() {
		defer context.AfterFunc(n.running, func() { _ = listener.Close() })() // no further connection is served
		if err := n.answer(listener); n.running.Err() == nil {
			n.log.Error("stopped accepting connections from other nodes", "err", err)
		}
		_ = listener.Close()
	})
}

func (n *Node) answer(listener net.Listener) error {
	places := make(chan struct{}, maxPeers)
	failures := n.newEnds()
	for {
		conn, err := listener.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) || !pause(n.running, tryPace) {
				return err
			}
			continue
		}
		select {
		case places <- struct{}{}:
		default:
			_ = conn.Close() // the other end will notice
			continue
		}
		n.work.Go(func() {
			defer func() { <-places }()
			if err := n.serve(conn); err != nil && n.running.Err() == nil {
				from := hostOf(conn.RemoteAddr())
				failures.Note(from, ended{from, certs.Explain(err)})
			}
		})
	}
}

// ended is why a connection of another node has ended, and its address.
type ended struct {
	from string
	err  error
}

// newEnds returns a limiter that logs failed connections of other nodes.
func (n *Node) newEnds() *lograte.Limiter[string, ended] {
	return lograte.New[string](maxPeers, func(last ended, times int) {
		n.log.Warn("connection from another node failed", "from", last.from, "times", times, "err", last.err)
	}, func(times int) {
		n.log.Warn("many more connections from other nodes failed", "times", times)
	})
}

// hostOf returns an address without its port.
func hostOf(address net.Addr) string {
	if host, _, err := net.SplitHostPort(address.String()); err == nil {
		return host
	}
	return address.String()
}

// serve serves a connection of another node: its lobby requests, those of its operator, or a backup.
func (n *Node) serve(conn net.Conn) error {
	stop := context.AfterFunc(n.running, func() { _ = conn.Close() })
	as, line, err := stream.ReadGreeting(conn)
	stop()
	switch {
	case err != nil:
		return errors.Join(err, conn.Close())
	case line == operatorGreeting && n.config.Operator != nil:
		return n.serveOperator(conn)
	case line != stream.Greeting || n.config.Backups == nil:
		return remote.ServeBy(n.running, as, n.config.Protocol, servedLobby{n.rooms, n.router}, nil)
	}
	size, err := n.config.Backups.Give(n.running, as)
	if err != nil {
		return fmt.Errorf("a backup was not given: %w", err)
	}
	n.log.Info("sent a backup to another node", "to", conn.RemoteAddr().String(), "bytes", size)
	return nil
}

// servedLobby is the lobby as other nodes see it. It finds only rooms of this process and returns lobby.ErrMoved for
// others.
type servedLobby struct {
	lobby.Lobby
	node *router
}

// Enter implements lobby.Lobby.
func (g servedLobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	session, err := g.Lobby.Enter(ctx, who)
	if err != nil {
		return nil, err
	}
	return servedSession{session, g.node, who}, nil
}

// Changes implements lobby.ChangeFeed.
func (g servedLobby) Changes(ctx context.Context, since lobby.Cursor) (lobby.Changes, error) {
	return g.node.rooms.Changes(ctx, since)
}

// AddUsage implements remote.UsageSink.
func (g servedLobby) AddUsage(spent []ratelimit.Usage) {
	g.node.rooms.RateLimits().ApplyUsage(spent, maxUsage)
}

// Declined implements lobby.DeclineNotifier.
func (g servedLobby) Declined(ctx context.Context, answer lobby.Declined) error {
	return g.node.rooms.Declined(ctx, answer)
}

// servedSession is the session of a player at another node.
type servedSession struct {
	lobby.Session
	node *router
	who  lobby.Identity
}

// Do implements lobby.Doer.
func (g servedSession) Do(ctx context.Context, request lobby.Request) (any, error) {
	if o, _ := lobby.FindOperation(request.Op); o.Code != nil {
		if err := g.elsewhere(o.Code(request.Op)); err != nil {
			return nil, err
		}
	}
	if op, is := request.Op.(lobby.Invite); is {
		return lobby.Nothing{}, g.invite(ctx, request, op)
	}
	return g.Session.Do(ctx, request)
}

// invite performs lobby.Invite for a player at this node.
func (g servedSession) invite(ctx context.Context, request lobby.Request, op lobby.Invite) error {
	v := inviting{roomAccess{newSessions(g.node, g.Session, g.who)}}
	defer v.stop()
	ctx, cancel := v.within(ctx)
	defer cancel()
	return v.inviteAtHome(ctx, request, op)
}

// elsewhere returns an error if a room with the given code would not be at this node.
func (g servedSession) elsewhere(code string) error {
	if g.node.has(ShardOf(lobby.ParseCode(code))) {
		return nil
	}
	return lobby.ErrMoved
}
