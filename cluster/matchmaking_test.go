package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// looking is the result of a search for an opponent.
type looking struct {
	handle lobby.Handle
	err    error
}

// looks searches for a rated match for a player at a node.
func looks(t *testing.T, at *node, name string) <-chan looking {
	t.Helper()
	session, done := at.enter(t, name), make(chan looking, 1)
	go func() {
		handle, err := lobby.Ask(t.Context(), session, lobby.FindOpponent{Game: "davinci"})
		done <- looking{handle, err}
	}()
	synctest.Wait()
	return done
}

// meet waits until two players have been paired and their match has begun.
func meet(t *testing.T, one, other <-chan looking) {
	t.Helper()
	var seats []*seat
	for _, each := range []<-chan looking{one, other} {
		select {
		case found := <-each:
			seats = append(seats, seated(t)(found.handle, found.err))
		case <-time.After(5 * time.Minute):
			t.Fatal("they do not find each other")
		}
	}
	if seats[0].now.Code != seats[1].now.Code || !seats[0].now.Plan.Rated {
		t.Errorf("one is in %s and the other in %s", seats[0].now.Code, seats[1].now.Code)
	}
	for _, seat := range seats {
		seat.is(func(u lobby.Update) bool { return u.Stage == engine.Playing })
	}
}

// TestMatchmakingAcrossNodes checks that players are paired across nodes while nodes come and go.
func TestMatchmakingAcrossNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a := w.start(t, "a")
		cy := looks(t, a, "cy") // the only player waiting
		var nodes []*node
		for n := range 5 {
			nodes = append(nodes, w.start(t, fmt.Sprint("more", n)))
		}
		meet(t, cy, looks(t, nodes[4], "anna"))

		bo := looks(t, nodes[0], "bo")
		meet(t, bo, looks(t, nodes[1], "dan"))

		eve := looks(t, a, "eve")
		for i, one := range nodes { // one of them is where eve waits
			if i%2 == 0 {
				w.leave(t, one)
			} else {
				w.isolate(one.name)
			}
			time.Sleep(time.Minute)
		}
		meet(t, eve, looks(t, a, "fay"))
	})
}

// TestStoppedMatchmaking checks that a player who has stopped waiting is not paired.
func TestStoppedMatchmaking(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := lobby.Ask(ctx, a.enter(t, "anna"), lobby.FindOpponent{Game: "davinci"}); !errors.Is(err, lobby.ErrNotAsked) && !errors.Is(err, lobby.ErrNoAnswer) {
			t.Errorf("who gives up is answered with %v", err)
		}
		gone := b.enter(t, "bo")
		go func() { _, _ = lobby.Ask(t.Context(), gone, lobby.FindOpponent{Game: "davinci"}) }()
		synctest.Wait()
		gone.Close()
		synctest.Wait()
		cy := looks(t, b, "cy")
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if len(cy) > 0 {
			t.Errorf("cy has found %+v", <-cy)
		}
		meet(t, cy, looks(t, a, "dan"))
	})
}
