package server

import (
	"context"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/ratelimit"
)

// hasty is a session in which every request is beyond a limit, but opens a handle nevertheless.
type hasty struct{ lobby.Session }

// hastyHandle and hastyNight are handles of such a session.
type (
	hastyHandle struct{ lobby.Handle }
	hastyNight  struct{ lobby.GameNightHandle }
)

func (hasty) Do(_ context.Context, request lobby.Request) (any, error) {
	o, _ := lobby.FindOperation(request.Op)
	switch o.AnswerType() {
	case reflect.TypeFor[lobby.Handle]():
		return hastyHandle{}, &ratelimit.Refusal{}
	case reflect.TypeFor[lobby.GameNightHandle]():
		return hastyNight{}, &ratelimit.Refusal{}
	}
	return nil, &ratelimit.Refusal{}
}

func (hastyHandle) Do(context.Context, lobby.Request) (any, error) { return nil, &ratelimit.Refusal{} }

func (hastyNight) Do(context.Context, lobby.Request) (any, error) { return nil, &ratelimit.Refusal{} }

// TestEveryOperationIsThrottled checks it for each operation of a session, and for all requests to a handle that it
// opens.
func TestEveryOperationIsThrottled(t *testing.T) {
	rooms, nights := 0, 0
	for _, o := range lobby.Operations() {
		t.Run(o.Kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				op, err := o.Read(nil, func([]byte, any) error { return nil })
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				waits := func(what string) {
					t.Helper()
					if time.Since(began) < throttleDelay {
						t.Errorf("%s is refused at once", what)
					}
					began = time.Now()
				}
				opened, err := throttled{hasty{}}.Do(t.Context(), lobby.Request{Op: op})
				if err == nil {
					t.Fatal("it is done")
				}
				waits("it")
				switch o.AnswerType() {
				case reflect.TypeFor[lobby.Handle]():
					rooms++
					_, _ = opened.(lobby.Handle).Do(t.Context(), lobby.Request{})
					waits("an order in the room")
				case reflect.TypeFor[lobby.GameNightHandle]():
					nights++
					_, _ = opened.(lobby.GameNightHandle).Do(t.Context(), lobby.Request{})
					waits("an order at the game night")
				default:
					if opened != nil {
						t.Errorf("it is answered with a %T", opened)
					}
				}
			})
		})
	}
	if rooms < 8 || nights < 3 {
		t.Errorf("only %d operations lead to rooms, %d to game nights", rooms, nights)
	}
}
