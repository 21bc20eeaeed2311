package remote

import (
	"context"
	"reflect"
	"sync"
	"time"

	"parlor/lobby"
)

// nameTime bounds how long Name waits for an answer.
const nameTime = 10 * time.Second

// session is a lobby.Session of a lobby at the other end.
type session struct {
	handles      *handles
	keepsRatings bool

	mu    sync.Mutex // guards the fields below
	pages pageSlot
	name  string // from the last answer
	over  bool   // pages is closed
	why   error
}

func newSession(c *client, wished string) *session {
	return &session{name: wished, pages: newPageSlot(), handles: &handles{client: c, open: map[stream]struct{}{}}}
}

// open sets the number of the session.
func (s *session) open(number uint64) stream {
	s.handles.number = number
	return s
}

// receive implements stream.
func (s *session) receive(f frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return nil
	}
	var page lobby.Page
	if err := readShown(f.Body, &page); err != nil {
		return notUnderstood(err)
	}
	s.pages.put(page)
	return nil
}

// stop implements stream. Handles are stopped separately.
func (s *session) stop(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.over, s.why = true, why
		close(s.pages.slot)
	}
}

// Pages implements lobby.Session.
func (s *session) Pages() <-chan lobby.Page { return s.pages.slot }

// Ended implements lobby.Session.
func (s *session) Ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// Close implements lobby.Session.
func (s *session) Close() {
	s.stop(nil)
	open, first := s.handles.closeAll()
	for one := range open {
		one.stop(nil) // the server ends them with the session
	}
	if first {
		s.handles.client.release(s.handles.number)
	}
}

// Name implements lobby.Session. If there is no answer, it returns the last known name.
func (s *session) Name() string {
	var name string
	ctx, cancel := context.WithTimeout(context.Background(), nameTime)
	defer cancel()
	err := s.handles.ask(ctx, request{call: callName, body: none{}}, &name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.name = name
	}
	return s.name
}

// KeepsRatings implements lobby.Session.
func (s *session) KeepsRatings() bool { return s.keepsRatings }

// Do implements lobby.Doer.
func (s *session) Do(ctx context.Context, asked lobby.Request) (any, error) {
	o, err := lobby.OfSession.Find(asked.Op)
	if err != nil {
		return nil, err
	}
	if show, is := asked.Op.(lobby.Show); is {
		s.turnTo(show.Window)
	}
	r := requestOf(o, asked)
	if o.Posted {
		s.handles.client.post(s.handles.number, r.call, r.body)
		return lobby.Nothing{}, nil
	}
	switch o.AnswerType() {
	case reflect.TypeFor[lobby.Handle]():
		return openHandle(ctx, s.handles, roomHandles(), r)
	case reflect.TypeFor[lobby.GameNightHandle]():
		return openHandle(ctx, s.handles, nightHandles(), r)
	case reflect.TypeFor[lobby.Nothing]():
		return lobby.Nothing{}, s.handles.ask(ctx, r, nil)
	}
	answer := reflect.New(answerOnWire(o.AnswerType()))
	if err := s.handles.ask(ctx, r, answer.Interface()); err != nil {
		return nil, err
	}
	return s.handles.client.decoder.decodeAnswer(answer.Elem().Interface())
}

// requestOf encodes a request for an operation of a session.
func requestOf(o lobby.Operation, asked lobby.Request) request {
	r := request{call: o.Kind, body: o.Body(asked.Op)}
	if o.Once {
		r.id = asked.ID
	}
	return r
}

// turnTo prepares for the pages of another window. A page of the old one that is in transit
// may still arrive before the first of the new one.
func (s *session) turnTo(window lobby.Window) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.pages.turn(window.Shows(), s.name)
	}
}
