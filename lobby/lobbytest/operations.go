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

// checkOperations asks for every operation with fields that are missing, hostile or wrong.
func checkOperations(s *stage) {
	house := s.house(Config{Accounts: &Shelf{}})
	hostile := filltest.New(s.T, filltest.Is("\x1b]0;gone\a\u202e<b>\r\n"+strings.Repeat("x", 500)))
	wrong := filltest.New(s.T)
	for _, o := range lobby.Operations() {
		missing, err := o.Read(nil, func([]byte, any) error { return nil })
		s.must(err)
		for how, op := range map[string]any{
			"missing": missing, "hostile": hostile.Value(reflect.TypeOf(missing), o.Kind), "wrong": wrong.Value(reflect.TypeOf(missing), o.Kind),
		} {
			s.asks(s.enter(house, person("anna")), o, how, op)
		}
	}
	anna := s.enter(house, person("anna"))
	if _, err := anna.Do(s.Context(), lobby.Request{Op: struct{ Unknown string }{}}); err == nil {
		s.Error("an operation that is on no list is done")
	}
	if _, err := anna.Do(s.Context(), lobby.Request{}); err == nil {
		s.Error("no operation is done")
	}
}

// asks asks for one operation: it is done, or refused in words that anybody may read.
func (s *stage) asks(anna *guest, o lobby.Operation, how string, op any) {
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
	if opened, is := answer.(interface{ Close() }); is && opened != nil {
		opened.Close()
	}
	anna.Close()
}
