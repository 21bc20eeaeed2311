package server

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

// hasty is a visit in which everything is more than somebody may do. A method that it
// does not have panics.
type hasty struct{ lobby.Visit }

// hastyHandle and hastyEvening are holds of such a visit.
type (
	hastyHandle  struct{ lobby.Handle }
	hastyEvening struct{ lobby.Evening }
)

func (hastyHandle) Do(context.Context, lobby.Order) (lobby.Done, error) {
	return lobby.Done{}, &budget.Refusal{}
}

func (hastyEvening) Do(context.Context, lobby.EveningDo) error { return &budget.Refusal{} }

func (hasty) Create(context.Context, lobby.Plan) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}

func (hasty) Join(context.Context, string) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}

func (hasty) Watch(context.Context, string) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}

func (hasty) Quick(context.Context, lobby.Plan) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}

func (hasty) Rival(context.Context, string) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}

func (hasty) Challenge(context.Context, string, lobby.Plan) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}

func (hasty) Accept(context.Context, uint64) (lobby.Handle, error) {
	return hastyHandle{}, &budget.Refusal{}
}
func (hasty) Return(context.Context) (lobby.Handle, bool) { return hastyHandle{}, true }
func (hasty) OpenEvening(context.Context, lobby.EveningPlan) (lobby.Evening, error) {
	return hastyEvening{}, &budget.Refusal{}
}

func (hasty) Attend(context.Context, string) (lobby.Evening, error) {
	return hastyEvening{}, &budget.Refusal{}
}

func (hasty) Board(context.Context, string) (lobby.Evening, error) {
	return hastyEvening{}, &budget.Refusal{}
}

// callZero calls a method with a context and zero values for all else, and says how
// long it took, or why it could not be called.
func callZero(t *testing.T, method reflect.Value) (results []reflect.Value, took time.Duration, err error) {
	t.Helper()
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("it panics: %v", broken)
		}
	}()
	args := make([]reflect.Value, method.Type().NumIn())
	for i := range args {
		if args[i] = reflect.Zero(method.Type().In(i)); method.Type().In(i) == reflect.TypeFor[context.Context]() {
			args[i] = reflect.ValueOf(t.Context())
		}
	}
	began := time.Now()
	results = method.Call(args)
	return results, time.Since(began), nil
}

// leadsIn is which result of a method is a hold on a room or a game night; -1 is none.
func leadsIn(method reflect.Type) int {
	for i := range method.NumOut() {
		if result := method.Out(i); result.Kind() == reflect.Interface {
			if _, takesOrders := result.MethodByName("Do"); takesOrders {
				return i
			}
		}
	}
	return -1
}

// TestEveryWayInIsRateLimited: whatever leads into a room or a game night makes a
// session wait that does more than it may, on the way in and in there.
func TestEveryWayInIsRateLimited(t *testing.T) {
	ways := 0
	for method := range reflect.TypeFor[lobby.Visit]().Methods() {
		at := leadsIn(method.Type)
		if at < 0 {
			continue
		}
		ways++
		t.Run(method.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				visit := reflect.ValueOf(unhurried{hasty{}, t.Context()})
				results, took, err := callZero(t, visit.MethodByName(method.Name))
				if err != nil {
					t.Fatal(err)
				}
				if err, fails := results[len(results)-1].Interface().(error); fails && took < holdUp {
					t.Errorf("%v is told after %v", err, took)
				}
				if _, took, err := callZero(t, results[at].Elem().MethodByName("Do")); err != nil || took < holdUp {
					t.Errorf("an order that is refused takes %v: %v", took, err)
				}
			})
		})
	}
	if ways < 11 {
		t.Errorf("only %d ways in were found", ways)
	}
}

// TestNoWayInStaysNone: what is not there has no limit around it.
func TestNoWayInStaysNone(t *testing.T) {
	if slowly(nil) != nil || slowEvening(nil) != nil {
		t.Error("a hold was made of none")
	}
}
