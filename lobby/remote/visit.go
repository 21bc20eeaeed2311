package remote

import (
	"context"
	"reflect"
	"sync"

	"parlor/lobby"
)

// visit is one session's stay in a lobby at the other end.
type visit struct {
	lobby        *Lobby
	keepsRatings bool
	number       uint64 // set before the request is sent

	mu      sync.Mutex // guards what follows
	hall    hall
	name    string // as the server told it last
	handles map[*handle]struct{}
	nights  map[*night]struct{}
	closed  bool // by this end
	over    bool // nothing more is shown
	why     error
}

func newVisit(l *Lobby, wished string) *visit {
	return &visit{lobby: l, name: wished, hall: newHall(), handles: map[*handle]struct{}{}, nights: map[*night]struct{}{}}
}

// under gives the visit its number.
func (v *visit) under(number uint64) shown {
	v.number = number
	return v
}

// take implements shown.
func (v *visit) take(f frame) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.over {
		return nil
	}
	return v.hall.take(f)
}

// end implements shown. Handles go on until they are told of their own end.
func (v *visit) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.over {
		v.over, v.why = true, why
		v.hall.close()
	}
}

// Ended implements lobby.Visit.
func (v *visit) Ended() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.why
}

// Close implements lobby.Visit.
func (v *visit) Close() {
	v.end(nil)
	v.mu.Lock()
	already := v.closed
	v.closed = true
	handles := v.handles
	v.handles = map[*handle]struct{}{}
	nights := v.nights
	v.nights = map[*night]struct{}{}
	v.mu.Unlock()
	for night := range nights {
		night.end(nil)
	}
	for handle := range handles {
		handle.end(nil) // at the other end, the visit ends them
	}
	if !already {
		v.lobby.finish(v.number)
	}
}

// ask asks the visit at the other end.
func (v *visit) ask(ctx context.Context, call string, body, out any) error {
	if v.isClosed() {
		return errOver
	}
	return v.lobby.ask(ctx, request{of: v.number, call: call, body: body}, out)
}

// open asks for a place in a room.
func (v *visit) open(ctx context.Context, call string, body any) (lobby.Handle, error) {
	h := newHandle(v)
	v.mu.Lock()
	if v.closed {
		v.mu.Unlock()
		return nil, errOver
	}
	v.handles[h] = struct{}{}
	v.mu.Unlock()
	if err := v.lobby.ask(ctx, request{of: v.number, call: call, body: body, shows: h.under}, nil); err != nil {
		v.drop(h)
		return nil, err
	}
	if v.isClosed() {
		return nil, errOver // and with the visit, the place ends
	}
	return h, nil
}

func (v *visit) isClosed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.closed
}

// drop forgets a handle that has ended.
func (v *visit) drop(h *handle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.handles, h)
}

// Name implements lobby.Visit. Where there is no answer, it is the name that was
// told last.
func (v *visit) Name() string {
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

// KeepsRatings implements lobby.Visit.
func (v *visit) KeepsRatings() bool { return v.keepsRatings }

// Do implements lobby.Doer.
func (v *visit) Do(ctx context.Context, request lobby.Request) (any, error) {
	o, known := lobby.FindOperation(request.Op)
	if !known {
		return nil, lobby.UnknownOperation(request.Op)
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
		return v.open(ctx, o.Kind, body)
	case reflect.TypeFor[lobby.Evening]():
		return v.hold(ctx, o.Kind, body)
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
