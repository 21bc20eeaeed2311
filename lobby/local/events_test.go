package local_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

// eventsOf returns all events of a recorded match.
func eventsOf(t *testing.T, game engine.Game, record engine.Record) []engine.Event {
	t.Helper()
	match, err := game.Start(record.Seats, record.Seed, record.Options)
	if err != nil {
		t.Fatal(err)
	}
	var all []engine.Event
	for _, move := range record.Moves {
		next, events, err := match.Play(move.Seat, move.Action)
		if err != nil {
			t.Fatal(err)
		}
		match, all = next, append(all, events...)
	}
	return all
}

func TestEventsAndEndsAreDeliveredOnce(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Options: engine.Options{"rounds": "1"}})
		quick := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		slow := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Watch{Code: anna.now.Code}))
		var heard, late []engine.Event
		ends := 0
		listen := func() {
			for quick.look() {
				heard = append(heard, quick.now.Events...)
				ends += len(quick.now.Ended)
			}
		}
		for range 3 { // three matches in one room
			for anna.look(); anna.now.Stage != engine.Over; anna.look() {
				playAny(anna)
				playAny(bo)
				listen()
			}
			if err := lobby.Perform(t.Context(), anna, lobby.SetReady{Ready: true}); err != nil {
				t.Fatal(err)
			}
			if bo.look(); bo.now.Stage != engine.Over || !bo.now.Seats[0].Ready {
				t.Fatalf("the next match began before all were ready: %+v", bo.now.Seats)
			}
			if err := lobby.Perform(t.Context(), bo, lobby.SetReady{Ready: true}); err != nil {
				t.Fatal(err)
			}
			listen()
		}
		slow.look()
		late = slow.now.Events
		if ends != 3 || len(slow.now.Ended) != 3 {
			t.Fatalf("of 3 ends %d and %d were told", ends, len(slow.now.Ended))
		}
		var all []engine.Event
		for _, ending := range slow.now.Ended {
			all = append(all, eventsOf(t, games()[0], ending.Record)...)
			if again, err := games()[0].Replay(ending.Record); err != nil || len(again.ToMove()) > 0 || ending.Match.Stage != engine.Over {
				t.Errorf("the record does not end the match (%v)", err)
			}
		}
		if !slices.Equal(heard, all) || !slices.Equal(late, all[max(0, len(all)-1000):]) {
			t.Errorf("of %d events %d and %d were told", len(all), len(heard), len(late))
		}
		if slow.look() {
			t.Error("they were told twice")
		}
	})
}

func TestSlowReaderIsDropped(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		people := table(t, l, lobby.Plan{}, "anna", "bo")
		anna, bo := people[0], people[1]
		slow := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		for range 65 {
			anna.do(engine.Resign)
			if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
				t.Fatal(err)
			}
			for anna.look() {
				continue
			}
			if bo.look(); len(bo.now.Ended) != 1 {
				t.Fatalf("bo was told of %d ends", len(bo.now.Ended))
			}
		}
		last := <-slow.Updates()
		if _, open := <-slow.Updates(); open || len(last.Ended) != 64 {
			t.Fatalf("%d ends were kept, and the hold goes on: %v", len(last.Ended), open)
		}
		if err := slow.Ended(); err == nil || !strings.Contains(err.Error(), "before you read their results") {
			t.Errorf("told %v", err)
		}
		if anna.look(); len(anna.now.Watchers) != 0 {
			t.Errorf("still watching: %v", anna.now.Watchers)
		}
	})
}

func TestMatchBeginsWhenAllAreReady(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "cups", Seats: 3, Options: engine.Options{"rounds": "2"}}}))
		ready := func(p *person, is bool) {
			t.Helper()
			if err := lobby.Perform(t.Context(), p, lobby.SetReady{Ready: is}); err != nil {
				t.Fatal(err)
			}
		}
		ready(anna, true)
		if err := lobby.Perform(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}); err != nil {
			t.Fatal(err)
		}
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		ready(anna, false)
		ready(bo, true)
		if bo.look(); bo.now.Stage != lobby.Gathering || bo.now.Seats[0].Ready || !bo.now.Seats[2].Ready {
			t.Fatalf("%+v", bo.now)
		}
		ready(anna, true)
		if bo.look(); bo.now.Stage != engine.Playing || bo.now.Seats[0].Ready {
			t.Fatalf("all are ready, and it is %s", bo.now.Stage)
		}
		anna.refused(lobby.Perform(t.Context(), anna, lobby.SetReady{Ready: true}), "under way")
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		cy.refused(lobby.Perform(t.Context(), cy, lobby.SetReady{Ready: true}), "watching")
		anna.do(engine.Resign)
		bo.do(engine.Resign)
		if anna.look(); anna.now.Stage != engine.Interval {
			t.Fatal(anna.now.Stage)
		}
		anna.refused(lobby.Perform(t.Context(), anna, lobby.SetReady{Ready: false}), "taken back")
		ready(anna, true)
		ready(bo, true)
		time.Sleep(time.Minute) // for the bot
		if anna.look(); anna.now.Match.Round != 2 {
			t.Errorf("round %d", anna.now.Match.Round)
		}
	})
}

func TestChat(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Limits: lobby.Limits{ChatCells: 10}})
		anna, bo := pair(t, l, lobby.Plan{})
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		say := func(p *person, text string) {
			t.Helper()
			if err := lobby.Perform(t.Context(), p, lobby.Say{Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		say(anna, " hi\u202e\x1b[2J \n bo ")
		say(cy, "宽宽宽宽宽")
		bo.look()
		told := fmt.Sprint(bo.now.Chat[0].ID, bo.now.Chat[0].Name, bo.now.Chat[0].Text, bo.now.Chat[1].ID, bo.now.Chat[1].Name, bo.now.Chat[1].Watcher)
		if told != "1anna"+"hi[2J bo"+"2cytrue" {
			t.Errorf("told %q", told)
		}
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Say{Text: "宽宽宽宽宽!"}), "too long")
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Say{Text: "\u200b \x00"}), "message is empty")
		for range 6 {
			say(bo, "spam")
		}
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Say{Text: "spam"}), "Wait a moment")
		time.Sleep(time.Second)
		say(bo, "patient")
		time.Sleep(time.Minute * 10)
		for i := range 120 {
			time.Sleep(time.Second)
			say(anna, fmt.Sprint("line ", i))
		}
		if bo.look(); len(bo.now.Chat) != 100 || bo.now.Chat[99].Text != "line 119" || bo.now.Chat[0].ID+99 != bo.now.Chat[99].ID {
			t.Errorf("%d lines are kept, the newest %+v", len(bo.now.Chat), bo.now.Chat[len(bo.now.Chat)-1])
		}
	})
}

func TestListLegal(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{})
		if err := lobby.Perform(t.Context(), anna, lobby.ListLegal{}); err != nil {
			t.Fatal(err)
		}
		anna.look()
		if want := []engine.Action{"take black", "take white", "take any", "deal"}; !slices.Equal(anna.now.Legal, want) {
			t.Errorf("listed %q, want %q", anna.now.Legal, want)
		}
		if bo.look(); bo.now.Legal != nil {
			t.Errorf("bo did not ask, and got %q", bo.now.Legal)
		}
		anna.do(davinci.Deal)
		bo.do(davinci.Deal)
		for range 2 {
			anna.look()
			mine := slices.Contains(anna.now.Match.ToMove, anna.now.You)
			if mine != (len(anna.now.Legal) > 0) || anna.now.Legal == nil {
				t.Errorf("to move %v, listed %q", mine, anna.now.Legal)
			}
			playAny(anna)
			playAny(bo)
		}
	})
}

func TestNamesAreRemembered(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		come := func(name string) lobby.Session {
			t.Helper()
			v, err := l.Enter(context.Background(), lobby.Identity{ID: "key:a", Name: name})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		for _, row := range []struct{ sent, rename, is string }{
			{"", "", "player"},
			{"rudi", "", "rudi"},
			{"", "", "rudi"},
			{"rudi", "anna", "anna"},
			{"rudi", "", "anna"},
			{"", "", "anna"},
			{"", "ann", "ann"},
		} {
			v := come(row.sent)
			if row.rename != "" {
				if err := lobby.Perform(t.Context(), v, lobby.Rename{Name: row.rename}); err != nil {
					t.Fatal(err)
				}
			}
			if v.Name() != row.is {
				t.Errorf("%+v: called %q", row, v.Name())
			}
			v.Close()
		}
	})
}

func TestPassingSessionIsNotListed(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna := enter(t, l, "anna")
		v, err := l.Enter(context.Background(), lobby.Identity{ID: "key:bo", Name: "bo", Passing: true})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		time.Sleep(time.Second)
		if hall := pageOf(t, anna); len(hall.People) != 1 {
			t.Errorf("here are %+v", hall.People)
		}
	})
}

func TestLobbyChat(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := enter(t, l, "anna"), enter(t, l, "bo")
		for range 6 {
			if err := lobby.Perform(t.Context(), anna, lobby.SayInLobby{Text: "hello \u202eall"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := lobby.Perform(t.Context(), anna, lobby.SayInLobby{Text: "again"}); err == nil {
			t.Error("a flood is not slowed down")
		}
		time.Sleep(time.Second)
		if chat := pageOf(t, bo).Chat; len(chat) != 6 || chat[5].Text != "hello all" || chat[5].Name != "anna" || chat[5].ID != 6 {
			t.Errorf("%+v", chat)
		}
	})
}
