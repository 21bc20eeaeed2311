package local_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

// botRooms opens rooms in which three bots of the highest level play. shut closes them.
func botRooms(b *testing.B, l *local.Lobby, rooms int) (shut func()) {
	b.Helper()
	game, _ := lobby.FindGame(l.Games(), "davinci")
	var sessions []lobby.Session
	var handles []lobby.Handle
	for n := range rooms {
		session, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("host ", n), Name: fmt.Sprint("host", n)})
		if err != nil {
			b.Fatal(err)
		}
		sessions = append(sessions, session)
		handle, err := lobby.Ask(b.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4}})
		if err != nil {
			b.Fatal(err)
		}
		best := lobby.AddBot{Level: engine.Level(len(game.Levels))}
		for _, do := range []lobby.RoomOp{best, best, best, lobby.Start{}, lobby.Play{Action: engine.Resign}} {
			if err := lobby.Perform(b.Context(), handle, do); err != nil {
				b.Fatal(err)
			}
		}
		handles = append(handles, handle)
	}
	return func() {
		for i, session := range sessions {
			if err := lobby.Perform(b.Context(), handles[i], lobby.Leave{}); err != nil {
				b.Error(err)
			}
			session.Close()
		}
	}
}

// BenchmarkLatencyUnderBotLoad measures the time from a player's move until the opponent
// sees it, alone and next to a hundred rooms of computing bots. Both alternate in one run;
// compare the quotients of the medians and of the 99th percentiles.
func BenchmarkLatencyUnderBotLoad(b *testing.B) {
	const rooms, moves = 100, 400
	for _, bots := range []int{0, rooms} { // number of bots that compute at once; 0 means the default
		b.Run(fmt.Sprintf("bots=%d", bots), func(b *testing.B) {
			l := local.New(local.Config{Games: []engine.Game{cupsGame(nil, nil), davinci.Rules().Game()}, Bots: bots})
			b.Cleanup(func() { _ = l.Close(context.Background()) })
			var alone, shared []time.Duration
			for b.Loop() {
				alone = append(alone, timeMoves(b, l, moves)...)
				shut := botRooms(b, l, rooms)
				time.Sleep(2 * time.Second) // until all of them compute
				shared = append(shared, timeMoves(b, l, moves)...)
				shut()
				time.Sleep(time.Second)
			}
			for _, part := range []int{50, 99} {
				one, other := percentile(alone, part), percentile(shared, part)
				b.ReportMetric(float64(one.Microseconds()), fmt.Sprintf("p%d-alone-µs", part))
				b.ReportMetric(float64(other.Microseconds()), fmt.Sprintf("p%d-shared-µs", part))
				b.ReportMetric(float64(other)/float64(one), fmt.Sprintf("p%d-ratio", part))
			}
		})
	}
}

// timeMoves plays moves in a room of two people and returns the time until the opponent saw
// each.
func timeMoves(b *testing.B, l *local.Lobby, moves int) (took []time.Duration) {
	b.Helper()
	var handles []lobby.Handle
	for n := range 2 {
		session, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("person ", n), Name: fmt.Sprint("person", n)})
		if err != nil {
			b.Fatal(err)
		}
		defer session.Close()
		var handle lobby.Handle
		if n == 0 {
			handle, err = lobby.Ask(b.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "cups", Seats: 2, Options: engine.Options{"first": "1", "goal": "1000000"}}})
		} else {
			handle, err = lobby.Ask(b.Context(), session, lobby.Join{Code: (<-handles[0].Updates()).Code})
		}
		if err != nil {
			b.Fatal(err)
		}
		handles = append(handles, handle)
	}
	give := func(at int, do lobby.RoomOp) {
		if err := lobby.Perform(b.Context(), handles[at], do); err != nil {
			b.Fatal(err)
		}
	}
	give(0, lobby.Start{})
	for n := range moves {
		time.Sleep(3 * time.Millisecond)
		forget(handles[1-n%2])
		began := time.Now()
		give(n%2, lobby.Play{Action: "call 1"})
		<-handles[1-n%2].Updates()
		took = append(took, time.Since(began))
	}
	give(0, lobby.Leave{})
	give(1, lobby.Leave{})
	return took
}

// forget drops a waiting update.
func forget(h lobby.Handle) {
	select {
	case <-h.Updates():
	default:
	}
}

// percentile returns the part-th percentile.
func percentile(all []time.Duration, part int) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)*part/100]
}
