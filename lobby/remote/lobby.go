package remote

import (
	"context"
	"errors"
	"fmt"
	"net"

	"parlor/engine"
	"parlor/lobby"
	"parlor/ratelimit"
)

var (
	_ lobby.Lobby           = (*Lobby)(nil)
	_ lobby.DeclineNotifier = (*Lobby)(nil)
	_ lobby.Session         = (*session)(nil)
	_ lobby.Handle          = (*handle[lobby.Update])(nil)
	_ lobby.GameNightHandle = (*handle[lobby.GameNightUpdate])(nil)
	_ lobby.History         = history{}
	_ lobby.ChangeFeed      = (*Lobby)(nil)
)

// errClosed is the cause of a connection that this end has closed.
var errClosed = errors.New("this end has hung up")

// Lobby is a lobby at the other end of a connection. If the context of a call or the
// connection ends first, the error is lobby.ErrNoAnswer, and the call may still be
// executed.
type Lobby struct {
	*client
	settings []lobby.Setting
	hello    helloOnWire
}

// Connect returns the lobby that is served at the other end of a connection. It offers
// those of its games that are in known; rooms with unknown rules are not shown. settings
// are the settings of its rooms; nil means lobby.RoomSettings. The connection is closed
// with the lobby, or if Connect fails.
func Connect(ctx context.Context, conn net.Conn, known []engine.Game, settings []lobby.Setting) (*Lobby, error) {
	return ConnectBy(ctx, conn, Protocol, known, settings)
}

// ConnectBy is like Connect, with a version of the protocol: Protocol, or the previous one if the
// other end is known not to support a newer one.
func ConnectBy(ctx context.Context, conn net.Conn, protocol int, known []engine.Game, settings []lobby.Setting) (*Lobby, error) {
	if settings == nil {
		settings = lobby.RoomSettings()
	}
	l := &Lobby{client: &client{link: newLink(conn), requests: newRequests()}, settings: settings}
	stop := context.AfterFunc(ctx, func() { l.link.end(ctx.Err()) })
	err := l.handshake(protocol, known)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		l.link.end(err)
		return nil, fmt.Errorf("no lobby answers on this connection: %w", l.link.err())
	}
	l.link.work.Go(l.link.write)
	l.link.work.Go(func() {
		l.link.listen(l.dispatch)
		for _, one := range l.requests.takeStreams() {
			one.stop(ErrCut)
		}
	})
	return l, nil
}

// handshake exchanges greetings with the server and reads the description of its lobby.
func (l *Lobby) handshake(protocol int, known []engine.Game) error {
	if err := l.link.sendGreeting(protocol); err != nil {
		return err
	}
	speaks, err := l.link.readGreeting()
	switch {
	case err != nil:
		return err
	case speaks > protocol:
		return fmt.Errorf("the other end answers in version %d of what goes between nodes, and was greeted in version %d", speaks, protocol)
	}
	l.link.version = speaks
	f, err := readFrame(l.link.in)
	if err == nil && f.Kind != kindHello {
		err = fmt.Errorf("it begins with a frame of the kind %.20q", f.Kind)
	}
	if err == nil {
		err = readShown(f.Body, &l.hello)
	}
	if err != nil {
		return err
	}
	l.decoder = newDecoder(l.hello.Games, known)
	return nil
}

// Close closes the connection. At the other end, all its sessions are disconnected.
func (l *Lobby) Close() {
	l.link.end(errClosed)
	l.link.work.Wait()
}

// Done returns a channel that is closed when the connection has ended. Err then returns the
// cause, for the operator.
func (l *Lobby) Done() <-chan struct{} { return l.link.done }

// Err returns why the connection has ended, or nil.
func (l *Lobby) Err() error { return l.link.err() }

// dispatch passes a frame of the server to its request or stream. It drops frames for which no
// receiver is waiting.
func (l *Lobby) dispatch(f frame) error {
	answer, to := l.requests.receivers(f)
	switch f.Kind {
	case kindAnswer:
		if answer != nil {
			answer <- f // the channel has a free slot for the only answer
		}
	case kindPage, kindUpdate, kindNight:
		if to == nil {
			return nil
		}
		if err := to.receive(f); err != nil {
			to.stop(err)
			l.release(f.Number)
		}
	case kindEnded:
		if to != nil {
			to.stop(f.Fault.asError())
		}
	default:
		return misunderstood{fmt.Errorf("a server sends no frame of the kind %.20q", f.Kind)}
	}
	return nil
}

// Games implements lobby.Lobby.
func (l *Lobby) Games() []engine.Game { return l.decoder.games }

// Settings implements lobby.Lobby.
func (l *Lobby) Settings() []lobby.Setting { return l.settings }

// Limits implements lobby.Lobby.
func (l *Lobby) Limits() lobby.Limits { return l.hello.Limits }

// Recognise implements lobby.Lobby.
func (l *Lobby) Recognise(ctx context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	known := recognised{Identity: who}
	err := l.ask(ctx, request{call: callRecognise, body: who}, &known)
	return known.Identity, known.Account, err
}

// Knows implements lobby.Lobby.
func (l *Lobby) Knows(ctx context.Context, id string) (known bool, err error) {
	err = l.ask(ctx, request{call: callKnows, body: id}, &known)
	return known, err
}

// Has implements lobby.Lobby. It reports false if there is no answer.
func (l *Lobby) Has(ctx context.Context, who lobby.Identity, code string) (there bool) {
	err := l.ask(ctx, request{call: callHas, body: hasOnWire{who, code}}, &there)
	return there && err == nil
}

// Changes implements lobby.ChangeFeed, if the lobby at the other end does.
func (l *Lobby) Changes(ctx context.Context, since lobby.Cursor) (changes lobby.Changes, err error) {
	err = l.ask(ctx, request{call: callChanges, body: since}, &changes)
	return changes, err
}

// SendUsage reports usage of this node to the lobby at the other end, if that is a
// UsageSink.
func (l *Lobby) SendUsage(ctx context.Context, usage []ratelimit.Usage) error {
	return l.ask(ctx, request{call: callUsage, body: usage}, nil)
}

// Declined implements lobby.DeclineNotifier, if the lobby at the other end does.
func (l *Lobby) Declined(ctx context.Context, answer lobby.Declined) error {
	return l.ask(ctx, request{call: callDeclined, body: answer}, nil)
}

// Enter implements lobby.Lobby.
func (l *Lobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	s := newSession(l.client, who.Name)
	var got entered
	if err := l.ask(ctx, request{call: callEnter, body: who, opens: s.open}, &got); err != nil {
		return nil, err
	}
	s.keepsRatings = got.KeepsRatings
	return s, nil
}

// History returns the finished matches at the other end, or nil if it stores none.
func (l *Lobby) History() lobby.History {
	if !l.hello.History {
		return nil
	}
	return history{l.client}
}

// history is the lobby.History at the other end.
type history struct{ client *client }

// Matches implements lobby.History.
func (h history) Matches(ctx context.Context, filter lobby.MatchFilter) (matches []lobby.Finished, err error) {
	err = h.client.ask(ctx, request{call: callMatches, body: filter}, &matches)
	return matches, err
}

// Match implements lobby.History.
func (h history) Match(ctx context.Context, id string) (match lobby.Finished, err error) {
	err = h.client.ask(ctx, request{call: callMatch, body: id}, &match)
	return match, err
}
