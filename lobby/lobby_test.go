package lobby_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func games() []engine.Game { return []engine.Game{davinci.Rules().Game()} }

// open is a lobby that is closed at the end of the test.
func open(t *testing.T, limits lobby.Limits) *lobby.Lobby {
	t.Helper()
	l := lobby.New(lobby.Config{Games: games(), Limits: limits, Seed: func() engine.Seed { return engine.Seed{7} }})
	t.Cleanup(func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return l
}

func enter(t *testing.T, l *lobby.Lobby, name string) *lobby.Visit {
	t.Helper()
	v, err := l.Enter(lobby.Identity{ID: "key:" + name, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// newest waits until the room is quiet and answers the newest update.
func newest(t *testing.T, c *lobby.Chair) lobby.Update {
	t.Helper()
	synctest.Wait()
	select {
	case u, ok := <-c.Updates():
		if !ok {
			t.Fatalf("the hold has ended: %v", c.Ended())
		}
		return u
	default:
		t.Fatal("there is no update")
	}
	return lobby.Update{}
}

// silent fails when there is an update.
func silent(t *testing.T, c *lobby.Chair) {
	t.Helper()
	synctest.Wait()
	select {
	case u := <-c.Updates():
		t.Fatalf("there is an update: %+v", u)
	default:
	}
}

func do(t *testing.T, c *lobby.Chair, actions ...engine.Action) {
	t.Helper()
	for _, action := range actions {
		if err := c.Do(t.Context(), action); err != nil {
			t.Fatalf("%s: %v", action, err)
		}
	}
}

// pair is a room with two people whose match has begun.
func pair(t *testing.T, l *lobby.Lobby, plan lobby.Plan) (a, b *lobby.Chair) {
	t.Helper()
	plan.Game, plan.Seats = "davinci", 2
	a = must[*lobby.Chair](t)(enter(t, l, "anna").Create(plan))
	b = must[*lobby.Chair](t)(enter(t, l, "bo").Join(newest(t, a).Code))
	if err := a.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a, b
}

func TestSmoke(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, lobby.Limits{})
		a := must[*lobby.Chair](t)(enter(t, l, "anna").Create(lobby.Plan{Game: "davinci", Seats: 4, Public: true}))
		for range 3 {
			if err := a.AddBot(t.Context(), engine.FirstBot); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		do(t, a, "deal")
		time.Sleep(3 * time.Second)
		u := newest(t, a)
		if u.Stage != engine.Playing {
			t.Fatal(u.Stage)
		}
		if err := a.Do(t.Context(), engine.Timeout); err == nil || !strings.Contains(err.Error(), "no action") {
			t.Error("a person played a timeout:", err)
		}
		do(t, a, "resign")
		time.Sleep(5 * time.Minute)
		if u = newest(t, a); u.Stage != engine.Interval {
			t.Fatalf("%+v", u.Match)
		}
	})
}

func TestReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, lobby.Limits{})
		a, b := pair(t, l, lobby.Plan{Clock: time.Minute})
		do(t, b, "take black")
		b.Close()
		if u := newest(t, a); u.Chairs[1].Away.IsZero() {
			t.Error("bo hung up and is not away")
		}
		again := enter(t, l, "bo")
		b2, ok := again.Return()
		if !ok {
			t.Fatal("bo cannot return")
		}
		if u := newest(t, b2); u.You != 1 || u.Match.Table.(davinci.View).Racks[1].Taken != 1 {
			t.Errorf("%+v", u)
		}
		b3 := must[*lobby.Chair](t)(enter(t, l, "bo").Join(newest(t, a).Code))
		synctest.Wait()
		if b2.Ended() == nil || !strings.Contains(b2.Ended().Error(), "another terminal") {
			t.Error("the older session was not told:", b2.Ended())
		}
		do(t, b3, "deal")
	})
}

func TestSecretActionShowsNowhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, lobby.Limits{})
		a, b := pair(t, l, lobby.Plan{Clock: time.Minute, Options: engine.Options{"jokers": "free", "first": "1"}})
		w := must[*lobby.Chair](t)(enter(t, l, "cy").Watch(newest(t, a).Code))
		placed := 0
		for round := 0; placed < 3 && round < 300; round++ {
			for _, c := range []*lobby.Chair{a, b} {
				u := newest(t, c)
				view := u.Match.Table.(davinci.View)
				other := map[*lobby.Chair]*lobby.Chair{a: b, b: a}[c]
				if view.Choice != nil && view.Choice.Chosen == 0 {
					for _, o := range []*lobby.Chair{other, w} {
						select {
						case <-o.Updates():
						default:
						}
					}
					before := u.Chairs[u.You].Deadline
					time.Sleep(time.Second)
					do(t, c, davinci.Place(view.Choice.Gaps[0]))
					if after := newest(t, c); !after.Chairs[u.You].Deadline.Equal(before) {
						t.Error("a secret action moved a clock")
					}
					silent(t, other)
					silent(t, w)
					placed++
				}
				// Something that everybody sees, so that the next newest finds an update.
				if err := c.Do(t.Context(), "deal"); err != nil {
					if err := c.Do(t.Context(), "ready"); err != nil {
						move(t, c, view)
					}
				}
				_ = other
				refresh(t, a, b)
			}
		}
		if placed == 0 {
			t.Error("nobody had a joker to place")
		}
	})
}

// move plays on for whoever is to move, and refresh gives both an update.
func move(t *testing.T, c *lobby.Chair, view davinci.View) {
	t.Helper()
	other := engine.Seat(1)
	if view.Seat == 1 {
		other = 0
	}
	for _, action := range []engine.Action{"draw any", "stop", "next"} {
		if c.Do(t.Context(), action) == nil {
			return
		}
	}
	for place, tile := range view.Racks[other].Tiles {
		if !tile.Open {
			_ = c.Do(t.Context(), davinci.Guess(other, place+1, 5))
			break
		}
	}
	for place, tile := range view.Racks[view.Seat].Tiles {
		if !tile.Open {
			_ = c.Do(t.Context(), davinci.Show(place+1))
		}
	}
}

func refresh(t *testing.T, chairs ...*lobby.Chair) {
	t.Helper()
	_ = chairs
}

func TestRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, lobby.Limits{})
		a, b := pair(t, l, lobby.Plan{})
		var refusal *engine.Refusal
		if err := b.Do(t.Context(), "stop"); !errors.As(err, &refusal) {
			t.Error("not a refusal:", err)
		}
		if err := b.Start(t.Context()); err == nil {
			t.Error("not the host, and started")
		}
		if err := a.Start(t.Context()); err == nil {
			t.Error("started twice")
		}
	})
}
