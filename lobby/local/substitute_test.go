package local_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestConnectedPlayerIsNotReplaced by a bot, whichever screen they show. The bot plays once
// they have been disconnected for a while, until they return.
func TestConnectedPlayerIsNotReplaced(t *testing.T) {
	for _, plan := range []lobby.Plan{{Absent: lobby.AbsentBot}, {Absent: lobby.AbsentBot, Substitute: lobby.Substitute1m}, {Absent: lobby.AbsentWait}} {
		in(t, func(t *testing.T) {
			l := open(t, local.Config{})
			plan.Game, plan.Seats, plan.Options = "davinci", 2, engine.Options{"rounds": "1"}
			anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
			session := enter(t, l, "bo")
			bo := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
			give(t, anna, lobby.Start{})
			give(t, anna, lobby.Play{Action: "deal"})
			bo.Close() // and is in the lobby
			time.Sleep(time.Hour)
			for anna.look() {
				continue
			}
			if seat := anna.now.Seats[1]; seat.Away.IsZero() || seat.BotPlays || !seat.Substitute.IsZero() || !seat.SubstituteFrom.IsZero() {
				t.Fatalf("bo, who is in the hall, has %+v", seat)
			}
			if refuses(t, anna, lobby.AddSubstitute{Seat: 1}, "is not waiting for"); plan.Absent == lobby.AbsentWait {
				return
			}
			session.Close()
			synctest.Wait()
			anna.look()
			after := anna.now.Plan.SubstituteAfter()
			if begins := time.Until(anna.now.Seats[1].Substitute); begins != after {
				t.Fatalf("a bot plays in %v, want %v", begins, after)
			}
			time.Sleep(after)
			synctest.Wait()
			for anna.look() {
				continue
			}
			if seat := anna.now.Seats[1]; !seat.BotPlays || !seat.Substitute.IsZero() {
				t.Fatalf("bo, who is gone, has %+v", seat)
			}
			enter(t, l, "bo")
			synctest.Wait()
			for anna.look() {
				continue
			}
			if seat := anna.now.Seats[1]; seat.BotPlays {
				t.Errorf("bo, who has come to the hall, has %+v", seat)
			}
		})
	}
}

// TestReturningPlayerMoves at once, even during the turn of a substitute, whose pending
// move is dropped.
func TestReturningPlayerMoves(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Limits: lobby.Limits{BotPace: 3 * time.Second}})
		plan := lobby.Plan{Game: "davinci", Seats: 2, Absent: lobby.AbsentBot, Options: engine.Options{"rounds": "1", "first": "2"}}
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
		session := enter(t, l, "bo")
		away := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		give(t, anna, lobby.Start{})
		give(t, away, lobby.Play{Action: "deal"})
		give(t, anna, lobby.Play{Action: "deal"})
		session.Close()
		synctest.Wait()
		anna.look()
		time.Sleep(2*time.Minute - time.Second)
		moved := func() (all int) {
			for anna.look() {
				for _, event := range anna.now.Events {
					if event.About() == 1 {
						all++
					}
				}
			}
			return all
		}
		if moved() != 0 {
			t.Fatal("bo has moved before a bot may")
		}
		begun := false
		for range 300 { // until the bot has played a part of its turn
			if begun {
				break
			}
			time.Sleep(time.Second)
			synctest.Wait()
			begun = moved() > 0 && len(anna.now.Match.ToMove) == 1 && anna.now.Match.ToMove[0] == 1
		}
		if !begun {
			t.Fatalf("the bot has not begun a turn: %+v", anna.now.Match)
		}
		time.Sleep(2 * time.Second) // the bot has chosen its next move
		synctest.Wait()
		moved()
		handle, err := lobby.Ask(context.Background(), enter(t, l, "bo"), lobby.Return{})
		if err != nil {
			t.Fatal("the seat of bo is gone")
		}
		bo := seated(t)(handle, nil)
		time.Sleep(time.Minute)
		if n := moved(); n != 0 {
			t.Fatalf("%d things were done for bo, who is back", n)
		}
		give(t, bo, lobby.Play{Action: engine.Resign})
		if bo.now.Stage != engine.Over {
			t.Errorf("bo cannot decide: %+v", bo.now.Match)
		}
	})
}

// TestNoSubstituteWithoutPlayers: while no player is connected, no substitute begins, and a
// playing one stops. When one returns, the waiting time of the others counts from their
// disconnect.
func TestNoSubstituteWithoutPlayers(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		sessions := map[string]lobby.Session{"anna": enter(t, l, "anna"), "bo": enter(t, l, "bo")}
		plan := lobby.Plan{Game: "davinci", Seats: 2, Absent: lobby.AbsentBot, Options: engine.Options{"rounds": "1", "first": "2"}}
		anna := seated(t)(lobby.Ask(t.Context(), sessions["anna"], lobby.Create{Plan: plan}))
		seated(t)(lobby.Ask(t.Context(), sessions["bo"], lobby.Join{Code: anna.now.Code}))
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		give(t, anna, lobby.Start{})
		give(t, anna, lobby.Play{Action: "deal"})
		moved := func() (all int) {
			for cy.look() {
				all += len(cy.now.Events)
			}
			return all
		}
		goes := func(name string) {
			sessions[name].Close()
			synctest.Wait()
			moved()
		}
		nothing := func(when string) {
			t.Helper()
			time.Sleep(20 * time.Minute)
			n := moved()
			if one, other := cy.now.Seats[0], cy.now.Seats[1]; n != 0 || one.BotPlays || other.BotPlays || !one.Substitute.IsZero() || !other.Substitute.IsZero() {
				t.Fatalf("%s, %d things were done, and the seats are %+v", when, n, cy.now.Seats)
			}
		}
		comes := func() {
			sessions["anna"] = enter(t, l, "anna")
			synctest.Wait()
			moved()
		}

		goes("bo")
		time.Sleep(time.Minute)
		goes("anna")
		if begins := cy.now.Seats[1].Substitute; !begins.IsZero() {
			t.Fatalf("with nobody there, a bot is to play at %v", begins)
		}
		time.Sleep(50 * time.Second)
		comes()
		if begins := time.Until(cy.now.Seats[1].Substitute); begins != 10*time.Second {
			t.Fatalf("a bot plays for bo in %v", begins)
		}
		goes("anna")
		nothing("before any bot has played")

		comes()
		if seats := cy.now.Seats; !seats[1].BotPlays || seats[0].BotPlays {
			t.Fatalf("anna is back in the hall, and the seats are %+v", seats)
		}
		for range 300 { // until the bot is in the middle of a turn
			time.Sleep(time.Second)
			if moved() > 0 && len(cy.now.Match.ToMove) == 1 && cy.now.Match.ToMove[0] == 1 {
				goes("anna")
				nothing("in the middle of a turn of the bot")
				return
			}
		}
		t.Fatal("the bot does not play")
	})
}

// TestSubstituteMovesAreMarked in the updates of each reader and in the record.
func TestSubstituteMovesAreMarked(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _ := waiting(t, open(t, local.Config{}), lobby.Plan{Absent: lobby.AbsentBot})
		var marked []engine.Event
		var ended []lobby.Ending
		anna.saw = func(u lobby.Update) {
			for _, at := range u.ByBot {
				marked = append(marked, u.Events[at])
			}
			ended = append(ended, u.Ended...)
		}
		time.Sleep(2*time.Minute + 30*time.Second)
		give(t, anna, lobby.Play{Action: engine.Resign})
		if len(marked) == 0 || marked[0].About() != 1 || len(ended) != 1 {
			t.Fatalf("marked are %v, and %d matches have ended", marked, len(ended))
		}
		made := ended[0].BotMoves
		if len(made) != 2 || len(made[0]) > 0 || len(made[1]) == 0 {
			t.Fatalf("bots made the moves %v", made)
		}
		game, _ := lobby.FindGame(games(), "davinci")
		steps, err := game.Steps(ended[0].Record)
		if err != nil {
			t.Fatal(err)
		}
		var want []engine.Event
		for _, at := range made[1] {
			if move := ended[0].Record.Moves[at]; move.Seat != 1 {
				t.Errorf("move %d is by seat %v", at, move.Seat)
			}
			want = append(want, steps[at+1].Events...)
		}
		if !slices.Equal(marked, want) {
			t.Errorf("marked are %v, want %v", marked, want)
		}
	})
}

// TestSubstituteNever: no bot plays, even on request.
func TestSubstituteNever(t *testing.T) {
	in(t, func(t *testing.T) {
		for _, absent := range lobby.Absences() {
			anna, _ := waiting(t, open(t, local.Config{}), lobby.Plan{Absent: absent, Substitute: lobby.SubstituteNever})
			time.Sleep(20 * time.Minute)
			for anna.look() {
				continue
			}
			if seat := anna.now.Seats[1]; seat.BotPlays || !seat.Substitute.IsZero() || !seat.SubstituteFrom.IsZero() || seat.ClaimFrom.IsZero() {
				t.Errorf("%s: bo has %+v", absent, seat)
			}
			refuses(t, anna, lobby.AddSubstitute{Seat: 1}, "is not waiting for")
		}
	})
}

// TestHandIsSharedForOneMatch: in the next match, it must be shared again. In a rated room
// no hand can be shared.
func TestHandIsSharedForOneMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Options: engine.Options{"rounds": "1"}})
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		give(t, anna, lobby.ShowEyes{Show: true})
		give(t, cy, lobby.Follow{Seat: 0})
		if cy.now.Follows != 0 {
			t.Fatal("cy does not see what anna sees")
		}
		give(t, bo, lobby.Play{Action: engine.Resign})
		give(t, anna, lobby.Start{})
		if cy.look(); cy.now.Stage != engine.Playing || cy.now.Seats[0].Eyes || cy.now.Follows != engine.Watcher {
			t.Errorf("in the next match cy, at stage %s, follows %v, and anna has %+v", cy.now.Stage, cy.now.Follows, cy.now.Seats[0])
		}
		rated, _ := pairOf(t, l, lobby.Plan{Rated: true}, "dan", "eve")
		refuses(t, rated, lobby.ShowEyes{Show: true}, "In a rated room, players cannot share their hands.")
		if rated.look(); rated.now.Seats[0].Eyes {
			t.Error("a hand is shared in a rated room")
		}
	})
}

// TestSharedHandEndsInRatedRoom: a hand shared in an old rated room is hidden after a
// restart.
func TestSharedHandEndsInRatedRoom(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, bo := pair(t, open(t, local.Config{Journal: book}), lobby.Plan{})
		give(t, anna, lobby.ShowEyes{Show: true})
		bo.look()
		left := book.crash()
		left.rewrite(`"rated":false`, `"rated":true`)
		again := back(t, restart(t, left, 1), "anna")
		if again.now.Seats[0].Eyes || !again.now.Plan.Rated {
			t.Errorf("anna has %+v", again.now.Seats[0])
		}
	})
}

// rewrite replaces a text in all stored entries.
func (l *memJournal) rewrite(before, after string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, entries := range l.rooms {
		for i := range entries {
			entries[i].Data = bytes.ReplaceAll(entries[i].Data, []byte(before), []byte(after))
			entries[i].Header = bytes.ReplaceAll(entries[i].Header, []byte(before), []byte(after))
		}
	}
}

// TestMatchFinishedBySubstitute is stored as such, also across a restart, and is not a win
// of the absent player.
func TestMatchFinishedBySubstitute(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, away := waiting(t, open(t, local.Config{Journal: book}), lobby.Plan{Absent: lobby.AbsentBot})
		code := away.now.Code
		time.Sleep(2*time.Minute + 30*time.Second)
		for anna.look() {
			continue
		}
		if notes := anna.notes(); !strings.Contains(notes, "A bot plays for bo until they return.") || len(anna.now.Seats[1].BotEvents) == 0 {
			t.Errorf("it is told that %q, and bo has %+v", notes, anna.now.Seats[1])
		}
		marked := anna.now.Seats[1].BotEvents
		log := anna.now.Logged
		book = book.crash()
		anna = back(t, restart(t, book, 1), "anna")
		if seat := anna.now.Seats[1]; !slices.Equal(seat.BotEvents, marked) || anna.now.Logged != log || seat.BotPlays {
			t.Errorf("after the restart, bo has %+v, not %v of %d", seat, marked, log)
		}
		time.Sleep(2*time.Minute + 30*time.Second)
		give(t, anna, lobby.Play{Action: engine.Resign})
		if !anna.now.Seats[1].BotPlays {
			t.Errorf("at the end, bo has %+v", anna.now.Seats[1])
		}
		match := book.only(t)
		if last := match.SubstitutesAt(len(match.Record.Moves)); !slices.Equal(last, []bool{false, true}) || match.SubstitutesAt(0)[1] {
			t.Errorf("at the end of a replay a bot acts for %v", last)
		}
		if bo := match.Players[1]; match.Room != code || !bo.Substitute || len(bo.BotMoves) == 0 || bo.ID != "key:bo" || match.Players[0].Substitute {
			t.Fatalf("the players are %+v", match.Players)
		}
		for _, at := range match.Players[1].BotMoves {
			if move := match.Record.Moves[at]; move.Seat != 1 {
				t.Errorf("move %d is not of bo: %+v", at, move)
			}
		}
		if match.Result(1) != lobby.ResultSubstitute || match.Result(0) != lobby.ResultLost || match.Players[1].DisplayName().String() != "bot for bo" {
			t.Errorf("it was %s for bo and %s for anna", match.Result(1), match.Result(0))
		}
		if all := lobby.CountMatches(games(), "key:bo", []lobby.Finished{match}); len(all) != 0 {
			t.Errorf("it counts for bo: %+v", all)
		}
		if all := lobby.CountMatches(games(), "key:anna", []lobby.Finished{match}); len(all) != 1 || all[0].All.Matches != 1 {
			t.Errorf("it does not count for anna: %+v", all)
		}
	})
}

// TestMatchFinishedByReturningPlayer counts for the player although a bot played for a
// while.
func TestMatchFinishedByReturningPlayer(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, _ := waiting(t, l, lobby.Plan{Absent: lobby.AbsentBot})
		time.Sleep(2*time.Minute + 30*time.Second)
		back(t, l, "bo")
		give(t, anna, lobby.Play{Action: engine.Resign})
		match := book.only(t)
		if bo := match.Players[1]; bo.Substitute || len(bo.BotMoves) == 0 || match.Result(1) != lobby.ResultWon {
			t.Errorf("bo has %+v, and it was %s", bo, match.Result(1))
		}
	})
}
