package lobbytest

import (
	"context"
	"reflect"
	"strings"
	"time"
	"unicode"

	"parlor/internal/filltest"
	"parlor/lobby"
)

// checkOperations performs every operation with missing, hostile and wrong fields.
func checkOperations(s *stage) {
	instance := s.instance(Config{Accounts: &MemStore{}})
	hostile := filltest.New(s.T, filltest.Is("\x1b]0;gone\a\u202e<b>\r\n"+strings.Repeat("x", 500)))
	wrong := filltest.New(s.T)
	for _, o := range lobby.Operations() {
		missing, err := o.Read(nil, func([]byte, any) error { return nil })
		s.must(err)
		for how, op := range map[string]any{
			"missing": missing, "hostile": hostile.Value(reflect.TypeOf(missing), o.Kind), "wrong": wrong.Value(reflect.TypeOf(missing), o.Kind),
		} {
			anna := s.enter(instance, person("anna"))
			doer := s.does(anna, o.Of)
			s.asks(doer, o, how, op)
			s.leaves(doer)
			anna.Close()
		}
	}
	anna := s.enter(instance, person("anna"))
	others := map[lobby.Target]any{lobby.OfSession: lobby.ListLegal{}, lobby.OfRoom: lobby.SitOut{}, lobby.OfNight: lobby.GetContacts{}}
	for target, other := range others {
		doer := s.does(anna, target)
		for _, op := range []any{nil, struct{ Unknown string }{}, other, &lobby.Leave{}} {
			if _, err := doer.Do(s.Context(), lobby.Request{Op: op}); err == nil {
				s.Errorf("target %d does %T", target, op)
			}
		}
	}
}

// does returns a function that performs the operations of a target for a guest.
func (s *stage) does(g *guest, target lobby.Target) lobby.Doer {
	s.Helper()
	switch target {
	case lobby.OfRoom:
		handle, err := lobby.Ask(s.Context(), g, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
		s.must(err)
		return handle
	case lobby.OfNight:
		night, err := lobby.Ask(s.Context(), g, lobby.OpenGameNight{})
		s.must(err)
		return night
	case lobby.OfSession:
	}
	return g
}

// asks performs an operation and fails the test unless it succeeds or returns a readable error.
func (s *stage) asks(anna lobby.Doer, o lobby.Operation, how string, op any) {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	answer, err := anna.Do(ctx, lobby.Request{Op: op})
	switch {
	case err != nil && (err.Error() == "" || strings.ContainsFunc(err.Error(), unicode.IsControl)):
		s.Errorf("%s with %s fields is refused with %q", o.Kind, how, err)
	case err != nil && err.Error() == lobby.UnknownOperation(op).Error():
		s.Errorf("%s is not known", o.Kind)
	case err == nil && (answer == nil || !reflect.TypeOf(answer).AssignableTo(o.AnswerType())):
		s.Errorf("%s with %s fields is answered with a %T", o.Kind, how, answer)
	}
	s.leaves(answer)
}

// leaves leaves a room or a game night permanently.
func (s *stage) leaves(opened any) {
	switch place := opened.(type) {
	case lobby.Handle:
		_ = lobby.Perform(s.Context(), place, lobby.Leave{})
		place.Close()
	case lobby.GameNightHandle:
		_ = lobby.Perform(s.Context(), place, lobby.EndGameNight{})
		_ = lobby.Perform(s.Context(), place, lobby.LeaveGameNight{})
		place.Close()
	}
}
