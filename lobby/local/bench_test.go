package local_test

import (
	"context"
	"fmt"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// benchTable returns the handles of a room of cups. Their slots are never emptied.
func benchTable(b *testing.B, seats, watchers int) []lobby.Handle {
	b.Helper()
	l := local.New(local.Config{Games: []engine.Game{cupsGame(nil, nil)}})
	b.Cleanup(func() { _ = l.Close(context.Background()) })
	var handles []lobby.Handle
	code := ""
	for n := range seats + watchers {
		session, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("id", n), Name: fmt.Sprint("p", n)})
		if err != nil {
			b.Fatal(err)
		}
		var handle lobby.Handle
		switch {
		case n == 0:
			handle, err = lobby.Ask(b.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "cups", Seats: seats, Options: engine.Options{"first": "1", "goal": "1000000"}}})
		case n < seats:
			handle, err = lobby.Ask(b.Context(), session, lobby.Join{Code: code})
		default:
			handle, err = lobby.Ask(b.Context(), session, lobby.Watch{Code: code})
		}
		if err != nil {
			b.Fatal(err)
		}
		code = (<-handle.Updates()).Code
		handles = append(handles, handle)
	}
	if err := lobby.Perform(b.Context(), handles[0], lobby.Start{}); err != nil {
		b.Fatal(err)
	}
	return handles[:seats]
}

// BenchmarkPublicMove measures a move with an update to all readers. The game is restarted
// now and then, as a growing view is not a cost of the room.
func BenchmarkPublicMove(b *testing.B) {
	for _, watchers := range []int{0, 50} {
		b.Run(fmt.Sprintf("%d watchers", watchers), func(b *testing.B) {
			handles := benchTable(b, 4, watchers)
			n := 0
			for b.Loop() {
				if n == 100 {
					b.StopTimer()
					handles, n = benchTable(b, 4, watchers), 0
					b.StartTimer()
				}
				if err := lobby.Perform(b.Context(), handles[n%4], lobby.Play{Action: "call 1"}); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}

// BenchmarkRefusedMove measures the round trip of a refused move.
func BenchmarkRefusedMove(b *testing.B) {
	handles := benchTable(b, 4, 0)
	for b.Loop() {
		if lobby.Perform(b.Context(), handles[1], lobby.Play{Action: "call 1"}) == nil {
			b.Fatal("it was not refused")
		}
	}
}
