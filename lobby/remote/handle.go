package remote

import (
	"context"
	"reflect"

	"parlor/lobby"
)

// place is one session's place in a room or at a game night at the other end.
type place[U any] struct {
	session *session
	kind    placeKind[U]
	updates lobby.Latest[U]
	number  uint64 // set before the request is sent
}

// placeKind is what rooms and game nights do differently.
type placeKind[U any] struct {
	target lobby.Target
	answer reflect.Type // of its operations
	empty  func() lobby.Latest[U]
	decode func(l *Lobby, body []byte) (U, error)
	closed error // why a place that was closed does nothing more
}

// roomPlace is the kind of lobby.Handle.
func roomPlace() placeKind[lobby.Update] {
	return placeKind[lobby.Update]{lobby.OfRoom, reflect.TypeFor[lobby.Done](), lobby.NewUpdateSlot, (*Lobby).readUpdate, errGone}
}

// nightPlace is the kind of lobby.Game night.
func nightPlace() placeKind[lobby.GameNightUpdate] {
	return placeKind[lobby.GameNightUpdate]{lobby.OfNight, reflect.TypeFor[lobby.Nothing](), lobby.NewLatest[lobby.GameNightUpdate], func(_ *Lobby, body []byte) (u lobby.GameNightUpdate, err error) {
		if err := readShown(body, &u); err != nil {
			return u, notUnderstood(err)
		}
		return u, nil
	}, errOver}
}

// open asks for a place by an operation of a session, sent as a body. It returns no place
// beside an error.
func open[U any](ctx context.Context, v *session, kind placeKind[U], call string, body any) (any, error) {
	p := &place[U]{session: v, kind: kind, updates: kind.empty()}
	if !v.keep(p) {
		return nil, errOver
	}
	if err := v.lobby.ask(ctx, request{of: v.number, call: call, body: body, shows: p.under}, nil); err != nil {
		v.drop(p)
		return nil, err
	}
	if v.isClosed() {
		return nil, errOver // and with the session, the place ends
	}
	return p, nil
}

// under gives the place its number.
func (p *place[U]) under(number uint64) shown {
	p.number = number
	return p
}

// take implements shown.
func (p *place[U]) take(f frame) error {
	update, err := p.kind.decode(p.session.lobby, f.Body)
	if err != nil {
		return err
	}
	if !p.updates.Put(update) {
		return lobby.ErrTooSlow
	}
	return nil
}

// end implements shown.
func (p *place[U]) end(why error) {
	p.session.drop(p)
	p.updates.End(why)
}

// Updates implements lobby.HandleOf.
func (p *place[U]) Updates() <-chan U { return p.updates.Updates() }

// Do implements lobby.Doer.
func (p *place[U]) Do(ctx context.Context, asked lobby.Request) (any, error) {
	answer := reflect.New(p.kind.answer)
	if err := p.gone(); err != nil {
		return answer.Elem().Interface(), err
	}
	sent, err := encodeOp(p.kind.target, asked)
	if err == nil {
		err = p.session.lobby.ask(ctx, request{of: p.number, call: callDo, body: sent}, answer.Interface())
	}
	return answer.Elem().Interface(), err
}

// gone returns why nothing can be done any more; nil while something can.
func (p *place[U]) gone() error {
	if why := p.updates.Ended(); why != nil || !p.updates.HasEnded() {
		return why
	}
	return p.kind.closed
}

// Ended implements lobby.HandleOf.
func (p *place[U]) Ended() error { return p.updates.Ended() }

// Close implements lobby.HandleOf.
func (p *place[U]) Close() {
	p.session.drop(p)
	if p.updates.End(nil) {
		p.session.lobby.finish(p.number)
	}
}
