package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// errHungUp is why a connection ended that this end closed.
var errHungUp = errors.New("this end has hung up")

// patience is how long a call takes at most whose caller cannot say how long they
// wait.
const patience = 10 * time.Second

// Lobby is a lobby at the other end of a connection. Where a call's context ends
// first, or the connection, its error is lobby.ErrNoAnswer: it may still be done.
type Lobby struct {
	link     *link
	games    []engine.Game
	settings []lobby.Setting
	hello    helloOnWire
	requests *requests
}

// shown is a session or a handle, as the connection sees it. Its methods wait for
// nobody.
type shown interface {
	// take takes what is shown.
	take(frame) error
	// end says that nothing more is shown.
	end(why error)
}

// Connect is the lobby that the other end of a connection serves. Of its games those
// that are known here are offered; of a room that is played by rules which are not,
// nothing can be shown. A room's settings are those given, as games are code that is
// not sent; nil are lobby.RoomSettings. Once ctx ends, it gives up. The connection is
// closed with the lobby, and where Connect fails.
func Connect(ctx context.Context, conn net.Conn, known []engine.Game, settings []lobby.Setting) (*Lobby, error) {
	return ConnectBy(ctx, conn, Protocol, known, settings)
}

// ConnectBy is Connect by a version of the protocol: Protocol, or the one before where
// the other end is known to speak no newer one.
func ConnectBy(ctx context.Context, conn net.Conn, protocol int, known []engine.Game, settings []lobby.Setting) (*Lobby, error) {
	if settings == nil {
		settings = lobby.RoomSettings()
	}
	l := &Lobby{link: newLink(conn), settings: settings, requests: newRequests()}
	stop := context.AfterFunc(ctx, func() { l.link.end(ctx.Err()) })
	err := l.meet(protocol, known)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		l.link.end(err)
		return nil, fmt.Errorf("no lobby answers on this connection: %w", l.link.err())
	}
	l.link.work.Go(l.link.write)
	l.link.work.Go(func() {
		l.link.listen(l.take)
		l.requests.endAll()
	})
	return l, nil
}

// meet greets the server and learns what its lobby is.
func (l *Lobby) meet(protocol int, known []engine.Game) error {
	if err := l.link.greet(protocol); err != nil {
		return err
	}
	switch speaks, err := l.link.greeted(); {
	case err != nil:
		return err
	case speaks > protocol:
		return fmt.Errorf("the other end answers in version %d of what goes between nodes, and was greeted in version %d", speaks, protocol)
	}
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
	l.games = findGames(l.hello.Games, known)
	return nil
}

// findGames are the games that the other end offers, of those in this program.
func findGames(offered []gameOnWire, known []engine.Game) []engine.Game {
	games := make([]engine.Game, 0, len(offered))
	for _, one := range offered {
		if game, ok := lobby.FindGame(known, one.Name); ok {
			games = append(games, game)
		}
	}
	return games
}

// Close ends the connection. At the other end, that is a hang-up for everybody
// on it.
func (l *Lobby) Close() {
	l.link.end(errHungUp)
	l.link.work.Wait()
}

// Done is closed when the connection has ended, and Err then says why, to the
// operator.
func (l *Lobby) Done() <-chan struct{} { return l.link.done }

// Err is why the connection ended; nil while it has not.
func (l *Lobby) Err() error { return l.link.err() }

// take takes a frame of the server. Whatever goes to somebody who does not wait
// for it any more is dropped.
func (l *Lobby) take(f frame) error {
	asked, shown := l.requests.receivers(f)
	switch f.Kind {
	case kindAnswer:
		if asked != nil {
			asked <- f // it has room for the one answer
		}
	case kindHall, kindUpdate, kindNight:
		if shown == nil {
			return nil
		}
		if err := shown.take(f); err != nil {
			shown.end(err)
			l.finish(f.Number)
		}
	case kindEnded:
		if shown != nil {
			shown.end(f.Fault.err())
		}
	default:
		return misunderstood{fmt.Errorf("a server sends no frame of the kind %.20q", f.Kind)}
	}
	return nil
}

// finish tells the server that there is no more use for what began with a
// number.
func (l *Lobby) finish(number uint64) {
	l.requests.forget(number)
	_ = l.link.send(frame{Kind: kindEnd, Number: number}) // else the connection has ended, and it with that
}

// request is what is asked, and of which session or handle; 0 is the lobby.
type request struct {
	of   uint64
	call string
	body any
	// shows is what the request begins; nil for nothing.
	shows func(number uint64) shown
}

// ask asks, and reads the answer into out unless that is nil, also where there
// is an error beside it.
func (l *Lobby) ask(ctx context.Context, r request, out any) error {
	if ctx.Err() != nil {
		return fmt.Errorf("the lobby was not asked: %w", ctx.Err())
	}
	body, err := json.Marshal(r.body)
	if err != nil {
		return fmt.Errorf("that cannot be sent: %w", err)
	}
	f := frame{Kind: kindAsk, Of: r.of, Call: r.call, Body: body}
	if until, bounded := ctx.Deadline(); bounded {
		f.Within = max(1, time.Until(until))
	}
	answer := make(chan frame, 1)
	f.Number = l.requests.expect(answer, r.shows)
	if err := l.link.send(f); err != nil {
		l.requests.forget(f.Number)
		return err
	}
	select {
	case f = <-answer:
	case <-ctx.Done():
		l.finish(f.Number)
		return lobby.NoAnswer(ctx.Err())
	case <-l.link.done:
		select {
		case f = <-answer: // it came before the end
		default:
			l.requests.forget(f.Number)
			return lobby.NoAnswer(ErrCut)
		}
	}
	if out != nil && len(f.Body) > 0 {
		if err := readShown(f.Body, out); err != nil {
			l.finish(f.Number)
			return notUnderstood(err)
		}
	}
	return f.Fault.err()
}

// Here returns nil as soon as the other end answers, whatever it says: one of the
// version before does not know what it is asked.
func (l *Lobby) Here(ctx context.Context) error {
	answer := make(chan frame, 1)
	number := l.requests.expectHere(answer)
	defer l.requests.forget(number)
	if err := l.link.send(frame{Kind: kindAsk, Number: number, Call: callHere}); err != nil {
		return err
	}
	select {
	case <-answer:
		return nil
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	case <-l.link.done:
		return lobby.NoAnswer(ErrCut)
	}
}

// tell asks for what has no answer.
func (l *Lobby) tell(of uint64, call string, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		return
	}
	f := frame{Kind: kindAsk, Number: l.requests.number(), Of: of, Call: call, Body: data}
	_ = l.link.send(f) // else the connection has ended
}

// notUnderstood is the error where what one end says makes no sense to the
// other.
func notUnderstood(err error) error {
	return fmt.Errorf("two parts of the server do not understand each other: %w", err)
}
