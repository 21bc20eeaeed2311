package analyst

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/prose"
)

// over returns a finished match and its game.
func over(t *testing.T) (engine.Game, engine.Record) {
	t.Helper()
	return overBy(t, "solve 1 1 1 1")
}

// overBy returns a match that was resigned after an action of the first seat, and its game. The other seat has rolled
// 4 5 3 2.
func overBy(t *testing.T, first engine.Action) (engine.Game, engine.Record) {
	t.Helper()
	game := masterdice.Rules().Game()
	m, err := game.Start(2, engine.Seed{1}, engine.Options{"first": "1"})
	for _, move := range []engine.Move{{Seat: 0, Action: first}, {Seat: 0, Action: engine.Next}, {Seat: 1, Action: engine.Next}, {Seat: 1, Action: engine.Resign}} {
		if err == nil {
			m, _, err = m.Play(move.Seat, move.Action)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return game, m.Record()
}

// TestOneAtATime checks that a person's second analysis is refused, that another person waits until the context ends,
// and that all slots are free afterwards.
func TestOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game, record := over(t)
		a := New(1)
		a.free <- struct{}{} // another person's analysis
		first := make(chan error, 1)
		go func() {
			_, err := a.Analyse(t.Context(), "anna", game, record)
			first <- err
		}()
		synctest.Wait()
		if _, err := a.Analyse(t.Context(), "anna", game, record); err == nil || prose.Reason(err).String() != "Your last analysis is still running. Try again in a moment." {
			t.Errorf("anna's second one: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := a.Analyse(ctx, "bo", game, record); err == nil || prose.Reason(err).String() != "Too many matches are being analysed right now. Try again in a moment." {
			t.Errorf("bo's: %v", err)
		}
		<-a.free
		if err := <-first; err != nil {
			t.Errorf("anna's first one: %v", err)
		}
		for _, person := range []string{"anna", "bo"} {
			if got, err := a.Analyse(t.Context(), person, game, record); err != nil || len(got.Decisions) != 1 {
				t.Errorf("%s's next one: %+v, %v", person, got.Decisions, err)
			}
		}
	})
}

// TestSumsAreKept checks that a match is read and analyzed once, that the oldest sums are dropped, and that errors
// are not cached.
func TestSumsAreKept(t *testing.T) {
	game, record := over(t)
	a, reads, broken := New(1), 0, false
	sums := a.SumUp(func(context.Context, string) (engine.Record, error) {
		if reads++; broken {
			return engine.Record{}, errors.New("the disk is broken")
		}
		return record, nil
	})
	for range 3 {
		players, err := sums(t.Context(), "anna", game, "M1")
		if err != nil || len(players) != 2 || players[0].Claims != 1 {
			t.Fatalf("the sums are %+v, %v", players, err)
		}
		players[0].Claims = 7 // must not affect others
	}
	if reads != 1 {
		t.Errorf("one match was read %d times", reads)
	}
	broken = true
	for range 2 {
		if _, err := sums(t.Context(), "anna", game, "M2"); err == nil || prose.Reason(err).String() != "That match could not be loaded. Try again in a moment." {
			t.Errorf("a match that cannot be read: %v", err)
		}
	}
	for i := range keptMatches {
		a.keep(strconv.Itoa(i), nil)
	}
	if _, known := a.known("M1"); known || len(a.sums.of) != keptMatches || len(a.sums.order) != keptMatches {
		t.Errorf("%d sums are kept", len(a.sums.of))
	}
}

// TestNoOneWaitsForSumsThatAreAbandoned checks that a canceled caller returns.
func TestNoOneWaitsForSumsThatAreAbandoned(t *testing.T) {
	game, record := over(t)
	a := New(1)
	a.free <- struct{}{} // another person's analysis
	ctx, gone := context.WithCancel(t.Context())
	gone()
	sums := a.SumUp(func(context.Context, string) (engine.Record, error) { return record, nil })
	if _, err := sums(ctx, "anna", game, "M1"); err == nil {
		t.Error("somebody who has gone is given sums")
	}
	if _, known := a.known("M1"); known {
		t.Error("they are kept")
	}
}

// TestHighlights checks that each match is analyzed once, that void matches and those without a lucky guess have no
// highlight, and that a player's later name is used.
func TestHighlights(t *testing.T) {
	rules, lucky := overBy(t, "solve 4 5 3 2")
	_, unlucky := over(t)
	game := prose.Game{Game: rules, Narrator: prose.Narrator{Claim: func(action engine.Action, _ prose.Scene) prose.Text {
		return prose.T("{action}", prose.Literal(string(action)))
	}}}
	name := "anna"
	a := New(1)
	find := a.Highlights([]prose.Game{game}, func(_ context.Context, id string) (lobby.Finished, error) {
		match := lobby.Finished{ID: id, Record: lucky, Players: []lobby.Player{{Name: name}, {Name: "bo"}}}
		switch id {
		case "GONE":
			return lobby.Finished{}, lobby.ErrUnknown
		case "UNLUCKY":
			match.Record = unlucky
		case "BOT":
			match.Players[0].Level = 1
		}
		return match, nil
	})
	played := []lobby.GameNightTable{
		{Number: 1, Match: "M1"},
		{Number: 2},
		{Number: 3, Match: "M3", Void: true},
		{Number: 4, Match: "GONE"},
		{Number: 5, Match: "UNLUCKY"},
		{Number: 6, Match: "BOT"},
	}
	for _, one := range []struct {
		name, said string
		analyzed   int // matches with an entry in the cache
	}{
		{"anna", "anna guessed solve 4 5 3 2, with a chance of 1 in 1296: right.", 3},
		{"anna", "anna guessed solve 4 5 3 2, with a chance of 1 in 1296: right.", 3},
		{"cy", "cy guessed solve 4 5 3 2, with a chance of 1 in 1296: right.", 3},
	} {
		name = one.name
		got := find(t.Context(), played)
		if len(got) != 1 || got[0].Text.String() != one.said || got[0].Match != "M1" || got[0].Table != 1 || len(a.highlights.of) != one.analyzed {
			t.Errorf("%+v, with %d matches analyzed", got, len(a.highlights.of))
		}
	}
	a.free <- struct{}{} // another person's analysis: what is known needs none
	if got := find(t.Context(), played); len(got) != 1 {
		t.Errorf("a second time: %+v", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a.highlighting <- struct{}{} // another reader's search
	if got := find(ended, played); got != nil {
		t.Errorf("without time: %v", got)
	}
}
