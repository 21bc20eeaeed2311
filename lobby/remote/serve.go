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

var (
	errOver     = prose.Refuse("This session has ended.")
	errGone     = prose.Refuse("You are not at this table any more.")
	errOverfull = prose.Refuse("The server is very busy. Try again in a moment.")
)

// maxOpened bounds the calls under way, sessions and handles of one connection.
const maxOpened = 200_000

// Serve answers for a lobby on a connection, until that ends or ctx does, and
// closes the connection. The sessions on it are then closed, which is a hang-up:
// seats are held. A history of nil keeps no matches. Serve returns nil where the
// client has hung up, and else why the connection ended.
func Serve(ctx context.Context, conn net.Conn, l lobby.Lobby, history lobby.History) error {
	return ServeBy(ctx, conn, Protocol, l, history)
}

// ServeBy is Serve by no newer version of the protocol than that.
func ServeBy(ctx context.Context, conn net.Conn, protocol int, l lobby.Lobby, history lobby.History) error {
	s := &server{
		link: newLink(conn), house: house{l, history}, opened: map[uint64]*opened{},
		calls: calls{houseCalls(), visitCalls(), placeCalls[lobby.Done](lobby.OfRoom), placeCalls[lobby.Nothing](lobby.OfNight)},
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { s.end(context.Cause(ctx)) })()
	if err := s.welcome(protocol); err != nil {
		s.end(err)
		return s.err()
	}
	s.work.Go(s.write)
	s.listen(func(f frame) error { return s.take(ctx, f) })
	cancel()
	s.closeVisits()
	s.work.Wait()
	// That the other end has closed is seen by whoever reads, or writes, first.
	if err := s.err(); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
		return err
	}
	return nil
}

// welcome answers the greeting of a client and says what the lobby is.
func (s *server) welcome(protocol int) error {
	speaks, err := s.greeted()
	if err != nil {
		_ = s.greet(protocol) // so that the other end can say what is wrong
		return err
	}
	if err := s.greet(min(speaks, protocol)); err != nil {
		return err
	}
	hello, err := json.Marshal(s.house.hello())
	if err != nil {
		return err
	}
	return s.send(frame{Kind: kindHello, Body: hello})
}

// server is the end of a connection that answers.
type server struct {
	*link
	house house
	calls calls

	mu     sync.Mutex // guards what follows
	opened map[uint64]*opened
	closed bool // nothing is opened any more
}

// calls are what can be asked of whom.
type calls struct {
	house   map[string]answering[house]
	session map[string]answering[lobby.Session]
	room    map[string]answering[lobby.Doer]
	night   map[string]answering[lobby.Doer]
}

// opened is what began with a request: a call that is under way, and then the session or
// the place that came of it.
type opened struct {
	cancel context.CancelFunc // of the call
	over   bool               // the client has no more use for it
	held   held               // what came of it; nil until something has
}

// held is a session, or a place of one.
type held interface {
	lobby.Doer
	Close()
}

// take takes a frame of the client.
func (s *server) take(ctx context.Context, f frame) error {
	switch f.Kind {
	case kindAsk:
		return s.ask(ctx, f)
	case kindEnd:
		s.finish(f.Number)
		return nil
	}
	return misunderstood{fmt.Errorf("a client sends no frame of the kind %.20q", f.Kind)}
}

// ask begins to answer a request.
func (s *server) ask(ctx context.Context, f frame) error {
	answer, posted, err := s.find(f)
	if err != nil {
		return s.refuse(f, err)
	}
	if posted {
		_, _ = answer(ctx) // nobody waits for what comes of it
		return nil
	}
	cancel := context.CancelFunc(nil)
	if f.Within > 0 {
		ctx, cancel = context.WithTimeout(ctx, f.Within)
	} else {
		ctx, cancel = context.WithCancel(ctx)
	}
	o := &opened{cancel: cancel}
	s.mu.Lock()
	_, used := s.opened[f.Number]
	full := len(s.opened) >= maxOpened
	if !used && !full {
		s.opened[f.Number] = o
	}
	s.mu.Unlock()
	switch {
	case used:
		cancel()
		return misunderstood{fmt.Errorf("request %d is under way already", f.Number)}
	case full:
		cancel()
		return s.refuse(f, errOverfull)
	}
	s.work.Go(func() {
		defer cancel()
		result, err := answer(ctx)
		s.answer(f.Number, o, result, err)
	})
	return nil
}

// find is what answers a request, and whether it is posted.
func (s *server) find(f frame) (answer func(context.Context) (any, error), posted bool, err error) {
	if f.Of == 0 {
		return prepare(s.calls.house, s.house, f)
	}
	switch of := s.held(f.Of).(type) {
	case lobby.Session:
		return prepare(s.calls.session, of, f)
	case lobby.Handle:
		return prepare(s.calls.room, lobby.Doer(of), f)
	case lobby.GameNightHandle:
		return prepare(s.calls.night, lobby.Doer(of), f)
	}
	if f.Call == callDo {
		return nil, false, errGone
	}
	return nil, false, errOver
}

// held returns what came of a request; nil if that has ended, or nothing has yet.
func (s *server) held(number uint64) held {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.opened[number]; o != nil {
		return o.held
	}
	return nil
}

func prepare[T any](known map[string]answering[T], of T, f frame) (func(context.Context) (any, error), bool, error) {
	answer, is := known[f.Call]
	if !is {
		return nil, false, notUnderstood(fmt.Errorf("nothing is called %.20q", f.Call))
	}
	return func(ctx context.Context) (any, error) { return answer.do(ctx, of, f.Body) }, answer.posted, nil
}

// refuse answers a request that nothing is begun for.
func (s *server) refuse(f frame, err error) error {
	return s.send(frame{Kind: kindAnswer, Number: f.Number, Fault: faultOf(err)})
}

// answer sends what came of a request, and shows what a session or a place shows from
// then on.
func (s *server) answer(number uint64, o *opened, result any, err error) {
	if err == nil {
		switch result := result.(type) {
		case lobby.Session:
			if s.keep(number, o, result) {
				show(s, number, showing[lobby.Page]{
					kind: kindHall, from: result.Pages(), ended: result.Ended, hangUp: result.Close,
					encode: func(page lobby.Page) any { return page },
				}, entered{KeepsRatings: result.KeepsRatings()})
			}
			return
		case lobby.Handle:
			showPlace(s, number, o, result, kindUpdate, func(u lobby.Update) any { return encodeUpdate(u) })
			return
		case lobby.GameNightHandle:
			showPlace(s, number, o, result, kindNight, func(u lobby.GameNightUpdate) any { return u })
			return
		}
	}
	if s.drop(number); !s.isOver(o) {
		s.sendAnswer(number, result, err)
	}
}

// showPlace answers with a place, and sends its updates until it ends.
func showPlace[U any](s *server, number uint64, o *opened, p lobby.HandleOf[U], kind string, encode func(U) any) {
	if s.keep(number, o, p) {
		show(s, number, showing[U]{kind: kind, from: p.Updates(), ended: p.Ended, hangUp: p.Close, encode: encode}, nil)
		s.drop(number)
	}
}

// keep has the client hold what it asked for, or closes that and reports false if the client
// has no more use for it.
func (s *server) keep(number uint64, o *opened, what held) bool {
	s.mu.Lock()
	over := o.over || s.closed
	if over {
		delete(s.opened, number)
	} else {
		o.held = what
	}
	s.mu.Unlock()
	if over {
		what.Close()
	}
	return !over
}

func (s *server) isOver(o *opened) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return o.over
}

// drop forgets a number.
func (s *server) drop(number uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.opened, number)
}

// sendAnswer sends a result, or why there is none.
func (s *server) sendAnswer(number uint64, result any, failed error) {
	body, err := json.Marshal(result)
	if err == nil {
		err = s.send(frame{Kind: kindAnswer, Number: number, Body: body, Fault: faultOf(failed)})
	}
	if err != nil {
		_ = s.send(frame{Kind: kindAnswer, Number: number, Fault: faultOf(err)}) // else the connection has ended
	}
}

// finish ends what began with a number.
func (s *server) finish(number uint64) {
	s.mu.Lock()
	o := s.opened[number]
	if o == nil {
		s.mu.Unlock()
		return
	}
	o.over = true
	what := o.held
	if what != nil {
		delete(s.opened, number)
	}
	s.mu.Unlock()
	o.cancel()
	if what != nil {
		s.work.Go(what.Close)
	}
}

// closeVisits hangs up for everybody on the connection.
func (s *server) closeVisits() {
	s.mu.Lock()
	s.closed = true
	var sessions []lobby.Session
	for _, o := range s.opened {
		if session, is := o.held.(lobby.Session); is {
			sessions = append(sessions, session)
		}
	}
	s.mu.Unlock()
	for _, session := range sessions {
		session.Close()
	}
}
