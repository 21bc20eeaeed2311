package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"parlor/lobby"
	"parlor/prose"
)

var errOverfull = prose.Refuse("The server is very busy. Try again in a moment.")

// maxExchanges bounds the requests, sessions and handles of one connection.
const maxExchanges = 200_000

// Serve serves a lobby on a connection until that or ctx ends, and closes the connection.
// Its sessions are then closed like after a disconnect: seats are kept. history may be nil.
// Serve returns nil if the client has closed the connection, and otherwise why it ended.
func Serve(ctx context.Context, conn net.Conn, l lobby.Lobby, history lobby.History) error {
	return ServeBy(ctx, conn, Protocol, l, history)
}

// ServeBy is like Serve, with a maximum version of the protocol.
func ServeBy(ctx context.Context, conn net.Conn, protocol int, l lobby.Lobby, history lobby.History) error {
	s := &serverConn{link: newLink(conn), backend: backend{l, history}, methods: newMethods(), exchanges: map[uint64]*exchange{}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { s.link.end(context.Cause(ctx)) })()
	if err := s.welcome(protocol); err != nil {
		s.link.end(err)
		return s.link.err()
	}
	s.link.work.Go(s.link.write)
	s.link.listen(func(f frame) error { return s.accept(ctx, f) })
	cancel()
	s.closeSessions()
	s.link.work.Wait()
	// A close by the other end shows as either error.
	if err := s.link.err(); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
		return err
	}
	return nil
}

// serverConn is the serving end of a connection.
type serverConn struct {
	link    *link
	backend backend
	methods methods

	mu        sync.Mutex // guards the fields below
	exchanges map[uint64]*exchange
	closed    bool // nothing further may be opened
}

// exchange is a pending request, and later the session or handle that it has opened.
type exchange struct {
	cancel context.CancelFunc // of the request
	over   bool               // the client no longer needs it
	opened opened             // nil until there is one
}

// opened is a session or a handle.
type opened interface {
	lobby.Doer
	Close()
}

// welcome answers the greeting of a client and describes the lobby.
func (s *serverConn) welcome(protocol int) error {
	speaks, err := s.link.readGreeting()
	if err != nil {
		_ = s.link.sendGreeting(protocol) // so that the other end can report the mismatch
		return err
	}
	s.link.version = min(speaks, protocol)
	if err := s.link.sendGreeting(s.link.version); err != nil {
		return err
	}
	hello, err := json.Marshal(s.backend.describe())
	if err != nil {
		return err
	}
	return s.link.send(frame{Kind: kindHello, Body: hello})
}

// accept handles a frame of the client.
func (s *serverConn) accept(ctx context.Context, f frame) error {
	switch f.Kind {
	case kindAsk:
		return s.begin(ctx, f)
	case kindEnd:
		s.endExchange(f.Number)
		return nil
	}
	return misunderstood{fmt.Errorf("a client sends no frame of the kind %.20q", f.Kind)}
}

// begin starts a request.
func (s *serverConn) begin(ctx context.Context, f frame) error {
	answer, posted, err := s.find(f)
	if err != nil {
		return refuse(s.link, f, err)
	}
	if posted {
		_, _ = answer(ctx) // a posted request has no answer
		return nil
	}
	cancel := context.CancelFunc(nil)
	if f.Within > 0 {
		ctx, cancel = context.WithTimeout(ctx, f.Within)
	} else {
		ctx, cancel = context.WithCancel(ctx)
	}
	x := &exchange{cancel: cancel}
	s.mu.Lock()
	_, used := s.exchanges[f.Number]
	full := len(s.exchanges) >= maxExchanges
	if !used && !full {
		s.exchanges[f.Number] = x
	}
	s.mu.Unlock()
	switch {
	case used:
		cancel()
		return misunderstood{fmt.Errorf("request %d is under way already", f.Number)}
	case full:
		cancel()
		return refuse(s.link, f, errOverfull)
	}
	s.link.work.Go(func() {
		defer cancel()
		result, err := answer(ctx)
		s.finish(f.Number, x, result, err)
	})
	return nil
}

// find returns the function that answers a request, and whether the request is posted.
func (s *serverConn) find(f frame) (answer func(context.Context) (any, error), posted bool, err error) {
	if f.Of == 0 {
		return prepare(s.methods.lobby, s.backend, f)
	}
	switch of := s.openedBy(f.Of).(type) {
	case lobby.Session:
		return prepare(s.methods.session, of, f)
	case lobby.Handle:
		return prepare(s.methods.room, lobby.Doer(of), f)
	case lobby.GameNightHandle:
		return prepare(s.methods.night, lobby.Doer(of), f)
	}
	if f.Call == callDo {
		return nil, false, errNotAtTable
	}
	return nil, false, errSessionEnded
}

func prepare[T any](known map[string]method[T], of T, f frame) (func(context.Context) (any, error), bool, error) {
	m, is := known[f.Call]
	if !is {
		return nil, false, &lobby.Fault{Told: notUnderstood(fmt.Errorf("nothing is called %.20q", f.Call)), Cause: ErrNotSupported}
	}
	return func(ctx context.Context) (any, error) { return m.do(ctx, of, f) }, m.posted, nil
}

// openedBy returns the open session or handle of a request, or nil.
func (s *serverConn) openedBy(number uint64) opened {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.exchanges[number]; x != nil {
		return x.opened
	}
	return nil
}

// finish sends the answer of a request, and then the pages or updates of the session or
// handle that it has opened.
func (s *serverConn) finish(number uint64, x *exchange, result any, err error) {
	if err == nil {
		switch result := result.(type) {
		case lobby.Session:
			if s.keep(number, x, result) {
				source[lobby.Page]{
					kind: kindPage, from: result.Pages(), ended: result.Ended, hangUp: result.Close,
					encode: func(page lobby.Page) any { return page },
				}.publish(s.link, number, entered{KeepsRatings: result.KeepsRatings()})
			}
			return
		case lobby.Handle:
			publishHandle(s, number, x, result, kindUpdate, func(u lobby.Update) any { return encodeUpdate(u) })
			return
		case lobby.GameNightHandle:
			publishHandle(s, number, x, result, kindNight, func(u lobby.GameNightUpdate) any { return u })
			return
		}
	}
	if !s.drop(number, x) {
		respond(s.link, number, result, err)
	}
}

// publishHandle answers with a handle, and sends its updates until it ends.
func publishHandle[U any](s *serverConn, number uint64, x *exchange, h lobby.HandleOf[U], kind string, encode func(U) any) {
	if s.keep(number, x, h) {
		source[U]{kind: kind, from: h.Updates(), ended: h.Ended, hangUp: h.Close, encode: encode}.publish(s.link, number, nil)
		s.drop(number, x)
	}
}

// keep records what a request has opened. If the client no longer needs it, keep closes it and returns false.
func (s *serverConn) keep(number uint64, x *exchange, what opened) bool {
	s.mu.Lock()
	over := x.over || s.closed
	if over {
		delete(s.exchanges, number)
	} else {
		x.opened = what
	}
	s.mu.Unlock()
	if over {
		what.Close()
	}
	return !over
}

// drop removes an exchange and reports whether the client no longer needs it.
func (s *serverConn) drop(number uint64, x *exchange) (over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.exchanges, number)
	return x.over
}

// endExchange ends the exchange with a number.
func (s *serverConn) endExchange(number uint64) {
	s.mu.Lock()
	x := s.exchanges[number]
	if x == nil {
		s.mu.Unlock()
		return
	}
	x.over = true
	what := x.opened
	if what != nil {
		delete(s.exchanges, number)
	}
	s.mu.Unlock()
	x.cancel()
	if what != nil {
		s.link.work.Go(what.Close)
	}
}

// closeSessions closes all sessions on the connection.
func (s *serverConn) closeSessions() {
	s.mu.Lock()
	s.closed = true
	var sessions []lobby.Session
	for _, x := range s.exchanges {
		if session, is := x.opened.(lobby.Session); is {
			sessions = append(sessions, session)
		}
	}
	s.mu.Unlock()
	for _, session := range sessions {
		session.Close()
	}
}
