package local_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// only returns the single finished match of a memJournal.
func (l *memJournal) only(t *testing.T) lobby.Finished {
	t.Helper()
	synctest.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.ended) != 1 {
		t.Fatalf("%d matches have ended", len(l.ended))
	}
	for _, match := range l.ended {
		return match
	}
	panic("unreachable")
}

// notes returns the notes that a person was shown.
func (p *person) notes() string {
	for p.look() {
		continue
	}
	var all []string
	for _, note := range p.now.Notes {
		all = append(all, note.Text.String())
	}
	return strings.Join(all, " ")
}

// playOn plays some moves of a match, as a match that is resigned earlier is not stored.
func playOn(moves int, people ...*person) {
	for moves > 0 {
		before := moves
		for _, p := range people {
			p.t.Helper()
			if err := lobby.Perform(p.t.Context(), p, lobby.ListLegal{}); err != nil {
				p.t.Fatal(err)
			}
			for p.look() {
				continue
			}
			if moves > 0 && len(p.now.Legal) > 0 {
				p.do(p.now.Legal[0])
				moves--
			}
		}
		if moves == before {
			time.Sleep(time.Second) // for the turn of a bot or another player
		}
	}
}

func ratedPlan() lobby.Plan {
	return lobby.Plan{Rated: true, Public: true, Options: engine.Options{"rounds": "1"}}
}

// TestLeavingRatedMatchLosesIt: the player who left is still recorded.
func TestLeavingRatedMatchLosesIt(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, bo := pair(t, open(t, local.Config{Journal: book}), ratedPlan())
		if !strings.Contains(anna.notes(), "The match is rated.") {
			t.Errorf("anna was told %q", anna.notes())
		}
		if err := lobby.Perform(t.Context(), bo, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		match := book.only(t)
		if !match.Rated || match.Players[0].ID != "key:anna" || match.Players[1].ID != "key:bo" || !slices.Equal(match.Winners, []engine.Seat{0}) {
			t.Errorf("the match is %+v", match)
		}
	})
}

// rater is a memJournal that changes the ratings of a match's players.
type rater struct{ *memJournal }

func (r rater) Append(ctx context.Context, room string, entry lobby.Entry) error {
	if entry.Ended != nil {
		entry.Ended.Moved = []lobby.RatingChange{{Before: 1500, After: 1611}, {Before: 1500, After: 1389}}
	}
	return r.memJournal.Append(ctx, room, entry)
}

// TestEndNamesMatchAndRatings: the update at the end of a match has its ID and the changes
// of ratings. Later visitors see them, but not before the end or after the next start.
func TestEndNamesMatchAndRatings(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: rater{book}})
		anna, bo := pair(t, l, ratedPlan())
		zoe := seated(t)(lobby.Ask(t.Context(), enter(t, l, "zoe"), lobby.Watch{Code: anna.now.Code}))
		all := []*person{anna, bo, zoe}
		for _, p := range all {
			p.look()
			if p.now.Past != "" || p.now.Moved != nil {
				t.Errorf("while it is played: %q, %v", p.now.Past, p.now.Moved)
			}
		}
		if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
		match := book.only(t)
		late := seated(t)(lobby.Ask(t.Context(), enter(t, l, "yan"), lobby.Watch{Code: anna.now.Code}))
		for _, p := range append(all, late) {
			for p.look() {
				continue
			}
			if p.now.Past != match.ID || !slices.Equal(p.now.Moved, match.Moved) || len(p.now.Moved) != 2 {
				t.Errorf("at its end: %q, %v, not %q, %v", p.now.Past, p.now.Moved, match.ID, match.Moved)
			}
		}
		if err := errors.Join(lobby.Perform(t.Context(), bo, lobby.SetReady{Ready: true}), lobby.Perform(t.Context(), anna, lobby.Start{})); err != nil {
			t.Fatal(err)
		}
		for anna.look() {
			continue
		}
		if anna.now.Stage != engine.Playing || anna.now.Past != "" || anna.now.Moved != nil {
			t.Errorf("in the next one: %q, %v at %q", anna.now.Past, anna.now.Moved, anna.now.Stage)
		}
	})
	in(t, func(t *testing.T) {
		anna, bo := pair(t, open(t, local.Config{}), lobby.Plan{Options: engine.Options{"rounds": "1"}})
		if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
		for anna.look() {
			continue
		}
		if anna.now.Stage != engine.Over || anna.now.Past != "" {
			t.Errorf("where nothing is kept: %q", anna.now.Past)
		}
	})
}

// TestLastPlayerWins: a running match ends by the rules when the last player leaves. The
// first to leave resigns first, also in games without a present player, and across a
// restart.
func TestLastPlayerWins(t *testing.T) {
	leave := func(t *testing.T, p *person) {
		t.Helper()
		if err := lobby.Perform(t.Context(), p, lobby.Leave{}); err != nil {
			t.Error(err)
		}
	}
	for name, row := range map[string]struct {
		go1, go2 int // the seats that leave first and second
		hangs    bool
		crash    bool
	}{
		"the host stays":          {go1: 1, go2: 0},
		"the host goes first":     {go1: 0, go2: 1},
		"a restart":               {go1: 0, go2: 1, crash: true},
		"both hang up, host last": {go1: 1, go2: 0, hangs: true},
		"both hang up":            {go1: 0, go2: 1, hangs: true},
	} {
		in(t, func(t *testing.T) {
			book, plan := newMemJournal(), ratedPlan()
			plan.Options = engine.Options{"rounds": "3"}
			l := open(t, local.Config{Journal: book})
			anna, bo := pair(t, l, plan)
			zoe := seated(t)(lobby.Ask(t.Context(), enter(t, l, "zoe"), lobby.Watch{Code: anna.now.Code}))
			both := []*person{anna, bo}
			if row.hangs {
				both[row.go1].Close()
				time.Sleep(time.Second)
				both[row.go2].Close()
				zoe.Close()
				time.Sleep(time.Hour)
			} else {
				leave(t, both[row.go1])
			}
			if row.crash {
				book = book.crash()
				both[row.go2] = back(t, restart(t, book, 1), "bo")
			}
			if !row.hangs {
				leave(t, both[row.go2])
			}
			match := book.only(t)
			if !match.Rated || !slices.Equal(match.Winners, []engine.Seat{engine.Seat(row.go2)}) || match.Players[0].ID != "key:anna" || match.Players[1].ID != "key:bo" {
				t.Errorf("%s: the match is %+v", name, match)
			}
			if again, err := games()[0].Replay(match.Record); err != nil || again.View(engine.Watcher).Stage != engine.Over {
				t.Errorf("%s: the record does not end the match (%v)", name, err)
			}
			if len(book.rooms) > 0 {
				t.Errorf("%s: the room is still in the journal", name)
			}
			if zoe.look(); !row.hangs && !row.crash && len(zoe.now.Ended) != 1 {
				t.Errorf("%s: who watched was told of %d ends", name, len(zoe.now.Ended))
			}
		})
	}
}

// TestBotsResignAfterPeople: in a match against bots, the bots resign last.
func TestBotsResignAfterPeople(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4, Options: engine.Options{"rounds": "2"}}}))
		if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.AddBot{Level: 1}), lobby.Perform(t.Context(), anna, lobby.AddBot{Level: 1}), lobby.Perform(t.Context(), anna, lobby.Swap{One: 0, Other: 2}), lobby.Perform(t.Context(), anna, lobby.Start{})); err != nil {
			t.Fatal(err)
		}
		playOn(3, anna)
		if err := lobby.Perform(t.Context(), anna, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		if match := book.only(t); match.Rated || slices.Contains(match.Winners, 2) || match.Players[2].ID != "key:anna" || len(book.rooms) > 0 {
			t.Errorf("the match is %+v", match)
		}
	})
}

func TestUnratedMatches(t *testing.T) {
	in(t, func(t *testing.T) {
		for name, row := range map[string]struct {
			rated bool
			sit   func(l *local.Lobby, anna *person) (*person, error)
			note  string
		}{
			"a bot": {true, func(_ *local.Lobby, anna *person) (*person, error) {
				return nil, lobby.Perform(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot})
			}, "The match is not rated: a bot is playing."},
			"a guest": {true, func(l *local.Lobby, anna *person) (*person, error) {
				session, err := l.Enter(context.Background(), lobby.Identity{ID: "guest:gus", Name: "gus", Guest: true})
				if err != nil {
					return nil, err
				}
				return seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code})), nil
			}, "The match is not rated. These players have no key: gus."},
			"nobody asked for it": {false, func(l *local.Lobby, anna *person) (*person, error) {
				return seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code})), nil
			}, ""},
		} {
			book := newMemJournal()
			l := open(t, local.Config{Journal: book})
			plan := ratedPlan()
			plan.Game, plan.Seats, plan.Rated = "davinci", 2, row.rated
			anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
			other, err := row.sit(l, anna)
			if err := errors.Join(err, lobby.Perform(t.Context(), anna, lobby.Start{})); err != nil {
				t.Fatal(name, err)
			}
			if notes := anna.notes(); !strings.Contains(notes, row.note) || strings.Contains(notes, "It counts") || row.note == "" && strings.Contains(notes, "ratings") {
				t.Errorf("%s: anna was told %q", name, notes)
			}
			if playOn(1, anna); other != nil {
				playOn(1, other)
			} else {
				playOn(1, anna)
			}
			anna.do(engine.Resign)
			if match := book.only(t); match.Rated {
				t.Errorf("%s: the match counts: %+v", name, match)
			}
		}
	})
}

// TestEarlyResignationsAreNotStored: a match resigned before as many moves as seats is
// stored only if rated.
func TestEarlyResignationsAreNotStored(t *testing.T) {
	in(t, func(t *testing.T) {
		for moves, kept := range map[int]bool{0: false, 1: false, 2: true} {
			for _, rated := range []bool{false, true} {
				book, plan := newMemJournal(), ratedPlan()
				plan.Rated = rated
				anna, bo := pair(t, open(t, local.Config{Journal: book}), plan)
				playOn(moves, anna, bo)
				bo.do(engine.Resign)
				for anna.look() {
					continue
				}
				if want := kept || rated; (len(book.ended) == 1) != want || (anna.now.Past != "") != want {
					t.Errorf("after %d moves, rated %v, %d matches are kept, and one to look back at is told: %v", moves, rated, len(book.ended), anna.now.Past != "")
				}
			}
		}
	})
}

// TestRatedMatchStaysRated if a player is away (no bot plays for them), and across a
// restart.
func TestRatedMatchStaysRated(t *testing.T) {
	in(t, func(t *testing.T) {
		book, plan := newMemJournal(), ratedPlan()
		plan.Absent, plan.Clock = lobby.AbsentBot, 0
		plan.Game, plan.Seats = "davinci", 2
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
		session := enter(t, l, "bo")
		seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		give(t, anna, lobby.Start{})
		anna.do("deal")
		session.Close()
		time.Sleep(4 * time.Minute)
		if anna.notes(); anna.now.Seats[1].BotPlays || !anna.now.Seats[1].Substitute.IsZero() || anna.now.Seats[1].ClaimFrom.IsZero() {
			t.Fatalf("in a rated match, bo has %+v", anna.now.Seats[1])
		}
		left := book.crash()
		again := back(t, restart(t, left, 1), "anna")
		time.Sleep(4 * time.Minute)
		if again.notes(); again.now.Seats[1].BotPlays {
			t.Fatal("after the restart, a bot stands in for bo in a rated match")
		}
		again.do(engine.Resign)
		if match := left.only(t); !match.Rated || match.Players[1].ID != "key:bo" {
			t.Errorf("the match is %+v", match)
		}
	})
}

func TestNoKickFromRatedMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, bo := pair(t, open(t, local.Config{Journal: book}), ratedPlan())
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Kick{Name: "bo", KeepOut: false}), "This match is rated")
		bo.Close()
		time.Sleep(10 * time.Minute) // however long bo is away
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Kick{Name: "bo", KeepOut: true}), "This match is rated")
		anna.do(engine.Resign)
		if match := book.only(t); !match.Rated || match.Players[1].ID != "key:bo" || match.Result(1) != lobby.ResultWon {
			t.Errorf("the match is %+v", match)
		}
	})
}

// TestDeletedPlayerIsAnonymous: a player who leaves a match and deletes their account is
// not named when it ends.
func TestDeletedPlayerIsAnonymous(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		known := &lobbytest.MemStore{People: []lobby.Account{{ID: "bo", IDs: []string{"bo", "key:bo"}, Name: "bo"}}}
		l := open(t, local.Config{Journal: book, Accounts: known})
		session := enter(t, l, "bo")
		plan := ratedPlan()
		plan.Game, plan.Seats = "davinci", 3
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
		bo := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: anna.now.Code}))
		if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.Start{}), lobby.Perform(t.Context(), bo, lobby.Leave{}), lobby.Perform(t.Context(), session, lobby.DeleteAccount{})); err != nil {
			t.Fatal(err)
		}
		cy.do(engine.Resign)
		match := book.only(t)
		if bo := match.Players[1]; !match.Rated || bo.ID != "" || bo.Name != "somebody" || match.Players[2].ID != "key:cy" {
			t.Errorf("the match is %+v", match)
		}
	})
}

// TestQuickPlayAvoidsRatedRooms: quick play never enters a rated room.
func TestQuickPlayAvoidsRatedRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		plan := ratedPlan()
		plan.Game = "davinci"
		session := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: plan}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.QuickPlay{Plan: lobby.Plan{}}))
		if bo.now.Code == anna.now.Code || bo.now.Plan.Rated {
			t.Errorf("bo was seated in %+v", bo.now.Plan)
		}
		if again := seated(t)(lobby.Ask(t.Context(), session, lobby.QuickPlay{Plan: lobby.Plan{}})); again.now.Code != anna.now.Code {
			t.Errorf("anna did not get back to her room but to %s", again.now.Code)
		}
	})
}
