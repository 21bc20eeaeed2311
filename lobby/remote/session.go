package remote

import (
	"context"
	"reflect"
	"sync"

	"parlor/lobby"
)

// session is a lobby.Session of a lobby at the other end.
type session struct {
	lobby        *Lobby
	keepsRatings bool
	number       uint64 // set before the request is sent

	mu     sync.Mutex // guards what follows
	hall   hall
	name   string // as the server told it last
	places map[shown]struct{}
	closed bool // by this end
	over   bool // nothing more is shown
	why    error
}

func newSession(l *Lobby, wished string) *session {
	return &session{lobby: l, name: wished, hall: newHall(), places: map[shown]struct{}{}}
}

// under gives the session its number.
func (v *session) under(number uint64) shown {
	v.number = number
	return v
}

// take implements shown.
func (v *session) take(f frame) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.over {
		return nil
	}
	return v.hall.take(f)
}

// end implements shown. Handles go on until they are told of their own end.
func (v *session) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.over {
		v.over, v.why = true, why
		v.hall.close()
	}
}

// Ended implements lobby.Session.
func (v *session) Ended() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.why
}

// Close implements lobby.Session.
func (v *session) Close() {
	v.end(nil)
	v.mu.Lock()
	already := v.closed
	v.closed = true
	places := v.places
	v.places = map[shown]struct{}{}
	v.mu.Unlock()
	for place := range places {
		place.end(nil) // at the other end, the session ends them
	}
	if !already {
		v.lobby.finish(v.number)
	}
}

// ask asks the session at the other end.
func (v *session) ask(ctx context.Context, call string, body, out any) error {
	if v.isClosed() {
		return errOver
	}
	return v.lobby.ask(ctx, request{of: v.number, call: call, body: body}, out)
}

// keep notes a place to be closed with the session; it reports whether the session goes on.
func (v *session) keep(p shown) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.closed {
		v.places[p] = struct{}{}
	}
	return !v.closed
}

func (v *session) isClosed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.closed
}

// drop forgets a place that has ended.
func (v *session) drop(p shown) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.places, p)
}

// Name implements lobby.Session. Where there is no answer, it is the name that was
// told last.
func (v *session) Name() string {
	var name string
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := v.ask(ctx, callName, none{}, &name)
	v.mu.Lock()
	defer v.mu.Unlock()
	if err == nil {
		v.name = name
	}
	return v.name
}

// KeepsRatings implements lobby.Session.
func (v *session) KeepsRatings() bool { return v.keepsRatings }

// Do implements lobby.Doer.
func (v *session) Do(ctx context.Context, request lobby.Request) (any, error) {
	o, err := lobby.OfSession.Find(request.Op)
	if err != nil {
		return nil, err
	}
	body := o.Body(request.Op)
	if show, is := request.Op.(lobby.Show); is {
		v.turnTo(show.Window)
	}
	if o.Posted {
		v.lobby.tell(v.number, o.Kind, body)
		return lobby.Nothing{}, nil
	}
	switch o.AnswerType() {
	case reflect.TypeFor[lobby.Handle]():
		return open(ctx, v, roomPlace(), o.Kind, body)
	case reflect.TypeFor[lobby.GameNightHandle]():
		return open(ctx, v, nightPlace(), o.Kind, body)
	case reflect.TypeFor[lobby.Nothing]():
		return lobby.Nothing{}, v.ask(ctx, o.Kind, body, nil)
	}
	answer := reflect.New(answerOnWire(o.AnswerType()))
	if err := v.ask(ctx, o.Kind, body, answer.Interface()); err != nil {
		return nil, err
	}
	return v.lobby.decodeAnswer(answer.Elem().Interface())
}

// decodeAnswer is what encodeAnswer has encoded.
func (l *Lobby) decodeAnswer(answer any) (any, error) {
	switch answer := answer.(type) {
	case updateOnWire:
		return l.decode(answer)
	case exported:
		export := answer.Export
		export.Older = answer.Older
		if string(export.Settings) == "null" {
			export.Settings = nil // as it was: JSON has one word for both
		}
		return export, nil
	}
	return answer, nil
}
